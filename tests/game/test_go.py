"""Gos: said, said for all, implied by a later card, sticky, belied, and what they pay."""

import pytest

from tests.kit.players.table_client import Talk, said, why


@pytest.fixture
def talk() -> Talk:
    """Four at the table, the starter turned up."""
    talk = Talk("cribble", dealer=3)
    talk.do("starter", card="2S")
    return talk


def test_a_later_seats_card_above_21_means_go_for_those_between(talk: Talk) -> None:
    """Cid lays at 25: Ann and Ben have said go, and are skipped until the count closes."""
    talk.lay("10 5 K")
    assert talk.do("play", card="A", seat=3)["count"] == 26
    told = talk.do("play", card="3", seat=2)
    assert (told["turn"], told["count"]) == (3, 29)
    assert talk.do("play", card="A", seat=0)["code"] == "already_gone"


def test_at_21_or_less_nobody_may_be_passed_over(talk: Talk) -> None:
    """Every card fits at 21, so a later seat is out of turn."""
    talk.lay("10 A K")
    assert talk.do("play", card="5", seat=0)["code"] == "out_of_turn"
    assert talk.do("go")["code"] == "go_too_low"
    assert talk.do("go", all=True)["code"] == "go_too_low"


def test_go_for_all_closes_the_count(talk: Talk) -> None:
    """`all` is everybody's go: the last to have laid a card gets one, left of it leads."""
    talk.lay("10 Q K")
    told = talk.do("go", all=True)
    assert (why(told), told["awards"][0]["seat"], told["count"], told["turn"]) == (
        [("go", 1)],
        2,
        0,
        3,
    )


def test_a_go_out_of_turn_is_refused(talk: Talk) -> None:
    """Somebody else's go is out of turn even where its card would have been welcome."""
    talk.lay("10 Q K")
    assert talk.do("go", seat=0)["code"] == "out_of_turn"
    assert talk.do("go", seat=7)["code"] == "no_such"
    assert talk.do("go", seat=3)["ok"]


def test_a_go_paid_on_call_leaves_one_point_for_31() -> None:
    """On call the first go pays one at once; 31 after it completes the two (reading of E)."""
    talk = Talk("six-card")
    talk.do("starter", card="2S")
    talk.lay("K Q 5")
    assert why(talk.do("go")) == [("go", 1)]
    told = talk.do("play", card="6")
    assert (why(told), told["scores"]) == ([("thirty_one", 1)], [2, 0])


def test_an_implied_go_pays_on_call_too() -> None:
    """Laying on after the other's silence pays the go with the card, in one move of the peg."""
    talk = Talk("six-card")
    talk.do("starter", card="2S")
    talk.lay("K Q 2")
    told = talk.do("play", card="2", seat=0)
    assert (why(told), told["pegs"][0]) == ([("pair", 2), ("go", 1)], [3, 0])


def test_a_late_renege_is_told_at_its_lowest_count() -> None:
    """A three would have fitted at 24 and at 27: the lower one is named, with the advice."""
    talk = Talk("acc")
    talk.do("starter", card="2S")
    talk.lay("K Q 4 go 3 go")
    told = talk.lay("3")
    assert said(told, "late_renege") == [
        {"what": "late_renege", "seat": 1, "card": "3", "count": 24, "advice": 2}
    ]


def test_a_late_renege_is_told_at_the_show_too() -> None:
    """Cards that were never laid come to light with the hand, and may belie a go."""
    talk = Talk("five-card")
    talk.do("starter", card="2S")
    talk.lay("K Q 5 go go")
    told = talk.do("count", seat=0, cards=["3"])
    assert said(told, "late_renege") == [
        {"what": "late_renege", "seat": 0, "card": "3", "count": 25, "advice": 0}
    ]
    assert said(talk.do("count", cards=["9", "9"]), "late_renege") == []


@pytest.mark.parametrize(("go_point", "scores"), [("on_call", [121, 0]), ("at_close", [120, 0])])
def test_a_go_paid_on_call_wins_before_the_next_card(go_point: str, scores: list[int]) -> None:
    """At 120 the point on call wins at once, before the caller's other has laid on."""
    talk = Talk("six-card", scores=[120, 0], options={"go_point": go_point})
    talk.do("starter", card="2S")
    talk.lay("K Q 5")
    told = talk.do("go")
    assert (told["scores"], told["count"]) == (scores, 25)
    assert told["winner"] == (0 if go_point == "on_call" else None)
