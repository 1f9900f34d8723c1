"""The games and their options by name, in both languages."""

import re
from typing import Any

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import awards_of
from scorekeeper.game.state import Game
from scorekeeper.rules.options import OPTIONS, house_rules
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import COUNTING, LANGUAGES, Words
from scorekeeper.words.rules import FIELDS
from scorekeeper.words.rules import RULES as NAMED
from tests.kit.formats.pad_actions import read_action

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
        ("go_point", "on_call", "right away, on the call", "tout de suite, à l’annonce"),
        ("target_by_team", (61, 121), "61, 121", "61, 121"),
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


@pytest.mark.parametrize(("key", "starred"), [("six-card", False), ("four-handed", True)])
def test_rules_sheet_explains_the_signs_on_the_page(key: str, starred: bool) -> None:
    for words, title in ((EN, "What the page shows"), (FR, "Ce que la page montre")):
        signs = words.rules_sheet(RULES[key])[-1]
        assert signs.title == title
        told = " ".join(signs.lines)
        assert ("★" in told, "◂" in told) == (starred, True)
        assert f"{words.say('D')}\u00a0:" in told or f"{words.say('D')}:" in told
    assert FR.say("D") == "B", "D is the queen on many cards"


TO_25 = {2: "K 6 9", 3: "4 J 2 9", 4: "4 J 2 A 8", 5: "4 J 2 A 6 2", 6: "4 J 2 A 4 A 3"}
"""Cards that bring the count to 25 with one of Ann's, who leads, and score nothing."""


def at_25(key: str) -> tuple[Game, int, int]:
    """The game in which Ann has brought the count to 25 and all others have said go; the points
    that the gos gave her, and all that anybody has."""
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
    """Return the points that Ann gains by *card*, until the count is closed: by her go if she
    holds more cards."""
    start = game.scores[0]
    game, _ = apply(game, read_action(f"Ann {card}", game))
    if game.count:
        assert game.count == 30
        game, _ = apply(game, read_action("Ann go", game))
    return game.scores[0] - start


@pytest.mark.parametrize("key", RULES)
def test_rules_sheet_tells_the_play_as_it_is_scored(key: str) -> None:
    """The example of each sheet, played: at 25 all others go, Ann plays a 6, or else a 5."""
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


@pytest.mark.parametrize(
    ("options", "english", "french"),
    [
        (
            {"muggins": False, "undercount": "lost"},
            "If you claim too little, the rest is lost.",
            "Si on annonce trop peu, le reste est perdu.",
        ),
        (
            {"overcall": "lesser"},
            "Call too much and you still get what was missed.",
            "Si on en réclame trop, on reçoit quand même ce qui a été oublié.",
        ),
        (
            {"overcount": "fined"},
            "If you claim too much, it’s corrected and the others get the difference.",
            "Si on annonce trop, on corrige, et la différence va aux autres.",
        ),
        (
            {"overcount": "lost"},
            "If you claim too much, the hand counts for nothing.",
            "Si on annonce trop, la main ne compte pas.",
        ),
        (
            {"wins": "low"},
            "First to 121 loses; the side furthest back wins.",
            "Le premier rendu à 121 perd\u00a0; le camp le plus en arrière gagne.",
        ),
        (
            {"heels_at_end": "no"},
            "Heels can’t win: the peg waits one hole short.",
            "Les talons ne font pas gagner\u00a0: la fiche attend un trou avant la fin.",
        ),
        (
            {"first_deal": "cut"},
            "Everyone draws again for the first deal of the next game.",
            "On repige pour la première donne de la partie suivante.",
        ),
        (
            {"next_game_dealer": "winner"},
            "The winners deal first in the next game.",
            "Les gagnants brassent en premier à la partie suivante.",
        ),
        (
            {"best_of": 5},
            "First side to win 3 games takes the match.",
            "Le premier camp à gagner 3 parties remporte le match.",
        ),
    ],
    ids=str,
)
def test_rules_sheet_tells_a_house_rule(options: dict[str, Any], english: str, french: str) -> None:
    """Only where it is in force."""
    for words, sentence in ((EN, english), (FR, french)):
        told, usual = (
            [line for part in words.rules_sheet(rules) for line in part.lines]
            for rules in (house_rules("six-card", options), RULES["six-card"])
        )
        assert sentence in told
        assert sentence not in usual


def test_rules_sheet_of_partners_says_who_pegs() -> None:
    for key, rules in RULES.items():
        told = [line for part in EN.rules_sheet(rules) for line in part.lines]
        assert ("One player of each team pegs." in told) == (len(rules.teams) < rules.players), key


@pytest.mark.parametrize(
    ("key", "options", "english", "french"),
    [
        (
            "captain",
            {},
            (
                "One player alone, against two together.",
                "First to 61 (player 1) or 121 (players 2 and 3) wins.",
            ),
            (
                "Un seul contre deux qui jouent ensemble.",
                "Le premier rendu à 61 (joueur 1) ou 121 (joueurs 2 et 3) gagne.",
            ),
        ),
        (
            "five-handed",
            {"lurch": "each"},
            (
                "Five players, each alone.",
                "The dealer gets only 4.",
                "Last place deals first in the next game.",
                "Each losing side is skunked on its own.",
            ),
            (
                "À cinq, chacun pour soi.",
                "Le brasseur n’en reçoit que 4.",
                "La dernière place brasse en premier à la partie suivante.",
                "Chaque camp perdant paie son propre pétrin.",
            ),
        ),
        (
            "six-handed",
            {},
            (
                "Three teams; partners sit across from each other.",
                "The 2 players on the dealer’s right get only 4.",
            ),
            (
                "Trois équipes\u00a0; les partenaires sont face à face.",
                "Les 2 personnes à droite du brasseur n’en reçoivent que 4.",
            ),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rules_sheet_tells_seats_cards_and_goals_that_differ(
    key: str, options: dict[str, Any], english: tuple[str, ...], french: tuple[str, ...]
) -> None:
    for words, sentences in ((EN, english), (FR, french)):
        parts = words.rules_sheet(house_rules(key, options))
        told = [line for part in parts for line in part.lines]
        assert [line for line in sentences if line not in told] == []


def test_rules_sheet_of_a_tournament_speaks_of_game_points() -> None:
    """And names the one line that counts."""
    winning = EN.rules_sheet(RULES["acc"])[3].lines
    assert "A win scores 2 game points." in winning
    assert [line for line in winning if "Skunk" in line] == [
        "Skunk: lose below 91 and it costs 3 game points."
    ]
