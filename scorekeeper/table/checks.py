"""What the table asks of those who write to it: a name and a key that can be kept."""

from __future__ import annotations

from typing import Final

from scorekeeper.game.refusal import Code, Refusal

LONGEST: Final = 64
"""Characters in a key, and in the name of who enters something."""


def check_key(key: str) -> None:
    """Refusal BAD_VALUE for a key that is empty, too long, or no plain text."""
    _check("key", key, 1)


def check_by(by: str) -> None:
    """Refusal BAD_VALUE for a name that is too long, or no plain text."""
    _check("by", by, 0)


def _check(field: str, text: str, shortest: int) -> None:
    if not (shortest <= len(text) <= LONGEST and text.isprintable()):
        wanted = f"{shortest}–{LONGEST}"
        raise Refusal(Code.BAD_VALUE, field=field, value=text[: LONGEST + 1], wanted=wanted)
