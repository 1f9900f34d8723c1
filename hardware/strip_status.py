"""What everybody at the table is told of the strip: how it is, and why it shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Misfit, fit
from scorekeeper.board.light.device import StripFault
from scorekeeper.board.light.power import Power, starves
from scorekeeper.board.render.scene import Scene
from scorekeeper.table import Table
from scorekeeper.words import en
from scorekeeper.words.wiring import starved

HEALTH: Final = "strip"
FAULT: Final = "strip_fault"
"""Asides: the strip's word, and why it shows nothing."""

News: TypeAlias = Callable[[StripFault | None], None]
"""Hears why the lights are out, and None when they are back."""


def to_nobody(news: StripFault | None) -> None:
    """Where nobody wants to hear of it."""


def say(table: Table, health: str, fault: StripFault | None) -> None:
    """Have everybody at *table* see how the strip is; the reason first, so that none is missed."""
    table.aside(FAULT, fault and fault.plain)
    table.aside(HEALTH, health)


def misfit(scene: Scene, board: Board) -> StripFault | None:
    """Why the game of *scene* cannot be shown on *board*; None where it can."""
    fitted = fit(board.shape, len(scene.moves), scene.target) if scene.moves else None
    if not isinstance(fitted, Misfit):
        return None
    return StripFault(
        en(
            "This game goes round the board {laps} times, and its lights can tell {most}: "
            "a board with more holes would show it."
        ),
        laps=fitted.laps,
        most=fitted.most,
    )


def unfed(board: Board, power: Power) -> StripFault | None:
    """Why *power* keeps all of *board* dark; None where it does not."""
    if not starves(board.pixels, power):
        return None
    told = starved(board.pixels, power)
    return StripFault(told.sentence, **told.values)


def broken() -> StripFault:
    """What is said of lights that a mistake put out; what mistake, the terminal has said."""
    return StripFault(
        en(
            "A mistake in this program put the lights out: the next entry tries them again. "
            "Should they stay dark, start it anew."
        )
    )
