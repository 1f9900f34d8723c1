"""Score cards in the format of the American Cribbage Congress, four per sheet, blank or filled in.

One line per game: number, game points, plus or minus spread, opponent and seat; totals at the
bottom.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from club.pairing.round import PlayerId, Round
from club.paper.lists import Column, cell, fitted, pages, row, shrunk
from club.results import Result, Scoring, last_of_each
from scorekeeper.board.marks import (
    BLACK,
    GREY,
    Box,
    Mark,
    Page,
    Paper,
    Pen,
    Polyline,
    Rectangle,
    Text,
)
from scorekeeper.board.shape import Point
from scorekeeper.words import Words, en

MAX_GAMES: Final = 40
WIDE, HIGH = 92.0, 132.0
HEAD, FOOT = 24.0, 15.0
EDGE: Final = 4.0
TALLEST_ROW: Final = 9.0
CUT: Final = Pen(0.1, GREY)
FRAME: Final = Pen(0.3, BLACK)
TITLE, LINE, SMALL = 4.4, 3.4, 2.7

COLUMNS: Final = (
    Column(en("Game"), 9.0),
    Column(en("Points"), 11.0),
    Column(en("Spread +"), 11.5),
    Column(en("Spread −"), 11.5),
    Column(en("Opponent"), 31.0),
    Column(en("Seat"), 10.0),
)


class CardLine(NamedTuple):
    """A game on a card; None leaves space for handwriting."""

    points: int | None = None
    spread: int | None = None
    opponent: str = ""
    seat: str = ""


class ScoreCard(NamedTuple):
    """A player's card: ``name``, ``number`` and ``night`` at the top, then one line per game."""

    name: str
    number: str
    night: str
    lines: tuple[CardLine, ...]


def empty_cards(count: int, games: int) -> tuple[ScoreCard, ...]:
    return (ScoreCard("", "", "", (CardLine(),) * games),) * count


def cards_of(
    rounds: Sequence[Round],
    results: Iterable[Result],
    scoring: Scoring,
    names: Mapping[PlayerId, str],
    night: str = "",
) -> tuple[ScoreCard, ...]:
    """Return a card for each player of *rounds*, with opponents and seats, and with points for
    the games in *results*. Players are numbered by their first-round seats, then by when they
    joined."""
    counted = {
        (result.round, frozenset(result.players)): result for result in last_of_each(results)
    }
    entrants = dict.fromkeys(
        player
        for round_ in rounds
        for player in (*(p for seating in round_.tables for p in seating.players), *round_.out)
    )
    numbers = {player: number for number, player in enumerate(entrants, 1)}
    return tuple(
        ScoreCard(
            names.get(player, player),
            str(numbers[player]),
            night,
            tuple(_line(round_, player, counted, scoring, names) for round_ in rounds),
        )
        for player in sorted(numbers, key=lambda player: _letters(names.get(player, player)))
    )


def _letters(name: str) -> str:
    """Return a sort key for *name*: Élise comes before Frank."""
    return "".join(one for one in normalize("NFKD", name.casefold()) if not combining(one))


Games = Mapping[tuple[int, frozenset[PlayerId]], Result]


def _line(
    round_: Round, player: PlayerId, games: Games, scoring: Scoring, names: Mapping[PlayerId, str]
) -> CardLine:
    seating = next((seating for seating in round_.tables if player in seating.players), None)
    if seating is None:
        return CardLine(opponent="–", seat="–") if player in round_.out else CardLine()
    others = (it for side in seating.sides if player not in side for it in side)
    opponent = " & ".join(names.get(other, other) for other in others)
    result = games.get((round_.round, frozenset(seating.players)))
    if result is None:
        return CardLine(opponent=opponent, seat=seating.table)
    won = player in result.sides[result.winner]
    points = scoring.won(result.skunks) if won else 0
    return CardLine(points, result.margin if won else -result.margin, opponent, seating.table)


