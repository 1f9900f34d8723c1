"""Look at the display: its library, and the Pi's I²C that it hangs on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, wrong
from cribble.doctor.library import Library, found
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import boot_of, pi_of, to_config
from cribble.doctor.user import may_use, udev
from hardware.display.oled import BUS
from scorekeeper.words import en

LIBRARY: Final = Library("luma.oled", ".venv/bin/python -m pip install luma.oled")
DEVICE: Final = f"/dev/i2c-{BUS}"
RULE: Final = udev('SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"', "i2c")
SWITCH: Final = "dtparam=i2c_arm=on"


def wanted(plan: Plan) -> bool:
    """Whether there is a display."""
    return bool(plan.readout)


def display(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether it can be drawn on, as far as one can see without drawing."""
    yield found(machine, LIBRARY)
    node, pi = machine.node(DEVICE), pi_of(machine)
    if node:
        yield from may_use(machine, DEVICE, node, RULE)
    elif pi:
        boot = boot_of(machine, pi)
        sentence = en("There is no {path}: I²C is not switched on in {file}.")
        yield wrong(sentence, mend=to_config(boot, SWITCH), path=DEVICE, file=boot.config)
    else:
        sentence = en("There is no {path}: the display is for a Raspberry Pi.")
        yield wrong(sentence, mend='readout.name = "terminal"', path=DEVICE)
