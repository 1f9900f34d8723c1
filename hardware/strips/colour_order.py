"""The order in which a strip wants red, green and blue: every maker has another."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from scorekeeper.board.light.colour import Frame

RGB: Final = "RGB"
ORDERS: Final = tuple(map("".join, permutations(RGB)))
WHITE_ORDERS: Final = tuple(map("".join, permutations("RGBW")))
"""The orders of strips that have a white light too."""


def arranged(frame: Frame, order: str) -> bytes:
    """Return the lights of *frame* in *order*: R, G and B, and other letters, which stay dark."""
    lights = bytearray(len(frame) // 3 * len(order))
    for colour, letter in enumerate(RGB):
        lights[order.index(letter) :: len(order)] = frame[colour::3]
    return bytes(lights)


def as_frame(lights: bytes, order: str) -> Frame:
    """Return the frame whose *lights* are in that *order* of three letters: the other way round."""
    frame = bytearray(len(lights))
    for colour, letter in enumerate(RGB):
        frame[colour::3] = lights[order.index(letter) :: 3]
    return bytes(frame)


def order_from_colours(seen: Sequence[str]) -> str | None:
    """Return the order of a strip of which *seen* names the colours that shone, by letter, when one
    byte of each light after the other was lit; None if no strip can do that.

    >>> order_from_colours("GWRB")
    'GWRB'
    """
    order = "".join(seen)
    return order if order in ORDERS + WHITE_ORDERS else None
