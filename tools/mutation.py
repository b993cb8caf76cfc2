"""Mutation run: small faults are put into the code one by one, and the tests that go through them should fail.

python tools/mutation.py                      300 mutants drawn by seed 1; goes on where it was interrupted
python tools/mutation.py --list               what would be drawn, without running anything
python tools/mutation.py --only 'ID-PATTERN'  these mutants, drawn or not

docs/mutation.md says what is mutated and what the figures mean.
"""

import argparse
import hashlib
import json
import math
import os
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatchcase
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

TOOLS: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(TOOLS))
from mutation_runs import FLOOR, LEFT_OUT, Copy, Cover, Trouble, files_of, measured, verdict  # noqa: E402
from mutators import Mutant, mutants  # noqa: E402

PATHS: Final = (
    "tabletop/table",
    "tabletop/rooms",
    "tabletop/guard",
    "tabletop/cpu",
    "tabletop/saves",
    "tabletop/match.py",
)


def drawn(found: Iterable[Mutant], sample: int, seed: int) -> list[Mutant]:
    """A random sample that is the same for the same seed; a smaller one is part of a larger one."""
    return sorted(found, key=lambda one: hashlib.sha256(f"{seed}:{one.id}".encode()).digest())[:sample]


def wilson(hits: int, all_: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    if not all_:
        return 0.0, 1.0
    share, weight = hits / all_, 1 + z * z / all_
    middle = share + z * z / (2 * all_)
    reach = z * math.sqrt(share * (1 - share) / all_ + z * z / (4 * all_ * all_))
    return (middle - reach) / weight, (middle + reach) / weight


def accepted(file: Path) -> list[tuple[str, str]]:
    """The patterns of survivors that are accepted, each with its reason."""
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    pairs = [line.partition(" because ") for line in lines if line.strip() and not line.startswith("#")]
    if wrong := next((pattern for pattern, because, _reason in pairs if not because), None):
        raise Trouble(f"{file.name}: “{wrong}” has no “because” with a reason.")
    return [(pattern.strip(), reason.strip()) for pattern, _because, reason in pairs]


def reason_for(mutant: Mutant, reasons: list[tuple[str, str]]) -> str | None:
    """Why this mutant may survive."""
    texts = (mutant.id, f"{mutant.id} {mutant.diff}")
    return next((reason for pattern, reason in reasons if any(fnmatchcase(text, pattern) for text in texts)), None)


class Run:
    """Draws mutants, tries them and writes down what became of each, in a folder beside the cover of the same tree."""

    def __init__(self, root: Path, options: argparse.Namespace) -> None:
        self.root = root
        self._options = options
        self.files = [name for path in self._paths() for name in sorted(self._sources(path))]
        if not self.files:
            raise Trouble("There is nothing to mutate.")
        self.texts = {file: self._text(file) for file in self.files}
        found = [mutant for file in self.files for mutant in mutants(file, (root / file).read_bytes())]
        if options.only:
            self.sample = [one for one in found if any(fnmatchcase(one.id, only) for only in options.only)]
        else:
            self.sample = drawn(found, options.sample, options.seed)
        if not self.sample:
            raise Trouble("No mutant has such an id; see --list.")
        self.all = len(found)
        folder = root / "build" / "mutation"
        self._key = self._tree()
        self._cover_file = folder / f"{self._key}.cover.json"
        self.results_file = folder / f"{self._key}.results.json"
        known = json.loads(self.results_file.read_text("utf-8")) if self.results_file.is_file() else {}
        self.results: dict[str, dict[str, Any]] = known.get("mutants", {})
        self.stop = threading.Event()

    def _paths(self) -> list[Path]:
        named = [self.root / path for path in self._options.paths or PATHS]
        missing = [path.relative_to(self.root).as_posix() for path in named if not path.exists()]
        if missing and self._options.paths:
            raise Trouble(f"There is no {missing[0]}.")
        for path in missing:
            print(f"There is no {path} yet: left out.")
        return [path for path in named if path.exists()]

    def _sources(self, path: Path) -> Iterator[str]:
        for file in path.rglob("*.py") if path.is_dir() else [path]:
            yield file.relative_to(self.root).as_posix()

    def _text(self, file: str) -> list[str]:
        return (self.root / file).read_text("utf-8").splitlines()

    def _tree(self) -> str:
        """A word for all that a result depends on: the sources, the tests, and which of each were asked for."""
        digest = hashlib.sha256(json.dumps([sys.version, self.files, self._options.tests]).encode())
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(one for one in folders if not any(fnmatchcase(one, left) for left in LEFT_OUT))
            for name in sorted(names):
                if name.endswith((".py", ".toml", ".json", ".jsonl", ".po")):
                    file = Path(folder, name)
                    digest.update(f"{file.relative_to(self.root).as_posix()}\0".encode() + file.read_bytes())
        return digest.hexdigest()[:16]

    def go(self) -> None:
        """Tries every mutant that has no result yet."""
        left = [mutant for mutant in self.sample if mutant.id not in self.results]
        self._cover_file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="mutation-", ignore_cleanup_errors=True) as folder:
            jobs = min(self._options.jobs, len(left))
            copies: SimpleQueue[Copy] = SimpleQueue()
            for job in range(jobs):
                copies.put(Copy(self.root, Path(folder, str(job))))
            with ThreadPoolExecutor(max(1, jobs)) as pool:
                try:
                    cover = self._cover(copies) if left else Cover()
                    self.texts |= {file: self._text(file) for file in files_of(cover.tests)}
                    for done in as_completed([pool.submit(self._try, mutant, cover, copies) for mutant in left]):
                        done.result()
                finally:
                    self.stop.set()
                    pool.shutdown(cancel_futures=True)

    def _cover(self, copies: SimpleQueue[Copy]) -> Cover:
        if self._cover_file.is_file():
            return Cover(**json.loads(self._cover_file.read_text("utf-8")))
        print("Running the tests once without a mutant ...", flush=True)
        copy = copies.get()
        cover = measured(copy, self.files, self._options.tests or (), self.stop)
        copies.put(copy)
        self._cover_file.write_text(json.dumps(vars(cover)), "utf-8")
        return cover

    def _try(self, mutant: Mutant, cover: Cover, copies: SimpleQueue[Copy]) -> None:
        copy = copies.get()
        try:
            if self.stop.is_set():
                return
            found = verdict(copy, mutant, cover.of(mutant, self.texts), cover, self._options.floor, self.stop)
        except BaseException:
            self.stop.set()
            raise
        finally:
            copies.put(copy)
        if self.stop.is_set():
            return
        self.results[mutant.id] = {**found, "diff": mutant.diff}
        written = self.results_file.with_suffix(".new")
        written.write_text(json.dumps({"tree": self._key, "mutants": self.results}, indent=1), "utf-8")
        written.replace(self.results_file)
        print(f"{found['status']:9} {mutant.id} {mutant.diff} {found.get('by', '')}", flush=True)

    def report(self, reasons: list[tuple[str, str]]) -> Iterator[str]:
        """The figures, and everything that was not killed."""
        done = [one for one in self.sample if one.id in self.results]
        counted = Counter(self.results[one.id]["status"] for one in done)
        how = Counter(self.results[one.id].get("how") for one in done)
        low, high = wilson(counted["killed"], len(done))
        yield f"{len(done)} of {self.all} mutants tried ({len(self.sample) - len(done)} still to do)."
        yield (
            f"{counted['killed']} killed ({how['import']} of them at import, {how['time']} by time), "
            f"{counted['survived']} survived, {counted['uncovered']} not covered by any test."
        )
        if done:
            yield f"Killed: {counted['killed'] / len(done):.1%}, 95 % interval {low:.1%} to {high:.1%}."
        for mutant in sorted(done, key=lambda one: one.id):
            status = self.results[mutant.id]["status"]
            if status != "killed":
                reason = reason_for(mutant, reasons)
                yield f"{status:9} {mutant.id} {mutant.diff}" + (f"\n          accepted: {reason}" if reason else "")
        yield f"Results: {self.results_file.relative_to(self.root)}"


