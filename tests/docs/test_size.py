"""Each room stays within its lines in the table *Size* of the architecture page.

Run as a program (`python -m tests.docs.test_size`), it prints what it counts.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from tests.kit.paths import ROOT

PAGE: Final = ROOT / "docs/architecture.md"
ROW: Final = re.compile(r"^\| (?P<room>[^|]+?) \|(?P<numbers>(?: *[\d,]* \|){6})$", re.MULTILINE)
PYTHON: Final = ("scorekeeper", "cribble", "web", "club", "hardware", "mqtt", "firmware_bridge")
OTHERS: Final = {
    "page, JavaScript": ("web/static", "*.js"),
    "page, CSS": ("web/static", "*.css"),
    "C": ("firmware_bridge/firmware", "*.[ch]"),
}
DENSER: Final = 0.10
"""How much more of its lines than of its statements a room may lose: beyond that, it was written
denser, not smaller."""


class Limits(NamedTuple):
    """A row of the table: lines and statements before the redesign, the most lines and files that
    there may be, and the lines that are aimed at."""

    lines_before: int
    statements_before: int
    files_before: int
    lines: int
    files: int
    aim: int


class Size(NamedTuple):
    """A room as it is."""

    files: int
    lines: int
    statements: int = 0
    docstring_lines: int = 0


def limits() -> dict[str, Limits]:
    """Return the rows of the table, by room."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition("\n## Size\n")
    rows = {}
    for row in ROW.finditer(section):
        numbers = (number.replace(",", "").strip() for number in row["numbers"].split("|")[:-1])
        rows[row["room"].strip("`/")] = Limits(*(int(number or 0) for number in numbers))
    return rows


def size(room: str) -> Size:
    """Count *room*."""
    if room in OTHERS:
        folder, pattern = OTHERS[room]
        texts = [file.read_text(encoding="utf-8") for file in (ROOT / folder).rglob(pattern)]
        return Size(len(texts), sum(text.count("\n") for text in texts))
    files = [*(ROOT / room).rglob("*.py")]
    lines = statements = docstrings = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.stmt):
                statements += 1
            match node:
                case ast.Expr(value=ast.Constant(value=str())):
                    statements -= 1
                    docstrings += (node.end_lineno or node.lineno) - node.lineno + 1
    return Size(len(files), lines, statements, docstrings)


@pytest.mark.parametrize("room", [*PYTHON, *OTHERS, "bench", "tests"])
def test_room_is_within_its_lines_and_files(room: str) -> None:
    limit, now = limits()[room], size(room)
    print(room, limit, now)
    assert now.lines <= limit.lines
    assert now.files <= limit.files


@pytest.mark.parametrize("room", PYTHON)
def test_lines_that_went_took_their_statements_along(room: str) -> None:
    limit, now = limits()[room], size(room)
    lines = now.lines / limit.lines_before
    statements = now.statements / limit.statements_before
    assert statements - lines <= DENSER


def called_once() -> tuple[int, int]:
    """Return how many functions of the product are named in one place, and in at least one: those
    whose name is theirs alone, without a decorator, which may call them for others."""
    functions, uses = Counter[str](), Counter[str]()
    for node in _nodes():
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                is_named = not node.decorator_list and not node.name.startswith("__")
                functions[node.name] += 1 if is_named else 2
            case ast.Name():
                uses[node.id] += 1
            case ast.Attribute():
                uses[node.attr] += 1
    named = [uses[name] for name, count in functions.items() if count == 1 and uses[name]]
    return sum(count == 1 for count in named), len(named)


def _nodes() -> Iterator[ast.AST]:
    for room in PYTHON:
        for file in (ROOT / room).rglob("*.py"):
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def main() -> None:
    """Print the size of every room, and how many functions are called from one place."""
    print(f"{'room':18}{'files':>7}{'lines':>9}{'statements':>12}{'docstrings':>12}")
    for room in (*PYTHON, *OTHERS, "bench", "tests"):
        now = size(room)
        print(f"{room:18}{now.files:7,}{now.lines:9,}{now.statements:12,}{now.docstring_lines:12,}")
    once, named = called_once()
    print(f"functions named in one place: {once:,} of {named:,}, {once / named:.1%}")


if __name__ == "__main__":
    main()
