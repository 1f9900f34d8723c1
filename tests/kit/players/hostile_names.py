"""Sixty strings that somebody may type as a name to see what the page does with them."""

from typing import Final

from tests.kit.paths import DATA

HOSTILE: Final = tuple(
    line
    for line in (DATA / "hostile-names.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("# ")
)

NOT_PRINTED: Final = (
    "Ann\u202egnp.exe",
    "a\x00b",
    "a\nb",
    "\x1b[31m",
    "a\u2028b",
    "\ufeff",
    "\u200e",
    "",
)
"""Names that no line can show, and that are refused."""
