"""Breadboard layouts."""

from collections.abc import Mapping
from typing import Final

from tools.drawing.breadboard import Jumper, Layout, Lead, Leg, Part
from tools.drawing.parts import SMALL

CHIP_AT: Final = 10
"""The column of pins 1 and 14."""
STRIP: Final = (
    Lead("power", "strip-5v", "T+25"),
    Lead("ground", "strip-gnd", "T-26"),
    Lead("data", "strip-din", "a21"),
)
SUPPLY: Final = (Lead("power", "supply-plus", "T+2"), Lead("ground", "supply-minus", "T-3"))
BULK: Final = Part(
    "1000 µF", "electrolytic", (Leg("T+21", "supply-plus"), Leg("T-23", "supply-minus"))
)
"""Its legs are 5 mm apart, two holes."""
GROUND_ACROSS: Final = Jumper("ground", "T-29", "B-29")


def _chip() -> Part:
    below = tuple(Leg(f"e{CHIP_AT + n}", f"chip-{n + 1}") for n in range(7))
    above = tuple(Leg(f"f{CHIP_AT + n}", f"chip-{14 - n}") for n in range(7))
    return Part("74AHCT125", "chip", below + above)


SHIFTER: Final = (
    _chip(),
    Part(SMALL, "ceramic", (Leg("h10", "chip-14"), Leg("h11", "chip-13"))),
    Part("330–470 Ω", "resistor", (Leg("c12", ""), Leg("c21", "")), bridge=True),
    BULK,
)
CHIP_WIRES: Final = (
    Jumper("power", "j10", "T+10"),
    Jumper("ground", "j11", "T-11"),
    Jumper("ground", "j12", "T-13"),
    Jumper("ground", "j14", "T-14"),
    Jumper("ground", "j15", "T-15"),
    *(Jumper("ground", f"a{at}", f"B-{at}") for at in (10, 13, 14, 16)),
    GROUND_ACROSS,
)


def shifted(*leads: Lead) -> Layout:
    """Return the layout of a level shifter between a strip and the data source at *leads*."""
    return Layout(SHIFTER, CHIP_WIRES, (*SUPPLY, *STRIP, *leads))


def _pi(pin: int) -> Layout:
    return shifted(Lead("data", f"pi-{pin}", "a11"), Lead("ground", "pi-6", "B-3"))


UNO: Final = Layout(
    (Part("330–470 Ω", "resistor", (Leg("c12", ""), Leg("c21", "")), bridge=True), BULK),
    (GROUND_ACROSS,),
    (*SUPPLY, *STRIP, Lead("data", "uno-6", "a12"), Lead("ground", "uno-gnd", "B-3")),
)
BUTTONS: Final = Layout(
    (
        *(
            Part(name, "button", (Leg(f"e{at}", f"{name}-a"), Leg(f"f{at + 2}", f"{name}-b")))
            for name, at in (("undo", 5), ("next", 11), ("ok", 19))
        ),
        Part("buzzer", "buzzer", (Leg("d24", "buzzer-plus"), Leg("d27", "buzzer-minus"))),
    ),
    (
        Jumper("ground", "j7", "T-7"),
        Jumper("ground", "j13", "T-13"),
        Jumper("ground", "j21", "T-21"),
        Jumper("ground", "a27", "B-27"),
        GROUND_ACROSS,
    ),
    (
        Lead("data", "pi-7", "a5"),
        Lead("data", "pi-11", "a11"),
        Lead("data", "pi-13", "a19"),
        Lead("data", "pi-38", "a24"),
        Lead("ground", "pi-39", "B-3"),
    ),
)

LAYOUTS: Final[Mapping[str, Layout]] = {
    "pi-spi": _pi(19),
    "pi-ws281x": _pi(12),
    "pi5-leds0": _pi(12),
    "pi5-spi": _pi(19),
    "wled": shifted(
        Lead("data", "esp-16", "a11"),
        Lead("ground", "esp-gnd", "B-3"),
        Lead("power", "esp-5v", "T+4"),
    ),
    "uno": UNO,
    "pico-shifted": shifted(Lead("data", "pico-9", "a11"), Lead("ground", "pico-8", "B-3")),
    "one-plug": _pi(19),
    "pi-buttons": BUTTONS,
}
"""Layouts by the name of their schematic."""
