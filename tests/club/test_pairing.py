"""The rounds of a night: the rules of each movement, from the start and after players came and
left, and refusals."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from club.pairing.movements import Movement, most_rounds, pair
from club.pairing.round import CannotPair, Round
from tests.club.evening import people
from tests.club.oracles import faults, most_rounds_after

MOVED: tuple[Movement, ...] = ("circle", "two-sided")
DRAWN: tuple[Movement, ...] = (*MOVED, "pairs")


RULES: dict[tuple[int, Movement], str] = {
    (5, "circle"): """
1: p2-p5 p3-p4 | p1
2: p3-p1 p4-p5 | p2
3: p4-p2 p5-p1 | p3
4: p5-p3 p1-p2 | p4
5: p1-p4 p2-p3 | p5
""",
    (7, "two-sided"): """
1: p1-p4 p2-p5 p3-p6 | p7
2: p1-p7 p2-p4 p3-p5 | p6
3: p1-p6 p2-p7 p3-p4 | p5
4: p1-p5 p2-p6 p3-p7 | p4
""",
    (6, "pairs"): """
1: p3-p5-p4-p6 | p1 p2
2: p5-p1-p6-p2 | p3 p4
3: p1-p3-p2-p4 | p5 p6
""",
}


def written(rounds: tuple[Round, ...]) -> str:
    lines = []
    for one in rounds:
        tables = " ".join("-".join(seating.players) for seating in one.tables)
        out = " ".join(one.out)
        lines.append(f"{one.round}: {tables}" + (f" | {out}" if out else ""))
    return "\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(("count", "movement"), RULES)
def test_movement_moves_as_its_rule_says(count: int, movement: Movement) -> None:
    most = most_rounds(count, movement)
    assert written(pair(people(count), most, movement)) == RULES[count, movement]


@pytest.mark.parametrize("count", range(4, 41))
@pytest.mark.parametrize("movement", DRAWN)
def test_movement_keeps_its_promises_in_all_its_rounds(count: int, movement: Movement) -> None:
    """A longer night starts with the rounds of a shorter one."""
    if movement == "pairs" and count % 2:
        message = f"p{count} has no partner: .* as {count - 1} or {count + 1}, not {count}"
        with pytest.raises(CannotPair, match=message):
            pair(people(count), 1, movement)
        return
    most = most_rounds(count, movement)
    rounds = pair(people(count), most, movement, seed=count)
    assert not [*faults(rounds, [people(count)] * most, movement)]
    for fewer in (1, most // 2 or 1):
        assert pair(people(count), fewer, movement, seed=count) == rounds[:fewer]


@pytest.mark.parametrize(
    ("players", "rounds", "movement", "said"),
    [
        (people(9), 10, "circle", "^10 rounds .* allows 9 without"),
        (people(9), 6, "two-sided", "^6 rounds .* allows 5 without"),
        (people(14), 8, "pairs", "^8 rounds .* allows 7 without"),
        (["a"], 1, "circle", "circle needs at least 2 players, not 1"),
        (["a", "b", "c"], 1, "pairs", "pairs needs at least 4 players, not 3"),
        (["a", "b", "a"], 1, "circle", "a is listed twice"),
        (["a", " "], 1, "circle", "can’t be called"),
        (["a", "b" * 65], 1, "circle", "can’t be called bbb"),
        (people(201), 1, "circle", "201 players is too many; the limit is 200"),
    ],
)
def test_pairing_that_cannot_be_is_refused_in_one_sentence(
    players: list[str], rounds: int, movement: Movement, said: str
) -> None:
    with pytest.raises(CannotPair, match=said):
        pair(players, rounds, movement)


def test_another_seed_is_another_night() -> None:
    nights = {pair(people(12), 5, "circle", seed) for seed in range(20)}
    assert len(nights) == 20


def won(one: Round, winners: str) -> Round:
    """Return the round, and the winning side (0 or 1) of each table."""
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
    with pytest.raises(CannotPair, match="Table 1 has no winner yet in round 1"):
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


@pytest.mark.parametrize("movement", DRAWN)
def test_night_goes_on_as_it_was_drawn_where_nobody_came_or_went(movement: Movement) -> None:
    drawn = pair(people(12), 5, movement, seed=3)
    for before in range(6):
        assert pair(people(12), 5, movement, 3, drawn[:before]) == drawn


def changed(night: Random, there: list[str], number: int) -> list[str]:
    gone = night.sample(there, night.randint(0, min(3, len(there) - 4)))
    come = [f"n{number}.{one}" for one in range(night.randint(0, 3))]
    return [*(one for one in there if one not in gone), *come]


def as_many_as_can_be(
    there: list[str], rounds: int, movement: Movement, seed: int, played: tuple[Round, ...]
) -> tuple[int, tuple[Round, ...]]:
    """Return as many of *rounds* as possible; the refusal gives the number."""
    try:
        return rounds, pair(there, rounds, movement, seed, played)
    except CannotPair as refused:
        most = refused.most or 0
    assert len(played) <= most < rounds
    return most, pair(there, most, movement, seed, played)


def changing_night(
    count: int, rounds: int, movement: Movement, seed: int, moments: list[int]
) -> tuple[tuple[Round, ...], list[list[str]]]:
    """A night that is paired again before each of the rounds *moments*: its rounds, and the players
    of each. It ends early if no more rounds are possible."""
    night = Random(seed)
    there = people(count)
    drawn = pair(there, rounds, movement, seed)
    present = [there] * rounds
    for moment in sorted({at for at in moments if at <= rounds}):
        there = changed(night, there, moment)
        rounds, drawn = as_many_as_can_be(there, rounds, movement, seed, drawn[: moment - 1])
        present = [*present[: moment - 1], *[there] * (rounds - moment + 1)]
        assert len(drawn) == rounds
    return drawn, present


@settings(max_examples=30)
@given(
    count=st.integers(4, 40),
    movement=st.sampled_from(MOVED),
    seed=st.integers(0, 2**32),
    part=st.floats(0.05, 1),
    moments=st.lists(st.integers(2, 12), min_size=1, max_size=3),
)
def test_every_promise_holds_from_any_round_on(
    count: int, movement: Movement, seed: int, part: float, moments: list[int]
) -> None:
    rounds = min(12, max(2, int(part * most_rounds(count, movement))))
    drawn, present = changing_night(count, rounds, movement, seed, moments)
    assert not [*faults(drawn, present, movement)]


@pytest.mark.slow
@pytest.mark.parametrize("movement", MOVED)
def test_every_promise_holds_from_every_round_of_every_night(movement: Movement) -> None:
    for count in range(4, 41):
        most = min(12, most_rounds(count, movement))
        for rounds in {2, most // 2 + 1, most}:
            for moment in range(2, rounds + 1):
                night = changing_night(count, rounds, movement, rounds, [moment, moment + 2])
                assert not [*faults(*night, movement)], (count, rounds, moment)


@settings(max_examples=25)
@given(count=st.integers(4, 20), seed=st.integers(0, 2**32), moment=st.integers(2, 4))
def test_pairs_come_and_go_two_by_two(count: int, seed: int, moment: int) -> None:
    couples = [(f"a{number}", f"b{number}") for number in range(count)]
    there = [player for couple in couples for player in couple]
    drawn = pair(there, 3, "pairs", seed)
    later = [*there[2:], "n1", "n2"]
    again = pair(later, 3, "pairs", seed, drawn[: moment - 1])
    present = [there] * (moment - 1) + [later] * (4 - moment)
    assert not [*faults(again, present, "pairs")]


@pytest.mark.parametrize("seed", range(4))
def test_late_comer_sits_out_last_of_those_who_sat_out_equally_often(seed: int) -> None:
    """Rounds missed by arriving late are not compensated: ten have played one more, and any of them
    may sit out before a player who came for the second round."""
    drawn = pair(people(10), 9, "circle", seed)
    again = pair([*people(10), "late"], 9, "circle", seed, drawn[:1])
    assert "late" not in {player for one in again for player in one.out}
    assert len({player for one in again for player in one.out}) == 8


@pytest.mark.parametrize(
    "count", [4, 5, 6, *(pytest.param(n, marks=pytest.mark.slow) for n in (7, 8))]
)
def test_refused_rounds_are_impossible_by_exhaustive_search(count: int) -> None:
    compared = 0
    drawn = pair(people(count), most_rounds(count, "circle"), "circle", 2)
    for before in range(1, len(drawn)):
        for gone, come in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (3, 0)):
            left = Random(1000 * count + before).sample(people(count), gone)
            there = [one for one in people(count) if one not in left]
            there += [f"n{number}" for number in range(come)]
            if len(there) < 2 or (more := most_rounds_after(there, drawn[:before])) is None:
                continue
            most, _ = as_many_as_can_be(there, before + 12, "circle", 2, drawn[:before])
            assert most == before + more, (before, left, come)
            compared += 1
    assert compared > 10
