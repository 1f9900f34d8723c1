"""An active buzzer between a pin of the Pi and ground."""

from typing import Any

from hardware.buzzer.buzzer import Pattern, Wait
from hardware.pins import gpio_faults, pin_factory


class PinBuzzer:
    """Sounds while *switch*, which is gpiozero's, is on."""

    def __init__(self, switch: Any) -> None:
        self._switch = switch

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """Sound for every other part of *pattern*, until *wait* says stop."""
        with gpio_faults():
            for place, seconds in enumerate(pattern):
                (self._switch.off if place % 2 else self._switch.on)()
                if wait(seconds):
                    break
            self._switch.off()

    def close(self) -> None:
        """Give the pin back."""
        with gpio_faults():
            self._switch.close()


def open_buzzer(pin: int) -> PinBuzzer:
    """Open the buzzer between *pin* and ground. Raises DeviceFault."""
    factory = pin_factory()
    from gpiozero import Buzzer

    with gpio_faults():
        return PinBuzzer(Buzzer(pin, pin_factory=factory))
