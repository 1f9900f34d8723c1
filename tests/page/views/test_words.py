"""What the page says: every text in its code is a key of the catalogue, in each language."""

from __future__ import annotations

import re

import pytest

from scorekeeper.words import LANGUAGES, Words
from tests.kit.paths import ROOT

CODE = ROOT / "web" / "static"
SPOKEN = re.compile(r"\bt\(\s*(\"(?:[^\"\\]|\\.)*\")?")
HOLES = re.compile(r"\{(\w+)")


def spoken() -> dict[str, str]:
    """Each text that a script shows, and a script that shows it."""
    return {
        (call[1] or call[0]).strip('"'): path.name
        for path in sorted(CODE.rglob("*.js"))
        for call in SPOKEN.finditer(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_the_page_has_words(lang: str) -> None:
    """Each is written out where it is used, and the catalogue has it."""
    known = Words.of(lang).page()
    assert {text: name for text, name in spoken().items() if text not in known} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_has_no_words_that_the_page_never_says(lang: str) -> None:
    """A button that went away takes its words with it."""
    assert set(Words.of(lang).page()) - set(spoken()) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_fills_the_same_holes(lang: str) -> None:
    """No name and no number is lost on the way."""
    wrong = {
        english: text
        for english, text in Words.of(lang).page().items()
        if set(HOLES.findall(english)) != set(HOLES.findall(text))
    }
    assert wrong == {}
