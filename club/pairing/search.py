"""The rest of a night, if players have gone or come since it was paired.

No movement fits any more: the rounds are searched for, so that no two meet again and all sit out in
turn. Rounds are disjoint matchings. If all units have many left to meet, one round after the other
is matched. If it is tight, the games that will be played are chosen first, so that each unit has
exactly as many as there are rounds; then they are split into rounds. A try that gets stuck takes a
few rounds back.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from club.pairing.matching import Edge, Matching, perfect_matching
from club.pairing.round import PlayerId, Round, Unit, as_round, none_left

Near: TypeAlias = list[set[int]]
"""For each unit, by number, all whom it may still meet."""
Rank: TypeAlias = tuple[int, int]
"""The times that a unit sat out, and its games, of which many count as few."""

ROOMY: Final = 2
"""If each unit has so many more to meet than rounds, no games need be chosen beforehand."""
SEATINGS: Final = 12
"""Ways to make two sides that are tried."""
REPAIRS: Final = 80
"""Times that a try may take rounds back."""
TRIES: Final = 8
LONGEST_TRAIL: Final = 9


class Graph(NamedTuple):
    """For each unit whom it may still meet, how often it sat out, and who may do so now. ``games``
    are those that it had: rounds missed by coming late do not count as sat out, so that of units
    that sat out equally often the one with most games does so first."""

    near: Near
    sat: Sequence[int]
    may_rest: frozenset[int]
    games: Sequence[int] = ()

    @property
    def ranks(self) -> list[Rank]:
        """The turn of each unit to sit out: the least comes first."""
        games = self.games or [0] * len(self.sat)
        return [(sat, -played) for sat, played in zip(self.sat, games, strict=True)]


class DrawnRound(NamedTuple):
    """A round by the numbers of units; at most one sits out."""

    games: Matching
    out: tuple[int, ...]


Search: TypeAlias = Callable[[int, Random], list[DrawnRound] | None]
"""Finds so many rounds, or none."""


class History:
    """The opponents that each player had, and how often each played and sat out."""

    def __init__(self, played: Sequence[Round]) -> None:
        self._sat = Counter(player for one in played for player in one.out)
        seatings = [seating for one in played for seating in one.tables]
        self._games = Counter(player for seating in seatings for player in seating.players)
        self._against = {
            frozenset((one, other))
            for seating in seatings
            for side, across in combinations(seating.sides, 2)
            for one in side
            for other in across
        }

    def met(self, unit: Unit, other: Unit) -> bool:
        """True if a player of *unit* played against one of *other*."""
        return any(frozenset((one, two)) in self._against for one in unit for two in other)

    def sat(self, unit: Unit) -> int:
        """Return how often *unit* sat out, of partners the most."""
        return max(self._sat[player] for player in unit)

    def games(self, unit: Unit) -> int:
        """Return how often *unit* played, of partners the most."""
        return max(self._games[player] for player in unit)


def rest_of_circle(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int
) -> tuple[Round, ...]:
    """Return the rounds after *played*, of units that have not met. Raises CannotPair."""
    graph = _graph(units, History(played))
    drawn = _search_rounds(
        lambda count, chance: draw(graph, count, chance), rounds - len(played), len(played), seed
    )
    return _as_rounds(units, drawn, len(played) + 1)


def rest_of_two_sided(
    units: Sequence[Unit], played: Sequence[Round], rounds: int, seed: int
) -> tuple[Round, ...]:
    """Return the rounds after *played*. The sides are kept as far as they can be: if too few have
    come or too many gone for the rounds that the night had, any two may meet. Raises CannotPair."""
    history = History(played)
    stays: dict[PlayerId, bool] = {
        player: number == 0  # The side that stays is named first.
        for one in played
        for seating in one.tables
        for number, player in enumerate(seating.players)
    }
    begun = len(played[0].players) + len(played[0].out)
    most = max((begun + 1) // 2, (len(units) + 1) // 2, len(played))

    def search(count: int, chance: Random) -> list[DrawnRound] | None:
        for swaps in range(SEATINGS):
            staying = _staying_side(units, stays, swaps, chance)
            drawn = draw(_graph(units, history, staying), count, chance)
            if drawn is not None:
                return [
                    DrawnRound(
                        tuple(game if game[0] in staying else game[::-1] for game in one.games),
                        one.out,
                    )
                    for one in drawn
                ]
        return draw(_graph(units, history), count, chance)

    wanted = min(rounds, most)
    drawn = _search_rounds(search, wanted - len(played), len(played), seed)
    if wanted < rounds:
        raise none_left(rounds, wanted)
    return _as_rounds(units, drawn, len(played) + 1)


def _graph(units: Sequence[Unit], history: History, staying: frozenset[int] | None = None) -> Graph:
    """Return who may meet: any two units, or those of two sides, one of which is *staying*."""
    everyone = frozenset(range(len(units)))
    near: Near = []
    for unit in everyone:
        across = everyone - {unit}
        if staying is not None:
            across = everyone - staying if unit in staying else staying
        near.append({other for other in across if not history.met(units[unit], units[other])})
    may_rest = everyone
    if staying is not None:
        may_rest = max(everyone - staying, staying, key=len)
    return Graph(near, [*map(history.sat, units)], may_rest, [*map(history.games, units)])


def _staying_side(
    units: Sequence[Unit], stays: dict[PlayerId, bool], swaps: int, chance: Random
) -> frozenset[int]:
    """Return the units of the side that stays: half of them, with some swapped at random. Units
    without a game go to the smaller side."""
    order = list(range(len(units)))
    chance.shuffle(order)
    staying = [unit for unit in order if stays.get(units[unit][0]) is True]
    moving = [unit for unit in order if stays.get(units[unit][0]) is False]
    for unit in (unit for unit in order if units[unit][0] not in stays):
        (staying if len(staying) < len(moving) else moving).append(unit)
    while abs(len(staying) - len(moving)) > 1:
        most, least = sorted((staying, moving), key=len, reverse=True)
        least.append(most.pop())
    for _ in range(swaps):
        if staying and moving:
            one, other = chance.randrange(len(staying)), chance.randrange(len(moving))
            staying[one], moving[other] = moving[other], staying[one]
    return frozenset(staying)


def _as_rounds(units: Sequence[Unit], drawn: Sequence[DrawnRound], first: int) -> tuple[Round, ...]:
    """Return rounds from the number *first*; units named first sit at the first table."""
    return tuple(
        as_round(
            number,
            [(units[one], units[other]) for one, other in sorted(each.games, key=min)],
            [units[unit] for unit in each.out],
        )
        for number, each in enumerate(drawn, first)
    )


def _search_rounds(search: Search, rounds: int, played: int, seed: int) -> list[DrawnRound]:
    """Return what *search* finds for *rounds* rounds after those *played*. Raises CannotPair with
    the most that it finds."""
    for fewer in range(rounds, 0, -1):
        drawn = search(fewer, Random(f"{seed} {played} {fewer}"))
        if drawn is not None and fewer == rounds:
            return drawn
        if drawn is not None:
            raise none_left(played + rounds, played + fewer)
    raise none_left(played + rounds, played)


def draw(graph: Graph, rounds: int, chance: Random) -> list[DrawnRound] | None:
    """Return *rounds* rounds of *graph*, or None if none were found. One unit sits out in each if
    their number is odd."""
    count, least = len(graph.near), min(map(len, graph.near))
    if least + count % 2 < rounds:
        return None
    if count % 2 == 0:
        even = None
        if least >= rounds + ROOMY:
            even = _split(graph.near, [range(count)] * rounds, chance)
        if even is None:
            even = _split_tightly(graph.near, set(), rounds, chance)
        return None if even is None else [DrawnRound(matching, ()) for matching in even]
    in_turn = _rests_in_turn(graph.ranks, rounds, chance)
    if len(set(in_turn)) < rounds:
        # A late comer sits out more than once, until level with the others.
        if not graph.may_rest.issuperset(in_turn):
            return None
        tries = (_with_rests(graph.near, in_turn, chance) for _ in range(SEATINGS))
        return next((drawn for drawn in tries if drawn is not None), None)
    drawn = _with_one_resting(graph, graph.ranks, rounds, chance)
    if drawn is None and len({*graph.games}) > 1:  # Too tight for more than what is promised.
        drawn = _with_one_resting(graph, [(sat, 0) for sat in graph.sat], rounds, chance)
    return drawn


def _rests_in_turn(ranks: Sequence[Rank], rounds: int, chance: Random) -> list[int]:
    """Return the unit that sits out in every round: the one that did so least, of these with most
    games, then the one that did so longest ago."""
    turns, last = list(ranks), [0] * len(ranks)
    rests = []
    for number in range(1, rounds + 1):
        order = list(range(len(ranks)))
        chance.shuffle(order)
        resting = min(order, key=lambda unit: (turns[unit], last[unit]))
        for unit, (times, games) in enumerate(turns):
            turns[unit] = (times + 1, games) if unit == resting else (times, games - 1)
        last[resting] = number
        rests.append(resting)
    return rests


def _with_one_resting(
    graph: Graph, ranks: Sequence[Rank], rounds: int, chance: Random
) -> list[DrawnRound] | None:
    """Return rounds in each of which another unit sits out, those of the least rank first."""
    must: list[int] = []
    may: list[int] = []
    for level in sorted(set(ranks)):
        here = [unit for unit, rank in enumerate(ranks) if rank == level]
        may = [unit for unit in here if unit in graph.may_rest]
        if rounds - len(must) <= len(may):
            break
        must += may
        if len(may) < len(here):
            return None
    else:
        return None
    if min(map(len, graph.near)) >= rounds + ROOMY:
        resting = [*must, *chance.sample(may, rounds - len(must))]
        drawn = _with_rests(graph.near, resting, chance)
        if drawn is not None:
            return drawn
    # Sitting out is to meet one more unit, by whose number all are counted.
    bye = len(graph.near)
    near = [set(ones) for ones in graph.near]
    near.append({*must, *may})
    for unit in near[bye]:
        near[unit].add(bye)
    matchings = _split_tightly(near, {(unit, bye) for unit in must}, rounds, chance)
    if matchings is None:
        return None
    drawn = [
        DrawnRound(
            tuple(game for game in matching if bye not in game),
            tuple(game[0] for game in matching if bye in game),
        )
        for matching in matchings
    ]
    return sorted(drawn, key=lambda each: graph.ranks[each.out[0]])


def _with_rests(near: Near, rests: Sequence[int], chance: Random) -> list[DrawnRound] | None:
    """Return a round for each of *rests*, the unit that then sits out."""
    groups = [[unit for unit in range(len(near)) if unit != resting] for resting in rests]
    matchings = _split(near, groups, chance)
    if matchings is None:
        return None
    return [DrawnRound(matching, (out,)) for matching, out in zip(matchings, rests, strict=True)]


def _split(near: Near, groups: Sequence[Sequence[int]], chance: Random) -> list[Matching] | None:
    """Return a matching of each of *groups*, no game in two of them; None if none was found."""
    left: Near = [set(ones) for ones in near]
    done: dict[int, Matching] = {}
    waiting = list(range(len(groups)))
    repairs = REPAIRS
    while waiting:
        matching = perfect_matching(left, groups[waiting[-1]], chance)
        if matching is not None:
            done[waiting.pop()] = matching
            for one, other in matching:
                left[one].remove(other)
                left[other].remove(one)
        elif not done or not repairs:
            return None
        else:
            repairs -= 1
            for back in chance.sample(sorted(done), min(len(done), chance.randint(1, 3))):
                for one, other in done.pop(back):
                    left[one].add(other)
                    left[other].add(one)
                waiting.insert(0, back)
    return [done[number] for number in range(len(groups))]


def _split_tightly(
    near: Near, must: set[Edge], rounds: int, chance: Random
) -> list[Matching] | None:
    """Return *rounds* matchings of all, with every game of *must* in one of them; None if none were
    found."""
    if min(map(len, near)) < rounds:
        return None
    for _ in range(TRIES):
        chosen = _Thinning(near, must, rounds, chance).run()
        if chosen is not None:
            matchings = _split(chosen, [range(len(near))] * rounds, chance)
            if matchings is not None:
                return matchings
    return None


class _Thinning:
    """Drops games until each unit has as many as wanted; those of *must* stay."""

    def __init__(self, near: Near, must: set[Edge], each: int, chance: Random) -> None:
        self._kept: Near = [set(ones) for ones in near]
        self._dropped: Near = [set() for _ in near]
        self._free: Near = [set(ones) for ones in near]
        for one, other in must:
            self._free[one].discard(other)
            self._free[other].discard(one)
        self._over = [len(ones) - each for ones in near]
        self._chance = chance

    def run(self) -> Near | None:
        """Return the games that are kept, or None if it got stuck."""
        while True:
            most = max(self._over)
            if most == 0:
                return self._kept
            one = self._chance.choice(
                [unit for unit, over in enumerate(self._over) if over == most]
            )
            if not self._drop_beside(one) and not self._switch(one):
                return None

    def _droppable(self, one: int) -> list[int]:
        return sorted(self._kept[one] & self._free[one])

    def _drop_beside(self, one: int) -> bool:
        """Drop a game of *one* with another unit that has too many, the most if possible."""
        others = [other for other in self._droppable(one) if self._over[other] > 0]
        if not others:
            return False
        self._chance.shuffle(others)
        self._follow(((one, max(others, key=lambda unit: self._over[unit])),))
        return True

    def _switch(self, start: int) -> bool:
        """Drop and keep in turns along a trail from *start* to a unit that has too many."""
        trails: list[tuple[Edge, ...]] = [()]
        seen: set[tuple[int, bool]] = {(start, False)}
        while trails:
            longer: list[tuple[Edge, ...]] = []
            for trail in trails:
                end, dropping = (trail[-1][1] if trail else start), len(trail) % 2 == 0
                others = self._droppable(end) if dropping else sorted(self._dropped[end])
                self._chance.shuffle(others)
                for other in others:
                    step = (*trail, (end, other))
                    repeats = len({frozenset(edge) for edge in step}) < len(step)
                    enough = self._over[other] > (1 if other == start else 0)
                    if dropping and enough and not repeats:
                        self._follow(step)
                        return True
                    if (other, dropping) not in seen and not repeats:
                        seen.add((other, dropping))
                        longer.append(step)
            trails = longer if longer and len(longer[0]) < LONGEST_TRAIL else []
        return False

    def _follow(self, trail: tuple[Edge, ...]) -> None:
        """Drop the games of *trail* that were kept, and keep those that were dropped."""
        for one, other in trail:
            here, there = self._kept, self._dropped
            if other not in self._kept[one]:
                here, there = there, here
            here[one].remove(other)
            here[other].remove(one)
            there[one].add(other)
            there[other].add(one)
        self._over[trail[0][0]] -= 1
        self._over[trail[-1][1]] -= 1
