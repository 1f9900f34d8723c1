"""The names of games and options, in both languages."""

import re
from typing import Any

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import awards_of
from scorekeeper.game.state import Game
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import COUNTING, LANGUAGES, Words
from scorekeeper.words.rules import FIELDS
from scorekeeper.words.rules import RULES as NAMED
from tests.kit.formats.game_file import read_action

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


@pytest.mark.parametrize("key", COUNTING)
def test_counting_choice_has_a_name_and_an_explanation(key: str) -> None:
    for words in (EN, FR):
        assert words.counting(key)
        assert words.counting_about(key).endswith((".", "?"))


TO_25 = {2: "K 6 9", 3: "4 J 2 9", 4: "4 J 2 A 8", 5: "4 J 2 A 6 2", 6: "4 J 2 A 4 A 3"}
"""Cards that bring the count to 25 with one of Ann's, who leads, without scoring."""


def at_25(key: str) -> tuple[Game, int, int]:
    """Return the game in which Ann has brought the count to 25 and all others have said go; her
    points for the gos, and all scores."""
    players = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")[: RULES[key].players]
    dealer = len(players) - 1
    options = {"for_last": 0}
    game, _ = apply(Game(), a.Start(rules=key, players=players, dealer=dealer, options=options))
    for line in ("starter QD", *TO_25[len(players)].split()):
        game, events = apply(game, read_action(line, game))
        assert not awards_of(events)
    assert (game.count, game.turn) == (25, 1)
    for name in players[1:]:
        game, _ = apply(game, read_action(f"{name} go", game))
    return game, game.scores[0], sum(game.scores)


def gain(game: Game, card: str) -> int:
    """Return the points that Ann gets for *card*, until the count is closed: with a go if she holds
    more cards."""
    start = game.scores[0]
    game, _ = apply(game, read_action(f"Ann {card}", game))
    if game.count:
        assert game.count == 30
        game, _ = apply(game, read_action("Ann go", game))
    return game.scores[0] - start


@pytest.mark.parametrize("key", RULES)
def test_rules_sheet_tells_the_play_as_it_is_scored(key: str) -> None:
    """The example of each sheet is played: at 25 all others go, Ann plays a 6, or else a 5."""
    play = EN.rules_sheet(RULES[key])[1].lines
    game, by_go, together = at_25(key)
    six, five = gain(game, "6H"), gain(game, "5H")
    if RULES[key].go_point == "on_call":
        said = "At 25 Ben says go, and Ann pegs 1. She plays a 6: 31, and 1 more."
        assert (by_go, together, six, five) == (1, 1, 1, 0)
    else:
        who = "Ben says" if RULES[key].players == 2 else "the others say"
        said = f"At 25 {who} go. Ann plays a 6: 31 for 2. Or a 5: 30, and 1 for last card."
        assert (by_go, together, six, five) == (0, 0, 2, 1)
    assert said in play
    assert ("the play is over" in " ".join(play)) == (RULES[key].counts == "one")
