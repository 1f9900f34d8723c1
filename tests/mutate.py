"""`python -m tests.mutate ROOM` makes random changes to a room and counts those detected by its
tests.

Each mutant differs from the program in one place. It is killed if a test of the room fails, or if
the tests take five times as long as usual. Results go to build/mutants/ROOM.tsv.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple
from xml.etree import ElementTree

from tests.kit.paths import ROOT

FOLDER: Final = ROOT / "build/mutants"
NOT_COPIED: Final = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache")

Room = tuple[str, tuple[str, ...]]
ROOMS: Final[dict[str, Room]] = {
    "engine": ("scorekeeper/game/engine", ("tests/game",)),
    "scoring": ("scorekeeper/scoring.py", ("tests/scoring", "tests/game")),
    "table": (
        "scorekeeper/table",
        (
            "tests/table",
            "tests/keypad",
            "tests/journal/test_export.py",
            "tests/web/test_history.py",
        ),
    ),
    "journal": ("scorekeeper/journal", ("tests/journal",)),
    "keypad": ("scorekeeper/keypad", ("tests/keypad",)),
    "words": ("scorekeeper/words", ("tests/words",)),
    "board": ("scorekeeper/board", ("tests/board",)),
    "bridge": ("firmware_bridge", ("tests/bridge",)),
    "hardware": ("hardware", ("tests/hardware",)),
    "web": ("web", ("tests/web",)),
    "mqtt": ("mqtt", ("tests/mqtt", "tests/doctor/test_broker.py")),
    "club": ("club", ("tests/club", "--ignore=tests/club/site/test_evening.py")),
}
"""The folder or file to change, and pytest's arguments."""

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}


class Mutant(NamedTuple):
    """A file of the room, its text with one change, and a description of the change."""

    file: Path
    text: str
    change: str


def mutations(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Return each expression that can be changed, with its replacement. Annotations and strings are
    not changed."""
    left_out = set()
    for node in ast.walk(tree):
        kept = (getattr(node, "annotation", None), getattr(node, "returns", None))
        parts = (node,) if isinstance(node, ast.JoinedStr) else filter(None, kept)
        left_out |= {id(inner) for part in parts for inner in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and id(node) not in left_out:
            replacement = replaced(node)
            if replacement:
                yield node, replacement


def replaced(node: ast.expr) -> ast.expr | None:
    """Return the replacement of *node*, or None."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            return ast.Compare(node.left, [COMPARED[type(operator)]()], node.comparators)
        case ast.BinOp(op=operator) if type(operator) in COUNTED:
            return ast.BinOp(node.left, COUNTED[type(operator)](), node.right)
        case ast.BoolOp(op=ast.And()):
            return ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp():
            return ast.BoolOp(ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            return node.operand
        case ast.IfExp():
            return ast.IfExp(node.test, node.orelse, node.body)
        case ast.Constant(value=bool() as value):
            return ast.Constant(not value)
        case ast.Constant(value=int() as value):
            return ast.Constant(value + 1)
        case _:
            return None


def mutants(folder: Path, count: int, seed: int) -> list[Mutant]:
    """Return *count* mutants of the files in *folder*, deterministic for a given *seed*."""
    places = []
    for file in [folder] if folder.is_file() else sorted(folder.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        places += [(file, source, *change) for change in mutations(ast.parse(source))]
    chosen = random.Random(seed).sample(places, min(count, len(places)))
    return [_mutant(*place) for place in chosen]


def _mutant(file: Path, source: str, node: ast.expr, replacement: ast.expr) -> Mutant:
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    text = source.encode()
    new = f"({ast.unparse(replacement)})"
    change = f"{node.lineno}: {ast.unparse(node)} -> {new}"
    changed = text[:start] + new.encode() + text[end:]
    return Mutant(file.relative_to(ROOT), changed.decode(), change)


class Copy:
    """A copy of the project in which one file at a time is changed."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        ignored = shutil.ignore_patterns(*NOT_COPIED)
        shutil.copytree(ROOT, folder, ignore=ignored, symlinks=True)
        self._folder = folder

    def passes(self, tests: tuple[str, ...], seconds: float | None = None) -> bool:
        options = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutants")
        command = [sys.executable, "-m", "pytest", *options, *tests]
        # Programs that tests start elsewhere import the copy too.
        environment = {**os.environ, "PYTHONPATH": str(self._folder)}
        try:
            done = subprocess.run(
                command,
                cwd=self._folder,
                env=environment,
                capture_output=True,
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def quickest_first(self, tests: tuple[str, ...]) -> tuple[str, ...]:
        """Return the files of *tests*, those that take least time first; none if a test fails."""
        report = self._folder / "build/tests.xml"
        if not self.passes((*tests, f"--junitxml={report}")):
            return ()
        seconds = defaultdict[str, float](float)
        for test in ElementTree.parse(report).iter("testcase"):
            seconds[test.attrib["classname"]] += float(test.attrib["time"])
        return tuple(
            f"{name.replace('.', '/')}.py" for name in sorted(seconds, key=seconds.__getitem__)
        )

    def survives(self, mutant: Mutant, tests: tuple[str, ...], seconds: float) -> bool:
        """Return whether *tests* pass with *mutant* in place of its file."""
        file = self._folder / mutant.file
        source = file.read_text(encoding="utf-8")
        file.write_text(mutant.text, encoding="utf-8")
        try:
            return self.passes(tests, seconds)
        finally:
            file.write_text(source, encoding="utf-8")


def main() -> int:
    """Mutate the given room; print how many of the mutants its tests kill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=60, help="how many mutants (60)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    asked = parser.parse_args()
    folder, tests = ROOMS[asked.room]
    FOLDER.mkdir(parents=True, exist_ok=True)
    copies = SimpleQueue[Copy]()
    for number in range(asked.jobs):
        copies.put(Copy(FOLDER / f"{asked.room}-{number}"))
    first, began = copies.get(), time.monotonic()
    tests = first.quickest_first(tests)
    if not tests:
        print(f"the tests of {asked.room} fail without any change", file=sys.stderr)
        return 1
    patience = 5 * (time.monotonic() - began) + 10
    copies.put(first)

    def judge(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return copy.survives(mutant, tests, patience)
        finally:
            copies.put(copy)

    chosen = mutants(ROOT / folder, asked.count, asked.seed)
    survivors = 0
    with (FOLDER / f"{asked.room}.tsv").open("w") as file, ThreadPoolExecutor(asked.jobs) as pool:
        for mutant, survived in zip(chosen, pool.map(judge, chosen), strict=True):
            survivors += survived
            verdict = "survived" if survived else "killed"
            file.write(f"{verdict}\t{mutant.file}\t{mutant.change}\n")
            file.flush()
    killed = len(chosen) - survivors
    print(f"{asked.room}: {killed} of {len(chosen)} mutants killed, {killed / len(chosen):.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
