"""The games and their options by name, in both languages."""

import re
from typing import Any

import pytest

from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import COUNTING, LANGUAGES, Words
from scorekeeper.words.game.rules import FIELDS
from scorekeeper.words.game.rules import RULES as NAMED

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_every_game_and_option_has_words(words: Words) -> None:
    assert set(NAMED) == set(RULES)
    assert set(FIELDS) == set(Rules.__struct_fields__) >= set(OPTIONS)
    for key, rules in RULES.items():
        assert words.rules_about(key).endswith(".")
        assert not words.rules_title(key).endswith(".")
        for name in Rules.__struct_fields__:
            assert words.option(name)
            assert words.option_about(name).endswith(".")
            assert words.option_value(name, getattr(rules, name))


def test_every_named_value_of_an_option_has_words() -> None:
    for name, option in OPTIONS.items():
        symbols = set(re.findall(r"[a-z][a-z_-]+", option.wanted)) - {"true", "false"}
        assert name == "skunks" or set(FIELDS[name].values) == symbols


@pytest.mark.parametrize(
    ("name", "value", "english", "french"),
    [
        ("muggins", True, "yes", "oui"),
        ("muggins", False, "no", "non"),
        ("muggins_until", "next_count", "the next count", "le prochain décompte"),
        ("muggins_until", None, "–", "–"),
        ("target", 61, "61", "61"),
        ("targets", (61, 121), "61, 121", "61, 121"),
        ("teams", ((0, 2), (1, 3)), "1 and 3, 2 and 4", "1 et 3, 2 et 4"),
        ("skunks", (), "none", "aucun"),
        (
            "skunks",
            ((91, 3), (61, 3)),
            "below 91: 3, below 61: 3",
            "sous 91\u00a0: 3, sous 61\u00a0: 3",
        ),
        ("go_point", "on_call", "at once, on the call", "tout de suite, à l'annonce"),
    ],
)
def test_option_value_is_said_in_both_languages(
    name: str, value: Any, english: str, french: str
) -> None:
    assert (EN.option_value(name, value), FR.option_value(name, value)) == (english, french)


@pytest.mark.parametrize("key", COUNTING)
def test_counting_choice_has_a_name_and_an_explanation(key: str) -> None:
    for words in (EN, FR):
        assert words.counting(key)
        assert words.counting_about(key).endswith(".")


@pytest.mark.parametrize(("key", "starred"), [("six-card", False), ("four-handed", True)])
def test_rules_sheet_explains_the_signs_on_the_page(key: str, starred: bool) -> None:
    for words, title in ((EN, "What the page shows"), (FR, "Ce que la page montre")):
        signs = words.rules_sheet(RULES[key])[-1]
        assert signs.title == title
        told = " ".join(signs.lines)
        assert ("★" in told, "◂" in told) == (starred, True)
        assert words.say("D") in told
