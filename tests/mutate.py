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
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.kit.paths import ROOT

FOLDER: Final = ROOT / "build/mutants"
NOT_COPIED: Final = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache")

ROOMS: Final[dict[str, tuple[str, str]]] = {
    "engine": ("scorekeeper/game/engine", "tests/game"),
    "scoring": ("scorekeeper/scoring.py", "tests/scoring tests/game"),
    "table": (
        "scorekeeper/table",
        "tests/table tests/keypad tests/journal/test_export.py tests/web/test_history.py",
    ),
    "journal": ("scorekeeper/journal", "tests/journal"),
    "keypad": ("scorekeeper/keypad", "tests/keypad"),
    "words": ("scorekeeper/words", "tests/words"),
    "board": ("scorekeeper/board", "tests/board"),
    "bridge": ("firmware_bridge", "tests/bridge"),
    "hardware": ("hardware", "tests/hardware"),
    "web": ("web", "tests/web"),
    "mqtt": ("mqtt", "tests/mqtt tests/doctor/test_broker.py"),
    "club": ("club", "tests/club --ignore=tests/club/site/test_evening.py"),
    "cribble": (
        "cribble",
        "tests/backup tests/cli tests/config tests/doctor tests/serve tests/system tests/wizard",
    ),
}
"""The folder or file to change, and pytest's arguments, separated by spaces."""

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


Change = tuple[ast.expr, dict[str, Any]]
"""An expression, and the new values of some of its fields."""


def changes(tree: ast.Module) -> Iterator[Change]:
    """Yield every change that can be made, except to annotations and strings."""
    left_out = set()
    for node in ast.walk(tree):
        kept = (getattr(node, "annotation", None), getattr(node, "returns", None))
        parts = (node,) if isinstance(node, ast.JoinedStr) else filter(None, kept)
        left_out |= {id(inner) for part in parts for inner in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and id(node) not in left_out and (new := changed(node)):
            yield node, new


def changed(node: ast.expr) -> dict[str, Any]:
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            return {"ops": [COMPARED[type(operator)]()]}
        case ast.BinOp(op=operator) if type(operator) in COUNTED:
            return {"op": COUNTED[type(operator)]()}
        case ast.BoolOp(op=operator):
            return {"op": ast.Or() if isinstance(operator, ast.And) else ast.And()}
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return {"operand": ast.UnaryOp(ast.Not(), operand)}
        case ast.IfExp(body=body, orelse=orelse):
            return {"body": orelse, "orelse": body}
        case ast.Constant(value=bool() as value):
            return {"value": not value}
        case ast.Constant(value=int() as value):
            return {"value": value + 1}
        case _:
            return {}


def changes_of(file: Path) -> tuple[ast.Module, list[Change]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return tree, list(changes(tree))


def mutants(room: Path, count: int, seed: int) -> list[tuple[Path, int]]:
    """Return *count* random changes: a file of *room*, and which of its changes."""
    files = [room] if room.is_file() else sorted(room.rglob("*.py"))
    places = [(file, number) for file in files for number in range(len(changes_of(file)[1]))]
    return random.Random(seed).sample(places, min(count, len(places)))


def mutated(file: Path, number: int) -> tuple[str, str]:
    """Return the text of *file* with one of its changes, and a description of the change."""
    tree, there = changes_of(file)
    node, new = there[number]
    before = ast.unparse(node)
    for field, value in new.items():
        setattr(node, field, value)
    return ast.unparse(tree), f"{node.lineno}: {before} -> {ast.unparse(node)}"


def passes(copy: Path, tests: str, seconds: float | None = None) -> bool:
    """Run *tests* in a *copy* of the project, those first that failed last."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--ff", "--hypothesis-profile=mutants"]
    # Programs that tests start elsewhere import the copy too.
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            [*command, *tests.split()],
            cwd=copy,
            env=environment,
            capture_output=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Mutate the given room; print how many of the mutants its tests kill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=60, help="how many mutants (60)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    asked = parser.parse_args()
    folder, tests = ROOMS[asked.room]
    copy = FOLDER / asked.room
    shutil.rmtree(copy, ignore_errors=True)
    ignored = shutil.ignore_patterns(*NOT_COPIED)
    shutil.copytree(ROOT, copy, ignore=ignored, symlinks=True)
    began = time.monotonic()
    if not passes(copy, tests):
        print(f"the tests of {asked.room} fail without any change", file=sys.stderr)
        return 1
    patience = 5 * (time.monotonic() - began) + 10
    chosen, killed = mutants(copy / folder, asked.count, asked.seed), 0
    with FOLDER.joinpath(f"{asked.room}.tsv").open("w") as report:
        for file, number in chosen:
            source = file.read_text(encoding="utf-8")
            text, change = mutated(file, number)
            file.write_text(text, encoding="utf-8")
            survives = passes(copy, tests, patience)
            file.write_text(source, encoding="utf-8")
            killed += not survives
            verdict = "survived" if survives else "killed"
            print(verdict, file.relative_to(copy), change, sep="\t", file=report, flush=True)
    print(f"{asked.room}: {killed} of {len(chosen)} mutants killed, {killed / len(chosen):.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
