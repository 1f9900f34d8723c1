"""Strips at an Arduino and at a WLED controller, for any machine."""

from typing import Final

from scorekeeper.board.svg import element
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import Words, en
from scorekeeper.words.key_legends import large
from tools.drawing.canvas import Canvas
from tools.drawing.parts import CHIP_PINS, legend, resistor
from tools.drawing.pi_strip import fed_strip, shifted_strip

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
    draw.box(30, 60, 220, 100)
    draw.say(46, 84, en("the machine"), "part")
    low = draw.block(46, 106, MACHINE, 196)
    draw.write(46, low + 2, 'name = "microcontroller"')
    draw.path("usb", "M 60 160 V 230")
    draw.block(76, 186, en("USB: data, and the board’s own current"), 200)
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
