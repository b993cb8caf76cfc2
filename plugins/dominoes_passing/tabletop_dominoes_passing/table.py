"""How the table looks and reads to one seat."""

from tabletop import scenes, tiles, trains, who
from tabletop_dominoes_passing import summary
from tabletop_dominoes_passing.history import lacks, train_of
from tabletop_dominoes_passing.moves import LEFT, members
from tabletop_dominoes_passing.position import DRAW, PASS, PassingView
from tabletop_dominoes_passing.rules import Rules
from tabletop_dominoes_passing.texts import _


def hand_of(rules: Rules, view: PassingView) -> list[tiles.Tile]:
    """The seat's own tiles, in order."""
    return [rules.tables.tiles[number] for number in members(view.hand)]


def ends_of(view: PassingView) -> tiles.Ends | None:
    """The ends of the train, or None when it is empty."""
    return None if view.left < 0 else (view.left, view.right)


def scene(rules: Rules, view: PassingView) -> scenes.Scene:
    """The train, what the seats hold and did, and the seat's own hand; after a round what came of it, and the train."""
    if not view.counts:
        return tuple(map(scenes.Text, words(rules, view)))
    train = scenes.Train("", train_of(rules.tables, view.history))
    if view.finished:
        return (*map(scenes.Text, words(rules, view)), train)
    sides = partners(rules, view) if view.seat is None else []
    said = [*sides, *_seat_lines(rules, view), _boneyard(rules, view), *due(rules, view)]
    own = () if view.seat is None else (_own_tiles(rules, view),)
    return (train, *map(scenes.Text, said), *own)


def _own_tiles(rules: Rules, view: PassingView) -> scenes.Pieces:
    """The hand, each tile with the ends that it fits and the moves that it stands for now."""
    ends, plays = ends_of(view), _plays(rules, view)
    pieces = []
    for number in members(view.hand):
        moves = tuple([move for move in plays if rules.tables.plays[move].tile == number])
        pieces.append(tiles.piece(rules.tables.tiles[number], ends, moves=moves))
    pips = rules.tables.pips(view.hand)
    return scenes.Pieces(_.plural("Your hand ({n} pip)", "Your hand ({n} pips)", pips), tuple(pieces))


def _plays(rules: Rules, view: PassingView) -> tuple[str, ...]:
    """The plays of the seat whose view it is, while it is on turn."""
    tables, hand = rules.tables, view.hand
    if view.actor != view.seat:
        return ()
    if view.left < 0:
        return tuple([tables.first[number] for number in members(hand) if view.bound in (-1, number)])
    left, right = hand & tables.suits[view.left], hand & tables.suits[view.right]
    return (*tables.at_left[view.left][left], *tables.at_right[view.right][right])


def event_scene(rules: Rules, before: PassingView, event: str, after: PassingView) -> scenes.Scene | None:
    """The tile that was set or drawn; to others one that was drawn lies face down."""
    if play := rules.tables.plays.get(event):
        return (tiles.block("", [rules.tables.tiles[play.tile]]),)
    if event != DRAW:
        return None
    drawn = [rules.tables.tiles[number] for number in members(after.hand & ~before.hand)]
    return (tiles.block("", drawn or [None]),)


def words(rules: Rules, view: PassingView) -> list[str]:
    """The same in sentences: after a round what came of it, else the train, the hand, the seats and the boneyard."""
    if not view.counts:
        return [_("The tiles are not dealt yet.")]
    if view.finished:
        return summary.sentences(rules, view)
    own = [] if view.seat is None else [hand(rules, view)]
    return [
        trains.aloud(train_of(rules.tables, view.history)),
        *own,
        *due(rules, view),
        *partners(rules, view),
        *_seat_lines(rules, view),
        _boneyard(rules, view),
    ]


def hand_sentence(rules: Rules, seat: int, hand: int) -> str:
    """Which tiles a seat holds."""
    held = [rules.tables.names[number] for number in members(hand)]
    if not held:
        return who(seat, _("You hold no tile."), _("{name} holds no tile."))
    listed = ", ".join(held)
    you, other = _("You hold {tiles}."), _("{name} holds {tiles}.")
    return who(seat, you.format(tiles=listed), other.format(name="{name}", tiles=listed))


def queries(rules: Rules, view: PassingView) -> dict[str, str]:
    """``hand``, ``ends``, ``train``, ``boneyard``, and ``seats``: what each holds and did."""
    if not view.counts:
        return {}
    ends = ends_of(view)
    answers = {
        "ends": _("The train is empty.")
        if ends is None
        else _("The ends: {left} at the left, {right} at the right.").format(left=ends[0], right=ends[1]),
        "train": trains.aloud(train_of(rules.tables, view.history)),
        "boneyard": _boneyard(rules, view),
        "seats": "\n".join([*partners(rules, view), *_seat_lines(rules, view)]),
    }
    if view.seat is None:
        return answers
    return {"hand": hand(rules, view), **answers}


