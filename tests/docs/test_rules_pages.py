"""The rules pages: every game has one, its tables match the rules, and its score pads are valid."""

from typing import Any, Final

import pytest

from scorekeeper.game.codec import to_json
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Words
from tests.docs.pages import DOCS, fields_of, pads
from tests.kit.formats.game_file import holds

PAGES: Final = DOCS / "rules"

INDEX: Final = (PAGES / "README.md").read_text(encoding="utf-8")


USUAL: Final = "six-card"


def page(key: str) -> str:
    path = PAGES / f"{key}.md"
    assert path.exists(), f"the rules called {key} have no page {path.name} in docs/rules"
    return path.read_text(encoding="utf-8")


def cell(value: Any) -> str:
    text = to_json(value).decode() if not isinstance(value, str) else value
    return {"null": "–", "[]": "none"}.get(text, text)


@pytest.mark.parametrize("key", RULES)
def test_score_pads_of_the_rules_pages_hold(key: str) -> None:
    for pad in pads(page(key)):
        assert pad.startswith(f"{key}: ")
        holds(pad)


@pytest.mark.parametrize("key", [key for key in RULES if key != USUAL])
def test_rules_page_names_the_fields_that_differ(key: str) -> None:
    here, usual = RULES[key], RULES[USUAL]
    own = [
        [f"`{field}`", cell(getattr(here, field)), cell(getattr(usual, field))]
        for field in Rules.__struct_fields__
        if getattr(here, field) != getattr(usual, field)
    ]
    assert fields_of(page(key).partition("## What makes it different")[2]) == own


def test_the_index_has_every_game_and_every_field() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*RULES, "README"}
    assert {key for key in RULES if f"]({key}.md)" in INDEX} == {*RULES}
    assert fields_of(INDEX) == [
        [
            f"`{field}`",
            Words.of("en").option(field),
            *(cell(getattr(rules, field)) for rules in RULES.values()),
            OPTIONS[field].wanted.replace(" | ", ", ") if field in OPTIONS else "–",
        ]
        for field in Rules.__struct_fields__
    ]
