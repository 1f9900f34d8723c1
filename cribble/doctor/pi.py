"""Which Raspberry Pi this is, and what the models differ in when they light a strip."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from cribble.doctor.machine import Machine

MODEL: Final = "/proc/device-tree/model"


class Family(NamedTuple):
    """Models that are alike here.

    ``filters``: what their part of config.txt may be called. ``rp1``: the pins are on a chip of
    their own (Pi 5), which rpi_ws281x does not know and ws2812-pio needs. ``core``: what config.txt
    must say for SPI to keep its speed, which follows the clock of the core. Where the core's usual
    speed is the lowest it has, and where SPI has a clock of its own, that is nothing.
    """

    filters: frozenset[str]
    rp1: bool = False
    core: tuple[str, ...] = ()


SLOW_CORE: Final = ("core_freq=250",)
FAST_CORE: Final = ("core_freq=500", "core_freq_min=500")

FAMILIES: Final = (
    (r"Zero 2", Family(frozenset({"pi0", "pi02"}), core=SLOW_CORE)),
    (r"Zero W", Family(frozenset({"pi0", "pi0w"}), core=SLOW_CORE)),
    (r"Zero", Family(frozenset({"pi0"}), core=SLOW_CORE)),
    (r"Module 5", Family(frozenset({"pi5", "cm5"}), rp1=True)),
    (r"Pi 500", Family(frozenset({"pi5", "pi500"}), rp1=True)),
    (r"Pi 5\b", Family(frozenset({"pi5"}), rp1=True)),
    (r"Module 4S", Family(frozenset({"pi4", "cm4s"}), core=FAST_CORE)),
    (r"Module 4", Family(frozenset({"pi4", "cm4"}), core=FAST_CORE)),
    (r"Pi 400", Family(frozenset({"pi4", "pi400"}), core=FAST_CORE)),
    (r"Pi 4\b", Family(frozenset({"pi4"}), core=FAST_CORE)),
    (r"Pi 3.*Plus|Module 3 Plus", Family(frozenset({"pi3", "pi3+", "cm3+"}), core=SLOW_CORE)),
    (r"Pi 3|Module 3", Family(frozenset({"pi3", "cm3"}), core=SLOW_CORE)),
    (r"Pi 2", Family(frozenset({"pi2"}))),
    (r"", Family(frozenset({"pi1", "cm1"}))),
)
"""The first row that is found in the name of the model is its family."""


class Pi(NamedTuple):
    """A Raspberry Pi: its model as it says itself, and what it is like."""

    model: str
    family: Family


def pi_of(machine: Machine) -> Pi | None:
    """The Raspberry Pi that *machine* is; None where it is something else."""
    model = machine.text(MODEL) or ""
    if not model.startswith("Raspberry Pi"):
        return None
    return Pi(model, next(family for name, family in FAMILIES if re.search(name, model)))
