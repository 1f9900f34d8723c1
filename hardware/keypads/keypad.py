"""What every keypad can do, and what it is told when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.keys import Key

Press: TypeAlias = Callable[[Key], object]
"""Takes a key. A keypad calls it once for every press, from any thread."""


class Keypad(Protocol):
    """Anything that presses keys from when it is opened until it is closed."""

    @property
    def health(self) -> str:
        """``ok``, or ``lost`` while no keys can come from it; it comes back by itself."""
        ...

    def close(self) -> None:
        """Press nothing any more, and give back what it holds."""
        ...


class Wires(NamedTuple):
    """How a keypad is connected: ``at`` names a device, empty where it is found by itself; the rest
    are GPIO numbers: of the ``rows`` and ``columns`` of a matrix, of ``buttons`` next, OK, undo.
    """

    at: str = ""
    rows: tuple[int, ...] = (5, 6, 13, 19)
    columns: tuple[int, ...] = (12, 16, 20, 21)
    buttons: tuple[int, ...] = (17, 27, 22)


class KeypadFault(OSError):
    """Why a keypad presses nothing, as a sentence that says what would mend it: English with
    ``{names}`` for the ``values``, marked with ``en``."""

    def __init__(self, sentence: str, /, **values: str | int) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


OpenKeypad: TypeAlias = Callable[[Wires, Press], Keypad]
