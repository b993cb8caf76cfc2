"""Known matches: what no general check can know is whether the rules are the right ones."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from tabletop.illegal import IllegalMove
from tabletop.match import Match, with_options
from tabletop.outside import recorded
from tabletop.record import Record, replay_line
from tabletop.scoring import winners
from tabletop.testing.registry import NotApplicable, check
from tabletop.testing.report import Complaint
from tabletop.testing.subject import Subject


@check("golden", "Game.dump")
def golden(subject: Subject) -> Iterator[Complaint]:
    """Matches that the author knows to be right go as they should."""
    if not subject.golden:
        raise NotApplicable
    for case in subject.each(subject.golden, "known matches"):
        document = dict(case["record"])
        record = Record.model_validate(document)
        match = recorded(with_options(subject.game, record.options, len(record.seats)), record)
        lines = [_known(match)]
        for event in record.events:
            try:
                match.replay(event)
            except IllegalMove as why:
                yield Complaint(f"“{event}” to be legal", str(why), document)
                return
            lines.append(_known(match))
        for expected in case["expect"]:
            came = lines[expected["after"]]
            meant = to_jsonable_python(expected)
            wrong = [name for name, value in meant.items() if name != "after" and came.get(name) != value]
            if wrong:
                name, after = wrong[0], expected["after"]
                text = f"{name} {meant[name]!r} after {after} events"
                yield Complaint(text, repr(came.get(name)), document | {"events": list(record.events[:after])})


def _known(match: Match) -> Mapping[str, Any]:
    """As JSON, since that is what known matches are written in."""
    line = to_jsonable_python(replay_line(match))
    ranks = line["result"] and line["result"]["ranks"]
    return {**line["state"], **line, "winners": ranks and [side + 1 for side in winners(ranks)]}
