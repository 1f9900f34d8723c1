"""Three buttons on the Pi's pins, for people who only peg: next, OK and undo."""

from __future__ import annotations

from typing import Any, Final

from hardware.keypads.key_dispatch import RelayedKeys
from hardware.keypads.keypad import Press, Wires
from hardware.pins import pin_factory, pins_told
from scorekeeper.board.light.device import Health
from scorekeeper.keypad.key import Key

BOUNCE_SECONDS: Final = 0.02
THREE: Final = (Key.NEXT, Key.OK, Key.UNDO)


class Buttons:
    """Relays a key for each of the *buttons* of gpiozero, in the order of THREE."""

    health = Health.OK

    def __init__(self, buttons: tuple[Any, ...], press: Press) -> None:
        self._buttons, self._relayed = buttons, RelayedKeys(press).start()
        for key, button in zip(THREE, buttons, strict=True):
            button.when_pressed = lambda key=key: self._relayed.take(key, True)
            button.when_released = lambda key=key: self._relayed.take(key, False)

    def close(self) -> None:
        """Give the pins back. Raises PartFault where one cannot be."""
        self._relayed.close()
        with pins_told():
            for button in self._buttons:
                button.close()


def open_keypad(wires: Wires, press: Press) -> Buttons:
    """The buttons between the pins of *wires* and ground. Raises PartFault."""
    factory = pin_factory()
    from gpiozero import Button

    with pins_told():
        buttons = tuple(
            Button(pin, bounce_time=BOUNCE_SECONDS, pin_factory=factory) for pin in wires.buttons
        )
    return Buttons(buttons, press)
