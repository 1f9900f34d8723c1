"""The pins of the machine, as gpiozero has them."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import clear_frames
from typing import Any

from hardware.device import PartFault
from scorekeeper.words import en


def pin_factory() -> Any:
    """What makes pins: the one that was set, else the best for this machine. Raises PartFault."""
    try:
        from gpiozero import BadPinFactory, Device, PinFactoryFallback
    except ImportError:
        raise PartFault(
            en(
                "Python's gpiozero is missing: sudo apt install python3-gpiozero python3-lgpio "
                "brings it."
            )
        ) from None
    warnings.simplefilter("ignore", PinFactoryFallback)  # Told of each that it tries in vain.
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise PartFault(
            en("This machine has no pins that gpiozero can use ({reason})."), reason=str(fault)
        ) from fault
    return Device.pin_factory


@contextmanager
def pins_told() -> Iterator[None]:
    """Whatever is wrong with pins that are taken in here is told as a PartFault."""
    try:
        yield
    except _wrong_with_pins() as fault:
        # A device that was half made keeps its pin as long as the way to the fault remembers it.
        clear_frames(fault.__traceback__)
        raise PartFault(
            en("The pins cannot be used ({reason})."), reason=str(fault).rstrip(".")
        ) from fault


def _wrong_with_pins() -> tuple[type[Exception], ...]:
    """Everything that gpiozero raises, and what it lets through of the library beneath it."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, lgpio.error) if lgpio else (GPIOZeroError,)
