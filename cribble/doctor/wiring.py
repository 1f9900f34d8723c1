"""Look at the board that the config describes: its lights, its supply, its pins."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cribble.config.dump import as_toml
from cribble.devices.pins import TWICE
from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.raspberry_pi import pi_of
from cribble.doctor.system import may_use, udev
from hardware.keypads.keypad import KeypadWiring
from scorekeeper.board.light.power import enough_ma, is_underpowered
from scorekeeper.words import en
from scorekeeper.words.wiring import underpowered


def wiring(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that every hole has a light of its own."""
    if not plan.faults:
        yield fine("The board is wired: {lights} lights.", lights=plan.pixels)
        return
    first, *more = plan.faults
    yield wrong(first.sentence, mend=plan.command("board check"), **first.values)
    if more:
        sentence = en("There are {count} more faults in the wiring.")
        yield wrong(sentence, mend=plan.command("board check"), count=len(more))


def lights_apart(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that there is wood left between two holes for loose lights."""
    if fault := plan.crowded:
        yield wrong(fault.sentence, mend=plan.command("board check"), **fault.values)


def power(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the limit leaves current for pegs, once every dark light has taken its mA."""
    if is_underpowered(plan.pixels, plan.power):
        fault = underpowered(plan.pixels, plan.power)
        mend = f"strip.limit_ma = {enough_ma(plan.pixels, plan.power)}"
        yield wrong(fault.sentence, mend=mend, **fault.values)


CHIP: Final = "/dev/gpiochip0"
RULE: Final = udev('SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"', "gpio")
BUZZER: Final = "buzzer.pin"
BUZZER_PIN: Final = 20
"""The pin of the drawing in docs/building.md."""

USUAL: Final = KeypadWiring()
MENDS: Final[Mapping[str, str]] = {
    "keypad.rows": f"keypad.rows = {as_toml(list(USUAL.rows))}",
    "keypad.columns": f"keypad.columns = {as_toml(list(USUAL.columns))}",
    "keypad.buttons": f"keypad.buttons = {as_toml(list(USUAL.buttons))}",
    BUZZER: f"{BUZZER} = {BUZZER_PIN}",
}
"""The line of the config that sets a key to pins that nothing else wants."""


def pins_wanted(plan: Plan) -> bool:
    """True if a keypad or the buzzer is wired to pins."""
    return bool(plan.pins)


def open_to_user(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that there are pins, and that they are open to this user."""
    node = machine.node(CHIP)
    if pi_of(machine) is None or node is None:
        keys = sorted({use.key for use in plan.pins})
        yield from _no_pins([key for key in keys if key != BUZZER], 'keypad.name = "usb"')
        yield from _no_pins([key for key in keys if key == BUZZER], 'buzzer.name = "terminal"')
    else:
        yield from may_use(machine, CHIP, node, RULE)


def _no_pins(keys: Sequence[str], mend: str) -> Iterator[Finding]:
    if keys:
        sentence = en("This machine has no pins, as are wanted for {keys}.")
        yield wrong(sentence, mend=mend, keys=", ".join(keys))


def twice(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that no pin is used twice."""
    for one, other in plan.twice:
        mend = MENDS[other.key]
        yield wrong(TWICE, mend=mend, pin=one.pin, one=one.key, other=other.key)
    if not plan.twice:
        yield fine("No pin is wanted twice.")
