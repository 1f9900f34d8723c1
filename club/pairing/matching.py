"""Perfect matchings in a graph, by blossoms (Edmonds, 1965)."""

from collections import deque
from collections.abc import Collection, Sequence
from random import Random
from typing import Final, TypeAlias

Edge: TypeAlias = tuple[int, int]
Matching: TypeAlias = tuple[Edge, ...]
FREE: Final = -1


def perfect_matching(
    near: Sequence[Collection[int]], among: Sequence[int], chance: Random
) -> Matching | None:
    """Return a random matching of all of *among*, each with one of its *near*, if there is one."""
    if len(among) % 2:
        return None
    there = set(among)
    order = list(among)
    chance.shuffle(order)
    lists: list[list[int]] = [[] for _ in near]
    for one in order:
        lists[one] = sorted(there.intersection(near[one]))
        chance.shuffle(lists[one])
    search = _Search(lists)
    # Nodes with the fewest neighbours choose first; few are then left for the search.
    order.sort(key=lambda one: len(lists[one]))
    for one in order:
        search.take_free(one)
    if not all(search.mate[one] != FREE or search.augment(one) for one in order):
        return None
    return tuple((one, search.mate[one]) for one in sorted(there) if one < search.mate[one])


class _Search:
    """A matching that grows: alternating trees, with blossoms shrunk to their bases."""

    def __init__(self, near: Sequence[Sequence[int]]) -> None:
        self.near = near
        self.mate = [FREE] * len(near)

    def take_free(self, one: int) -> None:
        """Match *one* with the first of its neighbours that is free, if it is free itself."""
        if self.mate[one] == FREE:
            for other in self.near[one]:
                if self.mate[other] == FREE:
                    self.mate[one], self.mate[other] = other, one
                    return

    def augment(self, root: int) -> bool:
        """Match *root* too, along an alternating path; False if there is none."""
        end = self._grow(root)
        if end == FREE:
            return False
        while end != FREE:
            before = self.parent[end]
            after = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = after
        return True

    def _grow(self, root: int) -> int:
        """Return the free end of an alternating path from *root*, or FREE."""
        size = len(self.near)
        self.parent = [FREE] * size
        self.base = list(range(size))
        self.reached = [False] * size
        self.reached[root] = True
        self.queue = deque([root])
        while self.queue:
            one = self.queue.popleft()
            for other in self.near[one]:
                if self.base[one] == self.base[other] or self.mate[one] == other:
                    continue
                mate = self.mate[other]
                if other == root or (mate != FREE and self.parent[mate] != FREE):
                    self._shrink(one, other)
                elif self.parent[other] == FREE:
                    self.parent[other] = one
                    if mate == FREE:
                        return other
                    self.reached[mate] = True
                    self.queue.append(mate)
        return FREE

    def _shrink(self, one: int, other: int) -> None:
        """Make a blossom of the odd cycle that *one* and *other* close."""
        base = self._common_base(one, other)
        blossom = [False] * len(self.near)
        self._mark(blossom, one, base, other)
        self._mark(blossom, other, base, one)
        for at in range(len(self.near)):
            if blossom[self.base[at]]:
                self.base[at] = base
                if not self.reached[at]:
                    self.reached[at] = True
                    self.queue.append(at)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if self.mate[one] == FREE:
                break
            one = self.parent[self.mate[one]]
        while (other := self.base[other]) not in passed:
            other = self.parent[self.mate[other]]
        return other

    def _mark(self, blossom: list[bool], at: int, base: int, child: int) -> None:
        while self.base[at] != base:
            blossom[self.base[at]] = blossom[self.base[self.mate[at]]] = True
            self.parent[at] = child
            child = self.mate[at]
            at = self.parent[child]
