"""Three buttons on the Pi's pins, for people who only peg: next, OK and undo."""

from __future__ import annotations

from typing import Any, Final

from hardware.keypads.keypad import Press, Wires
from hardware.pins import pin_factory, pins_told
from scorekeeper.board.strip import Health
from scorekeeper.keys import HOLD_SECONDS, Key

BOUNCE_SECONDS: Final = 0.02
THREE: Final = (Key.NEXT, Key.OK, Key.UNDO)


class Buttons:
    """Presses a key for each of the *buttons* of gpiozero, in the order of THREE."""

    health = Health.OK

    def __init__(self, buttons: tuple[Any, ...], press: Press) -> None:
        self._buttons, self._press = buttons, press
        self._held = False
        for key, button in zip(THREE, buttons, strict=True):
            if key is Key.OK:
                button.when_held, button.when_released = self._hold, self._let_go
            else:
                button.when_pressed = lambda key=key: press(key)

    def close(self) -> None:
        """Give the pins back."""
        for button in self._buttons:
            button.close()

    def _hold(self) -> None:
        self._held = True
        self._press(Key.HELD)

    def _let_go(self) -> None:
        held, self._held = self._held, False
        if not held:
            self._press(Key.OK)


def open_keypad(wires: Wires, press: Press) -> Buttons:
    """The buttons between the pins of *wires* and ground. Raises PartFault."""
    factory = pin_factory()
    from gpiozero import Button

    with pins_told():
        buttons = tuple(
            Button(pin, bounce_time=BOUNCE_SECONDS, hold_time=HOLD_SECONDS, pin_factory=factory)
            for pin in wires.buttons
        )
    return Buttons(buttons, press)
