"""``tabletop doctor``: is everything in order?"""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, TypeVar

import click

from tabletop import checkup, repair
from tabletop.cli.arguments import json_option
from tabletop.complaints import printable
from tabletop.host import Host
from tabletop.i18n import N_, Texts
from tabletop.lines import show_line

_ = Texts(__file__)

_LEVELS = {"good": N_("good"), "note": N_("note"), "problem": N_("PROBLEM"), "repaired": N_("repaired")}
Told = TypeVar("Told", checkup.Finding, repair.Repair)


@click.command()
@click.option(
    "--repair",
    "mend",
    is_flag=True,
    help=N_("First mend what can be mended: damaged matches, the list of matches, what is left lying about."),
)
@json_option(N_("One JSON document."))
def doctor(mend: bool, json_to: TextIO | None) -> int:
    """Check every plugin (its code is run), the store, the saves and the terminal; ends with 1 at a problem."""
    document: dict[str, Any] = {"format": "tabletop-doctor", "version": 1}
    repairs = list(_told(_repairs(), json_to)) if mend else []
    findings = list(_told(checkup.everything(stdout=json_to), json_to))
    if json_to:
        if mend:
            document["repairs"] = [made._asdict() for made in repairs]
        document["findings"] = [found._asdict() for found in findings]
        print(json.dumps(document, ensure_ascii=False, indent=1), file=json_to)
    return int(any(finding.level == "problem" for finding in findings))


def _repairs() -> Iterator[repair.Repair]:
    """What was repaired; what that met on its way is told as such."""
    told: list[str] = []
    yield from repair.everything(Host.here(os.environ, warn=told.append))
    yield from (repair.Repair("index", True, sentence) for sentence in told)


def _told(found: Iterable[Told], json_to: TextIO | None) -> Iterator[Told]:
    """The same, each said as it is found where that isn't for a program to read."""
    for one in found:
        if not json_to:
            level = one.level if isinstance(one, checkup.Finding) else "repaired" if one.done else "problem"
            word = _(_LEVELS[level])
            show_line(printable(f"{word}: {one.text}", 1_000))
        yield one
