"""``tabletop doctor``: is everything in order?"""

import json
from typing import TextIO

import click

from tabletop import checkup
from tabletop.cli.arguments import json_option
from tabletop.complaints import printable
from tabletop.i18n import N_, Texts
from tabletop.lines import show_line

_ = Texts(__file__)

_LEVELS = {"good": N_("good"), "note": N_("note"), "problem": N_("PROBLEM")}


@click.command()
@json_option(N_("One JSON document."))
def doctor(json_to: TextIO | None) -> int:
    """Check every plugin (its code is run), the store, the saves and the terminal; ends with 1 at a problem."""
    findings = []
    for finding in checkup.everything(stdout=json_to):
        findings.append(finding)
        if not json_to:
            level = _(_LEVELS[finding.level])
            show_line(printable(f"{level}: {finding.text}", 1_000))
    if json_to:
        document = {"format": "tabletop-doctor", "version": 1, "findings": [found._asdict() for found in findings]}
        print(json.dumps(document, ensure_ascii=False, indent=1), file=json_to)
    return int(any(finding.level == "problem" for finding in findings))
