"""The boards to draw: the one that is configured, the strip's, or one proposed by the game."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit, Misfit, fit
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes import drawn_shape, proposed_shape
from scorekeeper.board.light import LEAST_COLOURS, Colour, Frame
from scorekeeper.board.wiring.wiring import Wiring
from scorekeeper.rules.variants import RULES, Rules


class FrameSource(Protocol):
    """The frames of the strip as they are shown."""

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """Return the newest frame and its number: once newer, or after *timeout* seconds."""


class Boards(NamedTuple):
    """``built`` is the board of the config, ``strip`` the one whose LEDs are lit; ``shown`` are its
    frames, corrected by ``gamma``; ``edition`` counts how often others took their place."""

    built: Board | None = None
    strip: Board | None = None
    shown: FrameSource | None = None
    gamma: float = 1.0
    edition: int = 0


NO_BOARDS: Final = Boards()
"""Nothing is configured, and nothing is lit."""


class GameBoard(NamedTuple):
    """A board to draw, and the rules of the game on it."""

    shape: Shape
    colours: Sequence[Colour]
    wiring: Wiring | None
    rules: Rules | None

    @property
    def fitted(self) -> Fit | Misfit | None:
        """The fit of the game on the board; None while nobody plays."""
        rules = self.rules
        return fit(self.shape, rules.goals) if rules else None


def board_for(
    boards: Boards, rules: Rules | None, *, of: str, colours: Sequence[Colour]
) -> GameBoard:
    """Return the board *of* the ``page`` or of the ``strip``; else the one for these *rules*."""
    board = boards.strip if of == "strip" else boards.built
    colours = colours[: max(LEAST_COLOURS, len(rules.teams) if rules else 0)]
    if board:
        return GameBoard(board.shape, colours, board.wiring, rules)
    if boards.built:  # Its LEDs stay off: it is badly wired.
        return GameBoard(boards.built.shape, colours, None, rules)
    known = rules or next(iter(RULES.values()))
    shape = drawn_shape(known) if of == "page" else proposed_shape(known)
    return GameBoard(shape, colours, None, rules)
