"""The sentences of the page come out of its scripts, and reach it in every language."""

import re
from json import loads
from string import Formatter

import pytest

from scorekeeper.words import LANGUAGES, Words
from tests.kit.drivers.web_server import Site
from web.translations import SCRIPTS, extract, sentences, translations

CALL = re.compile(r"\bt\((?!\s*\")[^\n]*")
SAID = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")')


def test_scripts_say_literals_only() -> None:
    """A sentence in a variable would reach nobody but those who read English."""
    found = {path.name: CALL.findall(path.read_text()) for path in SCRIPTS.rglob("*.js")}
    assert not {name: calls for name, calls in found.items() if calls}


def test_extraction_misses_no_sentence() -> None:
    """Babel does not see a call inside a template literal: such a sentence must stand outside."""
    scripts = (path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js"))
    said = {loads(literal) for script in scripts for literal in SAID.findall(script)}
    parts = extract()
    assert {text for part in parts.values() for text in part} == said
    assert sentences() == tuple(parts["table"]), "run make setup"
    assert sentences("club") == (*parts["table"], *parts["club"]), "run make setup"
    assert sentences("wizard") == (*parts["table"], *parts["wizard"]), "run make setup"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translation_has_the_values_of_the_english(lang: str) -> None:
    """No name and no number is lost, and the page can fill in or join *de*, nothing else."""
    holes = re.compile(r"\{(\w+)")
    wrong = {
        english: text
        for english, text in (
            translations(Words.of(lang), "club") | translations(Words.of(lang), "wizard")
        ).items()
        if set(holes.findall(english)) != set(holes.findall(text))
        or {wish for _, _, wish, _ in Formatter().parse(text) if wish} - {"de", "le", "Le", "À"}
    }
    assert not wrong


def test_route_sends_sentences_and_the_rules_for_de() -> None:
    """English needs none, since the page has it; only French joins *de*."""
    phone = Site().phone()
    english, french = (phone.get(f"/words/{lang}.json").get_json() for lang in LANGUAGES)
    assert english["sentences"] == {}
    said = translations(Words.of("fr"))
    assert french["sentences"] == {key: text for key, text in said.items() if key != text}
    assert not english["joints"]
    assert french["joints"].keys() == {"elided", "de", "à", "placed"}
