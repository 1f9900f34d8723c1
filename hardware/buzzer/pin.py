"""An active buzzer between a pin of the Pi and ground."""

from __future__ import annotations

from typing import Any

from hardware.buzzer.device import Pattern, Wait
from hardware.pins import pin_factory, pins_told


class PinBuzzer:
    """Sounds while *switch*, which is gpiozero's, is on."""

    def __init__(self, switch: Any) -> None:
        self._switch = switch

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """On and off, on and off."""
        with pins_told():
            for place, seconds in enumerate(pattern):
                (self._switch.off if place % 2 else self._switch.on)()
                if wait(seconds):
                    break
            self._switch.off()

    def close(self) -> None:
        """Give the pin back."""
        with pins_told():
            self._switch.close()


def open_buzzer(pin: int) -> PinBuzzer:
    """The buzzer between *pin* and ground. Raises PartFault."""
    factory = pin_factory()
    from gpiozero import Buzzer

    with pins_told():
        return PinBuzzer(Buzzer(pin, pin_factory=factory))
