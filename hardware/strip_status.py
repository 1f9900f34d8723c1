"""How the strip is, told to everybody; the frames it is handed; lights that are disabled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition
from typing import Final, TypeAlias

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Misfit, fit
from scorekeeper.board.light.colour import Frame, Look
from scorekeeper.board.light.device import Health, StripFault
from scorekeeper.board.light.power import Power, is_underpowered
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.wiring.wiring import WiringFault
from scorekeeper.table import Table
from scorekeeper.words import en
from scorekeeper.words.wiring import underpowered, wiring_fault

News: TypeAlias = Callable[[StripFault | None], None]
"""Hears why the lights are out, and None when they are back."""


def to_nobody(news: StripFault | None) -> None:
    """Where nobody wants to hear of it."""


def say(table: Table, health: str, fault: StripFault | None) -> None:
    """Have everybody at *table* see how the strip is, and why."""
    table.set_live(strip=health, strip_fault=fault.message if fault else None)


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
    if not is_underpowered(board.pixels, power):
        return None
    told = underpowered(board.pixels, power)
    return StripFault(told.sentence, **told.values)


def broken() -> StripFault:
    """What is said of lights that a mistake put out; what mistake, the terminal has said."""
    return StripFault(
        en(
            "A mistake in this program put the lights out: the next entry tries them again. "
            "Should they stay dark, start it anew."
        )
    )


class Shown:
    """The newest frame and its number, which counts those that differed; 0 is before the first."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._number, self._frame = 0, b""

    def put(self, frame: Frame) -> None:
        """*frame* is what is shown from now on."""
        with self._changed:
            if frame != self._frame:
                self._number, self._frame = self._number + 1, frame
                self._changed.notify_all()

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """The newest frame with its number, as soon as that is not *number*; after *timeout*
        seconds the same one again."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, timeout)
            return self._number, self._frame


class Unlit:
    """Stands in the place of the lights at *table*, and opens no strip."""

    def __init__(self, table: Table, faults: Sequence[WiringFault], news: News) -> None:
        self._table, self._news = table, news
        self.health: str = Health.OFF
        self.fault: Final = miswired(faults)
        self.shown: Final = Shown()

    def dress(self, look: Look) -> None:
        """In the dark all looks are alike."""

    def start(self) -> None:
        """Say why it is dark."""
        self.health = Health.MISWIRED
        say(self._table, self.health, self.fault)
        self._news(self.fault)

    def stop(self) -> None:
        """Nothing was lit."""
        self.health = Health.OFF
        say(self._table, self.health, None)


def miswired(faults: Sequence[WiringFault]) -> StripFault:
    """The first of *faults*, and how many there are."""
    told = wiring_fault(faults[0])
    first = StripFault(told.sentence, **told.values)
    if len(faults) == 1:
        return first
    more = en(
        "{fault} That is one of {n} faults in the wiring: .venv/bin/cribble board check, with the "
        "same --config, names them all."
    )
    return StripFault(more, fault=first, n=len(faults))
