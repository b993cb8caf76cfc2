"""What a run of the kit found."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

LONGEST: Final = 2_000
"""characters of what was expected, or came, that are shown"""


@dataclass(frozen=True)
class Complaint:
    """One thing that a check found wrong. ``record``: the match in which it shows, as a document, if there is one."""

    expected: str
    came: str
    record: dict[str, Any] | None = None


@dataclass(frozen=True)
class Failure:
    """A complaint with the check that it comes from, and where to read about what is promised."""

    check: str
    complaint: Complaint
    more: str

    def __str__(self) -> str:
        lines = [
            f"FAILED {self.check}",
            f"  expected: {_cut(self.complaint.expected)}",
            f"  came:     {_cut(self.complaint.came)}",
        ]
        if self.complaint.record is not None:
            lines.append(f"  record:   {json.dumps(self.complaint.record, ensure_ascii=False)}")
        return "\n".join([*lines, f"  read:     {self.more}"])


@dataclass(frozen=True)
class Unfinished:
    """A check that had no time to look at everything; what it looked at was right."""

    check: str
    progress: str
    """how far it came, such as ``14 of 200 positions``"""

    def __str__(self) -> str:
        return f"UNFINISHED {self.check}\n  not finished in time: {self.progress}"


@dataclass
class Report:
    """The checks of one game or package: those that passed, failed, did not apply or were not finished, and remarks."""

    subject: str
    passed: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unfinished: list[Unfinished] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all was looked at and nothing failed."""
        return not self.failures and not self.unfinished

    def failed(self) -> list[str]:
        """The names of the checks that failed, in order."""
        return list(dict.fromkeys(failure.check for failure in self.failures))

    def done(self) -> set[str]:
        """The names of the checks that have come to an end."""
        return {*self.passed, *self.skipped, *self.failed(), *(one.check for one in self.unfinished)}

    def __str__(self) -> str:
        counts = f"{self.subject}: {len(self.passed)} checks passed, {len(self.failed())} failed"
        if self.unfinished:
            counts += f", {len(self.unfinished)} not finished"
        if self.skipped:
            counts += f", {len(self.skipped)} not applicable ({', '.join(self.skipped)})"
        notes = [f"  note: {_cut(note)}" for note in self.notes]
        return "\n".join([counts, *notes, *map(str, self.failures), *map(str, self.unfinished)])

    def document(self) -> dict[str, Any]:
        """The same for JSON."""
        return asdict(self)


def from_document(document: Mapping[str, Any]) -> Report:
    """The report that a document holds."""
    failures = [
        Failure(one["check"], Complaint(**one["complaint"]), one["more"]) for one in document.get("failures", [])
    ]
    unfinished = [Unfinished(**one) for one in document.get("unfinished", [])]
    return Report(**{**document, "failures": failures, "unfinished": unfinished})


def _cut(text: str) -> str:
    """A text that a game may have made, in so many characters and without those that a terminal would act on."""
    shown = "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text[:LONGEST])
    return f"{shown}… ({len(text):,} characters)" if len(text) > LONGEST else shown
