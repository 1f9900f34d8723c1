"""A drawing of rounds among units that may meet: a search for matchings, and who sits out."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from club.pairing.factors import split, split_tightly
from club.pairing.matching import Edge, Matching
from club.pairing.refusal import none_left

ROOMY: Final = 2
"""So many more to meet than rounds, and no pairs need be chosen beforehand."""
SEATINGS: Final = 12
"""Ways to make two sides that are tried."""
Rank: TypeAlias = tuple[int, int]
"""The times that a unit sat out, and its games, of which many count as few."""


class Graph(NamedTuple):
    """For each unit whom it may still meet, how often it sat out, and who may do so now. ``games``
    are those that it had: rounds missed by coming late are one's own, so that of those who sat out
    equally often who played most does so first."""

    near: list[set[int]]
    sat: list[int]
    may_rest: frozenset[int]
    games: Sequence[int] = ()

    @property
    def ranks(self) -> list[Rank]:
        """The turn of each unit to sit out: the least comes first."""
        games = self.games or [0] * len(self.sat)
        return [(sat, -played) for sat, played in zip(self.sat, games, strict=True)]


class DrawnRound(NamedTuple):
    """A round by the numbers of units."""

    games: Matching
    out: tuple[int, ...]


Search: TypeAlias = Callable[[int, Random], list[DrawnRound] | None]
"""Finds so many rounds, or none."""


def search_rounds(search: Search, rounds: int, before: int, seed: int) -> list[DrawnRound]:
    """Return what *search* finds for *rounds* rounds after *before* others. Raises CannotPair with
    the most that it finds."""
    for fewer in range(rounds, 0, -1):
        found = search(fewer, Random(f"{seed} {before} {fewer}"))
        if found is not None and fewer == rounds:
            return found
        if found is not None:
            raise none_left(before + rounds, before + fewer)
    raise none_left(before + rounds, before)


def draw(graph: Graph, rounds: int, chance: Random) -> list[DrawnRound] | None:
    """Return *rounds* rounds of *graph*, or None if none were found. One sits out in each if the
    number is odd."""
    count = len(graph.near)
    if min(map(len, graph.near)) + count % 2 < rounds:
        return None
    if count % 2 == 0:
        even = _draw_even(graph.near, rounds, chance)
        return None if even is None else [DrawnRound(matching, ()) for matching in even]
    in_turn = rests_in_turn(graph.ranks, rounds, chance)
    if len(set(in_turn)) < rounds:
        return _with_rests_again(graph, in_turn, chance)
    found = _with_one_resting(graph, graph.ranks, rounds, chance)
    if found is None and len({*graph.games}) > 1:  # Too tight for more than what is promised.
        found = _with_one_resting(graph, [(sat, 0) for sat in graph.sat], rounds, chance)
    return found


def _with_one_resting(
    graph: Graph, ranks: Sequence[Rank], rounds: int, chance: Random
) -> list[DrawnRound] | None:
    rests = rests_of_one(graph, ranks, rounds)
    if rests is None:
        return None
    must, may = rests
    if min(map(len, graph.near)) >= rounds + ROOMY:
        resting = [*must, *chance.sample(may, rounds - len(must))]
        first = with_rests(graph.near, resting, chance)
        if first is not None:
            return first
    return _with_nobody(graph, must, may, rounds, chance)


def _with_rests_again(graph: Graph, in_turn: list[int], chance: Random) -> list[DrawnRound] | None:
    """Return rounds in which a late comer sits out more than once, till level with the others."""
    if not graph.may_rest.issuperset(in_turn):
        return None
    tries = (with_rests(graph.near, in_turn, chance) for _ in range(SEATINGS))
    return next((found for found in tries if found is not None), None)


def _draw_even(near: list[set[int]], rounds: int, chance: Random) -> list[Matching] | None:
    if min(map(len, near)) >= rounds + ROOMY:
        found = split(near, [range(len(near))] * rounds, chance)
        if found is not None:
            return found
    return split_tightly(near, set(), rounds, chance)


def _with_nobody(
    graph: Graph, must: list[int], may: list[int], rounds: int, chance: Random
) -> list[DrawnRound] | None:
    """Return rounds in which one is matched with nobody, by whose number all are counted."""
    nobody = len(graph.near)
    near = [set(ones) for ones in graph.near]
    near.append({*must, *may})
    for at in near[nobody]:
        near[at].add(nobody)
    needed: set[Edge] = {(at, nobody) for at in must}
    found = split_tightly(near, needed, rounds, chance)
    if found is None:
        return None
    drawn = [
        DrawnRound(
            tuple(game for game in matching if nobody not in game),
            tuple(game[0] for game in matching if nobody in game),
        )
        for matching in found
    ]
    return sorted(drawn, key=lambda each: graph.ranks[each.out[0]])


def with_rests(
    near: list[set[int]], rests: Sequence[int], chance: Random
) -> list[DrawnRound] | None:
    """Return a round for each of *rests*, the unit that then sits out."""
    groups = [[at for at in range(len(near)) if at != resting] for resting in rests]
    found = split(near, groups, chance)
    if found is None:
        return None
    return [DrawnRound(matching, (out,)) for matching, out in zip(found, rests, strict=True)]


def rests_of_one(
    graph: Graph, ranks: Sequence[Rank], rounds: int
) -> tuple[list[int], list[int]] | None:
    """Return who must sit out during *rounds* rounds, in their order, and of whom the others are
    chosen: those of the least rank come first. None if that cannot be."""
    must: list[int] = []
    for level in sorted(set(ranks)):
        here = [at for at, rank in enumerate(ranks) if rank == level]
        free = [at for at in here if at in graph.may_rest]
        if rounds - len(must) <= len(free):
            return must, free
        must += free
        if len(free) < len(here):
            return None
    return None


def rests_in_turn(ranks: Sequence[Rank], rounds: int, chance: Random) -> list[int]:
    """Return the unit that sits out in every round: who did so least, of them who played most, then
    who did so longest ago."""
    turns, last = list(ranks), [0] * len(ranks)
    rests = []
    for number in range(1, rounds + 1):
        order = list(range(len(ranks)))
        chance.shuffle(order)
        resting = min(order, key=lambda at: (turns[at], last[at]))
        for at, (times, games) in enumerate(turns):
            turns[at] = (times + 1, games) if at == resting else (times, games - 1)
        last[resting] = number
        rests.append(resting)
    return rests
