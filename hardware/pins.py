"""The pins of the machine, as gpiozero has them."""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import clear_frames
from typing import Any

from hardware.device import missing
from scorekeeper.device import DeviceFault


def pin_factory() -> Any:
    """Return gpiozero's pin factory: the one set, else the best here. Raises DeviceFault."""
    try:
        from gpiozero import BadPinFactory, Device, PinFactoryFallback
    except ImportError:
        raise missing("gpiozero", "sudo apt install python3-gpiozero python3-lgpio") from None
    warnings.simplefilter("ignore", PinFactoryFallback)  # It warns of each that it tries in vain.
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise DeviceFault(
            "This machine has no pins that gpiozero can use ({reason}).", reason=str(fault)
        ) from fault
    return Device.pin_factory


@contextmanager
def gpio_faults() -> Iterator[None]:
    """Translate errors of the pins into DeviceFault."""
    try:
        yield
    except _pin_errors() as fault:
        # A device that was half made keeps its pin as long as the way to the fault remembers it.
        clear_frames(fault.__traceback__)
        raise DeviceFault(
            "The pins cannot be used ({reason}).", reason=str(fault).rstrip(".")
        ) from fault


def _pin_errors() -> tuple[type[Exception], ...]:
    """Return the errors of gpiozero, and those of lgpio beneath it."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, lgpio.error) if lgpio else (GPIOZeroError,)
