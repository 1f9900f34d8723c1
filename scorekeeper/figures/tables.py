"""Finished games as tables for a spreadsheet: a row for each side, each deal and each hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from scorekeeper.cards import Card
from scorekeeper.figures.spreadsheet import BYTE_ORDER_MARK, Cell, csv_line
from scorekeeper.figures.totals import spread_for, team_of, was_skunked
from scorekeeper.game.analysis.score_sheet import (
    DealLine,
    ScoreSheet,
    ShownHand,
    complete_deals,
)
from scorekeeper.journal import GameResult, PlayedGame

ReadSheet: TypeAlias = Callable[[], ScoreSheet | None]
"""Reads the score sheet of a game, which takes its time; None if the game was undone meanwhile."""
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
    if sheet := read():
        complete = {line.number for line in complete_deals(sheet)}
        for line in sheet.deals:
            for seat in range(len(game.players)):
                yield _deal(game, line, seat, is_complete=line.number in complete)


def _deal(game: GameResult, line: DealLine, seat: int, *, is_complete: bool) -> tuple[Cell, ...]:
    return (
        *_named(game),
        line.number,
        int(is_complete),
        game.players[seat],
        int(line.dealer == seat),
        line.hands[seat],
        line.crib if line.dealer == seat else None,
        None if line.pegged is None else line.pegged[seat],
        line.scores[team_of(game, seat)],
    )


def _hands(game: GameResult, read: ReadSheet) -> Iterator[tuple[Cell, ...]]:
    if sheet := read():
        yield from (_hand(game, shown) for shown in sheet.shown)


def _hand(game: GameResult, shown: ShownHand) -> tuple[Cell, ...]:
    return (
        *_named(game),
        shown.deal,
        game.players[shown.seat],
        "crib" if shown.of == "crib" else "hand",
        _cards(shown.cards),
        _cards((shown.starter,)) if shown.starter else None,
        None if shown.passed else shown.points,
        int(shown.passed),
    )


def _named(game: GameResult) -> tuple[Cell, ...]:
    return f"{game.match}.{game.place}", game.ended


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


TABLES: Final[Mapping[str, tuple[tuple[str, ...], Rows]]] = {
    "games": (SIDES, _sides),
    "deals": (DEALS, _deals),
    "hands": (HANDS, _hands),
}
"""By name the columns of a table, and the rows of one game in it."""


def csv_lines(table: str, games: Iterable[PlayedGame]) -> Iterator[str]:
    """Yield *table*, as RFC 4180 has it: its columns, then the lines of each of *games*."""
    yield csv_head(table)
    for played in games:
        sheet = played.sheet
        yield csv_rows(table, played.game, lambda: sheet)  # noqa: B023 - called at once


def csv_head(table: str) -> str:
    """Return the first line of *table*: its columns."""
    return BYTE_ORDER_MARK + csv_line(TABLES[table][0])


def csv_rows(table: str, game: GameResult, read: ReadSheet) -> str:
    """Return the lines of *game* in *table*; its score sheet is read if they need it."""
    return "".join(map(csv_line, TABLES[table][1](game, read)))
