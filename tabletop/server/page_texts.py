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
    return {**_start(), **_table(), **_people(), **_choices(), **_lobby(), **_looking_back(), "words": words}


def _start() -> dict[str, str]:
    return {
        "skip": _("To the table"),
        "name": _("Your name"),
        "come_in": _("Come in"),
        "no_link": _("This link isn't valid any more: ask for a new one."),
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


def _lobby() -> dict[str, str]:
    return {
        "places": _("Pages"),
        "to_lobby": _("Games and tables"),
        "to_matches": _("Past matches"),
        "to_statistics": _("Statistics"),
        "to_settings": _("This home's settings"),
        "your_table": _("Your table"),
        "back_to_table": _("Back to your table"),
        "look_at_it": _("Look at the match again"),
        "open_tables": _("Open tables"),
        "no_tables": _("Nobody waits for others at the moment."),
        "sit_down": _("Sit down"),
        "start_match": _("Start a match"),
        "house_only": _("Who has the house's token starts matches here; friends get links from them."),
        "house_token": _("The house's token"),
        "not_there": _("This page can't be shown."),
        "games": _("All games"),
        "game": _("Game"),
        "choose": _("Choose"),
        "rules": _("The rules"),
        "lessons": _("Learn by playing"),
        "how_many": _("Seats"),
        "seat": _("Seat {n}"),
        "a_friend": _("a friend, by a link"),
        "anybody": _("whoever comes here"),
        "house_rules": _("House rules"),
        "more": _("More"),
        "with_hints": _("hints are allowed"),
        "with_fair": _("dice that can be proven fair"),
        "undo_off": _("never"),
        "undo_fair": _("before anything new is known"),
        "undo_free": _("always; the match won't count then"),
        "seconds": _("Seconds for each move; empty: as long as one likes"),
        "start": _("Start"),
        "invite": _("Your table is ready"),
        "invite_how": _("Send each link to the person who is to sit there. Whoever has it has the seat."),
        "for_spectators": _("To look on"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "to_your_seat": _("To your seat"),
    }


def _looking_back() -> dict[str, str]:
    return {
        "step": _("Step {n} of {all}"),
        "right": _("Right."),
        "wrong": _("Not that."),
        "lesson_over": _("The lesson is done"),
        "practise": _("Practise at a table"),
        "find": _("Only with these words"),
        "search": _("Search"),
        "no_matches": _("There are no such matches."),
        "older": _("Older ones that aren't shown: {n}. Search for them."),
        "position": _("Position"),
        "first": _("To the start"),
        "before": _("One back"),
        "after": _("One on"),
        "end_of_match": _("To the end"),
        "by_itself": _("Let it run"),
        "stop": _("Stop"),
        "against": _("Against"),
        "played": _("Played"),
        "won": _("Won"),
        "shared": _("Shared"),
        "share": _("Share (by chance)"),
        "nothing_counts": _("No match counts yet."),
        "save": _("Save"),
        "saved": _("Saved."),
        "nothing_changed": _("Nothing has changed."),
        "settings_what": _(
            "They hold for the program at this home, at every keyboard; the settings of this page are below."
        ),
    }
