"""Each room stays within its limit in the table *Size* of the architecture page.

Run as a program (`python -m tests.docs.test_size`), it prints the current sizes.
"""

import ast
import re
from typing import Final, NamedTuple

import pytest

from tests.kit.paths import ROOMS, ROOT

PAGE: Final = ROOT / "docs/architecture.md"
ROW: Final = re.compile(r"^\| (?P<room>[^|]+?) \|(?P<numbers>(?: *[\d,]* \|){6})$", re.MULTILINE)
OTHERS: Final = {
    "page, JavaScript": ("web/static", "*.js"),
    "page, CSS": ("web/static", "*.css"),
    "C": ("firmware_bridge/firmware", "[ac]*/*.[ch]"),
    "C, RP2040": ("firmware_bridge/firmware/rp2040", "*.[ch]"),
    "bench": ("bench", "*.py"),
    "tests": ("tests", "*.py"),
}
DENSER: Final = 0.10
"""How much the share of lines removed may exceed that of statements: more is denser code."""


class Limits(NamedTuple):
    """A row of the table: lines and statements before the redesign, maximum lines and files, and
    the target for lines."""

    lines_before: int
    statements_before: int
    files_before: int
    lines: int
    files: int
    aim: int


class Size(NamedTuple):
    files: int
    lines: int
    statements: int = 0
    docstring_lines: int = 0


def limits() -> dict[str, Limits]:
    _, _, section = PAGE.read_text(encoding="utf-8").partition("\n## Size\n")
    rows = {}
    for row in ROW.finditer(section):
        numbers = (number.replace(",", "").strip() for number in row["numbers"].split("|")[:-1])
        rows[row["room"].strip("`/")] = Limits(*(int(number or 0) for number in numbers))
    return rows


def size(room: str) -> Size:
    """Count *room*; statements and docstrings only of the program itself."""
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


@pytest.mark.parametrize("room", [*ROOMS, *OTHERS])
def test_room_is_within_its_lines_and_files(room: str) -> None:
    """Removed lines must include their share of statements."""
    limit, now = limits()[room], size(room)
    print(room, limit, now)
    assert now.lines <= limit.lines
    assert now.files <= limit.files
    if room in ROOMS:
        lines = now.lines / limit.lines_before
        statements = now.statements / limit.statements_before
        assert statements - lines <= DENSER


def main() -> None:
    print(f"{'room':18}{'files':>7}{'lines':>9}{'statements':>12}{'docstrings':>12}")
    for room in (*ROOMS, *OTHERS):
        now = size(room)
        print(f"{room:18}{now.files:7,}{now.lines:9,}{now.statements:12,}{now.docstring_lines:12,}")


if __name__ == "__main__":
    main()
