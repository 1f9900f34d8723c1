"""The show: which cards a hand is told by, claims, windows and calls."""

import pytest

from tests.kit.players.table_client import Talk, said, why


def played(**more: object) -> Talk:
    """Ann holds 5H 5 J 9S, Ben K 4 Q 8; 6D was turned; all cards were laid, Ann pegged one."""
    talk = Talk("britannica", **more)
    talk.do("starter", card="6D")
    assert talk.lay("5H K 5 4 go go J Q 9S go 8")["phase"] == "show"
    return talk


def skipped(rules: str = "britannica", **more: object) -> Talk:
    talk = Talk(rules, **more)
    talk.do("starter", card="5C")
    assert talk.do("show")["phase"] == "show"
    return talk


HAND = ["5H", "5D", "5S", "JC"]


def test_cards_laid_in_the_play_are_the_hand() -> None:
    """Nothing is asked for again: an empty count is the hand as it was laid."""
    told = played().do("count")
    assert said(told, "counted")[0]["total"] == told["scores"][0] - 1 == 8
    assert told["turn"] == 1


def test_the_whole_hand_may_be_told_again_with_its_suits() -> None:
    """Suits told at the show complete the laid ranks, in whatever order they come."""
    talk = played()
    told = talk.do("count", cards=["JD", "9", "5D", "5"])
    assert ("nobs", 1) in why(told)
    assert talk.game.deal is not None
    assert [str(card) for card in talk.game.deal.hands[0]] == ["5H", "5D", "JD", "9S"]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["5H", "5", "J"], "wrong_cards"),
        (["5H", "5", "J", "8"], "wrong_cards"),
        (["5C", "5D", "J", "9S"], "wrong_cards"),
        (["5H", "5D", "J", "9S", "2"], "wrong_cards"),
        (["5H", "5H", "J", "9S"], "already_laid"),
    ],
)
def test_cards_that_are_not_the_hand_are_refused(cards: list[str], code: str) -> None:
    """Ranks must agree, a laid suit stays, and no card is there twice."""
    assert played().do("count", cards=cards)["code"] == code


def test_a_fifth_of_a_rank_and_a_card_twice_are_refused_at_the_show() -> None:
    """The starter counts as seen, in hands and in the crib alike."""
    talk = skipped()
    assert talk.do("count", cards=["5", "5", "5", "5"])["code"] == "fifth_of_a_rank"
    assert talk.do("count", cards=["5C", "2", "3", "4"])["code"] == "already_laid"
    talk.do("count", cards=HAND)
    talk.do("count", cards=["2", "4", "6", "8"])
    assert talk.do("crib", cards=["5", "2", "3", "4"])["code"] == "fifth_of_a_rank"
    assert talk.do("crib", cards=["2", "3", "4"])["code"] == "wrong_cards"


def test_hands_and_crib_are_counted_in_their_order() -> None:
    """Nobody counts before its turn, and the crib waits for the dealer's hand."""
    talk = skipped()
    assert talk.do("crib", cards=["2", "4", "6", "8"])["code"] == "out_of_turn"
    assert talk.do("count", seat=1, cards=HAND)["code"] == "out_of_turn"
    talk.do("count", seat=0, cards=HAND)
    talk.do("count", cards=["2", "4", "6", "8"])
    assert talk.do("count", cards=["2", "4", "6", "8"])["code"] == "out_of_turn"
    told = talk.do("crib", cards=["3", "7", "9", "K"])
    assert (told["phase"], told["dealer"], told["turn"]) == ("cut", 0, 1)


def test_a_checked_claim_pegs_the_truth_and_tells_the_difference() -> None:
    """With muggins off a count is only being checked."""
    told = skipped().do("count", cards=HAND, claim=20)
    assert (told["scores"], sum(points for _, points in why(told))) == ([29, 0], 29)
    assert [n["what"] for n in told["notices"]] == ["counted", "undercount"]
    assert said(told, "undercount")[0] == {
        "what": "undercount",
        "seat": 0,
        "of": 0,
        "claim": 20,
        "total": 29,
    }


def test_under_muggins_a_claim_hides_the_truth_until_the_next_count() -> None:
    """Whether anything was missed shows nowhere; then everything is told."""
    answers = []
    for claim in (29, 20):
        talk = skipped(options={"muggins": True})
        told = talk.do("count", cards=HAND, claim=claim)
        assert why(told) == [("claim", claim)]
        assert told["awards"][0]["cards"] == HAND
        assert told["notices"] == []
        answers.append(talk.do("count", cards=["2", "4", "6", "8"])["notices"])
    exact, missed = answers
    assert [n["what"] for n in exact] == ["counted", "counted"]
    assert [n["what"] for n in missed] == ["counted", "undercount", "unclaimed", "counted"]
    assert missed[2] == {"what": "unclaimed", "seat": 0, "of": 0, "points": 9}


