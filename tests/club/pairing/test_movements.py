"""Movements from the first round: what each promises, and what is refused with what can be."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from club.pairing import CannotPair, Movement, Round, most_rounds, pair
from tests.kit.oracles.club.round_judge import faults


def people(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


DRAWN: tuple[Movement, ...] = ("circle", "two-sided", "pairs")

CIRCLE_OF_FIVE = """
1: p2-p5 p3-p4 | p1
2: p3-p1 p4-p5 | p2
3: p4-p2 p5-p1 | p3
4: p5-p3 p1-p2 | p4
5: p1-p4 p2-p3 | p5
"""

CIRCLE_OF_FOUR = """
1: p1-p2 p3-p4
2: p1-p3 p4-p2
3: p1-p4 p2-p3
"""

TWO_SIDES_OF_SEVEN = """
1: p1-p4 p2-p5 p3-p6 | p7
2: p1-p7 p2-p4 p3-p5 | p6
3: p1-p6 p2-p7 p3-p4 | p5
4: p1-p5 p2-p6 p3-p7 | p4
"""

PAIRS_OF_SIX = """
1: p3-p5-p4-p6 | p1 p2
2: p5-p1-p6-p2 | p3 p4
3: p1-p3-p2-p4 | p5 p6
"""


def written(rounds: tuple[Round, ...]) -> str:
    """Rounds as above."""
    lines = []
    for one in rounds:
        tables = " ".join("-".join(seating.players) for seating in one.tables)
        out = " ".join(one.out)
        lines.append(f"{one.round}: {tables}" + (f" | {out}" if out else ""))
    return "\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("count", "movement", "rounds"),
    [
        (5, "circle", CIRCLE_OF_FIVE),
        (4, "circle", CIRCLE_OF_FOUR),
        (7, "two-sided", TWO_SIDES_OF_SEVEN),
        (6, "pairs", PAIRS_OF_SIX),
    ],
)
def test_movement_moves_as_its_rule_says(count: int, movement: Movement, rounds: str) -> None:
    most = most_rounds(count, movement)
    assert written(pair(people(count), most, movement)) == rounds


def test_round_is_the_public_json() -> None:
    """The example of the design: nine players, the circle, seed 1."""
    first = pair(people(9), 9, "circle", 1)[0]
    assert msgspec.json.decode(msgspec.json.encode(first)) == {
        "round": 1,
        "tables": [
            {"table": "1", "players": ["p2", "p9"]},
            {"table": "2", "players": ["p3", "p8"]},
            {"table": "3", "players": ["p4", "p7"]},
            {"table": "4", "players": ["p5", "p6"]},
        ],
        "out": ["p1"],
    }


def test_partners_sit_across_and_are_named() -> None:
    (seating,) = pair(["a", "b", "c", "d"], 1, "pairs")[0].tables
    assert seating.teams == (seating.players[::2], seating.players[1::2])
    assert seating.sides == seating.teams


@pytest.mark.parametrize("count", range(4, 41))
@pytest.mark.parametrize("movement", ["circle", "two-sided", "pairs"])
def test_movement_keeps_its_promises_in_all_its_rounds(count: int, movement: Movement) -> None:
    """Everybody once a round, nobody twice, sit-outs in turn, tables in order, in every number of
    rounds: the first rounds of a longer night are those of a shorter one."""
    if movement == "pairs" and count % 2:
        with pytest.raises(CannotPair, match=f"p{count} has no partner"):
            pair(people(count), 1, movement)
        return
    most = most_rounds(count, movement)
    rounds = pair(people(count), most, movement, seed=count)
    assert not [*faults(rounds, [people(count)] * most, movement)]
    for fewer in (1, most // 2 or 1):
        assert pair(people(count), fewer, movement, seed=count) == rounds[:fewer]


@pytest.mark.slow
@pytest.mark.parametrize("count", range(4, 41))
@pytest.mark.parametrize("movement", ["circle", "two-sided", "pairs"])
def test_every_number_of_rounds_is_the_beginning_of_the_longest(
    count: int, movement: Movement
) -> None:
    if movement == "pairs" and count % 2:
        return
    most = most_rounds(count, movement)
    longest = pair(people(count), most, movement, seed=count)
    for fewer in range(1, most):
        assert pair(people(count), fewer, movement, seed=count) == longest[:fewer]


@pytest.mark.parametrize(
    ("count", "movement", "most"),
    [
        (4, "circle", 3),
        (9, "circle", 9),
        (40, "circle", 39),
        (9, "two-sided", 5),
        (10, "two-sided", 5),
        (12, "pairs", 5),
        (14, "pairs", 7),
    ],
)
def test_more_rounds_than_there_are_is_refused_with_their_number(
    count: int, movement: Movement, most: int
) -> None:
    with pytest.raises(CannotPair, match=f"^{most + 1} rounds .* has {most} without") as refused:
        pair(people(count), most + 1, movement)
    assert refused.value.most == most
    assert len(pair(people(count), most, movement)) == most


@pytest.mark.parametrize(
    ("players", "rounds", "movement", "said"),
    [
        (["a"], 1, "circle", "circle takes 2 players or more, not 1"),
        (["a", "b", "c"], 1, "pairs", "pairs takes 4 players or more, not 3"),
        (["a", "b", "a"], 1, "circle", "a is named twice"),
        (["a", " "], 1, "circle", "can’t be called"),
        (["a", "b\u0007"], 1, "circle", "can’t be called b.x07"),
        (["a", "b" * 65], 1, "circle", "can’t be called bbb"),
        (people(201), 1, "circle", "201 players are too many; a night has 200 at most"),
    ],
)
def test_pairing_that_cannot_be_is_refused_in_one_sentence(
    players: list[str], rounds: int, movement: Movement, said: str
) -> None:
    with pytest.raises(CannotPair, match=said):
        pair(players, rounds, movement)


@settings(max_examples=30)
@given(
    count=st.integers(4, 40),
    movement=st.sampled_from(DRAWN),
    seed=st.integers(0, 2**32),
    part=st.floats(0.01, 0.6),
)
def test_any_seed_keeps_the_promises_and_gives_the_same_again(
    count: int, movement: Movement, seed: int, part: float
) -> None:
    count += count % 2 if movement == "pairs" else 0
    rounds = max(1, int(part * most_rounds(count, movement)))
    drawn = pair(people(count), rounds, movement, seed)
    assert not [*faults(drawn, [people(count)] * rounds, movement)]
    assert pair(people(count), rounds, movement, seed) == drawn


def test_another_seed_is_another_night() -> None:
    nights = {pair(people(12), 5, "circle", seed) for seed in range(20)}
    assert len(nights) == 20


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
