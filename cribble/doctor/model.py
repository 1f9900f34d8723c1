"""Look at which machine this is, whether it can light the chosen strip, and which others it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import Pi, pi_of
from scorekeeper.words import en


def _anywhere(pi: Pi | None) -> bool:
    return True


def _any_pi(pi: Pi | None) -> bool:
    return pi is not None


def _before_pi_5(pi: Pi | None) -> bool:
    return pi is not None and not pi.family.rp1


def _from_pi_5(pi: Pi | None) -> bool:
    return pi is not None and pi.family.rp1


CAN: Final[Mapping[str, Callable[[Pi | None], bool]]] = MappingProxyType(
    {
        "ws281x": _before_pi_5,
        "leds0": _from_pi_5,
        "spi": _any_pi,
        "ddp": _anywhere,
        "microcontroller": _anywhere,
        "terminal": _anywhere,
        "browser": _anywhere,
        "simulated": _anywhere,
        "capture": _anywhere,
        "null": _anywhere,
    }
)
"""Which machine can light which strip."""


def can_light(machine: Machine, strip: str) -> bool:
    """Whether *machine* is one for that strip."""
    return CAN[strip](pi_of(machine))


def lights_of(machine: Machine) -> tuple[str, ...]:
    """The strips that *machine* could light."""
    pi = pi_of(machine)
    return tuple(strip for strip, can in CAN.items() if can(pi))


def check(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether this is a machine for the chosen strip."""
    pi = pi_of(machine)
    if pi:
        yield fine(en("This is a {model}."), model=pi.model)
    else:
        yield note(
            en("This is no Raspberry Pi: its lights are on USB, on the network or on a screen.")
        )
    if not can_light(machine, plan.strip):
        could = lights_of(machine)
        yield wrong(
            en("The strip {strip} is not for this machine; it can light {strips}."),
            mend=f'strip.name = "{could[0]}"',
            strip=plan.strip,
            strips=", ".join(could),
        )


def undervoltage(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the Pi has had too little to live on since it was started."""
    for path in machine.matching("/sys/class/hwmon/hwmon*/name"):
        alarm = machine.text(path.replace("/name", "/in0_lcrit_alarm"))
        if machine.text(path) == "rpi_volt" and alarm == "1":
            yield note(
                en(
                    "The Pi's supply is too weak: "
                    "give it a better one, and the strip one of its own."
                )
            )
