"""The players' pages in French are in step with the English ones, and none has a foreign accent."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words
from tests.docs.french_pages import PAGES, RECORD, blocks, fingerprint, record
from tests.docs.test_rules_pages import pads, table
from tests.kit.paths import ROOT

ACCENT: Final = re.compile(
    r"\b(whoever|whom|anew|so many|is told|are told|at once|stands|it takes|lays?|laid)\b",
    re.IGNORECASE,
)
"""Words that nobody says at a card table."""


@pytest.mark.parametrize("page", PAGES)
def test_french_page_is_in_step_with_the_english_one(page: str) -> None:
    """The blocks whose English changed after their French was confirmed are named."""
    english, confirmed = blocks(page), record()[page]
    changed = [block for block in english if fingerprint(block) not in confirmed]
    hint = f"bring {PAGES[page]} up to date, then run python -m tests.docs.french_pages"
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
            assert table(english) == table(french.replace("aucun", "none"))


@pytest.mark.parametrize("key", RULES)
def test_french_rules_page_has_the_title_of_the_game(key: str) -> None:
    heading = (ROOT / "docs" / "fr" / "rules" / f"{key}.md").read_text(encoding="utf-8")
    title = Words.of("fr").rules_title(key).lower()
    assert title in heading.partition("\n")[0].replace("\u00a0", " ").lower()


@pytest.mark.parametrize("page", [*PAGES, *PAGES.values()])
def test_page_for_players_has_curved_apostrophes_and_no_foreign_accent(page: str) -> None:
    prose = [block for block in blocks(page) if not block.startswith(("```", "    "))]
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "", "\n".join(prose))
    assert not re.findall(r"\w+'\w+", plain)
    if page in PAGES:
        assert not ACCENT.findall(plain)
    else:
        assert not re.findall(r"\S+ [:;!?»](?:\s|$)", plain), "a space that may break"


def test_each_french_page_is_known() -> None:
    """No page is left without its English, and the record names no page that is gone."""
    assert {*PAGES.values()} == {
        "LISEZMOI.md",
        *(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "fr").rglob("*.md")),
    }
    assert set(record()) == set(PAGES), RECORD


LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")


def english_links() -> Iterator[tuple[str, str, str]]:
    """Yield each link of a French page to an English one: page, paragraph, target."""
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
