"""The players' pages and their French: which pages, their blocks, and the record of both in step.

`docs/fr/in-step.json` has a short hash of every block of an English page as it was when its French
was last confirmed. After changing both, run `python -m tests.docs.french_pages`.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.kit.paths import ROOT

RECORD: Final = ROOT / "docs" / "fr" / "in-step.json"

PLAYERS: Final = (
    "install.md",
    "setup.md",
    "first-evening.md",
    "first-board.md",
    "making.md",
    "page.md",
    "keypad.md",
    "network.md",
    "keeping.md",
    "club-night.md",
)

PAGES: Final = {
    "README.md": "LISEZMOI.md",
    **{f"docs/{name}": f"docs/fr/{name}" for name in PLAYERS},
    **{
        f"docs/rules/{path.name}": f"docs/fr/rules/{path.name}"
        for path in sorted((ROOT / "docs" / "rules").glob("*.md"))
    },
}
"""English pages for players, with their French."""

UNTIL: Final = {
    "README.md": "## Build a board",
    "LISEZMOI.md": "## Pour bâtir une planche",
}
"""The heading from which on a page is for builders, who read English."""


def blocks(page: str) -> list[str]:
    """Return the paragraphs, lists, tables and code blocks of *page*, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if page in UNTIL:
        text = text.partition(UNTIL[page])[0]
    found: list[str] = []
    block: list[str] = []
    is_code = False
    for line in [*text.splitlines(), ""]:
        if line.startswith("```"):
            is_code = not is_code
        if line.strip() or is_code:
            block.append(line)
        elif block:
            found.append("\n".join(block))
            block = []
    return found


def fingerprint(block: str) -> str:
    """Return a short hash of *block* that line breaks do not change."""
    return sha256(" ".join(block.split()).encode()).hexdigest()[:12]


def record() -> dict[str, list[str]]:
    """Return the hashes that were confirmed, by English page."""
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))


def confirm(path: Path = RECORD) -> None:
    """Write down that every French page says what its English page says now."""
    now = {page: [fingerprint(block) for block in blocks(page)] for page in PAGES}
    path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    confirm()
