"""The model of a Raspberry Pi, its config.txt, and the strips it can light."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from scorekeeper.words import en

MODEL: Final = "/proc/device-tree/model"
SLOW_CORE: Final = ("core_freq=250",)
FAST_CORE: Final = ("core_freq=500", "core_freq_min=500")


class ModelFamily(NamedTuple):
    """Models that are alike here.

    ``filters``: what their part of config.txt may be called. ``rp1``: the pins are on a chip of
    their own (Pi 5), which rpi_ws281x does not know and ws2812-pio needs. ``core``: what config.txt
    must say for SPI to keep its speed, which follows the clock of the core. Where the core's usual
    speed is the lowest it has, and where SPI has a clock of its own, that is nothing.
    """

    filters: frozenset[str]
    rp1: bool = False
    core: tuple[str, ...] = ()

    @property
    def is_known_to_rpi_ws281x(self) -> bool:
        """True if version 5 of that library has models of this family in its list."""
        return not self.rp1 and "cm0" not in self.filters

    @property
    def pauses(self) -> bool:
        """True if SPI is low for a bit between two bytes (Pi 4 and 5, by DMA)."""
        return self.rp1 or self.core == FAST_CORE


FAMILIES: Final = (
    (r"Zero 2", ModelFamily(frozenset({"pi0", "pi0w", "pi02"}), core=SLOW_CORE)),
    (r"Zero W", ModelFamily(frozenset({"pi0", "pi0w"}), core=SLOW_CORE)),
    (r"Zero", ModelFamily(frozenset({"pi0"}), core=SLOW_CORE)),
    (r"Module 0", ModelFamily(frozenset({"cm0"}), core=SLOW_CORE)),
    (r"Module 5", ModelFamily(frozenset({"pi5", "cm5"}), rp1=True)),
    (r"Pi 500", ModelFamily(frozenset({"pi5", "pi500"}), rp1=True)),
    (r"Pi 5\b", ModelFamily(frozenset({"pi5"}), rp1=True)),
    (r"Module 4S", ModelFamily(frozenset({"pi4", "cm4s"}), core=FAST_CORE)),
    (r"Module 4", ModelFamily(frozenset({"pi4", "cm4"}), core=FAST_CORE)),
    (r"Pi 400", ModelFamily(frozenset({"pi4", "pi400"}), core=FAST_CORE)),
    (r"Pi 4\b", ModelFamily(frozenset({"pi4"}), core=FAST_CORE)),
    (r"Pi 3.*Plus|Module 3 Plus", ModelFamily(frozenset({"pi3", "pi3+", "cm3+"}), core=SLOW_CORE)),
    (r"Pi 3|Module 3", ModelFamily(frozenset({"pi3", "cm3"}), core=SLOW_CORE)),
    (r"Pi 2", ModelFamily(frozenset({"pi2"}))),
    (r"", ModelFamily(frozenset({"pi1", "cm1"}))),
)
"""The first row that is found in the name of the model is its family."""


class Pi(NamedTuple):
    """A Raspberry Pi: its model as it says itself, and what it is like."""

    model: str
    family: ModelFamily


def pi_of(machine: Machine) -> Pi | None:
    """The Raspberry Pi that *machine* is; None where it is something else."""
    model = machine.text(MODEL) or ""
    if not model.startswith("Raspberry Pi"):
        return None
    return Pi(model, next(family for name, family in FAMILIES if re.search(name, model)))


FOLDERS: Final = ("/boot/firmware", "/boot")
"""Raspberry Pi OS has it in the first since Bookworm, before that in the second."""

RESTART: Final = "sudo reboot"


class Boot(NamedTuple):
    """The two files by their paths, and what of ``config.txt`` is said to this model.

    ``params`` and ``overlays`` are what its dtparam and dtoverlay lines switch on.
    """

    config: str
    cmdline: str
    lines: frozenset[str]
    params: Mapping[str, str]
    overlays: Mapping[str, Mapping[str, str]]


def boot_of(machine: Machine) -> Boot:
    """Return the boot configuration of *machine*, which is a Raspberry Pi."""
    pi = pi_of(machine)
    assert pi
    for folder in FOLDERS:
        if (text := machine.text(f"{folder}/config.txt")) is not None:
            break
    else:
        folder, text = FOLDERS[0], ""
    lines = tuple(_said_to(pi, text))
    params = dict(_pairs(value for line in lines if (value := _after("dtparam=", line))))
    overlays = (value.split(",") for line in lines if (value := _after("dtoverlay=", line)))
    return Boot(
        config=f"{folder}/config.txt",
        cmdline=f"{folder}/cmdline.txt",
        lines=frozenset(lines),
        params=params,
        overlays={name: dict(_pairs(given)) for name, *given in overlays},
    )


def _said_to(pi: Pi, text: str) -> Iterator[str]:
    """The lines of config.txt that are not for other models; a heading holds until the next."""
    filters = {"all", *pi.family.filters}
    applies = True
    for line in (line.split("#")[0].strip() for line in text.splitlines()):
        if heading := re.fullmatch(r"\[(.+)\]", line):
            applies = heading[1].lower() in filters
        elif line and applies:
            yield line


def _after(lead: str, line: str) -> str:
    return line.removeprefix(lead) if line.startswith(lead) else ""


def _pairs(values: Iterator[str] | list[str]) -> Iterator[tuple[str, str]]:
    for value in values:
        for pair in value.split(","):
            name, _, set_to = pair.partition("=")
            yield name.strip(), set_to.strip() or "on"


def to_config(boot: Boot, *lines: str) -> str:
    """The shell line that adds *lines* to config.txt, for whatever model reads it, and restarts."""
    text = "".join(f"{line}\\n" for line in ("[all]", *lines))
    return f"printf '{text}' | sudo tee -a {boot.config} && {RESTART}"


ANYWHERE: Final = ("ddp", "microcontroller", "terminal", "browser", "simulated", "capture", "null")

CAN: Final[Mapping[str, Callable[[Pi | None], bool]]] = {
    "ws281x": lambda pi: pi is not None and pi.family.is_known_to_rpi_ws281x,
    "leds0": lambda pi: pi is not None and pi.family.rp1,
    "spi": lambda pi: pi is not None,
    **dict.fromkeys(ANYWHERE, lambda pi: True),
}
"""The machines that can light a strip, by the strip's name."""


def can_light(machine: Machine, strip: str) -> bool:
    """True if *machine* can light that strip."""
    return CAN[strip](pi_of(machine))


def lights_of(machine: Machine) -> tuple[str, ...]:
    """The strips that *machine* could light."""
    pi = pi_of(machine)
    return tuple(strip for strip, can in CAN.items() if can(pi))


def check_model(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that this machine can light the chosen strip."""
    pi = pi_of(machine)
    if pi:
        yield fine("This is a {model}.", model=pi.model)
    else:
        yield note("This is no Raspberry Pi: its lights are on USB, on the network or on a screen.")
    if not can_light(machine, plan.strip):
        could = lights_of(machine)
        facts = {"strip": plan.strip, "strips": ", ".join(could)}
        sentence = en("The strip {strip} is not for this machine; it can light {strips}.")
        yield wrong(sentence, mend=f'strip.name = "{could[0]}"', **facts)


def undervoltage(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the Pi had enough voltage since it was started."""
    for path in machine.matching("/sys/class/hwmon/hwmon*/name"):
        alarm = machine.text(path.replace("/name", "/in0_lcrit_alarm"))
        if machine.text(path) == "rpi_volt" and alarm == "1":
            yield note(
                "The Pi’s supply is too weak: give it a better one, and the strip one of its own."
            )
