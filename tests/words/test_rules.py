"""The names of games and options, in both languages."""

import re
from typing import Any

import pytest

from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.rules import FIELDS
from scorekeeper.words.rules import RULES as NAMED

EN, FR = Words.of("en"), Words.of("fr")


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_every_game_and_option_has_words(words: Words) -> None:
    assert set(NAMED) == set(RULES)
    assert set(FIELDS) == set(Rules.__struct_fields__) >= set(OPTIONS)
    for key, rules in RULES.items():
        assert words.rules_about(key).endswith((".", "?"))
        assert not words.rules_title(key).endswith((".", "?"))
        for name in Rules.__struct_fields__:
            assert words.option(name)
            assert words.option_about(name).endswith((".", "?"))
            assert words.option_value(name, getattr(rules, name))


LISTS = {"skunks", "target_by_team"}


def test_every_named_value_of_an_option_has_words() -> None:
    for name, option in OPTIONS.items():
        symbols = set(re.findall(r"[a-z][a-z_-]+", option.wanted)) - {"true", "false"}
        assert name in LISTS or set(FIELDS[name].values) == symbols


@pytest.mark.parametrize(
    ("name", "value", "english", "french"),
    [
        ("muggins", True, "yes", "oui"),
        ("muggins_until", "next_count", "the next count", "le prochain décompte"),
        ("muggins_until", None, "–", "–"),
        ("target", 61, "61", "61"),
        ("teams", ((0, 2), (1, 3)), "1 and 3, 2 and 4", "1 et 3, 2 et 4"),
        ("skunks", (), "none", "aucun"),
        (
            "skunks",
            ((91, 3), (61, 3)),
            "below 91: 3, below 61: 3",
            "sous 91\u00a0: 3, sous 61\u00a0: 3",
        ),
        ("dealt_by_place", (), "the same for all", "pareil pour tous"),
    ],
)
def test_option_value_is_said_in_both_languages(
    name: str, value: Any, english: str, french: str
) -> None:
    assert (EN.option_value(name, value), FR.option_value(name, value)) == (english, french)
