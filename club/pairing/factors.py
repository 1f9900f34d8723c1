"""Several matchings without a common pair: the rounds of a night that is paired in the middle.

Where everybody has many left to meet, one round after the other is matched. Where it is tight, the
pairs that will be played are chosen first, so that everybody has exactly as many as there are
rounds; then they are split into rounds. A try that gets stuck takes a few rounds back.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from club.pairing.matching import Edge, Matching, perfect_matching

Near: TypeAlias = list[set[int]]
"""For each, all whom it may still be matched with."""

REPAIRS: Final = 80
"""Times that a try may take rounds back."""
TRIES: Final = 8
LONGEST_TRAIL: Final = 9


def split(
    near: Sequence[set[int]], groups: Sequence[Sequence[int]], chance: Random
) -> list[Matching] | None:
    """Return a matching of each of *groups*, no pair in two of them; None if none was found."""
    left: Near = [set(ones) for ones in near]
    done: dict[int, Matching] = {}
    waiting = list(range(len(groups)))
    repairs = REPAIRS
    while waiting:
        found = perfect_matching(left, groups[waiting[-1]], chance)
        if found is not None:
            done[waiting.pop()] = found
            _remove(left, found)
        elif not done or not repairs:
            return None
        else:
            repairs -= 1
            for back in chance.sample(sorted(done), min(len(done), chance.randint(1, 3))):
                _restore(left, done.pop(back))
                waiting.insert(0, back)
    return [done[number] for number in range(len(groups))]


def split_tightly(
    near: Sequence[set[int]], must: set[Edge], rounds: int, chance: Random
) -> list[Matching] | None:
    """Return *rounds* matchings of all, with every pair of *must* in one of them; None if none were
    found."""
    if min(map(len, near)) < rounds:
        return None
    everybody = range(len(near))
    for _ in range(TRIES):
        chosen = regular(near, must, rounds, chance)
        if chosen is None:
            continue
        found = split(chosen, [everybody] * rounds, chance)
        if found is not None:
            return found
    return None


def _remove(near: Near, matching: Matching) -> None:
    for one, other in matching:
        near[one].remove(other)
        near[other].remove(one)


def _restore(near: Near, matching: Matching) -> None:
    for one, other in matching:
        near[one].add(other)
        near[other].add(one)


def regular(near: Sequence[set[int]], must: set[Edge], each: int, chance: Random) -> Near | None:
    """Return as many pairs of *near* that everybody is in *each* of them, those of *must* among
    them; None if none were found."""
    return _Thinning(near, must, each, chance).run()


class _Thinning:
    """Pairs are dropped until everybody is in as many as wanted."""

    def __init__(
        self, near: Sequence[set[int]], must: set[Edge], each: int, chance: Random
    ) -> None:
        self._kept: Near = [set(ones) for ones in near]
        self._dropped: Near = [set() for _ in near]
        self._free: Near = [set(ones) for ones in near]
        for one, other in must:
            self._free[one].discard(other)
            self._free[other].discard(one)
        self._over = [len(ones) - each for ones in near]
        self._chance = chance

    def run(self) -> Near | None:
        """Return the pairs that are kept, or None if it got stuck."""
        everybody = range(len(self._over))
        while True:
            most = max(self._over)
            if most == 0:
                return self._kept
            one = self._chance.choice([at for at in everybody if self._over[at] == most])
            if not self._drop_beside(one) and not self._switch(one):
                return None

    def _droppable(self, one: int) -> list[int]:
        return sorted(self._kept[one] & self._free[one])

    def _drop_beside(self, one: int) -> bool:
        """Drop a pair of *one* and of somebody who has too many as well, the most if possible."""
        others = [other for other in self._droppable(one) if self._over[other] > 0]
        if not others:
            return False
        self._chance.shuffle(others)
        other = max(others, key=lambda at: self._over[at])
        self._turn((one, other))
        self._over[one] -= 1
        self._over[other] -= 1
        return True

    def _turn(self, edge: Edge) -> None:
        """Drop a pair that was kept, or the other way round."""
        one, other = edge
        here, there = self._kept, self._dropped
        if other not in self._kept[one]:
            here, there = there, here
        here[one].remove(other)
        here[other].remove(one)
        there[one].add(other)
        there[other].add(one)

    def _switch(self, start: int) -> bool:
        """Drop and keep in turns along a trail from *start* to anybody who has too many."""
        trails: list[tuple[Edge, ...]] = [()]
        seen: set[tuple[int, bool]] = {(start, False)}
        while trails:
            longer: list[tuple[Edge, ...]] = []
            for trail in trails:
                at, dropping = (trail[-1][1] if trail else start), len(trail) % 2 == 0
                for other in self._next(at, dropping):
                    step = (*trail, (at, other))
                    if dropping and self._ends(start, other) and not _repeats(step):
                        self._follow(step, start, other)
                        return True
                    if (other, dropping) not in seen and not _repeats(step):
                        seen.add((other, dropping))
                        longer.append(step)
            trails = longer if longer and len(longer[0]) < LONGEST_TRAIL else []
        return False

    def _next(self, at: int, dropping: bool) -> list[int]:
        others = self._droppable(at) if dropping else sorted(self._dropped[at])
        self._chance.shuffle(others)
        return others

    def _ends(self, start: int, other: int) -> bool:
        return self._over[other] > (1 if other == start else 0)

    def _follow(self, trail: tuple[Edge, ...], start: int, end: int) -> None:
        for edge in trail:
            self._turn(edge)
        self._over[start] -= 1
        self._over[end] -= 1


def _repeats(trail: tuple[Edge, ...]) -> bool:
    return len({frozenset(edge) for edge in trail}) < len(trail)
