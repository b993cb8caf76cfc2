"""Between two screens of a long text: one key goes on, or stops."""

from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style as Colours

_ON: Final = ("enter", " ", "pagedown", "down", "f")
_STOP: Final = ("q", "Q", "escape", "c-c", "c-d")


def goes_on(prompt: str, colours: Colours, depth: ColorDepth | None) -> bool:
    """Whether the key that is typed wants more; keys that mean nothing here are passed over."""
    keys = KeyBindings()

    @keys.add(Keys.Any)
    def _nothing(_event: KeyPressEvent) -> None:
        pass

    for key in _ON:
        keys.add(key)(lambda event: event.app.exit(result="on"))
    for key in _STOP:
        keys.add(key, eager=True)(lambda event: event.app.exit(result=""))
    session: PromptSession[str] = PromptSession(
        history=DummyHistory(), key_bindings=keys, erase_when_done=True, enable_suspend=True, color_depth=depth
    )
    wanted = session.prompt(FormattedText([("class:prompt", prompt)]), style=colours) == "on"
    if not wanted:
        _pass_over_enter(session)
    return wanted


def _pass_over_enter(session: PromptSession[str]) -> None:
    """An Enter that was typed with the q, out of habit, answers no other question."""
    left = get_typeahead(session.input)
    store_typeahead(session.input, left[1:] if left and left[0].key == Keys.ControlM else left)
