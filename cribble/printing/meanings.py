"""What keys mean, below the keypads on their sheet: what they enter, and what OK held gives."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Final

from cribble.printing.pdf import lines
from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.ink import Text
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en
from scorekeeper.words.keypad import AFTER_HOLD, large

TITLE, LINE = 4.2, 3.4
"""How high a title is, and a line."""
PITCH, BETWEEN = 1.22, 0.3
"""From line to line, and between two rows, for the height of a line."""
COLUMN, SECOND = 80.0, 90.0
"""How wide a column is, and where the second begins."""
WIDE, NARROW = 20.0, 8.0
"""How wide the signs of a list are."""

PRESSED: Final = (
    ("{A} – {K}", en("a card: drawn, cut or laid")),
    ("{GO}", en("in the play: go, no card fits")),
    ("{OK}", en("in the show: the hand that lies there is counted")),
    ("{A} – {K}, {OK}", en("the same with cards that nobody saw; four for the crib")),
    ("{A} – 10, {OK}", en("the same with your own count: {ace} is 1, 10 is 0")),
    ("{GO}, {OK}", en("the same with what suits add: a flush, nobs or both, as far as can be")),
    ("{OK}", en("when a game is won: the next of the match")),
    ("{UNDO}", en("the last thing is taken back, whatever it was")),
)
"""What is pressed, by the names of keys, and what that enters."""


def meanings(at: Point, words: Words) -> Iterator[Text]:
    """What keys enter, and beside it what they do after OK was held, while a game is on and while
    none is."""
    signs = {key.value: large(words, key) for key in SIXTEEN}
    court = {"ace": signs["A"], "jack": signs["J"]}
    entered = ((keys.format(**signs), words.say(told, **court)) for keys, told in PRESSED)
    games = ((str(number), words.rules_title(key)) for number, key in enumerate(RULES, 1))
    more = ((signs[key], words.say(it.about, **court)) for key, it in AFTER_HOLD.items())
    below = yield from _list(at, words.say(en("What is entered")), entered, WIDE)
    head = en("No game is on: hold OK, then the game, who deals, OK")
    yield from _list(Point(at.x, below), words.say(head), games, NARROW)
    beside, held = Point(at.x + SECOND, at.y), en("In a game: hold OK, then")
    yield from _list(beside, words.say(held), more, NARROW)


def _list(
    at: Point, head: str, rows: Iterable[tuple[str, str]], indent: float
) -> Generator[Text, None, float]:
    """Signs, and beside each what it means; how far down it goes."""
    down = at.y
    for sign, said in (("", head), *rows):
        aside = indent if sign else 0.0
        if sign:
            yield Text(Point(at.x, down), sign, LINE)
        for line in lines(said, LINE, COLUMN - aside):
            yield Text(Point(at.x + aside, down), line, LINE)
            down += LINE * PITCH
        down += LINE * BETWEEN
    return down + LINE * PITCH / 2
