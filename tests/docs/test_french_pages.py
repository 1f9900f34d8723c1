"""The players' pages in French are in step with the English ones.

`docs/fr/in-step.json` has a short hash of every block of an English page for which the French was
last confirmed. After changing both, run `python -m tests.docs.test_french_pages`.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import fields_of, pads
from tests.kit.paths import ROOT

RECORD: Final = ROOT / "docs" / "fr" / "in-step.json"

PLAYERS: Final = (
    "card.md",
    "install.md",
    "setup.md",
    "first-evening.md",
    "first-board.md",
    "loose-lights.md",
    "making.md",
    "microcontroller.md",
    "flashing.md",
    "power-bank.md",
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

UNTIL: Final = {
    "README.md": "## Build a board",
    "LISEZMOI.md": "## Pour bâtir une planche",
}
"""The heading after which a page is for builders and English only."""


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
    """Return a short hash of *block* that ignores line breaks."""
    return sha256(" ".join(block.split()).encode()).hexdigest()[:12]


def record() -> dict[str, list[str]]:
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))


def confirm(path: Path = RECORD) -> None:
    now = {page: [fingerprint(block) for block in blocks(page)] for page in PAGES}
    path.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_french_page_is_in_step_with_the_english_one(page: str) -> None:
    """Lists blocks whose English changed after their French was confirmed."""
    english, confirmed = blocks(page), record()[page]
    changed = [block for block in english if fingerprint(block) not in confirmed]
    hint = f"bring {PAGES[page]} up to date, then run python -m tests.docs.test_french_pages"
    assert not changed, f"{hint}:\n\n" + "\n\n".join(changed)
    assert len(english) == len(confirmed), hint
    assert len(english) == len(blocks(PAGES[page])), "the pages have the same blocks"


@pytest.mark.parametrize("page", PAGES)
def test_french_page_has_the_headings_and_pads_of_the_english_one(page: str) -> None:
    for english, french in zip(blocks(page), blocks(PAGES[page]), strict=True):
        assert re.match(r"#*", english)[0] == re.match(r"#*", french)[0]  # type: ignore[index]
        assert english.startswith(("```", "|")) == french.startswith(("```", "|")), french
        assert pads(f"{english}\n") == pads(f"{french}\n")
        if english.startswith("| field | here |"):
            assert fields_of(english) == fields_of(french.replace("aucun", "none"))


def test_each_french_page_is_known() -> None:
    assert {*PAGES.values()} == {
        "LISEZMOI.md",
        *(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "fr").rglob("*.md")),
    }
    assert set(record()) == set(PAGES), RECORD


LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")


def english_links() -> Iterator[tuple[str, str, str]]:
    for page in PAGES.values():
        for block in (ROOT / page).read_text(encoding="utf-8").split("\n\n"):
            for name, target in LINK.findall(block):
                there = ((ROOT / page).parent / target).resolve().relative_to(ROOT)
                if (
                    "://" not in target
                    and str(there) not in PAGES.values()
                    and name != "In English"
                ):
                    yield page, block, str(there)


def test_a_link_to_an_english_page_says_so() -> None:
    silent = [(page, there) for page, block, there in english_links() if "anglais" not in block]
    assert silent == []


def test_no_french_page_leads_to_an_english_one_that_is_there_in_french() -> None:
    translated = {*PAGES} - {"README.md"}
    assert [(page, there) for page, _, there in english_links() if there in translated] == []


if __name__ == "__main__":
    confirm()
