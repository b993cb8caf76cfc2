"""What a player says of itself, and the options that it has."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tabletop.complaints import explain
from tabletop.cpu.engines.wire import PROTOCOL, Garbled
from tabletop.i18n import Texts
from tabletop.match import Name

_ = Texts(__file__)

Value = bool | int | float | str
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "text": (str,),
    "choice": (str,),
}


class Setting(BaseModel):
    """One option."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore", strict=True)

    name: Name
    type: Literal["boolean", "integer", "number", "text", "choice"]
    default: Value
    min: float | None = None
    max: float | None = None
    choices: list[str] = Field(default_factory=list, max_length=1_000)

    def fault(self, value: Any) -> str:
        """What is wrong with a value; empty when nothing is."""
        if type(value) not in _KINDS[self.type]:
            return _("{name} should be of the type {type}").format(name=self.name, type=self.type)
        if self.type == "choice" and value not in self.choices:
            return _("{name} should be one of {choices}").format(name=self.name, choices=", ".join(self.choices))
        low, high = self.min, self.max
        if isinstance(value, str) or ((low is None or value >= low) and (high is None or value <= high)):
            return ""
        return _("{name} should be from {low} to {high}").format(name=self.name, low=low, high=high)

    def read(self, text: str) -> Value:
        """The value that a typed text means. Raises ValueError with the reason, for the middle of a sentence."""
        value: Value = text
        try:
            if self.type == "integer":
                value = int(text)
            elif self.type == "number":
                value = float(text)
        except ValueError:
            value = text
        if self.type == "boolean" and text in ("true", "false", "yes", "no", "1", "0"):
            value = text in ("true", "yes", "1")
        if fault := self.fault(value):
            raise ValueError(fault)
        return value


class Greeting(BaseModel):
    """What a player answers to hello; other fields are ignored."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore", strict=True)

    type: Literal["hello"]
    protocol: int
    name: Name
    author: Name | None = None
    options: list[Setting] = Field(default_factory=list, max_length=100)

    def values(self, chosen: Mapping[str, str]) -> dict[str, JsonValue]:
        """All options with their values, of which some were typed. Raises Garbled for one that can't be."""
        known = {setting.name: setting for setting in self.options}
        for name in chosen:
            if name not in known:
                has = ", ".join(known) or _("none")
                raise Garbled(_("it has no option {name}, only {known}").format(name=name, known=has))
        try:
            return {name: known[name].read(chosen[name]) if name in chosen else known[name].default for name in known}
        except ValueError as why:
            raise Garbled(str(why)) from None


def greeting_of(message: Mapping[str, Any]) -> Greeting:
    """What a message says. Raises Garbled."""
    try:
        greeting = Greeting.model_validate(message)
    except ValidationError as error:
        raise Garbled(_("its hello can't be used: {why}").format(why=explain(error).rstrip("."))) from None
    if greeting.protocol != PROTOCOL:
        text = _("it speaks version {theirs} of the protocol, and this program version {ours}")
        raise Garbled(text.format(theirs=greeting.protocol, ours=PROTOCOL))
    faults = [setting.fault(setting.default) for setting in greeting.options]
    names = [setting.name for setting in greeting.options]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        faults.append(_("it has the option {name} twice").format(name=twice[0]))
    if any(faults):
        raise Garbled(next(filter(None, faults)))
    return greeting
