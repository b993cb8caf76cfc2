"""What a person reads before anything is installed. The same texts for the command line and the menu."""

from collections.abc import Iterable, Mapping

from packaging.utils import canonicalize_name
from packaging.version import Version

from tabletop.complaints import printable
from tabletop.i18n import Texts
from tabletop.plugins.install.pip_program import Found
from tabletop.plugins.install.targets import Target
from tabletop.plugins.store.ledger import Package, Source

_ = Texts(__file__)


def source_text(source: Source) -> str:
    """Where a package comes from, in words."""
    url = printable(source.url, 300)
    if source.kind == "index":
        return _("found as {url}").format(url=url)
    if source.kind == "wheel":
        return _("the wheel {url}").format(url=url)
    if source.kind == "archive":
        return _("built from the archive {url}").format(url=url)
    if source.kind == "folder":
        return _("built from the folder {url}").format(url=url)
    return _("built from the repository {url}, commit {commit}").format(url=url, commit=source.commit)


def plan(found: Iterable[Found], asked: Mapping[str, str], installed: Mapping[str, Package]) -> list[str]:
    """What will be installed, from where, what it brings along, and what that means."""
    items = sorted(found, key=lambda item: canonicalize_name(item.name))
    lines = [_("To be installed:")]
    lines += [_item(item, installed) for item in items if canonicalize_name(item.name) in asked]
    along = [_item(item, installed) for item in items if canonicalize_name(item.name) not in asked]
    if along:
        lines += [_("Brought along:"), *along]
    lines.append(
        _(
            "A plugin is code that runs with your rights: it can read, change and send whatever you can. "
            "Install it only if you trust its author and the place it comes from."
        )
    )
    return lines


def _item(item: Found, installed: Mapping[str, Package]) -> str:
    line = f"  {printable(item.name)} {printable(item.version)}, {source_text(item.source)}"
    before = installed.get(canonicalize_name(item.name))
    if before is None:
        return line
    if item.version == before.version:
        return line + " " + _("(again)")
    if Version(item.version) < Version(before.version):
        return line + " " + _("(BACK from {version})").format(version=before.version)
    return line + " " + _("(instead of {version})").format(version=before.version)


def question() -> str:
    """The one question before something is installed."""
    return _("Install?")


def build_notice(targets: Iterable[Target | str]) -> str:
    """What building from source means, for the targets (or names) that need it."""
    names = ", ".join(printable(getattr(target, "requirement", str(target)), 300) for target in targets)
    return _(
        "There is no wheel of {names}, only source: building it runs its author's code right away, "
        "before anything of it can be checked."
    ).format(names=names)


def build_question() -> str:
    """The question before something is built from source."""
    return _("Build from source?")
