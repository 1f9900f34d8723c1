"""Three buttons on the Pi's pins, for people who only peg: next, OK and undo.

They are sampled as a matrix of one row: edges of some libraries get lost while a contact bounces.
"""

from typing import Final

from hardware.keypads.keypad import KeypadWiring, Press
from hardware.keypads.matrix import Matrix, MatrixKeypad
from hardware.pins import gpio_faults, pin_factory
from scorekeeper.keypad.key import Key

THREE: Final = (Key.NEXT, Key.OK, Key.UNDO)


class Ground:
    """The row of all buttons: a wire that is always low."""

    function, pull, state = "output", "floating", 0

    def output_with_state(self, state: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def open_keypad(wiring: KeypadWiring, press: Press) -> MatrixKeypad:
    """The buttons between the pins of *wiring* and ground. Raises DeviceFault."""
    pin = pin_factory().pin
    with gpio_faults():
        matrix = Matrix([Ground()], [*map(pin, wiring.buttons)])
    return MatrixKeypad(matrix, press, THREE, columns=len(THREE))
