"""What plugins bring beside games: CPU players for any game, commands at the table, notifications of matches.

Only plugins whose manifests say so are imported for it. Each implementation is called by itself under the guard: one
that fails is told once and left out from then on, and the others' results stand.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from tabletop.guard.answers import wrong_type
from tabletop.guard.calls import Guard
from tabletop.guard.failures import PluginError, PluginFailure
from tabletop.guard.proxies import GuardedPlayer
from tabletop.i18n import Texts
from tabletop.plugins.find.discovery import Plugin
from tabletop.plugins.find.loading import Implementations, implementations
from tabletop.plugins.find.offer import Kind
from tabletop.sitting import Command, Sitting
from tabletop.skill import Strategy

_ = Texts(__file__)
T = TypeVar("T")

Factory = Callable[..., Strategy[Any, Any]]
Run = Callable[[Sitting, str], str]


class Extras:
    """The extras of the plugins of one catalogue."""

    def __init__(self, plugins: Callable[[], Collection[Plugin]], tell: Callable[[PluginError], object]) -> None:
        """``tell`` is told of each failure."""
        self._plugins = plugins
        self._tell = tell
        self._failed: set[tuple[str, str]] = set()
        self._strategies: Mapping[str, Factory] | None = None

    def strategies(self) -> Mapping[str, Factory]:
        """Factories of CPU players, by ``name`` where it is unique and by ``distribution/name`` always."""
        if self._strategies is None:
            found = list(self._collected("strategies", "tabletop_strategies", _callable))
            made = [(plugin, name, partial(_guarded_factory, plugin, name, make)) for plugin, name, make in found]
            self._strategies = _by_name(made, "/", ())
        return self._strategies

    def commands(self, taken: Collection[str]) -> Mapping[str, tuple[Run, str]]:
        """Commands with their helps, by ``name`` where neither the host (``taken``) nor another plugin has it.

        By ``distribution:name`` always. ``run`` raises ValueError as the command does, and fails as a whole never.
        """
        found = self._collected("commands", "tabletop_commands", _command)
        made = [(plugin, name, (self._runner(plugin, name, command), command.help)) for plugin, name, command in found]
        return _by_name(made, ":", taken)

    def _runner(self, plugin: Plugin, name: str, command: Command) -> Run:
        return partial(self._run, plugin, name, command)

    def _run(self, plugin: Plugin, name: str, command: Command, sitting: Sitting, argument: str) -> str:
        what = _("the command {name}").format(name=name)
        try:
            answer = Guard(str(plugin)).rules(what, command.run, sitting, argument, allowed=(ValueError,), check=_text)
        except PluginFailure as failure:
            self._tell(failure)
            return ""
        return str(answer)

    def notify(self, hook: str, sitting: Callable[[], Sitting], *arguments: Callable[[], str]) -> None:
        """Calls a notification of every plugin that has it. Its arguments are only asked for if there is one."""
        for plugin, found in self._providers("notifications"):
            if hook in found:
                self._guarded(plugin, hook, found[hook], sitting(), *(argument() for argument in arguments))

    def _providers(self, kind: Kind) -> Iterator[tuple[Plugin, Implementations]]:
        for plugin in self._plugins():
            if plugin.state == "enabled" and plugin.manifest and kind in plugin.manifest.provides:
                try:
                    yield plugin, implementations(plugin)
                except PluginError as why:
                    self._tell_once(plugin, "import", why)

    def _collected(self, kind: Kind, hook: str, check: Callable[[Any], str]) -> Iterator[tuple[Plugin, str, Any]]:
        for plugin, found in self._providers(kind):
            if hook in found:
                answer = self._guarded(plugin, hook, found[hook], check=lambda answer: _mapping(answer, check))
                yield from ((plugin, name, value) for name, value in (answer or {}).items())

    def _guarded(self, plugin: Plugin, hook: str, *call: Any, check: Callable[[Any], str] = lambda _answer: "") -> Any:
        if (plugin.key, hook) in self._failed:
            return None
        try:
            return Guard(str(plugin)).rules(hook, *call, check=check)
        except PluginFailure as failure:
            self._tell_once(plugin, hook, failure)
            return None

    def _tell_once(self, plugin: Plugin, what: str, why: PluginError) -> None:
        if (plugin.key, what) not in self._failed:
            self._failed.add((plugin.key, what))
            self._tell(why)


def _guarded_factory(plugin: Plugin, name: str, make: Factory, *parameters: Any) -> Strategy[Any, Any]:
    """A CPU player for a game, ``parameters[0]``; whatever goes wrong is its own plugin's fault, not the game's."""
    what = _("the CPU player {name}").format(name=name)
    player = Guard(str(plugin)).rules(what, make, *parameters, allowed=(ValueError, TypeError), check=_player)
    return GuardedPlayer(player, str(plugin))


def _by_name(found: Sequence[tuple[Plugin, str, T]], mark: str, taken: Collection[str]) -> dict[str, T]:
    counts = Counter(name for _plugin, name, _value in found)
    short = {name: value for _plugin, name, value in found if counts[name] == 1 and name not in taken}
    return {**short, **{f"{plugin.key}{mark}{name}": value for plugin, name, value in found}}


def _mapping(answer: Any, check: Callable[[Any], str]) -> str:
    if not isinstance(answer, Mapping):
        return wrong_type(answer, "Mapping")
    for name, value in answer.items():
        if not isinstance(name, str) or not name.isascii() or not name.replace("-", "").isalnum():
            return _("{name!r:.60} is no name: letters, digits and hyphens make one").format(name=name)
        if wrong := check(value):
            return f"{name}: {wrong}"
    return ""


def _callable(value: Any) -> str:
    return "" if callable(value) else wrong_type(value, "Callable")


def _command(value: Any) -> str:
    if isinstance(value, Command) and isinstance(value.help, str) and callable(value.run):
        return ""
    return wrong_type(value, "Command")


def _player(value: Any) -> str:
    return "" if callable(getattr(value, "choose", None)) else wrong_type(value, "Strategy")


def _text(value: Any) -> str:
    return "" if isinstance(value, str) else wrong_type(value, "str")
