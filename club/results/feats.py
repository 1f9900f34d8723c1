"""Feats of a night: great hands, four of a kind, skunks, and a grand slam."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from club.pairing.round import PlayerId
from club.results.result import Result, last_of_each

FeatKind: TypeAlias = Literal[
    "hand_29", "hand_28", "hand_24", "four_of_a_kind", "grand_slam", "double_skunk", "skunk"
]
FEATS: Final[tuple[FeatKind, ...]] = get_args(FeatKind)
"""The rarest first."""

SLAM: Final = 3
"""To win fewer games than that is none."""


class Feat(msgspec.Struct, frozen=True, order=True):
    """A ``kind`` of feat that ``player`` did in that ``round``; 0 is the whole night. A skunk was
    ``against`` the other side."""

    kind: FeatKind
    player: PlayerId
    night: str
    round: int
    against: tuple[PlayerId, ...] = ()


def feats_of(results: Iterable[Result], hands: Iterable[Feat] = ()) -> tuple[Feat, ...]:
    """Return the feats of a night, the rarest first: those that *results* show, and *hands*, which
    tables reported while they played."""
    counted = last_of_each(results)
    found = {*hands, *_skunks(counted), *_grand_slams(counted)}
    return tuple(sorted(found, key=lambda feat: (FEATS.index(feat.kind), feat)))


def _skunks(results: Iterable[Result]) -> Iterator[Feat]:
    for result in results:
        if result.skunks:
            kind: FeatKind = "double_skunk" if result.skunks == 2 else "skunk"
            for player in result.sides[result.winner]:
                yield Feat(
                    kind, player, result.night, result.round, result.sides[1 - result.winner]
                )


def _grand_slams(results: Iterable[Result]) -> Iterator[Feat]:
    """Yield who won every game of a night, of the players who have the most games that night."""
    games: defaultdict[tuple[str, PlayerId], list[bool]] = defaultdict(list)
    most: defaultdict[str, int] = defaultdict(int)
    for result in results:
        for team, side in enumerate(result.sides):
            for player in side:
                games[result.night, player].append(result.winner == team)
                most[result.night] = max(most[result.night], len(games[result.night, player]))
    for (night, player), won in games.items():
        if all(won) and len(won) >= max(SLAM, most[night] - 1):
            yield Feat("grand_slam", player, night, 0)
