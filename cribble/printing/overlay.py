"""What is on the keys, to be printed in its true size: for a numeric keypad and one of sixteen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scorekeeper.board.shape import Point
from scorekeeper.board.template import Paper, Sheet
from scorekeeper.board.template.ink import BLACK, FAINT, GREY, Mark, Pen, Text, Way, rectangle
from scorekeeper.board.template.paper import Box
from scorekeeper.keys import SIXTEEN, Key
from scorekeeper.rules import RULES
from scorekeeper.words import Words, en
from scorekeeper.words.legends import AFTER_HELD, large, small

NUMERIC_PITCH: Final = 19.0
"""From key to key, as on a keyboard."""
MATRIX_PITCH: Final = 16.0
CAP: Final = 13.5
"""The top of a keycap, where keys are 19 mm apart."""
FILM: Final = Point(69.0, 77.0)
"""A membrane of sixteen keys."""
SIDE: Final = 4

CUT: Final = Pen(0.15, BLACK)
KEY: Final = Pen(0.1, FAINT, (0.8, 0.8))
LEFT, TOP, BETWEEN = 18.0, 30.0, 22.0
TITLE, LINE = 4.2, 3.4
WORD: Final = 2.6
LETTERS: Final = 38
"""In a line of a list."""
SECOND, INDENT = 84.0, 8.0
LETTER: Final = 0.53
CAPITAL: Final = 0.7
"""How wide letters of Helvetica are, all in all, for the height of their line."""
ROOMY: Final = 0.8
"""The part of a key that its small word may take: some viewers have wider letters."""


class Place(NamedTuple):
    """Where a key lies, in keys to the right and down, and how many it takes."""

    key: Key
    x: int
    y: int
    wide: int = 1
    high: int = 1


NUMERIC: Final = (
    Place(Key.JACK, 1, 0),
    Place(Key.QUEEN, 2, 0),
    Place(Key.KING, 3, 0),
    *(Place(Key(str(7 + x)), x, 1) for x in range(3)),
    Place(Key.GO, 3, 1, high=2),
    *(Place(Key(str(4 + x)), x, 2) for x in range(3)),
    Place(Key.ACE, 0, 3),
    Place(Key.TWO, 1, 3),
    Place(Key.THREE, 2, 3),
    Place(Key.OK, 3, 3, high=2),
    Place(Key.TEN, 0, 4, wide=2),
    Place(Key.UNDO, 2, 4),
)
"""A numeric keypad; the key for its lock, at the top left, has no meaning."""

SQUARE: Final = tuple(Place(key, at % SIDE, at // SIDE) for at, key in enumerate(SIXTEEN))


class Pitches(NamedTuple):
    """From key to key, in mm, on either keypad."""

    numeric: float = NUMERIC_PITCH
    matrix: float = MATRIX_PITCH


def overlay(paper: Paper, pitches: Pitches, words: Words) -> Sheet:
    """Both keypads side by side, and below what the keys mean."""
    caps = Point(LEFT, TOP)
    film = Point(LEFT + SIDE * pitches.numeric + BETWEEN, TOP)
    below = TOP + max(5 * pitches.numeric, FILM.y, SIDE * pitches.matrix) + 14
    marks = (
        *_heads(caps, film, words),
        *_caps(caps, pitches.numeric, words),
        *_film(film, pitches.matrix, words),
        *_ruler(Point(LEFT, below)),
        *_lists(Point(LEFT, below + 12), words),
    )
    whole = Box(0, 0, paper.width, paper.height)
    return Sheet(paper, 1, 1, whole, Point(0, 0), (), marks)


def _heads(caps: Point, film: Point, words: Words) -> Iterator[Mark]:
    heads = (
        (caps, en("Numeric keypad"), en("Cut, and stick on the keys.")),
        (film, en("Sixteen keys"), en("Cut, and lay on the film.")),
    )
    for at, head, advice in heads:
        yield Text(Point(at.x, at.y - 10), words.say(head), TITLE)
        yield Text(Point(at.x, at.y - 5), words.say(advice), LINE, GREY)


def _caps(corner: Point, pitch: float, words: Words) -> Iterator[Mark]:
    """A label for each key, to be cut out."""
    edge = pitch * (1 - CAP / NUMERIC_PITCH) / 2
    for place in NUMERIC:
        box = Box(
            corner.x + place.x * pitch + edge,
            corner.y + place.y * pitch + edge,
            place.wide * pitch - 2 * edge,
            place.high * pitch - 2 * edge,
        )
        yield rectangle(box.left, box.top, box.right, box.bottom, CUT)
        yield from _label(place.key, box, words)


def _film(corner: Point, pitch: float, words: Words) -> Iterator[Mark]:
    """One sheet, on which the keys are in the middle."""
    yield rectangle(corner.x, corner.y, corner.x + FILM.x, corner.y + FILM.y, CUT)
    left, top = corner.x + (FILM.x - SIDE * pitch) / 2, corner.y + (FILM.y - SIDE * pitch) / 2
    for place in SQUARE:
        box = Box(left + place.x * pitch, top + place.y * pitch, pitch, pitch).trimmed(1, 1)
        yield rectangle(box.left, box.top, box.right, box.bottom, KEY)
        yield from _label(place.key, box, words)


def _label(key: Key, box: Box, words: Words) -> Iterator[Text]:
    """The large sign in the middle, and the small word beneath it."""
    middle, said = Point(box.left + box.width / 2, box.top + box.height / 2), small(words, key)
    sign = large(words, key)
    height = min(0.5 * min(box.width, box.height), 0.9 * box.width / (CAPITAL * len(sign)))
    yield _centred(sign, Point(middle.x, middle.y + (0.15 if said else 0.35) * height), height)
    if said:
        height = min(WORD, ROOMY * box.width / (LETTER * len(said)))
        yield _centred(
            said, Point(middle.x, box.bottom - 0.11 * min(box.width, box.height)), height
        )


def _centred(words: str, at: Point, height: float) -> Text:
    wide = sum(CAPITAL if letter.isupper() else LETTER for letter in words) * height
    return Text(Point(at.x - wide / 2, at.y), words, height)


def _ruler(at: Point) -> Iterator[Mark]:
    """Ten centimetres, to be measured."""
    pen = Pen(0.25, BLACK)
    yield Way((at, Point(at.x + 100, at.y)), pen)
    for x in range(0, 101, 10):
        yield Way((Point(at.x + x, at.y - (2 if x % 50 else 3)), Point(at.x + x, at.y)), pen)
    yield Text(Point(at.x + 103, at.y), "100 mm", LINE)


def _lists(at: Point, words: Words) -> Iterator[Text]:
    """The games by their numbers, and what keys mean after OK was held."""
    games = ((str(number), words.rules_title(key)) for number, key in enumerate(RULES, 1))
    jack = large(words, Key.JACK)
    more = ((large(words, key), words.say(it.about, jack=jack)) for key, it in AFTER_HELD.items())
    head = en("No game is on: hold OK, then the game, who deals, OK")
    yield from _list(at, words.say(head), games)
    yield from _list(Point(at.x + SECOND, at.y), words.say(en("In a game: hold OK, then")), more)


def _list(at: Point, head: str, rows: Iterable[tuple[str, str]]) -> Iterator[Text]:
    """Signs, and beside each what it means."""
    down = at.y
    for sign, said in (("", head), *rows):
        if sign:
            yield Text(Point(at.x, down), sign, LINE)
        for line in textwrap.wrap(said, LETTERS, break_on_hyphens=False):
            yield Text(Point(at.x + (INDENT if sign else 0), down), line, LINE)
            down += LINE * 1.25
        down += LINE * 0.4
