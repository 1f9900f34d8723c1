"""A frame as text: a character for every light.

O  a bright light in the colour of the track's own team: its front peg
x  slightly dimmer: beside a peg of three, or running at a win
o  dim: a back peg, or a win at rest
:  faint: a lap mark
1 2 3 / a b c   bright / dim light of another team, the first, second or third
g ,  pale: a ghost / the way to it
'    white, faint: the end of a street
!    violet: the first hole that avoids a skunk
A    amber: an open claim
%    a mixture of teams
.    dark
"""

from collections.abc import Iterator
from math import dist
from typing import Final

from scorekeeper.board.light import AMBER, GREEN, VIOLET, WHITE, Colour, Frame, Power
from scorekeeper.board.wiring import Board

OWN: Final = ((0.2, ":"), (0.5, "o"), (0.9, "x"), (1, "O"))
"""Upper limits as fractions of full brightness."""

ALIKE: Final = 0.12
"""Colours at full brightness count as equal within this distance per component, from 0 to 1."""

OTHERS: Final = {WHITE: "'", VIOLET: "!", AMBER: "A", GREEN: "L"}


def seen(board: Board, frame: Frame) -> list[str]:
    """Return a word per track; ``..o.O`` has a dim third light and a bright fifth one."""
    return [
        "".join(letter(board, frame, track, pixel) for pixel in pixels)
        for track, pixels in enumerate(board.lights)
    ]


def lamps(board: Board, frame: Frame) -> str:
    """Return the lit lamps: ``dealer *. turn .* games *.. ... count *****..... link *``."""
    wired = board.wiring.lamps
    rows = {
        "dealer": [wired.dealer],
        "turn": [wired.turn],
        "games": wired.games,
        "count": [wired.count],
        "link": [() if wired.link is None else (wired.link,)],
    }
    words = {
        name: " ".join("".join(".*"[any(_light(frame, lamp))] for lamp in row) for row in those)
        for name, those in rows.items()
    }
    return " ".join(f"{name} {word}" for name, word in words.items() if word)


def letter(board: Board, frame: Frame, track: int, pixel: int) -> str:
    """Return the letter for the light of *pixel*, in a hole of *track*."""
    light = _light(frame, pixel)
    if not any(light):
        return "."
    return next(_letters(board, light, track), "%")


def _letters(board: Board, light: bytes, track: int) -> Iterator[str]:
    for team, colour in enumerate(board.look.colours):
        level = max(light) / max(colour)
        if _alike(light, colour):
            own = next(letter for most, letter in OWN if level <= most)
            yield own if team == track else ("123" if level > 0.5 else "abc")[team]
        if _alike(light, colour.pale()):
            yield "g" if level > 0.2 else ","
    for other, sign in OTHERS.items():
        if _alike(light, other):
            yield sign


def _light(frame: Frame, pixel: int) -> bytes:
    return frame[3 * pixel : 3 * pixel + 3]


def _alike(light: bytes, colour: Colour) -> bool:
    return dist(_hue(light), _hue(colour)) < ALIKE


def _hue(light: bytes | Colour) -> list[float]:
    return [part / max(light) for part in light]


def drawn_ma(frame: Frame, power: Power) -> float:
    return sum(frame) * power.led_ma / (3 * 255) + len(frame) // 3
