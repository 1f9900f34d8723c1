"""Keypads at the pins of a Raspberry Pi: sixteen keys, or three buttons and a buzzer."""

from hardware.keypads.keypad import KeypadWiring
from scorekeeper.board.svg import element
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import Words, en
from scorekeeper.words.key_legends import large
from tools.drawing.canvas import Canvas
from tools.drawing.parts import header

PINS = {4: 7, 17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 6: 31, 16: 36, 26: 37, 20: 38}
"""Header pin by GPIO number."""
BUZZER = 20
GROUND = 39


def _pi(words: Words, about: str, title: str, names: dict[int, str]) -> Canvas:
    draw = Canvas(words, about=about, title=title, wide=840)
    draw.box(30, 60, 220, 640)
    draw.write(46, 80, "Raspberry Pi", "part")
    header(draw, names, 40)
    draw.say(46, 688, en("SD card: this way ↑"))
    return draw


def _way(draw: Canvas, pin: str, x: float) -> str:
    """Return the start of a wire's path from a header pin to *x*."""
    at = draw.pins[pin]
    return f"L {at.x + 12:g} {at.y - 14:g} H {x:g}" if at.x < 214 else f"H {x:g}"


def pi_matrix(words: Words) -> Canvas:
    """Return the drawing of sixteen keys."""
    usual = KeypadWiring()
    lines = {
        **{f"pad-column-{n}": gpio for n, gpio in enumerate(usual.columns, 1)},
        **{f"pad-row-{n}": gpio for n, gpio in enumerate(usual.rows, 1)},
    }
    draw = _pi(
        words,
        en('Sixteen keys on the pins of a Raspberry Pi: keypad.name = "matrix".'),
        en("A Raspberry Pi with a keypad of sixteen keys"),
        {PINS[gpio]: f"GPIO{gpio}" for gpio in lines.values()},
    )
    return _matrix(draw, lines)


def _matrix(draw: Canvas, lines: dict[str, int]) -> Canvas:
    draw.box(400, 260, 400, 370)
    for number, key in enumerate(SIXTEEN):
        x, y = 510 + number % 4 * 70, 290 + number // 4 * 84
        draw.box(x, y, 58, 64, "key")
        draw.write(x + 29, y + 38, large(draw.words, key), "plain", "middle")
    for row, (name, gpio) in enumerate(lines.items()):
        y = 300 + 40 * row
        draw.pin(name, 400, y)
        side, at = name.split("-")[1:]
        draw.write(412, y + 5, f"{'C' if side == 'column' else 'R'}{at}")
        bend = (360, 335, 310, 285)[row % 4] if row < 4 else (285, 310, 335, 360)[row % 4]
        pin = f"pi-{PINS[gpio]}"
        draw.wire("data", pin, name, f"{_way(draw, pin, bend)} V {y:g} H")
    draw.say(400, 226, en("a keypad of 4 × 4 keys"), "part")
    draw.say(400, 248, en("R: rows from the top, C: columns from the left"))
    draw.notes(
        738,
        en(
            "The ribbon of most films, seen from the keys, has R1 to R4 and then C1 to C4 from the "
            "left to the right: its wires are in another order than here."
        ),
        en("No part is needed between them: the Pi pulls its columns up by itself."),
    )
    return draw


def pi_buttons(words: Words) -> Canvas:
    """Return the drawing of three buttons and a buzzer."""
    forth, ok, undo = KeypadWiring().buttons
    buttons = (
        ("undo", en("undo"), undo, 150.0, 290.0),
        ("next", en("next"), forth, 250.0, 310.0),
        ("ok", "OK", ok, 350.0, 290.0),
    )
    names = {PINS[gpio]: f"GPIO{gpio}" for _, _, gpio, _, _ in buttons}
    draw = _pi(
        words,
        en(
            "Three buttons and a buzzer on the pins of a Raspberry Pi: "
            'keypad.name = "buttons", buzzer.pin = 20.'
        ),
        en("A Raspberry Pi with three buttons and a buzzer"),
        {**names, PINS[BUZZER]: f"GPIO{BUZZER}", GROUND: "GND"},
    )
    for name, label, gpio, y, bend in buttons:
        draw.box(360, y - 30, 120, 60)
        draw.put("box", element("circle", class_="key", cx=420, cy=y, r=26))
        _label(draw, label, y)
        draw.pin(f"{name}-a", 360, y)
        draw.pin(f"{name}-b", 480, y)
        pin = f"pi-{PINS[gpio]}"
        draw.wire("data", pin, f"{name}-a", f"{_way(draw, pin, bend)} V {y:g} H")
        if name != "undo":
            draw.loose_wire("ground", f"M 480 {y:g} H 580")
            draw.join(580, y)
    draw.box(360, 470, 120, 60)
    draw.pin("buzzer-plus", 360, 500)
    draw.pin("buzzer-minus", 480, 500)
    draw.say(420, 505, en("buzzer"), anchor="middle")
    draw.write(348, 490, "+", "part", "end")
    draw.write(488, 490, "−", "part")
    draw.wire("data", f"pi-{PINS[BUZZER]}", "buzzer-plus", "H 330 V 500 H")
    draw.loose_wire("ground", "M 480 500 H 580")
    draw.join(580, 500)
    draw.wire("ground", f"pi-{GROUND}", "undo-b", f"{_way(draw, f'pi-{GROUND}', 580)} V 150 H")
    draw.block(600, 250, en("one wire to ground for all of them"), 220)
    about = en(
        "an active buzzer for 3.3 V that takes 10 mA at most, or a module with a transistor of "
        "its own"
    )
    draw.block(600, 460, about, 220)
    draw.notes(
        738,
        en("Either may be left out. No resistor is needed: the Pi pulls its buttons up by itself."),
    )
    return draw


def _label(draw: Canvas, label: str, y: float) -> None:
    if label == "OK":
        draw.write(420, y + 5, label, anchor="middle")
    else:
        draw.say(420, y + 5, label, anchor="middle")
