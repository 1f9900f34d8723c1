"""Keypad sheets: actual-size labels and overlays, a legend, large print and braille."""

from collections.abc import Generator, Iterable, Iterator
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from scorekeeper.board.marks import (
    BLACK,
    FAINT,
    GREY,
    TALL,
    Box,
    Circle,
    Mark,
    Page,
    Paper,
    Pen,
    Rectangle,
    Text,
    text_lines,
    text_width,
)
from scorekeeper.board.shape import Point
from scorekeeper.board.template import scale_bar
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en
from scorekeeper.words.key_legends import AFTER_HOLD, braille, dots, large, small

TITLE, LINE = 4.2, 3.2
"""Heights of a title and of a line, in mm."""
LINE_PITCH, ROWS_APART = 1.18, 0.08
"""Line pitch and extra gap between rows, as multiples of the line height."""
COLUMN_WIDTH, SECOND = 80.0, 90.0
"""Width of a column, and left edge of the second, in mm."""
WIDE, NARROW = 20.0, 8.0
"""Widths of the sign column, in mm."""

PRESSED: Final = (
    ("{A} – {K}", en("a card: drawn, cut or played")),
    ("{GO}", en("in the play: go, no card fits")),
    ("{OK}", en("at the show: count the hand on the table")),
    ("{A} – {K}, {OK}", en("the same with the cards that weren’t played; four for the crib")),
    ("{A} – 10, {OK}", en("the same with your own count: {ace} is 1, 10 is 0")),
    ("{GO}, {OK}", en("the same with what suits add: a flush, nobs or both")),
    ("{OK}", en("after a win: the next game of the match")),
    ("{UNDO}", en("undoes the last entry, whatever it was")),
)
"""Key sequences and their meanings."""


def meanings(origin: Point, words: Words) -> Iterator[Text]:
    """Yield a legend at *origin*: single keys, then keys after holding OK, in a game and before
    one."""
    signs = {key.value: large(words, key) for key in SIXTEEN}
    court = {"ace": signs["A"], "jack": signs["J"]}
    entered = ((keys.format(**signs), words.say(meaning, **court)) for keys, meaning in PRESSED)
    games = ((str(number), words.rules_title(key)) for number, key in enumerate(RULES, 1))
    more = ((signs[key], words.say(it.about, **court)) for key, it in AFTER_HOLD.items())
    below = yield from _list(origin, words.say("What is entered"), entered, WIDE)
    beside, held = Point(origin.x + SECOND, origin.y), en("In a game: hold OK, then")
    lower = yield from _list(beside, words.say(held), more, NARROW)
    head = en("No game on: hold OK, then the game, who deals, OK")
    shorter = Point(origin.x, below) if below <= lower else Point(beside.x, lower)
    yield from _list(shorter, words.say(head), games, NARROW)


def _list(
    origin: Point, head: str, rows: Iterable[tuple[str, str]], indent: float
) -> Generator[Text, None, float]:
    """Yield a list of signs and meanings with a heading; return the baseline below it."""
    down = origin.y
    for sign, text in (("", head), *rows):
        aside = indent if sign else 0.0
        if sign:
            yield Text(Point(origin.x, down), sign, LINE)
        for line in text_lines(text, LINE, COLUMN_WIDTH - aside):
            yield Text(Point(origin.x + aside, down), line, LINE)
            down += LINE * LINE_PITCH
        down += LINE * ROWS_APART
    return down + LINE * LINE_PITCH / 2


NUMERIC_PITCH: Final = 19.0
"""Pitch of keyboard keys in mm."""
MATRIX_PITCH: Final = 16.0
CAP: Final = 13.5
"""Width of a keycap's top in mm at NUMERIC_PITCH."""
FILM: Final = Point(69.0, 77.0)
"""Size of a membrane keypad with sixteen keys, in mm."""
SIDE: Final = 4

CUT: Final = Pen(0.15, BLACK)
KEY: Final = Pen(0.1, FAINT, (0.8, 0.8))
LEFT, TOP, BETWEEN = 18.0, 30.0, 22.0
SIGN, WORD, GAP = 0.5, 0.21, 0.09
"""Heights of the large sign, small word and gap, as fractions of the key's shorter side."""
PITCH: Final = 1.05
"""Line pitch of small words, as a multiple of their height."""
ROOMY: Final = 0.92
"""Maximum text width as a fraction of the key's width."""


class KeyPlace(NamedTuple):
    """Position and size of a key, in units of the pitch."""

    key: Key
    x: int
    y: int
    wide: int = 1
    high: int = 1


NUMERIC: Final = (
    KeyPlace(Key.JACK, 1, 0),
    KeyPlace(Key.QUEEN, 2, 0),
    KeyPlace(Key.KING, 3, 0),
    *(KeyPlace(Key(str(7 + x)), x, 1) for x in range(3)),
    KeyPlace(Key.GO, 3, 1, high=2),
    *(KeyPlace(Key(str(4 + x)), x, 2) for x in range(3)),
    KeyPlace(Key.ACE, 0, 3),
    KeyPlace(Key.TWO, 1, 3),
    KeyPlace(Key.THREE, 2, 3),
    KeyPlace(Key.OK, 3, 3, high=2),
    KeyPlace(Key.TEN, 0, 4, wide=2),
    KeyPlace(Key.UNDO, 2, 4),
)
"""The layout of a numeric keypad; Num Lock, at the top left, is not used."""

