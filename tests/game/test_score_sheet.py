"""The score sheet of a game: every deal, every hand, and each player's figures."""

from random import Random

import pytest
from msgspec import UNSET

from scorekeeper.cards import read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.analysis.score_sheet import (
    Claims,
    DealLine,
    claims_of,
    figures_of,
    known_hands,
    score_sheet,
)
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.events import Event
from scorekeeper.game.snapshot import Entry
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from tests.kit.formats.game_file import lines, read_action
from tests.kit.paths import DATA
from tests.kit.players.random_games import Evening

PAD = DATA / "games" / "six-card-score-sheet.game"


def told(text: str) -> list[Event]:
    game, events = Game(), list[Event]()
    for line in lines(text):
        action = read_action(line.does, game)
        game, happened = apply(Game() if isinstance(action, a.Start) else game, action)
        events += happened
    return events


def test_sheet_lists_what_each_deal_pegged() -> None:
    """A claim counts as pegged; calls, the starter and manual points are only in the scores."""
    sheet = score_sheet(told(PAD.read_text()))
    assert sheet.began == (0, 20)
    assert sheet.deals == (
        DealLine(number=1, dealer=1, hands=(12, 6), crib=8, pegged=(2, 1), scores=(14, 37)),
        DealLine(number=2, dealer=0, hands=(22, 0), crib=0, pegged=None, scores=(38, 37)),
        DealLine(number=3, dealer=1, hands=(None, None), scores=(61, 37)),
    )


TAKEN_BACK = """six-card: Ann, Ben; Ben deals; at 118 0; muggins false
starter 5C
Ann 9H
Ben 6H
Ben pegs 4
Ann 8H
misdeal
"""


def test_a_misdeal_found_in_the_play_leaves_no_trace_of_it_in_the_sheet() -> None:
    redealt = score_sheet(told(TAKEN_BACK))
    assert redealt.deals == (DealLine(number=1, dealer=1, hands=(None, None), scores=(120, 0)),)
    won = score_sheet(told(TAKEN_BACK.replace("at 118", "at 119")))
    assert won.deals == (DealLine(number=1, dealer=1, hands=(None, None), scores=(121, 0)),)
    assert [figures.plays for figures in figures_of(won, 2)] == [0, 0]


def test_figures_of_each_player() -> None:
    sheet = score_sheet(told(PAD.read_text()))
    ann, ben = figures_of(sheet, 2)
    assert (ann.hands, ann.hand_points, ann.cribs, ann.crib_points) == (2, 34, 1, 0)
    assert (ben.hands, ben.hand_points, ben.cribs, ben.crib_points) == (2, 6, 1, 8)
    assert (ann.plays, ann.pegged, ben.plays, ben.pegged) == (1, 2, 1, 1)
    assert ann.best_hand
    assert (ann.best_hand.points, ann.best_hand.cards) == (22, read_cards(["5H", "5S", "5D", "JC"]))
    assert ann.worst_hand
    assert (ann.worst_hand.points, ann.worst_hand.worth, ann.best_hand.worth) == (12, 14, UNSET)
    assert (ann.unpegged, ben.unpegged) == (2, 0)
    assert ben.best_crib
    assert (ben.best_crib.deal, ben.best_crib.points, str(ben.best_crib.starter)) == (1, 8, "6C")


def test_claims_are_right_unless_the_truth_differs() -> None:
    """A claimed crib counts for the dealer; hands counted without a claim are excluded."""
    pad = """six-card: Ann, Ben; Ben deals
    starter 5H
    to the show
    Ann counts 7H 8H JD KC claims 6
    Ben counts 2C 4C 9S 9H
    crib 2S 4S 6S 8S claims 1
    starter 3H
    to the show
    Ben counts 2D 4D 6H 9D claims 10"""
    game, entries = Game(), list[Entry]()
    for number, line in enumerate(lines(pad), 1):
        action = read_action(line.does.strip(), game)
        game, events = apply(game, action)
        entries.append(Entry(entry=number, actions=(action,), events=events))
    ben = Claims(made=2, right=0, missed=6, over=1)
    assert claims_of(entries, 2) == (Claims(made=1, right=1), ben)


def test_the_worst_hand_is_so_by_what_it_was_worth() -> None:
    """A claim of 0 for 14 is no bad hand, though a hand of 4 pegged more; nor is a void one."""
    pad = (
        "six-card: Ann, Ben; Ben deals; muggins true; muggins_until next_count; overcount lost\n"
        "starter 6C\nto the show\n"
        "Ann counts KS 6D 5D 4C claims 0\nBen counts 2H 4H 9D KC claims 6\ncrib 2C 7C QC JC\n"
        "starter 3H\nto the show\n"
        "Ben counts 2C 4D 8S KH claims 0\nAnn counts 2H 4S 8D QH claims 2\ncrib 2D 4H 8H QC\n"
        "abandon"
    )
    ann, ben = figures_of(score_sheet(told(pad)), 2)
    assert ann.worst_hand
    assert ben.worst_hand
    assert (ann.worst_hand.points, ann.worst_hand.true_count, ann.unpegged) == (2, 7, 19)
    assert (ben.worst_hand.points, ben.worst_hand.true_count) == (0, 4)


@pytest.mark.parametrize(
    ("then", "left"),
    [
        ("to the show; Ann counts 2 3 6; Ben counts 2 3 6; crib 2 3 6 J", [True, UNSET]),
        ("Ann pegs 3; deal passes; deal passes", [True, UNSET, UNSET]),
    ],
)
def test_a_play_that_was_left_for_points_alone_is_in_no_average(
    then: str, left: list[object]
) -> None:
    """Points pegged by hand cannot be attributed; a play in progress counts."""
    begun = "six-card: Ann, Ben; Ben deals\nstarter 5H\nAnn 10H\nBen 5C"
    assert score_sheet(told(begun)).deals[0].play_left is UNSET
    sheet = score_sheet(told("\n".join([begun, *then.split("; ")])))
    assert [line.play_left for line in sheet.deals] == left
    ann, ben = figures_of(sheet, 2)
    assert [one.not_dealing.plays + one.dealing.plays for one in (ann, ben)] == [0, 0]


def test_known_hands_are_those_whose_count_is_public() -> None:
    text = PAD.read_text()
    assert [(one.of, one.total) for one in known_hands(told(text))] == [
        ("crib", 8),
        (0, 14),
        (1, 6),
        (1, 0),
        (0, 22),
        ("crib", 0),
    ]
    before_the_second_starter = text[: text.index("starter JH")]
    assert [one.of for one in known_hands(told(before_the_second_starter))] == ["crib"]


@pytest.mark.parametrize("key", RULES)
def test_game_keeps_the_scores_by_deal_of_its_sheet(key: str) -> None:
    evening = Evening(key, Random(f"{key} deals"))
    events = [event for turn in evening.play() for event in turn.events]
    sheet, game = score_sheet(events), evening.game
    assert game.scores_by_deal == (sheet.began, *(one.scores for one in sheet.deals[:-1]))
    assert game.scores == sheet.deals[-1].scores
