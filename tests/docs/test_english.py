"""Docstrings, comments and messages use standard technical English, and names the field's terms."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.kit.paths import ROOMS, ROOT

PHRASES: Final = {
    "nobody": re.compile(r"\b(?:nobody|somebody|everybody|whoever)\b", re.IGNORECASE),
    "the one that": re.compile(r"\bthe ones? (?:that|who)\b|\bthose who\b", re.IGNORECASE),
    "what it": re.compile(r"\bwhat (?:it|is|was|are|they|he|she|has|came)\b", re.IGNORECASE),
    "so many": re.compile(r"\b(?:for|after|of) so (?:many|much|long)\b|\bof its own accord\b"),
    "where": re.compile(r"\bwhere (?:that|this|there is|there are|no|not|nothing|none|one|all)\b"),
}
STRICT: Final = ("nobody", "the one that", "so many")
"""The phrases that tests, JavaScript, CSS and C avoid as well."""
COMMENT: Final = re.compile(r"/\*.*?\*/|^ *//.*?$", re.DOTALL | re.MULTILINE)
VAGUE: Final = frozenset({"one", "it", "at", "said", "told", "found", "before", "made", "came"})
"""Names too vague for a variable used over more than three lines."""
LIFE: Final = 3


class Place(NamedTuple):
    kind: str
    file: str
    line: int
    text: str


def places(file: Path) -> Iterator[Place]:
    source = file.read_text(encoding="utf-8")
    name = str(file.relative_to(ROOT))
    tree = ast.parse(source)
    for line, text in prose(source, tree):
        sentence = " ".join(text.split())
        for kind, pattern in PHRASES.items():
            for match in pattern.finditer(sentence):
                yield Place(kind, name, line, sentence[max(0, match.start() - 40) :][:100])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for variable, first, last in lives(node):
                if last - first > LIFE:
                    yield Place("vague name", name, first, f"{variable}, to line {last}")


def prose(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield docstrings, error messages and comments of *source*, with their lines. Text for players
    is in the catalogues."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
            case ast.Raise(exc=ast.Call(args=[ast.Constant(value=str(text)), *_])):
                yield node.lineno, text
            case ast.Raise(exc=ast.Call(args=[ast.JoinedStr() as message, *_])):
                yield node.lineno, ast.unparse(message)
            case _:
                pass
    first, block = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            first, block = first or token.start[0], f"{block} {token.string.lstrip('#')}"
        elif token.type != tokenize.NL and block:
            yield first, block
            first, block = 0, ""


def lives(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, int, int]]:
    """Yield the vague variables of *function*, with the first and last line of each."""
    lines: dict[str, list[int]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in VAGUE:
            lines.setdefault(node.id, []).append(node.lineno)
    for variable, used in lines.items():
        yield variable, min(used), max(used)


def odd_places(room: str) -> list[Place]:
    files = sorted((ROOT / room).rglob("*.py"))
    return [place for file in files for place in places(file)]


@pytest.mark.parametrize("room", ROOMS)
def test_room_speaks_as_an_engineer_writes(room: str) -> None:
    assert not odd_places(room)


@pytest.mark.parametrize("folder", ["bench", "tests"])
def test_docstrings_of_tests_avoid_the_worst_phrases(folder: str) -> None:
    assert not [place for place in odd_places(folder) if place.kind in STRICT]


@pytest.mark.parametrize(
    "files",
    ["web/static/**/*.js", "web/static/**/*.css", "firmware_bridge/**/*.[ch]", "tests/**/*.[ch]"],
)
def test_comments_in_other_languages_avoid_the_worst_phrases(files: str) -> None:
    for file in ROOT.glob(files):
        for comment in COMMENT.findall(file.read_text(encoding="utf-8")):
            text = " ".join(comment.split())
            assert not any(PHRASES[kind].search(text) for kind in STRICT), f"{file}: {text}"
