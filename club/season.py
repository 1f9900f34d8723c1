"""Feats, the season, and the evening's sheet: Grass Roots Points, top quarter, pots."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec.structs import asdict

from club.pairing.round import PlayerId
from club.results import Result, ScoringName, StandingRow, last_of_each, ranked, standing

FeatKind: TypeAlias = Literal[
    "hand_29", "hand_28", "hand_24", "four_of_a_kind", "grand_slam", "double_skunk", "skunk"
]
FEATS: Final[tuple[FeatKind, ...]] = get_args(FeatKind)
"""All kinds of feats, rarest first."""

SLAM: Final = 3
"""Minimum number of games won for a grand slam."""


class Feat(msgspec.Struct, frozen=True, order=True):
    """A ``kind`` of feat by ``player`` in ``round`` (0: the whole night); ``against``: the side
    that was skunked."""

    kind: FeatKind
    player: PlayerId
    night: str
    round: int
    against: tuple[PlayerId, ...] = ()


def feats_of(results: Iterable[Result], hands: Iterable[Feat] = ()) -> tuple[Feat, ...]:
    """Return the feats of a night, rarest first: those that follow from *results*, and *hands*
    reported by tables. A grand slam is winning every game of a full night."""
    feats = {*hands}
    games: defaultdict[tuple[str, PlayerId], list[bool]] = defaultdict(list)
    for result in last_of_each(results):
        winners, losers = result.sides[result.winner], result.sides[1 - result.winner]
        if result.skunks:
            kind: FeatKind = "double_skunk" if result.skunks == 2 else "skunk"
            feats |= {Feat(kind, player, result.night, result.round, losers) for player in winners}
        for player in winners + losers:
            games[result.night, player].append(player in winners)
    most: defaultdict[str, int] = defaultdict(int)
    for (night, _), won in games.items():
        most[night] = max(most[night], len(won))
    for (night, player), won in games.items():
        if all(won) and len(won) >= max(SLAM, most[night] - 1):
            feats.add(Feat("grand_slam", player, night, 0))
    return tuple(sorted(feats, key=lambda feat: (FEATS.index(feat.kind), feat)))


SUMS: Final = ("games", "won", "points", "plus", "minus", "net", "skunks_given", "skunks_taken")
GRASS_ROOTS: Final = 12
"""Minimum game points in an evening to count as Grass Roots Points (ACC)."""
POTS: Final = frozenset({"hand_29", "hand_28", "hand_24", "four_of_a_kind", "grand_slam"})


class NightResults(NamedTuple):
    scoring: ScoringName
    results: Sequence[Result]


class SeasonRow(StandingRow, frozen=True, kw_only=True):
    """A player's season, over the nights that count. ``nights``: number of nights played;
    ``best``: points of the best night; ``grass_roots``: Grass Roots Points of all nights."""

    nights: int
    best: int
    grass_roots: int


def grass_roots(points: int, scoring: ScoringName) -> int:
    return points if scoring == "acc" and points >= GRASS_ROOTS else 0


def season(
    nights: Iterable[NightResults],
    *,
    best_nights: int = 0,
    without: Collection[PlayerId] = (),
) -> tuple[SeasonRow, ...]:
    """Return the season's standings over *nights*, each with its own scoring.

    For each player, only the *best_nights* count (0: all); players in *without* are left out.
    Ranked like a night, but without the head-to-head tie-break.
    """
    rows: defaultdict[PlayerId, list[StandingRow]] = defaultdict(list)
    grass: defaultdict[PlayerId, int] = defaultdict(int)
    for night in nights:
        for row in standing(night.results, night.scoring):
            if row.id not in without:
                rows[row.id].append(row)
                grass[row.id] += grass_roots(row.points, night.scoring)
    totals = list[SeasonRow]()
    for player, each in rows.items():
        best, *others = ranked(each)
        counted = (best, *others)[: best_nights or None]
        sums = {name: sum(getattr(row, name) for row in counted) for name in SUMS}
        more = {"nights": len(each), "best": best.points, "grass_roots": grass[player]}
        totals.append(SeasonRow(0, False, player, **sums, **more))
    return ranked(totals)


class SheetRow(StandingRow, frozen=True, kw_only=True):
    """A player's evening: ``grass_roots`` points, and place and points in the season;
    ``in_quarter``: in the top quarter."""

    grass_roots: int
    in_quarter: bool
    season_place: int | None
    season_points: int


class Sheet(msgspec.Struct, frozen=True):
    """The evening's sheet, to be read out at the end.

    ``quarter``: number of places in the top quarter, including all who share its last place.
    ``pots``: great hands and grand slams, rarest first.
    """

    rows: tuple[SheetRow, ...]
    quarter: int
    pots: tuple[Feat, ...]
    season: tuple[SeasonRow, ...]


def evening_sheet(
    standings: Sequence[StandingRow],
    scoring: ScoringName,
    feats: Iterable[Feat],
    season_rows: Sequence[SeasonRow],
) -> Sheet:
    """Return the evening's sheet for *standings*."""
    quarter = -(-sum(row.games > 0 for row in standings) // 4)
    seasons = {row.id: row for row in season_rows}
    rows = tuple(
        SheetRow(
            **asdict(row),
            grass_roots=grass_roots(row.points, scoring),
            in_quarter=row.games > 0 and row.place <= quarter,
            season_place=total.place if (total := seasons.get(row.id)) else None,
            season_points=total.points if total else 0,
        )
        for row in standings
    )
    pots = tuple(feat for feat in feats if feat.kind in POTS)
    return Sheet(rows, quarter, pots, tuple(season_rows))
