"""``tabletop doctor``: is everything in order?"""

import json
import sys

import click

from tabletop import checkup
from tabletop.complaints import printable
from tabletop.i18n import N_, Texts
from tabletop.terminal.console import show_line

_ = Texts(__file__)

_LEVELS = {"good": N_("good"), "note": N_("note"), "problem": N_("PROBLEM")}


@click.command()
@click.option("--json", "as_json", is_flag=True, help=N_("One JSON document."))
def doctor(as_json: bool) -> int:
    """Check every plugin (its code is run), the store, the saves and the terminal; ends with 1 at a problem."""
    findings = []
    for finding in checkup.everything():
        findings.append(finding)
        if not as_json:
            show_line(printable(f"{_(_LEVELS[finding.level])}: {finding.text}", 1_000))
    if as_json:
        document = {"format": "tabletop-doctor", "version": 1, "findings": [found._asdict() for found in findings]}
        json.dump(document, sys.stdout, ensure_ascii=False, indent=1)
        print()
    return int(any(finding.level == "problem" for finding in findings))
