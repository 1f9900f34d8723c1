"""Three buttons on the Pi's pins, for people who only peg: next, OK and undo."""

from typing import Any, Final

from hardware.keypads.key_dispatch import KeyDispatcher
from hardware.keypads.keypad import KeypadWiring, Press
from hardware.pins import gpio_faults, pin_factory
from scorekeeper.device import Health
from scorekeeper.keypad.key import Key

BOUNCE_SECONDS: Final = 0.02
THREE: Final = (Key.NEXT, Key.OK, Key.UNDO)


class Buttons:
    """Relays a key for each of the *buttons* of gpiozero, in the order of THREE."""

    health = Health.OK

    def __init__(self, buttons: tuple[Any, ...], press: Press) -> None:
        self._buttons, self._dispatcher = buttons, KeyDispatcher(press).start()
        for key, button in zip(THREE, buttons, strict=True):
            button.when_pressed = lambda key=key: self._dispatcher.take(key, True)
            button.when_released = lambda key=key: self._dispatcher.take(key, False)

    def close(self) -> None:
        """Give the pins back. Raises DeviceFault where one cannot be."""
        self._dispatcher.close()
        with gpio_faults():
            for button in self._buttons:
                button.close()


def open_keypad(wiring: KeypadWiring, press: Press) -> Buttons:
    """The buttons between the pins of *wiring* and ground. Raises DeviceFault."""
    factory = pin_factory()
    from gpiozero import Button

    with gpio_faults():
        buttons = tuple(
            Button(pin, bounce_time=BOUNCE_SECONDS, pin_factory=factory) for pin in wiring.buttons
        )
    return Buttons(buttons, press)
