"""Pages of text: rules, house rules in force."""

from tabletop.i18n import Texts
from tabletop.lines import fitted
from tabletop.plugins.find.catalogue import GameListing
from tabletop.setup import AnyGame, header_options, without_customs
from tabletop.style import Style
from tabletop.values import shown_value

_ = Texts(__file__)


def rules_page(listing: GameListing, style: Style, game: AnyGame | None = None, *, plain: bool = False) -> str:
    """The rules of a game, with its pictures, and the house rules in force where a match is given.

    ``plain``: without pictures and lines below headings, each paragraph in one piece.
    """
    from tabletop.terminal.markdown import listened, written

    text = listing.rules() or f"# {listing.title}\n\n{listing.summary}\n"
    page = "\n".join(listened(text) if plain else written(text, style))
    if game is not None:
        gap = "\n\n" if plain else "\n\n\n"
        page += gap + _("House rules in this match") + "\n\n" + options_text(game, style.width, plain=plain)
    return page.rstrip()


def options_text(game: AnyGame, width: int = 80, *, plain: bool = False) -> str:
    """Every option with its value; a star, or in plain mode a word, marks those that differ from the usual rules."""
    options, lines = game.options, []
    changed = without_customs(game.__class__, header_options(game), game.seats)
    for name, field in type(options).model_fields.items():
        value = shown_value(options, name)
        star = "*" if name in changed else " "
        title = game.texts(field.title or name)
        if plain:
            said = _("{option} (differs from the usual rules)") if name in changed else "{option}"
            lines.append(said.format(option=f"{title}: {value}"))
        else:
            lines.append(f"{star} {title}: {value}")
    if plain:
        return "\n".join(lines)
    if any(line.startswith("*") for line in lines):
        lines.append(_("(* differs from the usual rules)"))
    return "\n".join(fitted(line, width) for line in lines)