@pytest.mark.parametrize(
    ("points", "got"), [(4, [("muggins", 4)]), (9, [("muggins", 9)]), (10, [])]
)
def test_a_call_gets_what_was_missed_or_less_and_nothing_for_more(
    points: int, got: list[tuple[str, int]]
) -> None:
    """Right or less is pegged; too much gets nothing; either way it was the team's one call."""
    talk = skipped(options={"muggins": True})
    talk.do("count", cards=HAND, claim=20)
    assert why(talk.do("muggins", team=1, points=points)) == got
    assert talk.do("muggins", team=1, points=1)["code"] == "already_called"


def test_a_call_without_the_right_to_it_is_refused() -> None:
    """Not the team that counted, nobody without a window, no team that is not there."""
    talk = skipped(options={"muggins": True})
    assert talk.do("muggins", team=1, points=1)["code"] == "no_window"
    talk.do("count", cards=HAND, claim=20)
    assert talk.do("muggins", team=0, points=1)["code"] == "own_team"
    assert talk.do("muggins", team=2, points=1)["code"] == "no_such"
    assert talk.do("muggins", team=1, points=0)["code"] == "bad_value"
    assert talk.do("muggins", team=1, points=1, of="crib")["code"] == "no_window"


def test_a_call_may_correct_the_suit_claim() -> None:
    """A forgotten nobs is a missed point once the caller says it."""
    talk = skipped(options={"muggins": True})
    talk.do("count", cards=["J", "2", "4", "8"], claim=2)
    told = talk.do("muggins", team=1, points=3, nobs=True)
    assert why(told) == [("muggins", 3)]
    told = talk.do("count", cards=["K", "6", "4", "8"])
    assert said(told, "counted")[0]["total"] == 5


def test_a_claim_above_the_truth_is_corrected_and_opens_no_window() -> None:
    """An overcount is put right and said at once, under muggins too."""
    talk = skipped(options={"muggins": True})
    told = talk.do("count", cards=HAND, claim=30)
    assert told["scores"] == [29, 0]
    assert [n["what"] for n in told["notices"]] == ["counted", "overcount"]
    assert talk.do("muggins", team=1, points=1)["code"] == "no_window"


def test_windows_until_the_next_deal_stay_open_side_by_side() -> None:
    """E: hand and crib may be called until the next starter, each by name."""
    talk = skipped("six-card")
    talk.do("count", cards=HAND, claim=20)
    talk.do("count", cards=["2", "4", "6", "8"], claim=0)
    talk.do("crib", cards=["3", "7", "9", "K"], claim=0)
    assert why(talk.do("muggins", team=1, points=9, of=0)) == [("muggins", 9)]
    assert talk.do("muggins", team=0, points=1, of="crib")["ok"]
    told = talk.do("starter", card="KD")
    assert [n["of"] for n in said(told, "counted")] == [0, 1, "crib"]
    assert talk.do("muggins", team=1, points=1)["code"] == "no_window"


def test_a_win_by_muggins_stands_and_closes_every_window() -> None:
    """The call that reaches the game hole ends the game and tells the truth."""
    talk = skipped("six-card", scores=[0, 118])
    talk.do("count", cards=HAND, claim=20)
    told = talk.do("muggins", team=1, points=9)
    assert (told["winner"], told["scores"]) == (1, [20, 121])
    assert [n["what"] for n in told["notices"]] == ["counted", "undercount", "skunk"]


def test_exact_finish_voids_a_hand_as_a_whole_but_a_smaller_claim_stands() -> None:
    """Only where the truth would pass the target may less be claimed."""
    exact = {"options": {"exact_finish": True}, "scores": [100, 0]}
    told = skipped(**exact).do("count", cards=HAND)
    assert told["scores"] == [100, 0]
    assert {(a["points"], a["void"]) for a in told["awards"]} == {(0, True)}
    told = skipped(**exact).do("count", cards=HAND, claim=21)
    assert (told["winner"], why(told)) == (0, [("claim", 21)])
    told = skipped(**exact | {"scores": [10, 0]}).do("count", cards=HAND, claim=21)
    assert told["scores"] == [39, 0]