SQUARE: Final = tuple(KeyPlace(key, at % SIDE, at // SIDE) for at, key in enumerate(SIXTEEN))


def overlay(
    paper: Paper,
    words: Words,
    *,
    numeric: float = NUMERIC_PITCH,
    matrix: float = MATRIX_PITCH,
) -> Page:
    """Return a sheet with labels for both keypads, at pitches *numeric* and *matrix* in mm, and a
    legend."""
    caps = Point(LEFT, TOP)
    film = Point(LEFT + SIDE * numeric + BETWEEN, TOP)
    below = TOP + max(5 * numeric, FILM.y, SIDE * matrix) + 9
    marks: list[Mark] = []
    for corner, head, advice in (
        (caps, en("Numeric keypad"), en("Cut out and stick on the keys.")),
        (film, en("Sixteen keys"), en("Cut out and lay on the film.")),
    ):
        marks.append(Text(Point(corner.x, corner.y - 10), words.say(head), TITLE))
        marks.append(Text(Point(corner.x, corner.y - 5), words.say(advice), LINE, GREY))
    edge = numeric * (1 - CAP / NUMERIC_PITCH) / 2
    for key, x, y, wide, high in NUMERIC:
        left, top = caps.x + x * numeric, caps.y + y * numeric
        box = Box(left, top, wide * numeric, high * numeric).trimmed(edge, edge)
        marks += (Rectangle(box, CUT), *_label(key, box, words))
    marks.append(Rectangle(Box(*film, *FILM), CUT))
    corner = Point(film.x + (FILM.x - SIDE * matrix) / 2, film.y + (FILM.y - SIDE * matrix) / 2)
    for key, x, y, *_ in SQUARE:
        left, top = corner.x + x * matrix, corner.y + y * matrix
        box = Box(left, top, matrix, matrix).trimmed(1, 1)
        marks += (Rectangle(box, KEY), *_label(key, box, words))
    marks += scale_bar(Point(LEFT, below))
    marks.append(Text(Point(LEFT + 103, below), "100 mm", LINE))
    marks += meanings(Point(LEFT, below + 9), words)
    return Page.of(paper, marks)


def _label(key: Key, box: Box, words: Words) -> Iterator[Text]:
    """Yield the sign and, below it, the word of *key*, centred in *box*; the word takes one or two
    lines, whichever allows larger text."""
    least, room, text = min(box.width, box.height), ROOMY * box.width, small(words, key)
    breaks = [at for at, letter in enumerate(text) if letter.isspace()]
    ways = [(text,), *((text[:at], text[at + 1 :]) for at in breaks)] if text else [()]
    sizes = (
        (min(WORD * least, *(room / text_width(line, 1) for line in way), inf), way) for way in ways
    )
    size, lines = max(sizes, key=itemgetter(0))
    sign = large(words, key)
    height = min(SIGN * least, room / text_width(sign, 1))
    gap, pitch = GAP * least, PITCH * size
    high = TALL * height + (gap + TALL * size + pitch * (len(lines) - 1) if lines else 0)
    base = box.top + (box.height - high) / 2 + TALL * height
    below = base + gap + TALL * size
    bases = [(sign, height, base)]
    bases += ((line, size, below + number * pitch) for number, line in enumerate(lines))
    for line, tall, y in bases:
        left = box.left + box.width / 2 - text_width(line, tall) / 2
        yield Text(Point(left, y), line, tall)


DOTS_APART, CELLS_APART, DOT = 2.5, 6.0, 0.8
"""Standard braille: dot pitch, cell pitch, and dot radius in mm."""

TOUCH_TOP: Final = 32.0
ROW: Final = Point(85.0, 26.0)
"""Size of a label in mm; there are two columns of eight."""
LARGE_SIGN, MAX_WIDE = 22.0, 36.0
"""Height of large print, and maximum width of a sign, in mm."""
BRAILLE: Final = Point(42.0, 9.0)
"""Offset of the first dot in its label, in mm."""
ADVICE: Final = 3.4


def touch_labels(paper: Paper, words: Words) -> Page:
    """Return a sheet with large print and braille labels for all sixteen keys."""
    advice = en("Emboss the dots or print them on swell paper; cut along the lines.")
    marks: list[Mark] = [
        Text(Point(LEFT, TOUCH_TOP - 12), words.say("Large print and braille"), TITLE),
        Text(Point(LEFT, TOUCH_TOP - 6), words.say(advice), ADVICE),
    ]
    half = len(SIXTEEN) // 2
    for number, key in enumerate(SIXTEEN):
        column, row = divmod(number, half)
        corner = Point(LEFT + column * (ROW.x + 4), TOUCH_TOP + row * (ROW.y + 2))
        marks.append(Rectangle(Box(*corner, *ROW), Pen(0.15, FAINT)))
        sign = large(words, key)
        height = min(LARGE_SIGN, MAX_WIDE / text_width(sign, 1))
        base = corner.y + ROW.y / 2 + height * 0.36
        marks.append(Text(Point(corner.x + 4, base), sign, height))
        for place, cell in enumerate(braille(sign)):
            for dot in dots(cell):
                across, down = divmod(dot - 1, 3)
                x = corner.x + BRAILLE.x + place * CELLS_APART + across * DOTS_APART
                centre = Point(x, corner.y + BRAILLE.y + down * DOTS_APART)
                # A circle with a stroke of twice its radius is a filled dot.
                marks.append(Circle(centre, DOT / 2, Pen(DOT, BLACK)))
    return Page.of(paper, marks)
