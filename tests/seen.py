"""A frame as somebody sees it who stands before the board: a letter for every hole."""

from __future__ import annotations

from scorekeeper.board.board import Board
from scorekeeper.board.light import Frame

LETTERS = ((0, "."), (0.2, ":"), (0.5, "o"), (0.9, "x"), (1, "O"))
"""Up to so much of full brightness: dark, a mark, dim, less than bright, bright."""


def seen(board: Board, frame: Frame) -> list[str]:
    """A word a track: ``..o.O`` has a dim light in its third hole, a bright one in its fifth."""
    return ["".join(_letter(board, frame, *place) for place in row) for row in _places(board)]


def _places(board: Board) -> list[list[tuple[int, int]]]:
    return [
        [(track, pixel) for pixel in pixels] for track, pixels in enumerate(board.wiring.tracks)
    ]


def _letter(board: Board, frame: Frame, track: int, pixel: int) -> str:
    light, full = frame[3 * pixel : 3 * pixel + 3], max(board.look.colours[track])
    return next(letter for level, letter in LETTERS if max(light) <= level * full)
