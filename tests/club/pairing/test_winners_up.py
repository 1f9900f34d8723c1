"""Winners go one table up, losers stay; at the top the loser goes to the last."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from club.pairing import CannotPair, Round, pair
from tests.club.pairing.test_movements import people, written


def won(one: Round, winners: str) -> Round:
    """The round, and for each table which side won: 0 or 1."""
    return replace(
        one,
        tables=tuple(
            replace(seating, winner=int(side))
            for seating, side in zip(one.tables, winners, strict=True)
        ),
    )


def test_winners_go_up_and_losers_stay() -> None:
    (first,) = pair(people(6), 9, "winners-up")
    assert written((first,)) == "\n1: p1-p2 p3-p4 p5-p6\n"
    played = (won(first, "101"),)
    *_, second = pair(people(6), 9, "winners-up", 1, played)
    # p2, p3 and p6 won: p2 stays at the top, p3 and p6 come up, p1 goes to the last table.
    assert written((second,)) == "\n2: p2-p3 p4-p6 p5-p1\n"
    *_, third = pair(people(6), 9, "winners-up", 1, (*played, won(second, "100")))
    assert written((third,)) == "\n3: p3-p4 p6-p5 p1-p2\n"


def test_next_round_needs_every_winner() -> None:
    (first,) = pair(people(4), 1, "winners-up")
    with pytest.raises(CannotPair, match="Table 1 of round 1 has no winner yet"):
        pair(people(4), 2, "winners-up", 1, (first,))


def test_odd_one_sits_out_at_the_end_and_comes_back_at_the_last_table() -> None:
    (first,) = pair(people(5), 1, "winners-up")
    assert written((first,)) == "\n1: p1-p2 p3-p4 | p5\n"
    *_, second = pair(people(5), 2, "winners-up", 1, (won(first, "00"),))
    assert written((second,)) == "\n2: p1-p3 p4-p5 | p2\n"


def test_who_left_leaves_no_gap_and_who_comes_begins_at_the_last_table() -> None:
    (first,) = pair(people(6), 1, "winners-up")
    there = [*people(6)[1:], "late"]
    *_, second = pair(there, 2, "winners-up", 1, (won(first, "000"),))
    assert written((second,)) == "\n2: p3-p4 p5-p6 p2-late\n"


@settings(max_examples=25)
@given(count=st.integers(4, 40), sides=st.data())
def test_everybody_plays_or_sits_out_in_turn_all_night(count: int, sides: st.DataObject) -> None:
    played: tuple[Round, ...] = ()
    for _ in range(6):
        *_, one = pair(people(count), 9, "winners-up", 1, played)
        seated = [player for seating in one.tables for player in seating.players]
        assert sorted([*seated, *one.out]) == sorted(people(count))
        before = [player for each in played for player in each.out]
        assert count <= len(before) or not set(one.out) & set(before)
        bits = sides.draw(st.integers(0, 2 ** len(one.tables) - 1))
        played = (*played, won(one, f"{bits:0{len(one.tables)}b}"))
