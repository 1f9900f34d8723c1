"""Look at /dev/leds0, which a Pi 5's kernel makes of a pin when config.txt asks it to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import RESTART, boot_of, pi_of, to_config
from cribble.doctor.user import may_use, udev
from scorekeeper.words import en

RULE: Final = 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"'
OVERLAY: Final = "ws2812-pio"
PIN: Final = "18"
NODES: Final = "/proc/device-tree/ws2812_pio*"
"""Where the overlay stands in the device tree, once the Pi has started with it."""


def device(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the device is there and open to this user."""
    path = plan.wires.at
    if node := machine.node(path):
        yield from may_use(machine, path, node, udev(RULE, "leds"))
        return
    pi = pi_of(machine)
    assert pi
    boot = boot_of(machine, pi)
    if OVERLAY in boot.overlays:
        sentence = en("There is no {path}, though {file} asks for it: the Pi must start anew.")
        yield wrong(sentence, mend=RESTART, path=path, file=boot.config)
    else:
        sentence = en("There is no {path}: {file} does not ask for it.")
        yield wrong(sentence, mend=to_config(boot, _line(plan)), path=path, file=boot.config)


def _line(plan: Plan, gpio: str = PIN) -> str:
    return f"dtoverlay={OVERLAY},gpio={gpio},num_leds={plan.pixels}"


def length(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the kernel was told of as many lights as the board has."""
    nodes = machine.matching(NODES)
    if len(nodes) != 1:
        return
    lights = int.from_bytes(machine.raw(f"{nodes[0]}/rpi,num-leds") or b"", "big")
    if lights < plan.pixels:
        sentence = en("The kernel was told of {lights} lights, and the board has {pixels}.")
        yield wrong(sentence, mend=_mended(machine, plan), lights=lights, pixels=plan.pixels)
    else:
        yield fine(en("The kernel was told of {lights} lights."), lights=lights)


def _mended(machine: Machine, plan: Plan) -> str:
    """The shell line that puts the right overlay in the place of the one that is there."""
    pi = pi_of(machine)
    assert pi
    boot = boot_of(machine, pi)
    line = _line(plan, boot.overlays.get(OVERLAY, {}).get("gpio", PIN))
    return f"sudo sed -i 's/^dtoverlay={OVERLAY}.*/{line}/' {boot.config} && {RESTART}"
