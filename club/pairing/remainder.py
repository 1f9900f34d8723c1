"""The rest of a night, where people have gone or come since it was paired.

No movement fits any more: the rounds are searched for, so that nobody meets anybody again and
everybody sits out in turn.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from club.pairing.factors import split, split_tightly
from club.pairing.history import History, Unit, singles
from club.pairing.matching import Edge, Matching
from club.pairing.partners import FOUR, Couple, with_opponents
from club.pairing.refusal import none_left
from club.pairing.round import PlayerId, Round
from club.pairing.tables import as_round
from club.pairing.two_sided import most_two_sided

ROOMY: Final = 2
"""So many more to meet than rounds, and no pairs need be chosen beforehand."""
SEATINGS: Final = 12
"""Ways to make two sides that are tried."""


Rank: TypeAlias = tuple[int, int]
"""How often a unit sat out, and its games, of which many count as few."""


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


class Drawn(NamedTuple):
    """A round by the numbers of units."""

    games: Matching
    out: tuple[int, ...]


Search: TypeAlias = Callable[[int, Random], list[Drawn] | None]
"""Finds so many rounds, or none."""


def most_found(search: Search, rounds: int, before: int, seed: int) -> list[Drawn]:
    """Return what *search* finds for *rounds* rounds after *before* others. Raises CannotPair with
    the most that it finds."""
    for fewer in range(rounds, 0, -1):
        found = search(fewer, Random(f"{seed} {before} {fewer}"))
        if found is not None and fewer == rounds:
            return found
        if found is not None:
            raise none_left(before + rounds, before + fewer)
    raise none_left(before + rounds, before)


def circle_on(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int, tables: Sequence[str]
) -> tuple[Round, ...]:
    """Return the rounds after *played*, of units who have not met. Raises CannotPair."""
    graph = _anybody(units, History(played))
    found = most_found(
        lambda count, chance: draw(graph, count, chance), rounds - len(played), len(played), seed
    )
    return as_rounds(units, found, len(played) + 1, tables)


def _anybody(units: Sequence[Unit], history: History) -> Graph:
    everybody = range(len(units))
    near: list[set[int]] = [
        {at for at in everybody if at != one and not history.met(units[one], units[at])}
        for one in everybody
    ]
    return _graph(near, units, history, frozenset(everybody))


def _graph(
    near: list[set[int]], units: Sequence[Unit], history: History, may_rest: frozenset[int]
) -> Graph:
    sat, games = map(history.sat, units), map(history.games, units)
    return Graph(near, [*sat], may_rest, [*games])


def two_sided_on(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int, tables: Sequence[str]
) -> tuple[Round, ...]:
    """Return the rounds after *played*. The sides are kept as far as they can be: where too few
    have come or too many gone for the rounds that the night had, anybody may meet anybody. Raises
    CannotPair."""
    history = History(played)
    stays = _staying(played)
    begun = len(played[0].players) + len(played[0].out)
    most = max(most_two_sided(begun), most_two_sided(len(units)), len(played))

    def search(count: int, chance: Random) -> list[Drawn] | None:
        for swaps in range(SEATINGS):
            staying = _one_side(units, stays, swaps, chance)
            found = draw(_across(units, history, staying), count, chance)
            if found is not None:
                return [_staying_first(each, staying) for each in found]
        return draw(_anybody(units, history), count, chance)

    wanted = min(rounds, most)
    found = most_found(search, wanted - len(played), len(played), seed)
    if wanted < rounds:
        raise none_left(rounds, wanted)
    return as_rounds(units, found, len(played) + 1, tables)


def _staying_first(each: Drawn, staying: frozenset[int]) -> Drawn:
    games = tuple(game if game[0] in staying else game[::-1] for game in each.games)
    return Drawn(games, each.out)


def _staying(played: Sequence[Round]) -> dict[PlayerId, bool]:
    """Return for each player if it was last of the side that stays, which is named first."""
    return {
        player: not number
        for each in played
        for seating in each.tables
        for number, player in enumerate(seating.players)
    }


def _one_side(
    units: Sequence[Unit], stays: dict[PlayerId, bool], swaps: int, chance: Random
) -> frozenset[int]:
    """Return the units of the side that stays: half of them, with some swapped at random. Who has
    had no game goes where somebody is missing."""
    order = list(range(len(units)))
    chance.shuffle(order)
    staying = [at for at in order if stays.get(units[at][0]) is True]
    moving = [at for at in order if stays.get(units[at][0]) is False]
    for at in (at for at in order if units[at][0] not in stays):
        (staying if len(staying) < len(moving) else moving).append(at)
    while abs(len(staying) - len(moving)) > 1:
        most, least = sorted((staying, moving), key=len, reverse=True)
        least.append(most.pop())
    for _ in range(swaps):
        if staying and moving:
            one, other = chance.randrange(len(staying)), chance.randrange(len(moving))
            staying[one], moving[other] = moving[other], staying[one]
    return frozenset(staying)


def _across(units: Sequence[Unit], history: History, staying: frozenset[int]) -> Graph:
    everybody = range(len(units))
    moving = frozenset(everybody) - staying
    near: list[set[int]] = [
        {at for at in (moving if one in staying else staying)
         if not history.met(units[one], units[at])}
        for one in everybody
    ]  # fmt: skip
    larger = staying if len(staying) > len(moving) else moving
    return _graph(near, units, history, larger)


def partners_on(
    players: Sequence[PlayerId],
    played: Sequence[Round],
    rounds: int,
    seed: int,
    tables: Sequence[str],
) -> tuple[Round, ...]:
    """Return the rounds after *played*, with partners who were none yet. Raises CannotPair."""
    history, everybody = History(played), range(len(players))
    near = [
        {at for at in everybody
         if at != one and frozenset((players[one], players[at])) not in history.beside}
        for one in everybody
    ]  # fmt: skip
    graph = _graph(near, singles(players), history, frozenset(everybody))
    left_over = len(players) % FOUR

    def search(count: int, chance: Random) -> list[Drawn] | None:
        if left_over < 2:
            return draw(graph, count, chance)
        for _ in range(SEATINGS):
            rests = rests_in_turn(graph.ranks, left_over, count, chance)
            found = _with_rests(near, rests, chance)
            if found is not None:
                return found
        return None

    found = most_found(search, rounds - len(played), len(played), seed)
    couples: list[tuple[list[Couple], list[PlayerId]]] = [
        ([(players[one], players[other]) for one, other in each.games],
         [players[at] for at in each.out])
        for each in found
    ]  # fmt: skip
    chance = Random(f"{seed} {len(played)}")
    return with_opponents(couples, len(played) + 1, history, chance, tables)


def draw(graph: Graph, rounds: int, chance: Random) -> list[Drawn] | None:
    """Return *rounds* rounds of *graph*, or None if none were found. One sits out in each if the
    number is odd."""
    count = len(graph.near)
    if min(map(len, graph.near)) + count % 2 < rounds:
        return None
    if count % 2 == 0:
        even = _draw_even(graph.near, rounds, chance)
        return None if even is None else [Drawn(matching, ()) for matching in even]
    in_turn = [at for (at,) in rests_in_turn(graph.ranks, 1, rounds, chance)]
    if len(set(in_turn)) < rounds:
        return _with_rests_again(graph, in_turn, chance)
    found = _with_one_resting(graph, graph.ranks, rounds, chance)
    if found is None and len({*graph.games}) > 1:  # Too tight for more than what is promised.
        found = _with_one_resting(graph, [(sat, 0) for sat in graph.sat], rounds, chance)
    return found


def _with_one_resting(
    graph: Graph, ranks: Sequence[Rank], rounds: int, chance: Random
) -> list[Drawn] | None:
    rests = rests_of_one(graph, ranks, rounds)
    if rests is None:
        return None
    must, may = rests
    if min(map(len, graph.near)) >= rounds + ROOMY:
        resting = [*must, *chance.sample(may, rounds - len(must))]
        first = _with_rests(graph.near, [(at,) for at in resting], chance)
        if first is not None:
            return first
    return _with_nobody(graph, must, may, rounds, chance)


def _with_rests_again(graph: Graph, in_turn: list[int], chance: Random) -> list[Drawn] | None:
    """Return rounds in which a late comer sits out more than once, till level with the others."""
    if not graph.may_rest.issuperset(in_turn):
        return None
    tries = (_with_rests(graph.near, [(at,) for at in in_turn], chance) for _ in range(SEATINGS))
    return next((found for found in tries if found is not None), None)


def _draw_even(near: list[set[int]], rounds: int, chance: Random) -> list[Matching] | None:
    if min(map(len, near)) >= rounds + ROOMY:
        found = split(near, [range(len(near))] * rounds, chance)
        if found is not None:
            return found
    return split_tightly(near, set(), rounds, chance)


def _with_nobody(
    graph: Graph, must: list[int], may: list[int], rounds: int, chance: Random
) -> list[Drawn] | None:
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
        Drawn(
            tuple(game for game in matching if nobody not in game),
            tuple(game[0] for game in matching if nobody in game),
        )
        for matching in found
    ]
    return sorted(drawn, key=lambda each: graph.ranks[each.out[0]])


def _with_rests(
    near: list[set[int]], rests: Sequence[tuple[int, ...]], chance: Random
) -> list[Drawn] | None:
    """Return a round for each of *rests*, those who then sit out."""
    groups = [[at for at in range(len(near)) if at not in resting] for resting in rests]
    found = split(near, groups, chance)
    if found is None:
        return None
    return [Drawn(matching, out) for matching, out in zip(found, rests, strict=True)]


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


def rests_in_turn(
    ranks: Sequence[Rank], each: int, rounds: int, chance: Random
) -> list[tuple[int, ...]]:
    """Return *each* who sit out in every round: who did so least, of them who played most, then who
    did so longest ago."""
    turns, last = list(ranks), [0] * len(ranks)
    rests = []
    for number in range(1, rounds + 1):
        order = list(range(len(ranks)))
        chance.shuffle(order)
        order.sort(key=lambda at: (turns[at], last[at]))
        resting = tuple(sorted(order[:each]))
        for at, (times, games) in enumerate(turns):
            turns[at] = (times + 1, games) if at in resting else (times, games - 1)
        for at in resting:
            last[at] = number
        rests.append(resting)
    return rests


def as_rounds(
    units: Sequence[Unit], drawn: Sequence[Drawn], first: int, tables: Sequence[str]
) -> tuple[Round, ...]:
    """Return rounds from the number *first*; who was named first sits at the first table."""
    return tuple(
        as_round(
            number,
            [(units[one], units[other]) for one, other in sorted(each.games, key=min)],
            [units[at] for at in each.out],
            tables,
        )
        for number, each in enumerate(drawn, first)
    )
