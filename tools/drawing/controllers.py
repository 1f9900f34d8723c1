"""Strips at an Arduino, a Pico and a WLED controller, for any machine."""

from itertools import product
from typing import Final

from scorekeeper.board.svg import element
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import Words, en
from scorekeeper.words.key_legends import large
from tools.drawing.canvas import Canvas
from tools.drawing.parts import CHIP_PINS, fuse, legend, resistor, supply
from tools.drawing.pi_strip import CHIP_NOTE, fed_strip, shifted_strip

MACHINE: Final = en("that runs Cribble: a Pi, a PC …")


def uno(words: Words) -> Canvas:
    """Return the drawing of an Arduino with a strip and a keypad."""
    draw = Canvas(
        words,
        about=en(
            "A strip on an Arduino Uno or Nano, and a keypad beside it: "
            'strip.name = "microcontroller".'
        ),
        title=en("Any machine and an Arduino, by USB"),
        wide=720,
    )
    _machine_by_usb(draw)
    draw.box(30, 230, 220, 270)
    draw.write(46, 256, "Arduino Uno / Nano", "part")
    draw.write(46, 276, "ATmega328P, 5 V, 16 MHz")
    for name, label, y in (("gnd", "GND", 310), ("6", "D6", 360)):
        draw.pin(f"uno-{name}", 250, y, radius=7)
        draw.write(238, y + 5, label, anchor="end")
    for label, y in (("D2–D5", 430), ("D8–D11", 470)):
        draw.put("pin", element("circle", class_="pin used", cx=250, cy=y, r=7))
        draw.write(238, y + 5, label, anchor="end")
    draw.block(46, 340, en("D13 is its own link LED"), 110)
    fed_strip(draw, en("for the strip"), 730)
    draw.wire("ground", "uno-gnd", "supply-minus", "H 300 V 92 H")
    draw.wire("data", "uno-6", "strip-din", "H 340 V 460 H 580 V")
    resistor(draw, 420, 460)
    _keys(draw)
    legend(draw, 730, sign=False)
    draw.notes(
        906,
        warnings=(
            en(
                "Do not join the supply’s + to the Arduino’s 5V pin while it hangs on USB: only "
                "the grounds are joined."
            ),
        ),
    )
    return draw


def _machine_by_usb(draw: Canvas, way: str = "V 230") -> None:
    draw.box(30, 60, 220, 100)
    draw.say(46, 84, en("the machine"), "part")
    low = draw.block(46, 106, MACHINE, 196)
    draw.write(46, low + 2, 'name = "microcontroller"')
    draw.path("usb", f"M 60 160 {way}")
    draw.block(76, 186, en("USB: data, and the board’s own current"), 200)


PICO_ONLY: Final = en(
    "Do not join the supply’s + to a pin of the Pico, which hangs on USB: only ground and data "
    "go there."
)


def pico(words: Words) -> Canvas:
    """Return the drawing of a Pico with a panel near by, without a level shifter."""
    draw = _with_pico(
        words,
        en('An LED panel on a Raspberry Pi Pico: strip.name = "microcontroller".'),
        en("A Pico and a panel, by USB"),
    )
    supply(draw, en("for the panel"))
    _panel(draw)
    draw.wire("power", "supply-plus", "panel-plus", "H 674 V")
    draw.wire("ground", "supply-minus", "panel-minus", "H 372 V 150 H 627 V")
    fuse(draw, 592, 92, "2 A")
    draw.wire("ground", "pico-8", "strip-gnd", "H 68 V 664 H 560 V")
    draw.wire("data", "pico-9", "strip-din", "H 88 V 640 H 520 V")
    legend(draw, 710, sign=False)
    draw.notes(
        836,
        en(
            "The Pico’s 3.3 V reach a panel’s first light over wires of 20 cm at most. If the "
            "lights flicker, use the drawing with the 74AHCT125."
        ),
        warnings=(PICO_ONLY,),
    )
    return draw


def _panel(draw: Canvas) -> None:
    """Draw a panel with its pair for the supply at the top and its plug for data at the bottom."""
    draw.box(440, 300, 250, 150, "tape")
    for x, y in product(range(456, 680, 26), range(314, 440, 26)):
        draw.put("box", element("rect", class_="led", x=x, y=y, width=18, height=18))
    for name, kind, x in (("minus", "ground", 627), ("plus", "power", 674)):
        draw.pin(f"panel-{name}", x, 262)
        draw.loose_wire(kind, f"M {x} 262 V 300")
    draw.say(612, 267, en("the loose pair, black and red"), anchor="end")
    draw.box(456, 486, 130, 38, "chip")
    for name, label, kind, x in (
        ("5v", "+5V", "power", 480),
        ("din", "DIN", "data", 520),
        ("gnd", "GND", "ground", 560),
    ):
        draw.loose_wire(kind, f"M {x} 450 V 486")
        draw.pin(f"strip-{name}", x, 524, used=name != "5v")
        draw.write(x, 508, label, anchor="middle")
    draw.say(596, 510, en("the plug at DIN"))


