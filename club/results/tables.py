"""Results, standings and seasons as tables for a spreadsheet (CSV)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from club.pairing.round import PlayerId
from club.results.result import Result, last_of_each
from club.results.season import SeasonRow, Sheet
from club.results.standing import StandingRow
from scorekeeper.figures.tables import BYTE_ORDER_MARK, csv_line

RESULTS: Final = (
    "night", "round", "table", "place", "player", "against", "score", "other_score", "won",
    "spread", "skunk", "by", "at",
)  # fmt: skip
STANDING: Final = (
    "place", "equal", "id", "name", "games", "won", "points", "plus", "minus", "net",
    "skunks_given", "skunks_taken",
)  # fmt: skip
SEASON: Final = (*STANDING, "nights", "best_night", "grass_roots")
SHEET: Final = (*STANDING, "grass_roots", "top_quarter", "season_place", "season_points")

Names = Mapping[PlayerId, str]


def results_csv(results: Iterable[Result], names: Names) -> Iterator[str]:
    """Yield the games that count, two lines each, one for either side."""
    yield BYTE_ORDER_MARK + csv_line(RESULTS)
    for result in last_of_each(results):
        assert result.scores
        for team, side in enumerate(result.sides):
            won = result.winner == team
            yield csv_line(
                (
                    *(result.night, result.round, result.table, result.place),
                    _named(side, names),
                    _named(result.sides[1 - team], names),
                    *(result.scores[team], result.scores[1 - team], int(won)),
                    result.margin if won else -result.margin,
                    *(result.skunks, result.by, result.at),
                )
            )


def _named(side: Iterable[PlayerId], names: Names) -> str:
    return " & ".join(names.get(player, player) for player in side)


def standing_csv(rows: Iterable[StandingRow], names: Names) -> Iterator[str]:
    """Yield a line a player, the leader first."""
    yield BYTE_ORDER_MARK + csv_line(STANDING)
    yield from (csv_line(_cells(row, names)) for row in rows)


def season_csv(rows: Iterable[SeasonRow], names: Names) -> Iterator[str]:
    """Yield a line a player, the leader of the season first."""
    yield BYTE_ORDER_MARK + csv_line(SEASON)
    yield from (
        csv_line((*_cells(one.row, names), one.nights, one.best, one.grass_roots)) for one in rows
    )


def sheet_csv(sheet: Sheet, names: Names) -> Iterator[str]:
    """Yield a line a player of the evening's sheet, the leader first."""
    yield BYTE_ORDER_MARK + csv_line(SHEET)
    for one in sheet.rows:
        total = one.season.row if one.season else None
        more = (total.place, total.points) if total else ("", "")
        cells = _cells(one.row, names)
        yield csv_line((*cells, one.grass_roots, int(one.in_quarter), *more))


def _cells(row: StandingRow, names: Names) -> tuple[str | int, ...]:
    return (
        *(row.place, int(row.equal), row.id, names.get(row.id, row.id), row.games, row.won),
        *(row.points, row.plus, row.minus, row.net, row.skunks_given, row.skunks_taken),
    )
