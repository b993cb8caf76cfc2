"""The checks of a whole plugin: its manifest, what importing it does, its texts, then each of its games."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from tabletop.plugins.find.catalogue import Catalogue, GameListing, PluginError, load
from tabletop.plugins.find.discovery import Plugin, read_plugin
from tabletop.plugins.find.folder import plugin_in
from tabletop.testing.importing import FORBIDDEN, Imported, measure
from tabletop.testing.kit import Begin, check_game, judge
from tabletop.testing.patience import Say, naming
from tabletop.testing.registry import NotApplicable
from tabletop.testing.report import Complaint, Failure, Report
from tabletop.testing.texts import catalogues

MANIFEST: Final = "docs/reference/manifest.md"
SLOWEST: Final = 10.0
"""times as long as the host itself may importing a plugin take"""
ALWAYS_FINE: Final = 2.0
"""seconds"""

Look = Callable[["Candidate", Report], Iterator[Complaint]]


class Candidate:
    """A plugin under test."""

    def __init__(self, plugin: Plugin) -> None:
        self.plugin = plugin

    @cached_property
    def listings(self) -> list[GameListing]:
        """Its games."""
        return Catalogue([self.plugin]).games

    @cached_property
    def imported(self) -> Imported:
        """What importing it did, in a process of its own."""
        return measure(self.plugin.package)

    @property
    def usable(self) -> bool:
        """Whether there is anything that can be imported."""
        return bool(self.listings) and not self.imported.problem


def check_folder(folder: Path, **how: Any) -> list[Report]:
    """The reports of the plugin in ``folder`` and of each of its games; ``how``: see ``check_game``.

    ``tests/golden/*.json`` in it are known matches. Raises ValueError where there is no plugin.
    """
    return list(reports(plugin_in(folder), golden=golden_matches(folder), **how))


def check_package(package: str, **how: Any) -> list[Report]:
    """The reports of the plugin in an importable top-level package; ``how``: see ``check_game``."""
    return list(reports(read_plugin(package, "", package), **how))


def golden_matches(folder: Path) -> list[Mapping[str, Any]]:
    """The known matches that lie in the folder of a plugin."""
    return [case for file in sorted(folder.glob("tests/golden/*.json")) for case in _cases(file)]


def reports(
    plugin: Plugin, *, golden: Sequence[Mapping[str, Any]] = (), skip: Collection[str] = (), **how: Any
) -> Iterator[Report]:
    """The report of a plugin, and if it can be imported one for each of its games; ``how``: see ``check_game``.

    ``skip``: those that there are already, by their subjects.
    """
    package = Candidate(plugin)
    if plugin.distribution not in skip:
        yield _check_package(package, how.get("say"), how.get("begin"))
    if package.usable:
        for listing in package.listings:
            if listing.id not in skip:
                yield _check_listed(listing, golden, how)


def _check_package(package: Candidate, say: Say | None, begin: Begin | None) -> Report:
    report = Report(package.plugin.distribution)
    with naming(say) as name:
        for check, look in CHECKS.items():
            name(f"{report.subject}: the check “{check}”")
            if begin is not None:
                begin(report, check)
            judge(check, partial(look, package, report), (look.__doc__ or "").strip(), MANIFEST, report)
            if report.failures and not package.usable:
                break
    return report


def _check_listed(listing: GameListing, golden: Sequence[Mapping[str, Any]], how: Mapping[str, Any]) -> Report:
    own = [case for case in golden if case["record"]["game"] == listing.id]
    try:
        rules = load(listing)
    except PluginError as why:
        failure = Failure("games", Complaint("a game that can be opened", str(why)), MANIFEST)
        return Report(listing.id, failures=[failure])
    return check_game(rules, listing.id, golden=own, **how)


def _cases(file: Path) -> list[Mapping[str, Any]]:
    document = json.loads(file.read_text(encoding="utf-8"))
    cases: list[Mapping[str, Any]] = document.get("cases", [document])
    return cases


# The checks: each is given the package, and the report for remarks


def manifest(package: Candidate, _report: Report) -> Iterator[Complaint]:
    """The manifest can be read, fits this host, and lists a game."""
    if package.plugin.problem:
        yield Complaint("a manifest that the host can use", package.plugin.problem)
    elif not package.listings:
        yield Complaint("a game in the manifest", "none")


def imports(package: Candidate, report: Report) -> Iterator[Complaint]:
    """Importing the plugin is quick, and brings in no screen and no store."""
    found = package.imported
    if found.problem:
        yield Complaint(f"import {package.plugin.package} and its hook tabletop_games", found.problem)
        return
    unwelcome = sorted(FORBIDDEN & set(found.modules))
    if unwelcome:
        yield Complaint(f"a plugin that imports none of {', '.join(sorted(FORBIDDEN))}", ", ".join(unwelcome))
    ratio = found.package_seconds / found.host_seconds
    report.notes.append(f"importing takes {found.package_seconds * 1000:.0f} ms, {ratio:.2f} of what the host takes")
    if ratio > SLOWEST and found.package_seconds > ALWAYS_FINE:
        yield Complaint(f"an import of at most {SLOWEST:.0f} times what the host takes", f"{ratio:.0f} times")


def games(package: Candidate, _report: Report) -> Iterator[Complaint]:
    """The hook offers the games of the manifest, for as many seats as it says."""
    listed, offered = {listing.id for listing in package.listings}, set(package.imported.games)
    if listed != offered:
        yield Complaint(f"the games of the manifest: {', '.join(sorted(listed))}", ", ".join(sorted(offered)) or "none")
        return
    for listing in package.listings:
        counts = load(listing).seat_counts
        if tuple(listing.entry.seats) != (counts[0], counts[-1]):
            expected = f"seats = [{counts[0]}, {counts[-1]}] for {listing.id}, as its seat_counts says"
            yield Complaint(expected, repr(list(listing.entry.seats)))


def rules_pages(package: Candidate, report: Report) -> Iterator[Complaint]:
    """Every rules page is a text in UTF-8."""
    for listing in package.listings:
        page = package.plugin.folder / "rules" / f"{listing.id}.md"
        if not page.is_file():
            report.notes.append(f"rules/{listing.id}.md is missing: “tabletop rules {listing.id}” shows the summary")
        elif not page.read_text(encoding="utf-8").strip():
            yield Complaint(f"a text in rules/{listing.id}.md", "an empty file")


def translations(package: Candidate, _report: Report) -> Iterator[Complaint]:
    """Every catalogue of texts knows the titles and descriptions that people see."""
    found = catalogues(package.plugin.folder / "locale")
    if not found:
        raise NotApplicable
    wanted = set(_shown(package))
    for language, known in found.items():
        missing = sorted(wanted - known)
        if missing:
            yield Complaint(f"“{missing[0]}” in the catalogue of {language}", f"{len(missing)} texts are not marked")


def _shown(package: Candidate) -> Iterator[str]:
    """The texts that the package's own catalogue translates: not those of a game whose texts are another package's."""
    for listing in package.listings:
        yield from (listing.entry.title, listing.entry.summary)
        rules = load(listing)
        if rules.texts.folder != package.plugin.folder / "locale":
            continue
        yield from rules.presets
        for field in rules.options_model.model_fields.values():
            yield from (text for text in (field.title, field.description) if text)


CHECKS: Final[Mapping[str, Look]] = {
    "manifest": manifest,
    "import": imports,
    "games": games,
    "rules-pages": rules_pages,
    "translations": translations,
}
