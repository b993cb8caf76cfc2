"""What stands on the page in a browser, and the words that can be typed there, in the language in use."""

from typing import Any, Final

from tabletop.aliases import spellings
from tabletop.i18n import Texts

_ = Texts(__file__)

WORDS: Final = (
    "undo",
    "redo",
    "resign",
    "rematch",
    "hint",
    "odds",
    "review",
    "last",
    "log",
    "score",
    "turn",
    "moves",
    "table",
    "help",
    "yes",
    "no",
)
"""Commands of the table that the page knows too."""


def page_texts() -> dict[str, Any]:
    """The texts by the names that the page's scripts use; ``words``: the spellings of each command."""
    words = {word: list(found) for word, found in spellings(WORDS).items()}
    return {**_start(), **_table(), **_people(), **_choices(), "words": words}


def _start() -> dict[str, str]:
    return {
        "skip": _("To the table"),
        "name": _("Your name"),
        "come_in": _("Come in"),
        "no_link": _("Open the link that you were sent: it holds your seat."),
        "connecting": _("Connecting …"),
        "connected": _("Connected."),
        "away": _("The connection is lost. Trying again …"),
        "newer": _("This seat is open in another window."),
        "sent_out": _("The room's host has sent you out."),
        "closed": _("The room is closed."),
        "broken": _("The game has failed and the table is closed; the match is kept."),
        "come_back": _("Come back"),
        "missed": _("Happened while you were away: {n}."),
        "waiting_seats": _("Waiting for everybody to come."),
    }


def _table() -> dict[str, str]:
    return {
        "table": _("Table"),
        "scores": _("Scores"),
        "side": _("Player"),
        "points": _("Points"),
        "on_turn": _("on turn"),
        "your_turn": _("Your turn."),
        "turn_of": _("Waiting for {name}."),
        "looking_on": _("You look on."),
        "moves": _("Your moves"),
        "all_moves": _("All moves"),
        "for_piece": _("Several moves with this piece:"),
        "summary": _("End of the round"),
        "go_on": _("Go on"),
        "over": _("The match is over."),
        "command": _("A move or a command"),
        "send": _("Send"),
        "history": _("What happened"),
        "show": _("Show"),
        "all": _("everything"),
        "events": _("the match"),
        "notices": _("notices"),
        "chat": _("Chat"),
        "chat_line": _("Write to the others"),
        "what_to_do": _("What you can do"),
        "undo": _("Take back"),
        "redo": _("Play again what was taken back"),
        "hint": _("Hint"),
        "review": _("Review"),
        "resign": _("Resign"),
        "resign_sure": _("Really give up?"),
        "end": _("End without a result"),
        "dice": _("Throw real dice for all"),
        "program": _("Let the program throw"),
        "rematch": _("Another match"),
        "record": _("Save the record"),
        "dice_doubt": _("The server hasn't kept what it promised about the dice: don't trust them."),
        "worth": _("{move}: {value}"),
        "cost": _("{n} decisions; the dearest cost {error}."),
        "help": _(
            "Type a move, or: {words}. “chat” and a text writes to the others. The keys 1 to 9 choose a move while you"
            " aren't typing."
        ),
        "unsent": _("That can be sent once the connection is back."),
    }


def _people() -> dict[str, str]:
    return {
        "people": _("People"),
        "here": _("here"),
        "absent": _("away"),
        "free": _("free"),
        "is_host": _("host"),
        "you": _("you"),
        "cpu": _("CPU player"),
        "looking": _("Looking on: {n}"),
        "left": _("{n} s left"),
        "wants_undo": _("{name} wants to take back."),
        "wants_end": _("{name} wants to end without a result."),
        "wants_rematch": _("{name} wants another match."),
        "wants_dice": _("{name} wants {thrower} to throw real dice for all; the match won't count then."),
        "wants_program": _("{name} wants the program to throw the dice again."),
        "grant": _("Agree"),
        "refuse": _("Refuse"),
        "time_short": _("{name}: the time grows short."),
        "time_up": _("{name}: the time is up."),
        "wait_on": _("Wait longer"),
        "end_for": _("End the match"),
        "seat_cpu": _("A CPU player plays on"),
        "seat_back": _("Give the seat back"),
        "kick": _("Send out"),
        "link": _("New link"),
        "new_link": _("The new link of {name}: {link}"),
        "mute": _("Mute"),
        "unmute": _("Unmute"),
        "make_host": _("Make host"),
        "pause": _("Pause"),
        "resume": _("Go on playing"),
        "lock": _("Lock the room"),
        "unlock": _("Unlock the room"),
        "close": _("Close the room"),
        "sure": _("Sure?"),
    }


def _choices() -> dict[str, str]:
    return {
        "choices": _("Settings"),
        "language": _("Language"),
        "colours": _("Colours"),
        "system": _("as the system has them"),
        "light": _("light"),
        "dark": _("dark"),
        "detail": _("Detail of what is spoken"),
        "full": _("full"),
        "brief": _("brief"),
        "keys": _("The keys 1 to 9 choose a move"),
        "sounds": _("Sounds"),
        "notify": _("Notice on your turn"),
    }
