"""The 3D-printed box and lid for a keypad of sixteen keys, shipped as STL."""

from cribble.fabrication.files import CABLE, TAIL
from cribble.fabrication.part import Block, Solid
from cribble.printing.keys import FILM

SHELL, TOP, DEEP = 2.0, 2.4, 18.0
RECESS, ROOMY = 0.8, 0.4
"""Depth of the recess for the film, and clearance around it, in mm."""
LIP, FIT = 3.0, 0.25


def keypad_box() -> Solid:
    """Return the box, printed upside down, with a recess for the film and a slot for its cable."""
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
    """Return the lid: a plate with a lip that fits into the box."""
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
