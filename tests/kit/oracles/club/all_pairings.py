"""The most rounds that can follow, found by trying everything; for few players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from club.pairing import Round

Two: TypeAlias = frozenset[str]
MOST_STATES: Final = 20_000


def most_rounds_after(there: Sequence[str], played: Sequence[Round]) -> int | None:
    """Return how many rounds *there* can play after *played*, nobody meeting anybody again and
    everybody sitting out in turn; None if that takes too long to find."""
    met = frozenset(frozenset(seating.players) for one in played for seating in one.tables)
    sat = Counter(player for one in played for player in one.out)
    search = _Search(there)
    search.go(met, tuple(sat[player] for player in there), 0)
    return search.most if search.states else None


class _Search:
    def __init__(self, there: Sequence[str]) -> None:
        self.there = list(there)
        self.most = 0
        self.states = MOST_STATES
        self._seen: set[tuple[frozenset[Two], tuple[int, ...]]] = set()

    def go(self, met: frozenset[Two], sat: tuple[int, ...], rounds: int) -> None:
        self.most = max(self.most, rounds)
        if not self.states or (met, sat) in self._seen or rounds + self._bound(met) <= self.most:
            return
        self._seen.add((met, sat))
        self.states -= 1
        for resting in self._resting(sat):
            playing = [at for at in self.there if at != resting]
            after = tuple(
                times + (player == resting) for player, times in zip(self.there, sat, strict=True)
            )
            for games in _games(playing, met):
                self.go(met | games, after, rounds + 1)

    def _bound(self, met: frozenset[Two]) -> int:
        odd = len(self.there) % 2
        return min(
            sum(frozenset((one, other)) not in met for other in self.there if other != one) + odd
            for one in self.there
        )

    def _resting(self, sat: tuple[int, ...]) -> list[str | None]:
        if len(self.there) % 2 == 0:
            return [None]
        return [player for player, times in zip(self.there, sat, strict=True) if times == min(sat)]


def _games(playing: list[str], met: frozenset[Two]) -> Iterator[frozenset[Two]]:
    if not playing:
        yield frozenset()
        return
    first, *others = playing
    for at, other in enumerate(others):
        two = frozenset((first, other))
        if two not in met:
            for rest in _games(others[:at] + others[at + 1 :], met):
                yield rest | {two}