def card_sheets(cards: Sequence[ScoreCard], paper: Paper, words: Words) -> tuple[Page, ...]:
    """Return the sheets with *cards*, four per sheet, with cutting lines."""
    left, top = (paper.width - 2 * WIDE) / 2, (paper.height - 2 * HIGH) / 2
    corners = tuple(
        Point(left + column * WIDE, top + row * HIGH) for row in (0, 1) for column in (0, 1)
    )
    return tuple(
        Page.of(
            paper,
            (
                mark
                for corner, card in zip(corners, four, strict=False)
                for mark in _card(corner, card, words)
            ),
        )
        for four in pages(cards, 4)
    )


def _card(corner: Point, card: ScoreCard, words: Words) -> Iterator[Mark]:
    yield Rectangle(Box(*corner, WIDE, HIGH), CUT)
    yield from _head(Point(corner.x + EDGE, corner.y + EDGE), card, words)
    top = corner.y + HEAD
    room = HIGH - HEAD - FOOT - EDGE
    high = min(TALLEST_ROW, room / (len(card.lines) + 1))
    heading = Box(corner.x + EDGE, top, sum(column.width for column in COLUMNS), high)
    titles = tuple(words.say(column.title) for column in COLUMNS)
    yield from row(heading, COLUMNS, titles, SMALL, FRAME)
    for number, line in enumerate(card.lines, 1):
        down = Box(heading.left, top + number * high, heading.width, high)
        yield from row(down, COLUMNS, _cells(number, line), min(LINE, 0.75 * high), FRAME)
    yield from _foot(Point(heading.left, top + (len(card.lines) + 1) * high), card, words)


def _head(corner: Point, card: ScoreCard, words: Words) -> Iterator[Mark]:
    yield Text(Point(corner.x, corner.y + 4), words.say("Score card"), TITLE)
    for down, label, left, right, word, text in (
        (10.0, 0.0, 16.0, WIDE - 2 * EDGE, words.say("Name"), card.name),
        (16.0, 0.0, 16.0, 26.0, words.say("Number"), card.number),
        (16.0, 29.0, 39.0, 59.0, words.say("Date"), card.night),
        (16.0, 62.0, 73.0, WIDE - 2 * EDGE, words.say("Checked"), ""),
    ):
        line, room = corner.y + down + 1, right - left
        yield Text(Point(corner.x + label, corner.y + down), word, SMALL, GREY)
        yield Polyline((Point(corner.x + left, line), Point(corner.x + right, line)), CUT)
        if text:
            size = shrunk(text, LINE, room - 1)
            shown = fitted(text, size, room - 1)
            yield Text(Point(corner.x + left + 1, corner.y + down), shown, size)


def _cells(number: int, line: CardLine) -> tuple[str, ...]:
    spread = line.spread
    return (
        str(number),
        "" if line.points is None else str(line.points),
        f"{spread:02}" if spread is not None and spread > 0 else "",
        f"{-spread:02}" if spread is not None and spread < 0 else "",
        line.opponent,
        line.seat,
    )


def _foot(corner: Point, card: ScoreCard, words: Words) -> Iterator[Mark]:
    points = [line.points for line in card.lines if line.points is not None]
    spreads = [line.spread for line in card.lines if line.spread is not None]
    plus = sum(max(spread, 0) for spread in spreads)
    minus = sum(max(-spread, 0) for spread in spreads)
    sums = map(str, (sum(points), plus, minus)) if points else ("", "", "")
    totals = (words.say("Total"), *sums)
    columns = COLUMNS[: len(totals)]
    yield from row(Box(corner.x, corner.y, 0, 7.0), columns, totals, LINE, FRAME)
    left = corner.x + sum(column.width for column in columns)
    won = sum(1 for spread in spreads if spread > 0)
    labels = (
        (words.say("Games won"), str(won) if points else ""),
        (words.say("Net spread"), f"{plus - minus:+}".replace("-", "−") if points else ""),
    )
    for number, (label, text) in enumerate(labels):
        here = Box(left, corner.y + number * 7.0, COLUMNS[-2].width, 7.0)
        value = Box(left + here.width, corner.y + number * 7.0, COLUMNS[-1].width, 7.0)
        yield Rectangle(here, FRAME)
        yield from cell(here, label, SMALL)
        yield Rectangle(value, FRAME)
        yield from cell(value, text, LINE)
