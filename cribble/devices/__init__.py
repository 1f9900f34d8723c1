"""All strip and keypad drivers: those of this machine, and those for microcontrollers.

``hardware`` and ``firmware_bridge`` do not import each other; this package combines them.
"""

from collections.abc import Mapping
from typing import Final

from hardware import drivers
from hardware.drivers import SCREEN, Driver, StripDriver
from hardware.keypads.keypad import Keypad

BOARD: Final = "cribble.devices.microcontroller"
SERIAL_PORTS: Final = r"/dev/(tty(USB|ACM|AMA|S)\d+|serial\d|serial/by-(id|path)/[\w:.,+@-]+)"

STRIPS: Final[Mapping[str, StripDriver]] = {
    **drivers.STRIPS,
    "microcontroller": StripDriver(
        BOARD, "open_strip", ("on_key",), places=SERIAL_PORTS, drawing="uno"
    ),
    "simulated": StripDriver(
        BOARD, "open_simulated_strip", ("caption",), gamma=SCREEN, screen=True
    ),
}

KEYPADS: Final[Mapping[str, Driver[Keypad]]] = {
    **drivers.KEYPADS,
    "microcontroller": Driver(BOARD, "open_keypad", places=SERIAL_PORTS),
}