def main(arguments: Sequence[str], root: Path = TOOLS.parent) -> int:
    """Runs the command; 0 when every mutant was tried, 130 when it was interrupted, 2 for what it can't do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], prog="mutation.py")
    parser.add_argument("paths", nargs="*", help=f"what is mutated (else {', '.join(PATHS)})")
    parser.add_argument("--sample", type=int, default=300, help="how many are drawn (300)")
    parser.add_argument("--seed", type=int, default=1, help="by which seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument(
        "--only", action="append", metavar="ID", help="these instead of a sample; * stands for anything"
    )
    parser.add_argument("--tests", action="append", metavar="PATH", help="a part of the tests instead of all of them")
    parser.add_argument("--floor", type=float, default=FLOOR, help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help="lists the mutants and runs nothing")
    options = parser.parse_args(arguments)
    if not Path("/proc/self/stat").is_file():
        print("Processor time is read from /proc: this tool needs Linux.", file=sys.stderr)
        return 2
    code = 0
    try:
        reasons = accepted(root / "tools" / "mutation-survivors.txt")
        run = Run(root, options)
        if options.list:
            print(*(f"{one.id} {one.diff}" for one in run.sample), sep="\n")
            return 0
        try:
            run.go()
        except KeyboardInterrupt:
            print("Interrupted; the same command goes on.")
            code = 130
        print(*run.report(reasons), sep="\n")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.default_int_handler)  # in the background of a shell the first would be ignored
    sys.exit(main(sys.argv[1:]))