def hand_aloud(rules: Rules, view: PassingView) -> str:
    """The seat's own tiles and nothing else."""
    return _("You hold {tiles}.").format(tiles=", ".join(map(tiles.notation, hand_of(rules, view))))


def hand(rules: Rules, view: PassingView) -> str:
    """The seat's own tiles in a sentence, with their pips and where they fit."""
    held = ", ".join(_marked(tile, ends_of(view)) for tile in hand_of(rules, view))
    return _.plural(
        "You hold {n} pip: {tiles}.", "You hold {n} pips: {tiles}.", rules.tables.pips(view.hand), tiles=held
    )


def _marked(tile: tiles.Tile, ends: tiles.Ends | None) -> str:
    """A tile as moves write it, with where it fits."""
    left, right = tiles.fits(tile, ends) if ends else (False, False)
    if left and right:
        said = _("{tile} (fits both ends)")
    elif left or right:
        said = _("{tile} (fits left)") if left else _("{tile} (fits right)")
    else:
        said = "{tile}"
    return said.format(tile=tiles.notation(tile))


def due(rules: Rules, view: PassingView) -> list[str]:
    """What the rules ask for now, where a seat could overlook it."""
    if view.leader < 0:
        return [_("Who leads is not known yet.")]
    lines = []
    if view.bound >= 0:
        lines.append(_("You must lead with {tile}.").format(tile=rules.tables.names[view.bound]))
    if view.passes and view.passes + 1 == rules.lap:
        lines.append(
            _.plural(
                "{n} pass; a second in a row ends the round.",
                "{n} passes; one more in a row ends the round.",
                view.passes,
            )
        )
    elif view.passes:
        lines.append(
            _.plural(
                "{n} pass in a row; {limit} end the round.",
                "{n} passes in a row; {limit} end the round.",
                view.passes,
                limit=rules.lap,
            )
        )
    return lines


def _boneyard(rules: Rules, view: PassingView) -> str:
    return _.plural(
        "Boneyard: {n} tile, of which {drawable} can be drawn.",
        "Boneyard: {n} tiles, of which {drawable} can be drawn.",
        view.boneyard,
        drawable=max(0, view.boneyard - rules.reserve),
    )


def _seat_lines(rules: Rules, view: PassingView) -> list[str]:
    return [_seat_line(rules, view, seat) for seat in range(rules.seats)]


def _seat_line(rules: Rules, view: PassingView, seat: int) -> str:
    line = _.plural("{who}: {n} tile", "{who}: {n} tiles", view.counts[seat], who=_called(rules, view, seat))
    marks = [_("led")] if seat == view.leader and view.history else []
    marks += [_("on turn")] if seat == view.actor else []
    line += f" ({', '.join(marks)})" if marks else ""
    found = lacks(rules.tables, view.history, seat)
    return line + ("; " + _("may lack {numbers}").format(numbers=", ".join(map(str, found))) if found else "")


def _called(rules: Rules, view: PassingView, seat: int) -> str:
    """Who sits there, and whether it is the partner of whose view it is."""
    if view.seat is not None and seat != view.seat and rules.sides[seat] == rules.sides[view.seat]:
        return who(seat, _("You"), _("{name} (your partner)"))
    return who(seat, _("You"), "{name}")


def partners(rules: Rules, view: PassingView) -> list[str]:
    """Who plays with whom, in a partnership: first the pair whose view it is."""
    if not rules.options.partners:
        return []
    first = view.seat or 0
    around = [who((first + place) % rules.seats, _("You"), "{name}") for place in range(rules.seats)]
    pair = _("{one} and {other} (partners)")
    sides = [pair.format(one=around[place], other=around[place + 2]) for place in (0, 1)]
    return [_("{pair} against {others}.").format(pair=sides[0], others=sides[1])]


def tell(rules: Rules, before: PassingView, event: str, after: PassingView) -> str:
    """What a move, a deal or a lot did."""
    if event.startswith("deal"):
        return _tell_deal(after)
    if event.startswith("lead"):
        return _leads(after.leader)
    return _tell_move(rules, before, event, after)


def _leads(seat: int) -> str:
    return who(seat, _("you lead"), _("{name} leads"))


def _tell_deal(after: PassingView) -> str:
    said = _("round {number} is dealt").format(number=after.number)
    return f"{said}; {_leads(after.leader)}" if after.leader >= 0 else said


def _tell_move(rules: Rules, before: PassingView, event: str, after: PassingView) -> str:
    if event == PASS:
        return _("passes")
    if event == DRAW:
        drawn = after.hand & ~before.hand
        if drawn:
            return _("draws {tile}").format(tile=tiles.notation(rules.tables.tiles[next(members(drawn))]))
        return _("draws a tile")
    play = rules.tables.plays[event]
    tile = tiles.notation(rules.tables.tiles[play.tile])
    if not play.end:
        return _("leads with {tile}").format(tile=tile)
    return (_("sets {tile} at the left end") if play.end == LEFT else _("sets {tile} at the right end")).format(
        tile=tile
    )
