"""Pairing the rest of a night, after people have gone and come: every promise holds."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.pairing import CannotPair, Movement, Round, most_rounds, pair
from club.pairing.search import Graph, draw
from tests.club.pairing.test_movements import people
from tests.kit.drivers.waiting import limit
from tests.kit.oracles.club.all_pairings import most_rounds_after
from tests.kit.oracles.club.round_judge import faults

MOVED: tuple[Movement, ...] = ("circle", "two-sided")


@pytest.mark.parametrize("movement", [*MOVED, "pairs"])
def test_night_goes_on_as_it_was_drawn_where_nobody_came_or_went(movement: Movement) -> None:
    drawn = pair(people(12), 5, movement, seed=3)
    for before in range(6):
        assert pair(people(12), 5, movement, 3, drawn[:before]) == drawn


def test_rounds_that_were_played_stay() -> None:
    drawn = pair(people(9), 9, "circle")
    again = pair([*people(8), "late"], 9, "circle", 1, drawn[:4])
    assert again[:4] == drawn[:4]
    assert not [*faults(again, [people(9)] * 4 + [[*people(8), "late"]] * 5, "circle")]


def changed(night: Random, there: list[str], number: int) -> list[str]:
    """*there*, but some have left and others come."""
    gone = night.sample(there, night.randint(0, min(3, len(there) - 4)))
    come = [f"n{number}.{one}" for one in range(night.randint(0, 3))]
    return [*(one for one in there if one not in gone), *come]


def as_many_as_can_be(
    there: list[str], rounds: int, movement: Movement, seed: int, played: tuple[Round, ...]
) -> tuple[int, tuple[Round, ...]]:
    """The rounds that can be, if not all of *rounds*; the refusal says how many."""
    try:
        return rounds, pair(there, rounds, movement, seed, played)
    except CannotPair as refused:
        most = refused.most or 0
    assert len(played) <= most < rounds
    return most, pair(there, most, movement, seed, played)


def changing_night(
    count: int, rounds: int, movement: Movement, seed: int, moments: list[int]
) -> tuple[tuple[Round, ...], list[list[str]]]:
    """A night that is paired again before each of the rounds *moments*: its rounds, and who was
    there in each. Where no more can be, it ends with what can."""
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


@pytest.mark.parametrize("seed", range(6))
def test_who_sat_out_least_does_so_first_where_all_pairs_are_needed(seed: int) -> None:
    everybody = frozenset(range(5))
    graph = Graph([set(everybody - {one}) for one in everybody], [1, 1, 0, 1, 1], everybody)
    drawn = draw(graph, 5, Random(seed))
    assert drawn
    assert drawn[0].out == (2,)
    assert {at for each in drawn for at in each.out} == everybody


@pytest.mark.parametrize("seed", range(4))
def test_late_comer_sits_out_last_of_those_who_sat_out_equally_often(seed: int) -> None:
    """Rounds missed by coming late are one's own: ten have played one more, and any of them may
    sit out before who came for the second round."""
    drawn = pair(people(10), 9, "circle", seed)
    again = pair([*people(10), "late"], 9, "circle", seed, drawn[:1])
    assert "late" not in {player for one in again for player in one.out}
    assert len({player for one in again for player in one.out}) == 8


def test_who_came_late_sits_out_where_no_other_rounds_can_be() -> None:
    """Only the number of sit-outs is promised: there is nobody left for 2."""
    graph = Graph([{1}, {0}, set()], [0, 0, 0], frozenset(range(3)), [1, 1, 0])
    (only,) = draw(graph, 1, Random(1)) or ()
    assert only.out == (2,)


@pytest.mark.parametrize("count", range(4, 21))
def test_late_comer_takes_the_place_of_one_who_left_in_the_longest_night(count: int) -> None:
    """The tightest case: everybody meets everybody, and each pair that is left is needed."""
    most = most_rounds(count, "circle")
    drawn = pair(people(count), most, "circle")
    later = [*people(count)[1:], "late"]
    for moment in {2, most // 2 + 1, most}:
        again = pair(later, most, "circle", 1, drawn[: moment - 1])
        present = [people(count)] * (moment - 1) + [later] * (most - moment + 1)
        assert not [*faults(again, present, "circle")]


@pytest.mark.parametrize("count", range(6, 41, 2))
def test_one_who_leaves_is_a_rest_for_those_who_had_not_met_them(count: int) -> None:
    most = most_rounds(count, "circle")
    drawn = pair(people(count), most, "circle")
    later = people(count)[:-1]
    for moment in {2, most // 3 + 1}:
        again = pair(later, most, "circle", 1, drawn[: moment - 1])
        present = [people(count)] * (moment - 1) + [later] * (most - moment + 1)
        assert not [*faults(again, present, "circle")]


def test_a_refused_pairing_says_how_many_rounds_can_be() -> None:
    drawn = pair(people(8), 7, "circle")
    with pytest.raises(CannotPair, match=r"7 rounds are too many.* in all") as refused:
        pair(people(5), 7, "circle", 1, drawn[:3])
    most = refused.value.most
    assert most is not None
    assert len(pair(people(5), most, "circle", 1, drawn[:3])) == most


def tried(counts: range) -> int:
    """Compare what is refused with a search through everything; return how many could be."""
    compared = 0
    for count in counts:
        drawn = pair(people(count), most_rounds(count, "circle"), "circle", 2)
        for before in range(1, len(drawn)):
            for gone, come in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (3, 0)):
                left = Random(1000 * count + before).sample(people(count), gone)
                there = [one for one in people(count) if one not in left]
                there += [f"n{number}" for number in range(come)]
                if len(there) < 2:
                    continue
                expected = most_rounds_after(there, drawn[:before])
                if expected is None:
                    continue
                most, _ = as_many_as_can_be(there, before + 12, "circle", 2, drawn[:before])
                assert most == before + expected, (count, before, left, come)
                compared += 1
    return compared


def test_refused_rounds_are_impossible_by_exhaustive_search() -> None:
    assert tried(range(4, 7)) > 70


@pytest.mark.slow
def test_refused_rounds_are_impossible_by_exhaustive_search_of_eight() -> None:
    assert tried(range(7, 9)) > 80


def test_sixty_players_are_paired_again_within_a_second() -> None:
    drawn = pair(people(60), 9, "circle", seed=5)
    began = time.process_time()
    pair([*people(57), "late"], 9, "circle", 5, drawn[:4])
    assert time.process_time() - began < limit(1)


@pytest.mark.slow
@pytest.mark.parametrize("movement", MOVED)
@pytest.mark.parametrize("count", range(4, 41))
def test_every_promise_holds_from_every_round_of_every_night(
    count: int, movement: Movement
) -> None:
    most = min(most_rounds(count, movement), 12)
    for rounds in {2, most // 2 + 1, most}:
        for moment in range(2, rounds + 1):
            drawn, present = changing_night(count, rounds, movement, rounds, [moment, moment + 2])
            assert not [*faults(drawn, present, movement)]
