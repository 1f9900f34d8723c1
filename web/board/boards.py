"""The boards that are drawn: the one that was built, or what a game proposes; the strip's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Fit, Misfit, fit
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.suggested import suggested
from scorekeeper.board.light.colour import Colour, Frame
from scorekeeper.board.wiring.wiring import Wiring
from scorekeeper.rules.variants import RULES, Rules


class Shown(Protocol):
    """What the strip shows at the moment, for those who want to see it too."""

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """The newest frame and its number, once it is not *number*, or when *timeout* is over."""


class Boards(NamedTuple):
    """``built`` is the board that the config describes, ``strip`` the one whose lights are lit;
    ``shown`` are its frames, corrected by ``gamma``."""

    built: Board | None = None
    strip: Board | None = None
    shown: Shown | None = None
    gamma: float = 1.0


NO_BOARDS: Final = Boards()
"""Nothing was built, and nothing is lit."""


class Drawn(NamedTuple):
    """A board to be drawn, and how the game on the table appears on it."""

    shape: Shape
    colours: Sequence[Colour]
    wiring: Wiring | None
    rules: Rules | None

    @property
    def fitted(self) -> Fit | Misfit | None:
        """None while nobody plays."""
        rules = self.rules
        return fit(self.shape, len(rules.teams), rules.target) if rules else None


def drawn(boards: Boards, rules: Rules | None, *, of: str, colours: Sequence[Colour]) -> Drawn:
    """The board *of* the ``page`` or of the ``strip``; else the one that *rules* propose."""
    board = boards.strip if of == "strip" else boards.built
    if board:
        return Drawn(board.shape, colours, board.wiring, rules)
    if boards.built:  # Its lights stay off: it is badly wired.
        return Drawn(boards.built.shape, colours, None, rules)
    shape = suggested(rules or next(iter(RULES.values())))
    return Drawn(shape, colours, None, rules)
