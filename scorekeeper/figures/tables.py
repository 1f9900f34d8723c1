"""Finished games as tables for spreadsheets: one row per side, deal or hand."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from typing import Final, TypeAlias

from scorekeeper.figures.totals import spread_for, team_of, was_skunked
from scorekeeper.game.analysis.score_sheet import ScoreSheet, complete_deals
from scorekeeper.journal import GameResult, PlayedGame

Cell: TypeAlias = str | int | None
ReadSheet: TypeAlias = Callable[[], ScoreSheet | None]
"""Loads the score sheet of a game, which is slow; None if the game has been undone meanwhile."""
Rows: TypeAlias = Callable[[GameResult, ReadSheet], Iterator[tuple[Cell, ...]]]

GAME: Final = ("game", "ended")
SIDES: Final = (
    *GAME, "begun", "rules", "target", "side", "players", "score", "won", "games", "skunked",
    "spread", "dealt_first", "deals",
)  # fmt: skip
DEALS: Final = (
    *GAME, "deal", "complete", "player", "dealt", "hand", "crib", "pegged", "score"
)  # fmt: skip
HANDS: Final = (*GAME, "deal", "player", "of", "cards", "starter", "points", "passed")


def _sides(game: GameResult, _: ReadSheet) -> Iterator[tuple[Cell, ...]]:
    first = None if game.first_dealer is None else team_of(game, game.first_dealer)
    for side, seats in enumerate(game.teams):
        yield (
            *_named(game),
            game.begun,
            game.key,
            game.target,
            side + 1,
            " & ".join(game.players[seat] for seat in seats),
            game.scores[side],
            int(game.winner == side),
            game.games if game.winner == side else 0,
            int(was_skunked(game, side)),
            spread_for(game, side),
            int(first == side),
            game.deals,
        )


def _deals(game: GameResult, read: ReadSheet) -> Iterator[tuple[Cell, ...]]:
    sheet = read()
    complete = {line.number for line in complete_deals(sheet)} if sheet else set()
    for line in sheet.deals if sheet else ():
        for seat, player in enumerate(game.players):
            yield (
                *_named(game),
                line.number,
                int(line.number in complete),
                player,
                int(line.dealer == seat),
                line.hands[seat],
                line.crib if line.dealer == seat else None,
                None if line.pegged is None else line.pegged[seat],
                line.scores[team_of(game, seat)],
            )


def _hands(game: GameResult, read: ReadSheet) -> Iterator[tuple[Cell, ...]]:
    sheet = read()
    for shown in sheet.shown if sheet else ():
        yield (
            *_named(game),
            shown.deal,
            game.players[shown.seat],
            "crib" if shown.of == "crib" else "hand",
            " ".join(map(str, shown.cards)),
            str(shown.starter) if shown.starter else None,
            None if shown.passed else shown.points,
            int(shown.passed),
        )


def _named(game: GameResult) -> tuple[Cell, ...]:
    return f"{game.match}.{game.place}", game.ended


TABLES: Final[Mapping[str, tuple[tuple[str, ...], Rows]]] = {
    "games": (SIDES, _sides),
    "deals": (DEALS, _deals),
    "hands": (HANDS, _hands),
}
"""For each table, its columns and a function that returns the rows of one game."""


def csv_lines(table: str, games: Iterable[PlayedGame]) -> Iterator[str]:
    """Yield *table* as CSV (RFC 4180): the header, then the rows of each of *games*."""
    yield csv_head(table)
    for played in games:
        sheet = played.sheet
        yield csv_rows(table, played.game, lambda: sheet)  # noqa: B023 - called at once


def csv_head(table: str) -> str:
    """Return the header of *table*."""
    return BYTE_ORDER_MARK + csv_line(TABLES[table][0])


def csv_rows(table: str, game: GameResult, read: ReadSheet) -> str:
    """Return the rows of *game* in *table*; the score sheet is loaded only if they need it."""
    return "".join(map(csv_line, TABLES[table][1](game, read)))


BYTE_ORDER_MARK: Final = "\ufeff"
"""Byte order mark, without which Excel reads accented letters in the wrong encoding."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Prefixes of names that a spreadsheet would read as formulas; an apostrophe makes them text."""


def csv_line(cells: Iterable[Cell]) -> str:
    """Return one CSV line (RFC 4180) that spreadsheets read correctly."""
    out = StringIO()
    csv.writer(out).writerow(
        f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in cells
    )
    return out.getvalue()
