"""What each command is for, as it says itself: a list of them imports none."""

from typing import Final

from tabletop.i18n import N_

ABOUT: Final = {
    "analyse": N_("What each move of a position in a record is worth."),
    "completion": N_('Print the completion script for a shell: eval "$(tabletop completion bash)".'),
    "doctor": N_(
        "Check every plugin (its code is run), the store, the saves and the terminal; ends with 1 at a problem."
    ),
    "games": N_("List the games on offer."),
    "join": N_("Play at a table elsewhere; with two links to one table two play at this keyboard."),
    "learn": N_("Learn a game by playing: its lessons, or the one of that number or name."),
    "matches": N_("List the saved matches, the one last played first; or name, delete or restore one."),
    "play": N_("Play a new match, with the usual rules and seats unless you say otherwise."),
    "player": N_("Players that are programs: see docs/write-a-player.md."),
    "plugins": N_("Games from elsewhere: see docs/plugins.md."),
    "record": N_("Matches as portable files: see docs/reference/record.md."),
    "resume": N_("Go on with a match: the one named, or the one last played."),
    "review": N_("Look back at a finished match: what each decision cost, how well each seat played."),
    "rules": N_("Show the rules of a game; on a terminal a screen at a time."),
    "serve": N_(
        "Serve rooms in which friends play from elsewhere; with GAME, one is made at once and its links are shown."
    ),
    "settings": N_("Show the settings, or change some: tabletop settings speed=fast colour=none."),
    "solve": N_("Solve a game for two seats: the exact chance of winning of the seat that begins."),
    "stats": N_("Statistics of finished matches that were played without help: of one game, or all."),
    "study": N_("See what a house rule does: who begins, how long it takes, ties, decisions, luck and skill."),
    "tournament": N_("Let CPU players play many matches: who is how strong, with what certainty."),
    "watch": N_("Look at a match event by event: on with Enter, back, to any place, or by itself."),
}
"""By their names."""
