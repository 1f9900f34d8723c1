"""The pins of the machine, as gpiozero has them."""

from __future__ import annotations

from typing import Any

from hardware.keypads.keypad import KeypadFault
from scorekeeper.words import en


def pin_factory() -> Any:
    """What makes pins: the one that was set, else the best for this machine. Raises KeypadFault."""
    try:
        from gpiozero import BadPinFactory, Device
    except ImportError:
        raise KeypadFault(
            en(
                "Python's gpiozero is missing: sudo apt install python3-gpiozero python3-lgpio "
                "brings it."
            )
        ) from None
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise KeypadFault(
            en("This machine has no pins that gpiozero can use ({reason})."), reason=str(fault)
        ) from fault
    return Device.pin_factory