def pico_shifted(words: Words) -> Canvas:
    """Return the drawing of a Pico with a level shifter, for longer wires and for strips."""
    draw = _with_pico(
        words,
        en(
            "A strip or a panel on a Raspberry Pi Pico, through a 74AHCT125: "
            'strip.name = "microcontroller".'
        ),
        en("A Pico and a 74AHCT125, by USB"),
    )
    shifted_strip(draw, en("for the strip"))
    over = "H 173 a 12 12 0 0 1 24 0"
    draw.wire("ground", "pico-8", "supply-minus", f"H 68 V 244 {over} H 290 V 92 H")
    draw.wire("data", "pico-9", "chip-2", "H 88 V 650 H 394 V")
    legend(draw, 720)
    draw.notes(916, CHIP_NOTE, warnings=(PICO_ONLY,))
    return draw


def _with_pico(words: Words, about: str, title: str) -> Canvas:
    """Return a drawing of a Pico seen from above, with its USB plug at the top."""
    draw = Canvas(words, about=about, title=title, wide=720)
    _machine_by_usb(draw, "V 224 H 185 V 262")
    draw.box(110, 276, 150, 346)
    draw.box(160, 262, 50, 28, "chip")
    draw.write(185, 281, "USB", anchor="middle")
    for number in range(1, 21):
        y = 286 + 16 * number
        draw.pin(f"pico-{number}", 110, y, used=number in (8, 9), radius=5)
        draw.pin(f"pico-{41 - number}", 260, y, used=False, radius=5)
    for label, y in (("1", 302), ("8 GND", 414), ("9 GP6", 430)):
        draw.write(124, y + 5, label)
    draw.write(185, 340, "Raspberry Pi", "part", "middle")
    draw.write(185, 360, "Pico", "part", "middle")
    draw.write(185, 380, "RP2040, 3.3 V", anchor="middle")
    low = draw.block(126, 470, en("left side, 8th and 9th pin from the USB plug"), 122)
    draw.block(126, low + 4, en("its LED is its link LED"), 122)
    return draw


def _keys(draw: Canvas) -> None:
    draw.box(30, 560, 250, 130)
    for number, key in enumerate(SIXTEEN):
        x, y = 46 + number % 4 * 56, 568 + number // 4 * 30
        draw.box(x, y, 50, 24, "key")
        draw.write(x + 25, y + 17, large(draw.words, key), "tiny", "middle")
    draw.path("thin", "M 250 430 H 310 V 600 H 280")
    draw.path("thin", "M 250 470 H 270 V 535 H 155 V 560")
    draw.say(318, 530, en("4 rows"))
    draw.say(146, 542, en("4 columns"), anchor="end")
    low = draw.block(318, 580, en("a keypad of 4 × 4 keys, if you want one:"), 230)
    low = draw.block(318, low, en("rows at D2 (top) to D5,"), 230)
    draw.block(318, low, en("columns at D8 (left) to D11"), 230)


def wled(words: Words) -> Canvas:
    """Return the drawing of an ESP32 with WLED."""
    draw = Canvas(
        words,
        about=en(
            'A strip on an ESP32 with WLED, which gets its pictures over Wi-Fi: strip.name = "ddp".'
        ),
        title=en("Any machine and WLED, by Wi-Fi"),
        wide=720,
    )
    draw.box(30, 60, 220, 110)
    draw.say(46, 84, en("the machine"), "part")
    low = draw.block(46, 105, MACHINE, 196)
    draw.write(46, low, 'name = "ddp"')
    draw.write(46, low + 18, 'at = "192.168.1.50"')
    for radius in (14, 26, 38):
        draw.path("radio", f"M {222 - radius} 196 a {radius} {radius} 0 0 0 {2 * radius} 0")
    draw.write(46, 214, "Wi-Fi, UDP 4048")
    draw.box(30, 250, 220, 200)
    draw.say(46, 274, en("ESP32 with WLED"), "part")
    draw.block(46, 330, en("GPIO16 is its usual pin; its own supply is the strip’s"), 125)
    for name, label, y in (
        ("5v", "5V (VIN)", 300),
        ("gnd", "GND", 340),
        ("16", "GPIO16 (RX2)", 410),
    ):
        draw.pin(f"esp-{name}", 250, y, radius=7)
        draw.write(238, y + 5, label, anchor="end")
    shifted_strip(draw, en("for all of it"))
    draw.wire("ground", "esp-gnd", "supply-minus", "H 290 V 92 H")
    over = "a 12 12 0 0 1 24 0"
    way = f"H 278 {over} H 320 V 200 H 615 {over} H 674 V 92 H"
    draw.wire("power", "esp-5v", "supply-plus", way)
    draw.wire("data", "esp-16", "chip-2", "H 264 V 620 H 394 V")
    draw.join(364, 200)
    legend(draw, 720)
    draw.notes(
        916,
        CHIP_PINS,
        en(
            "Many controllers are sold with the level shifter and the fuse on board: then only "
            "three wires go to the strip."
        ),
        warnings=(
            en(
                "Do not feed the controller by USB and by its 5V pin at the same time, unless its "
                "maker says that you may."
            ),
        ),
    )
    return draw
