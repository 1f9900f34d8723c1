"""A box for a film of sixteen keys: plates and rings for a laser, or a box and a lid to print."""

from typing import Final

from cribble.fabrication.flat import Flat, Hole, Outline, Polyline, Slot, side_by_side
from cribble.fabrication.panel import CORNER, SCREW
from cribble.fabrication.solid import Block, Solid
from cribble.printing.overlay import FILM
from scorekeeper.board.shape import Point

FRAME: Final = 8.0
FILM_TOP, BELOW = 5.0, 6.0
"""Millimetres above the film, and the room below it for the slot."""
SIZE: Final = Point(FILM.x + 2 * FRAME, FILM.y + 2 * FRAME + BELOW)
TAIL: Final = Point(24.0, 3.0)
"""The slot for the flat cable of the film."""
CABLE: Final = Point(12.0, 8.0)
"""Room for a USB cable."""
RINGS: Final = 6
"""Of 3 mm each: 18 mm inside, for a Nano and its plug."""
COLUMNS, GAP = 4, 3.0

SHELL, TOP, DEEP = 2.0, 2.4, 18.0
RECESS, ROOMY = 0.8, 0.4
"""The film lies a little lower than the edge, with room on each side."""
LIP, FIT = 3.0, 0.25


def keypad_sheet() -> Flat:
    """Return the top, the bottom and the rings on one sheet."""
    tail = Slot(Point(SIZE.x / 2, FILM_TOP + FILM.y + TAIL.y), *TAIL)
    left, top, right, low = FRAME, FILM_TOP, FRAME + FILM.x, FILM_TOP + FILM.y
    corners = (Point(left, top), Point(right, top), Point(right, low), Point(left, low))
    film = Polyline((*corners, corners[0]))
    window = Slot(Point(SIZE.x / 2, SIZE.y / 2), SIZE.x - 2 * FRAME, SIZE.y - 2 * FRAME)
    cable = Slot(Point(SIZE.x / 2, FRAME + CABLE.y), *CABLE)
    plates = (
        _plate((tail,), (film,)),
        _plate((cable,)),
        *(_plate((window,)) for _ in range(RINGS)),
    )
    return side_by_side("keypad-box", plates, COLUMNS, GAP)


def _plate(cut: tuple[Slot, ...], engraved: tuple[Polyline, ...] = ()) -> Flat:
    inset = FRAME / 2
    screws = (
        Hole(Point(x, y), SCREW) for y in (inset, SIZE.y - inset) for x in (inset, SIZE.x - inset)
    )
    return Flat("", SIZE, engraved, (*cut, *screws, Outline(Point(0, 0), SIZE, CORNER)))


def keypad_box() -> Solid:
    """Return the box, to be printed on its top: recess for the film, slot for its cable."""
    wide, deep = FILM.x + 2 * (SHELL + ROOMY), FILM.y + 2 * (SHELL + ROOMY) + TAIL.y + SHELL
    high = TOP + DEEP
    film_end = SHELL + FILM.y + 2 * ROOMY
    middle = wide / 2
    return Solid(
        "keypad-box",
        (
            Block((0, 0, 0), (wide, deep, high)),
            Block((SHELL, SHELL, TOP), (wide - SHELL, deep - SHELL, high), solid=False),
            Block((SHELL, SHELL, 0), (wide - SHELL, film_end, RECESS), solid=False),
            Block(
                (middle - TAIL.x / 2, film_end - 0.5, 0),
                (middle + TAIL.x / 2, film_end - 0.5 + TAIL.y, TOP),
                solid=False,
            ),
            Block(
                (middle - CABLE.x / 2, 0, high - CABLE.y),
                (middle + CABLE.x / 2, SHELL, high),
                solid=False,
            ),
        ),
    )


def keypad_lid() -> Solid:
    """Return the lid: a plate, and a lip that goes into the box."""
    box = keypad_box().blocks[0].high
    inside = SHELL + FIT
    inner = inside + SHELL
    low, high = SHELL, SHELL + LIP
    middle = box[0] / 2
    return Solid(
        "keypad-lid",
        (
            Block((0, 0, 0), (box[0], box[1], SHELL)),
            Block((inside, inside, low), (box[0] - inside, box[1] - inside, high)),
            Block((inner, inner, low), (box[0] - inner, box[1] - inner, high), solid=False),
            Block(
                (middle - CABLE.x / 2 - FIT, inside, low),
                (middle + CABLE.x / 2 + FIT, inner, high),
                solid=False,
            ),
        ),
    )
