"""What everything that shows a frame can do, whichever room it stands in, and how it fails."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol

from scorekeeper.board.light.colour import Frame
from scorekeeper.game.live import FaultMessage


class Health(StrEnum):
    """How a strip is, in a word that the page and /healthz pass on."""

    OK = "ok"
    LOST = "lost"
    """It failed; it is being tried again."""
    MISFIT = "misfit"
    """It works, but the board cannot show this game."""
    MISWIRED = "miswired"
    """It is left alone: the config wires the board as no board can be."""
    UNFED = "unfed"
    """It works, but the current that it may draw leaves nothing for pegs."""
    BROKEN = "broken"
    """A mistake in the program put the lights out; the next change tries them again."""
    OFF = "off"


class StripFault(OSError):
    """Why a strip shows nothing, as a sentence that says what would mend it.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``str`` is the English. One of the
    ``values`` may be a fault in its turn.
    """

    def __init__(self, sentence: str, /, **values: str | int | float | StripFault) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def message(self) -> FaultMessage:
        """The same for the live state, which says it in any language."""
        values = {
            name: value.message if isinstance(value, StripFault) else value
            for name, value in self.values.items()
        }
        return FaultMessage(self.sentence, values)


class Mending(StripFault):
    """A fault that the strip itself mends: it has taken the frame and shows it, or a later one, as
    soon as it can. It is not closed, and goes on to be handed frames."""


class Strip(Protocol):
    """Anything that shows a frame. One thread uses it."""

    @property
    def health(self) -> str:
        """``ok``, or what else there is to say of a strip that still takes frames."""
        ...

    def show(self, frame: Frame) -> None:
        """Show the whole *frame*. Raises StripFault, or any OSError, where the strip is gone; it
        is then closed and opened anew, unless the fault is Mending."""
        ...

    def close(self) -> None:
        """Go dark as far as it can, and give back what it holds. May raise OSError."""
        ...
