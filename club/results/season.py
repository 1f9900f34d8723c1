"""A season: the nights of a club, added up."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from club.pairing.round import PlayerId
from club.results.result import Result, last_of_each
from club.results.scoring import SCORINGS, Scoring
from club.results.standing import StandingRow, ranked, standing

SUMS: Final = ("games", "won", "points", "plus", "minus", "net", "skunks_given", "skunks_taken")


class SeasonRow(msgspec.Struct, frozen=True):
    """A player's ``row`` over all ``nights`` that were played, or over the best that count, and
    the points of the ``best`` night."""

    row: StandingRow
    nights: int
    best: int


def season(
    results: Iterable[Result],
    scoring: Scoring = SCORINGS["acc"],
    *,
    best_nights: int | None = None,
) -> tuple[SeasonRow, ...]:
    """Return the standing over all nights of *results*; of each player only the *best_nights*
    count, if that is given. Order and ties are those of a night, without the game between two."""
    nights: defaultdict[str, list[Result]] = defaultdict(list)
    for result in last_of_each(results):
        nights[result.night].append(result)
    rows: defaultdict[PlayerId, list[StandingRow]] = defaultdict(list)
    for night in nights.values():
        for row in standing(night, scoring):
            rows[row.id].append(row)
    totals = [_sum(ranked(each)[:best_nights]) for each in rows.values()]
    return tuple(
        SeasonRow(row, len(rows[row.id]), ranked(rows[row.id])[0].points) for row in ranked(totals)
    )


def _sum(rows: Iterable[StandingRow]) -> StandingRow:
    first, *others = rows
    total = {name: sum(getattr(row, name) for row in (first, *others)) for name in SUMS}
    return replace(first, place=0, equal=False, **total)
