"""Look at the lamp: the process that lights ws281x, and who else wants the same part of the Pi."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import RESTART
from cribble.doctor.spi import pin_of
from cribble.doctor.user import may_use
from hardware.pwm_helper.address import helper_address
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

UNIT: Final = "/etc/systemd/system/cribble-lamp.service"
START: Final = "sudo systemctl enable --now cribble-lamp"
INSTALL: Final = f"sudo cp docs/units/cribble-lamp.service /etc/systemd/system/ && {START}"
AUDIO: Final = "/sys/module/snd_bcm2835"
SILENCE: Final = (
    f"echo 'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf && {RESTART}"
)
PWM_PINS: Final = (12, 13, 18, 19)


def process(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the lamp runs and lets this user in."""
    try:
        path = str(helper_address(plan.wires.at).socket)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend='strip.at = "18"', **fault.values)
        return
    node = machine.node(path)
    if node is None:
        mend = INSTALL if machine.text(UNIT) is None else START
        yield wrong(en("The lamp process does not run: there is no {path}."), mend=mend, path=path)
        return
    found = tuple(may_use(machine, path, node, START))
    yield from found
    if node.open and not machine.answers(path):
        sentence = en("Nothing answers at {path}: the lamp process has ended.")
        yield wrong(sentence, mend="sudo systemctl restart cribble-lamp", path=path)


def audio(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the Pi's own sound wants the strip's pulses (rpi_ws281x: README, PWM)."""
    if pin_of(plan) not in PWM_PINS:
        return
    if machine.matching(f"{AUDIO}/*"):
        sentence = en("The Pi's own sound takes the pulses that ws281x needs at pin {pin}.")
        yield wrong(sentence, mend=SILENCE, pin=pin_of(plan))
    else:
        yield fine(en("The Pi's own sound is off, so that pin {pin} is free."), pin=pin_of(plan))
