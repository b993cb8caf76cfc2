"""What a run of the kit found."""

import json
from dataclasses import dataclass, field
from typing import Any


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
            f"  expected: {self.complaint.expected}",
            f"  came:     {self.complaint.came}",
        ]
        if self.complaint.record is not None:
            lines.append(f"  record:   {json.dumps(self.complaint.record, ensure_ascii=False)}")
        return "\n".join([*lines, f"  read:     {self.more}"])


@dataclass
class Report:
    """The checks of one game or package: those that passed, failed or did not apply, and remarks."""

    subject: str
    passed: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures

    def failed(self) -> list[str]:
        """The names of the checks that failed, in order."""
        return list(dict.fromkeys(failure.check for failure in self.failures))

    def __str__(self) -> str:
        counts = f"{self.subject}: {len(self.passed)} checks passed, {len(self.failed())} failed"
        if self.skipped:
            counts += f", {len(self.skipped)} not applicable ({', '.join(self.skipped)})"
        return "\n".join([counts, *(f"  note: {note}" for note in self.notes), *map(str, self.failures)])
