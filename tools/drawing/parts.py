"""Parts shared by several drawings: Pi header, level shifter, supplies, strips."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.board.svg import element
from scorekeeper.words import en
from tools.drawing.canvas import Canvas

HEADER: Final = (202.0, 226.0, 106.0, 28.0)
"""x of odd pins, x of even pins, y of the first row, and row pitch of a Pi's header."""
LEGS: Final = 14
CHIP_PINS: Final = en(
    "Pins 1, 4, 5, 7, 9, 10, 12 and 13 of the chip go to ground; 6, 8 and 11 stay free. 0.1 µF "
    "from pin 14 to pin 7."
)
SMALL: Final = en("0.1 µF")
"""The decoupling capacitor of each chip."""
GROUNDED: Final = (1, 4, 5, 7, 9, 10, 12, 13)
"""Pins of a 74AHCT125 connected to ground; unused inputs must not float."""
USED: Final = {1, 2, 3, 7, 14}


def header(draw: Canvas, names: Mapping[int, str], pins: int) -> None:
    """Draw a Pi's header with *pins* pins; those in *names* are highlighted and labelled."""
    odd, even, top, apart = HEADER
    rows = pins // 2
    draw.box(186, 88, 56, rows * apart - 4, "chip")
    for number in range(1, pins + 1):
        x, y = (odd if number % 2 else even), top + (number - 1) // 2 * apart
        draw.pin(f"pi-{number}", x, y, used=number in names, radius=7)
    draw.say(180, top + 5, en("pin 1"), anchor="end")
    for row in sorted({(number - 1) // 2 for number in names}):
        pair = [number for number in (2 * row + 1, 2 * row + 2) if number in names]
        numbers, several = "/".join(map(str, pair)), [names[number] for number in pair]
        name = "/".join([several[0], *(one.removeprefix("GPIO") for one in several[1:])])
        draw.write(180, top + row * apart + 5, f"{numbers} {name} →", anchor="end")


def level_shifter(draw: Canvas, x: float = 430, y: float = 204) -> None:
    """Draw a 74AHCT125 with pin 14 at *x*, *y*, notch to the left, unused inputs grounded."""
    draw.box(x - 20, y + 6, 220, 90, "chip")
    draw.path("chip", f"M {x - 20:g} {y + 39:g} a 12 12 0 0 1 0 24 z")
    for number in range(1, LEGS + 1):
        below = number <= LEGS // 2
        across = number - 1 if below else LEGS - number
        at = x + 30 * across
        draw.pin(f"chip-{number}", at, y + 102 if below else y, used=number in USED)
        draw.write(at, y + (90 if below else 22), str(number), anchor="middle")
    for number in GROUNDED:
        draw.ground(f"chip-{number}", up=number > LEGS // 2)
    draw.write(x + 90, y + 57, "74AHCT125", "part", "middle")


def decoupling(draw: Canvas) -> None:
    """Draw the decoupling capacitor to the left of the level shifter's pin 14."""
    x, y = draw.pins["chip-14"]
    left, top = x - 70, y - 46
    draw.part(
        SMALL,
        "chip-14",
        "ground",
        element("path", class_="wire power", d=f"M {x:g} {top:g} H {left:g} V {top + 18:g}"),
        *_plates(left, top + 20, 14, 9),
        element(
            "path",
            class_="wire ground",
            d=f"M {left:g} {top + 31:g} V {top + 46:g} M {left - 10:g} {top + 46:g} h 20 "
            f"M {left - 6:g} {top + 51:g} h 12 M {left - 2:g} {top + 56:g} h 4",
        ),
    )
    draw.join(x, top)
    draw.say(left + 18, top + 29, SMALL)


def _plates(x: float, y: float, half: float, apart: float) -> tuple[str, str]:
    return (
        element("path", d=f"M {x - half:g} {y:g} h {2 * half:g}", stroke="#c81e1e", stroke_width=4),
        element(
            "path", d=f"M {x - half:g} {y + apart:g} h {2 * half:g}", stroke="#222", stroke_width=4
        ),
    )


def electrolytic(draw: Canvas, x: float, y: float) -> None:
    """Draw the 1000 µF capacitor, with its ratings, between two wires."""
    draw.part("1000 µF", "supply-plus", "supply-minus", *_plates(x, y, 14, 11))
    draw.put("mark", element("rect", x=x - 14, y=y + 2, width=28, height=7, fill="#fff"))
    draw.write(x - 20, y - 4, "+", "part", "end")
    draw.write(x - 20, y + 13, "1000 µF,", anchor="end")
    draw.block(x - 20, y + 30, en("6.3 V or more"), 75, anchor="end")


def supply(draw: Canvas, purpose: str) -> None:
    """Draw the strip's supply at the top right, − on its left, + on its right."""
    draw.box(400, 60, 160, 64)
    draw.say(480, 88, en("5 V supply"), "part", "middle")
    draw.say(480, 108, purpose, anchor="middle")
    draw.pin("supply-plus", 560, 92)
    draw.pin("supply-minus", 400, 92)
    draw.write(390, 84, "−", "part", "end")
    draw.write(570, 84, "+", "part")


def fuse(draw: Canvas, x: float, y: float, rating: str = "") -> None:
    """Draw a fuse in a horizontal wire at *y*, starting at *x*."""
    draw.path("part-line", f"M {x:g} {y - 9:g} h 60 v 18 h -60 z M {x:g} {y:g} h 60", "mark")
    text = draw.words.say(en("fuse"))
    draw.write(x + 30, y - 15, f"{text} {rating}".strip(), anchor="middle")


def resistor(draw: Canvas, x: float, y: float) -> None:
    """Draw the series resistor in the horizontal data wire at *y*."""
    rect = element("rect", class_="part-line", x=x, y=y - 9, width=60, height=18)
    draw.put("mark", rect)
    draw.write(x + 30, y - 15, "330–470 Ω", anchor="middle")


def strip(draw: Canvas, y: float, *, order: tuple[str, str, str] = ("din", "gnd", "5v")) -> None:
    """Draw the start of a strip on the right, with its three pins at *y*."""
    draw.box(554, y, 146, 150, "tape")
    for led in range(4):
        rect = element("rect", class_="led", x=618, y=y + 46 + 24 * led, width=18, height=18)
        draw.put("box", rect)
    labels = {"5v": "+5V", "din": "DIN", "gnd": "GND"}
    for name, x in zip(order, (580, 627, 674), strict=True):
        draw.pin(f"strip-{name}", x, y)
        draw.write(x, y + 28, labels[name], anchor="middle")
    draw.say(546, y + 40, en("strip: begin at DIN"), anchor="end")
    draw.write(654, y + 132, "↓", anchor="middle")


def legend(draw: Canvas, y: float, *, sign: bool = True) -> None:
    """Draw the legend of wire colours."""
    rows = (("power", None), ("ground", en("ground (GND)")), ("data", en("data")))
    for number, (kind, sentence) in enumerate(rows):
        down = y + 26 * number
        draw.loose_wire(kind, f"M 30 {down:g} h 40")
        if sentence:
            draw.say(82, down + 5, sentence, "plain")
        else:
            draw.write(82, down + 5, "+5 V", "plain")
    if sign:
        down = y + 78
        bars = f"M 40 {down:g} h 20 M 44 {down + 5:g} h 12 M 48 {down + 10:g} h 4"
        draw.loose_wire("ground", f"M 50 {down - 8:g} v 8 {bars}")
        draw.say(82, down + 5, en("joins ground"), "plain")
    draw.say(30, y + (110 if sign else 86), en("● joined; an arc: not joined"), "plain")
