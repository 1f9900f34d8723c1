"""The interface of keypads, and their wiring."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.keypad.key import Key

Press: TypeAlias = Callable[[Key], object]
"""Takes a key. A keypad calls it once for every press, from any thread."""


class Keypad(Protocol):
    """Anything that presses keys from when it is opened until it is closed."""

    @property
    def health(self) -> str:
        """``ok``, or ``lost`` while no keys can come from it; it comes back by itself. ``broken``
        where it does not, and is to be opened again."""

    def close(self) -> None:
        """Press nothing more, and give back what it holds. May raise OSError where it is gone."""


class KeypadWiring(NamedTuple):
    """The wiring of a keypad: ``at`` names a device, empty where it is found by itself; the rest
    are GPIO numbers: of the ``rows`` and ``columns`` of a matrix, of ``buttons`` next, OK, undo.
    Neither a strip nor anything else of the Pi's can be at the default ones. ``baud`` is the bits
    that a serial port sends in a second."""

    at: str = ""
    rows: tuple[int, ...] = (5, 6, 16, 26)
    columns: tuple[int, ...] = (22, 23, 24, 25)
    buttons: tuple[int, ...] = (17, 27, 4)
    baud: int = 115_200
