"""Rounds by hand, as CSV: ``round,table,player,player[,player,player]``, a line a table."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Final, NamedTuple

from club.pairing.history import MOST_ROUNDS, check_played, check_players
from club.pairing.refusal import CannotPair, shortened
from club.pairing.round import PlayerId, Round, Seating
from scorekeeper.figures.spreadsheet import BYTE_ORDER_MARK, csv_line, without_apostrophe
from scorekeeper.words import en

COLUMNS: Final = ("round", "table", "player", "player", "player", "player")
MOST_LINES: Final = 10_000
LONGEST_TABLE: Final = 32


class SheetRow(NamedTuple):
    """A table of a round."""

    round: int
    seating: Seating


def read_csv(text: str, players: Sequence[PlayerId] = ()) -> tuple[Round, ...]:
    """Return the rounds in *text*; commas or semicolons, with or without a line of titles.

    Who is among *players*, or at a table of any round, but at none in a round, sits out there.
    Raises CannotPair.
    """
    lines = sorted(_lines(text), key=lambda line: line.round)
    if not lines:
        raise CannotPair(en("The file has no tables: each line is round,table,player,player."))
    seated = (player for line in lines for player in line.seating.players)
    everybody = tuple(dict.fromkeys([*players, *seated]))
    check_players(everybody)
    rounds = tuple(
        _round(number, [line.seating for line in tables], everybody)
        for number, tables in groupby(lines, key=lambda line: line.round)
    )
    check_played(rounds, len(rounds))
    return rounds


def _round(number: int, seatings: Sequence[Seating], everybody: Sequence[PlayerId]) -> Round:
    seated = {player for seating in seatings for player in seating.players}
    out = tuple(player for player in everybody if player not in seated)
    return Round(number, tuple(seatings), out)


def _lines(text: str) -> Iterator[SheetRow]:
    text = text.removeprefix(BYTE_ORDER_MARK)
    first = text.partition("\n")[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    rows = csv.reader(StringIO(text), delimiter=separator)
    try:
        for number, row in enumerate(rows, 1):
            if number > MOST_LINES:
                raise CannotPair(en("The file has more than {limit} lines."), limit=MOST_LINES)
            cells = [without_apostrophe(cell.strip()) for cell in row]
            if any(cells) and not (number == 1 and not cells[0].isdecimal()):
                yield _line(number, cells)
    except csv.Error as fault:
        raise CannotPair(
            en("Line {line} is no CSV ({reason})."), line=rows.line_num, reason=str(fault)
        ) from None


def _line(number: int, cells: list[str]) -> SheetRow:
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) not in {4, 6}:
        sentence = en(
            "Line {line} has {value} values; it has a round, a table, and 2 or 4 players."
        )
        raise CannotPair(sentence, line=number, value=len(cells))
    one, table, *players = cells
    if not (one.isascii() and one.isdigit() and len(one) < 4 and 1 <= int(one) <= MOST_ROUNDS):
        sentence = en("Line {line}: {value} is no round; it is 1 to {limit}.")
        raise CannotPair(sentence, line=number, value=shortened(one), limit=MOST_ROUNDS)
    if not table or len(table) > LONGEST_TABLE or not table.isprintable():
        sentence = en("Line {line}: a table can’t be called {value}.")
        raise CannotPair(sentence, line=number, value=shortened(table))
    return SheetRow(int(one), Seating(table, tuple(players)))


def csv_lines(rounds: Iterable[Round]) -> Iterator[str]:
    """Yield *rounds* as ``read_csv`` reads them."""
    yield csv_line(COLUMNS)
    for one in rounds:
        for seating in one.tables:
            yield csv_line((one.round, seating.table, *seating.players))
