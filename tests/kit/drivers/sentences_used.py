"""Find every sentence that the code says: the first argument of say, say_n, en and en_n."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from tests.kit.paths import ROOT

ROOMS: Final = ("cribble", "web", "hardware", "firmware_bridge", "scorekeeper")

DOORS: Final = {"say": 1, "en": 1, "say_n": 2, "en_n": 2}
"""How many of its first arguments are English."""

MsgId: TypeAlias = tuple[str, ...]
"""One sentence, or its form for one and its form for many."""


class Used(NamedTuple):
    """A sentence, and where it is said. No ``msgid`` where it is not written out there."""

    msgid: MsgId | None
    door: str
    where: str


def used() -> Iterator[Used]:
    """Every sentence that any room says."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield from used_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def used_in(source: str, name: str) -> Iterator[Used]:
    """Every sentence in the Python *source*."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (door := _named(node.func)) in DOORS:
            where = f"{name}:{node.lineno}"
            yield Used(_msgid(node.args[: DOORS[door]]), door, where)


def _named(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _msgid(arguments: list[ast.expr]) -> MsgId | None:
    texts = tuple(
        one.value
        for one in arguments
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )
    return texts if arguments and len(texts) == len(arguments) else None
