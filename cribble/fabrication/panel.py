"""The front panel: holes for lights and screws, lines between streets, and lettering."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist, inf
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from cribble.fabrication.part import Engraving, Flat
from scorekeeper.board.marks import Box, Circle, Polyline, Rectangle
from scorekeeper.board.shape import STREET, Point, Shape
from scorekeeper.board.wiring import Board
from scorekeeper.words import Words, en

CORNER: Final = 4.0
SCREW: Final = 3.2
"""Hole diameter for M3 screws, in mm."""
SCREW_IN: Final = 7.0
"""Distance of screw centres from the edges in mm."""
CLEAR: Final = 1.5
"""Minimum clearance between lettering and cuts in mm."""
NUMBER, WORD = 1 / 4, 3 / 14
"""Lettering heights as fractions of a lane; words may be smaller to fit."""
APART: Final = 0.8
"""Maximum width of a word as a fraction of the distance between two labels."""
SMALLER: Final = (1.0, 0.8, 0.65)
NAMES: Final = (8.0, 6.0, 4.5)
"""Heights of the name in mm, tried in this order."""


class Label(NamedTuple):
    """Lettering centred on ``at``."""

    words: str
    at: Point
    height: float

    @property
    def extent(self) -> Box:
        """The bounding box, including accents."""
        wide, high = letters_width(self.words, self.height), self.height * 5 / 3
        return Box(self.at.x - wide / 2, self.at.y - high / 2, wide, high)

    def clears(self, holes: Iterable[Circle], labels: Iterable["Label"], size: Point) -> bool:
        """Return whether the label is inside *size*, clear of all *holes* and *labels*."""
        box = self.extent
        inner = Box(0, 0, *size).trimmed(CLEAR, CLEAR)
        return (
            inner.holds(Point(box.left, box.top))
            and inner.holds(Point(box.right, box.bottom))
            and all(
                dist(
                    hole.at,
                    (
                        min(max(hole.at.x, box.left), box.right),
                        min(max(hole.at.y, box.top), box.bottom),
                    ),
                )
                >= hole.radius + CLEAR
                for hole in holes
            )
            and not any(box.meets(other.extent) for other in labels)
        )


def panel(board: Board, hole_mm: float, name: str, words: Words) -> Flat:
    """Return the panel, with holes of *hole_mm* diameter and *name* engraved."""
    shape = board.shape
    lights = [Circle(at, hole_mm / 2) for at in light_places(shape)]
    starts = [Circle(at, hole_mm / 2) for at in start_places(shape)]
    screws = list(screw_holes(shape, hole_mm))
    streets = [
        Polyline(tuple(shape.across(track, before)))
        for track in range(len(shape.tracks))
        for before in range(STREET, shape.holes - 1, STREET)
        if shape.pitch - hole_mm >= 1  # Otherwise no line fits between two holes.
    ]
    labels = labels_of(shape, (*lights, *starts, *screws), name, words)
    lettering = (line for label in labels for line in engraved(*label))
    outline = Rectangle(Box(0, 0, *shape.size), radius=CORNER)
    engraving: tuple[Engraving, ...] = (*starts, *streets, *lettering)
    return Flat("panel", shape.size, engraving, (*lights, *screws), (outline,))


def light_places(shape: Shape) -> tuple[Point, ...]:
    """Return the centres of the lit holes in pegging order, without duplicates."""
    return tuple(dict.fromkeys(at for track in shape.tracks for at in track.holes))


def start_places(shape: Shape) -> tuple[Point, ...]:
    """Return the centres of the start holes, which are not lit."""
    return tuple(dict.fromkeys(at for track in shape.tracks for at in track.starts))


def screw_holes(shape: Shape, hole_mm: float) -> Iterator[Circle]:
    """Yield a screw hole in each corner that is clear of other holes."""
    others = (*light_places(shape), *start_places(shape))
    for x in (SCREW_IN, shape.size.x - SCREW_IN):
        for y in (SCREW_IN, shape.size.y - SCREW_IN):
            at = Point(x, y)
            if all(dist(at, other) > (hole_mm + SCREW) / 2 + CLEAR for other in others):
                yield Circle(at, SCREW / 2)


def labels_of(
    shape: Shape, holes: tuple[Circle, ...], name: str, words: Words
) -> tuple[Label, ...]:
    """Return hole numbers, *start* and *game* at the ends of the tracks, and the name."""
    labels: list[Label] = []

    def add(tried: Iterable[Label]) -> bool:
        """Add the first of *tried* that is clear; return whether a label was added."""
        label = next((label for label in tried if label.clears(holes, labels, shape.size)), None)
        if label:
            labels.append(label)
        return label is not None

    for number in shape.numbers:
        add([Label(str(number.hole), number.at, NUMBER * shape.lane)])
    for sentence, ends in (
        (en("game"), [(it.holes[-1], it.heading(shape.holes)) for it in shape.tracks]),
        (en("start"), [(it.starts[1], _back(it.starts)) for it in shape.tracks]),
    ):
        word = words.say(sentence)
        # The same height for all, small enough to fit side by side.
        apart = [dist(*pair) for pair in combinations({end for end, _ in ends}, 2)]
        room = APART * min(apart, default=inf)
        height = min(WORD * shape.lane, room / letters_width(word, 1.0))
        for end, way in dict.fromkeys(ends):
            add(_beyond(word, end, way, height))
    middles = [Point(shape.size.x / 2, y) for y in (11.0, shape.size.y - 11.0)]
    any(add([Label(name, middle, height) for middle in middles]) for height in NAMES)
    return tuple(labels)


def _back(starts: tuple[Point, Point]) -> Point:
    front, back = starts
    far = dist(front, back)
    return Point((back.x - front.x) / far, (back.y - front.y) / far)


def _beyond(word: str, at: Point, way: Point, height: float) -> Iterator[Label]:
    """Yield positions for *word*, moving away from *at* in direction *way*, then in smaller
    sizes."""
    for high in (height * part for part in SMALLER):
        first = 2 * high + abs(way.x) * letters_width(word, high) / 2
        for step in range(8):
            yield Label(word, at.moved(way, first + high * step / 2), high)


CAPITAL: Final = 6
"""Height of a capital in grid units."""
BETWEEN: Final = 2
"""Gap between letters in grid units."""
SPACE: Final = 3

LETTERS: Final = {  # A point is xy; a space draws a line, | starts a new stroke.
    "A": "00 04 26 44 40|03 43",
    "B": "00 06 36 45 44 33 03|33 42 41 30 00",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00",
    "E": "46 06 00 40|03 33",
    "F": "46 06 00|03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "00 06|40 46|03 43",
    "I": "00 06",
    "J": "01 10 20 31 36",
    "K": "00 06|46 02|24 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 01 05 16 36 45 41 30 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 01 05 16 36 45 41 30 10|22 40",
    "R": "00 06 36 45 44 33 03|23 40",
    "S": "01 10 30 41 42 33 13 04 05 16 36 45",
    "T": "06 46|26 20",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 23 30 46",
    "X": "00 46|06 40",
    "Y": "06 23 46|23 20",
    "Z": "06 46 00 40",
    "0": "10 01 05 16 36 45 41 30 10",
    "1": "05 16 10",
    "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 13|33 42 41 30 10 01",
    "4": "30 36 02 42",
    "5": "46 06 04 34 43 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 03",
    "7": "06 46 10",
    "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
    "9": "01 10 30 41 45 36 16 05 04 13 43",
    "-": "03 23",
    ".": "00 01",
    "’": "16 04",
    "/": "00 46",
    "+": "03 43|21 25",
    "&": "40 04 05 16 25 24 02 01 10 20 42",
}
ABOVE: Final = {
    "\N{COMBINING ACUTE ACCENT}": "17 38",
    "\N{COMBINING GRAVE ACCENT}": "18 37",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "17 28 37",
    "\N{COMBINING DIAERESIS}": "17 18|37 38",
}
"""Strokes of accents above a letter, by combining character."""
CEDILLA: Final = ((Point(2, 0), Point(2, -1), Point(1, -2)),)
OTHERWISE: Final = {"Œ": "OE", "Æ": "AE", "'": "’", "–": "-", "−": "-", "—": "-"}


Strokes: TypeAlias = tuple[tuple[Point, ...], ...]


def _strokes(drawn: str) -> Strokes:
    return tuple(
        tuple(Point(int(at[0]), int(at[1])) for at in stroke.split()) for stroke in drawn.split("|")
    )


def _letters(words: str) -> Iterator[tuple[float, Strokes]]:
    """Yield the width and strokes of each letter, in grid units; accents have width 0."""
    plain = words.upper()
    for letter, other in OTHERWISE.items():
        plain = plain.replace(letter, other)
    for letter in normalize("NFD", plain):
        if letter in LETTERS:
            strokes = _strokes(LETTERS[letter])
            yield max(point.x for stroke in strokes for point in stroke) + BETWEEN, strokes
        elif letter in ABOVE:
            yield 0, _strokes(ABOVE[letter])
        elif letter == "\N{COMBINING CEDILLA}":
            yield 0, CEDILLA
        elif letter.isspace():
            yield SPACE, ()


def letters_width(words: str, height: float) -> float:
    """Return the width of *words*, set in capitals of *height*."""
    return max(sum(wide for wide, _ in _letters(words)) - BETWEEN, 0) * height / CAPITAL


def engraved(words: str, middle: Point, height: float) -> Iterator[Polyline]:
    """Yield the strokes of *words*, centred on *middle*, in capitals of *height*."""
    unit = height / CAPITAL
    x, last = middle.x - letters_width(words, height) / 2, 0.0
    base = middle.y + height / 2
    for wide, strokes in _letters(words):
        at = x - last if not wide else x
        for stroke in strokes:
            yield Polyline(tuple(Point(at + unit * one.x, base - unit * one.y) for one in stroke))
        if wide:
            x, last = x + unit * wide, unit * wide
