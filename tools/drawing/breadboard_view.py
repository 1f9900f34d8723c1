"""The drawing of a breadboard, with a list of parts and holes."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from scorekeeper.board.svg import element
from scorekeeper.words import Words, en
from tools.drawing.breadboard import (
    COLUMNS,
    GROUP,
    RAILS,
    ROWS,
    Layout,
    Lead,
    Part,
    column,
    is_rail,
)
from tools.drawing.canvas import Canvas, PinPlace
from tools.drawing.parts import SMALL

PITCH: Final = 18.0
LEFT, TOP = 90.0, 250.0
WIDE: Final = 720.0
DOWN: Final = {
    "T+": 0.0,
    "T-": 1.0,
    **{row: 3.0 + at for at, row in enumerate("jihgf")},
    **{row: 9.0 + at for at, row in enumerate("edcba")},
    "B+": 15.0,
    "B-": 16.0,
}
"""Vertical position of each row, in pitches."""
BOTTOM: Final = TOP + 17 * PITCH
LEVEL: Final = 22.0
ARROW: Final = "\u00a0→\u00a0"
COLOURS: Final = {"power": "red", "ground": "black", "data": "blue"}

PINS: Final = {
    "supply-plus": en("supply +, fused"),
    "supply-minus": en("supply −"),
    "strip-5v": en("strip +5V"),
    "strip-gnd": en("strip GND"),
    "strip-din": en("strip DIN"),
    "uno-6": "Arduino D6",
    "uno-gnd": "Arduino GND",
    "pico-8": "Pico 8 (GND)",
    "pico-9": "Pico 9 (GP6)",
    "esp-5v": "ESP32 5V (VIN)",
    "esp-gnd": "ESP32 GND",
    "esp-16": "ESP32 GPIO16 (RX2)",
}
NAMES: Final = {
    "undo": en("undo"),
    "next": en("next"),
    "buzzer": en("buzzer"),
    "ok": "OK",
    SMALL: SMALL,
}


def place(hole: str) -> PinPlace:
    """Return the position of a hole in the drawing."""
    row = hole[:2] if is_rail(hole) else hole[0]
    return PinPlace(LEFT + PITCH * column(hole), TOP + PITCH * DOWN[row])


def hole_name(words: Words, hole: str) -> str:
    """Return the name of a hole: ``e10``, or ``T+10`` in a rail."""
    if not is_rail(hole):
        return hole
    sentence = en("T{rail}") if hole[0] == "T" else en("B{rail}")
    return words.say(sentence, rail=hole[1:].replace("-", "−"))


def pin_name(words: Words, pin: str) -> str:
    """Return the translated name of an external pin."""
    if pin in PINS:
        return words.say(PINS[pin])
    return words.say(en("Pi pin {n}"), n=pin.removeprefix("pi-"))


def breadboard(words: Words, title: str, layout: Layout) -> Canvas:
    draw = Canvas(
        words,
        about=en("Which leg goes into which hole of a breadboard of 400 holes."),
        title=title,
        wide=WIDE,
    )
    draw.say(30, 90, en("on a breadboard of 400 holes"), "plain")
    _board(draw, set(_covered(layout)))
    for jumper in layout.jumpers:
        start, end = place(jumper.start), place(jumper.end)
        d = f"M {start.x:g} {start.y:g} L {end.x:g} {end.y:g}"
        draw.path(f"lead {COLOURS[jumper.kind]}", d, "wire")
    for part in layout.parts:
        _part(draw, part)
    _leads(draw, [lead for lead in layout.leads if lead.hole[0] == "T"], above=True)
    _leads(draw, [lead for lead in layout.leads if lead.hole[0] != "T"], above=False)
    _list(draw, _rows(words, layout))
    return draw


def _covered(layout: Layout) -> Iterator[tuple[str, int]]:
    """Yield the column numbers, top or bottom, that are hidden by a wire."""
    for jumper in layout.jumpers:
        for end in (jumper.start, jumper.end):
            yield jumper.end[0], column(end)
    for lead in layout.leads:
        if not is_rail(lead.hole):
            yield "B", column(lead.hole)


def _board(draw: Canvas, covered: set[tuple[str, int]]) -> None:
    draw.box(LEFT + PITCH / 4, TOP - PITCH, PITCH * (COLUMNS + 0.5), 18 * PITCH, "board")
    gap = TOP + PITCH * 8
    draw.path("thin", f"M {LEFT + PITCH / 4:g} {gap:g} h {PITCH * (COLUMNS + 0.5):g}")
    for rail in RAILS:
        first, last = place(f"{rail}1"), place(f"{rail}29")
        y = first.y + (-9 if rail[0] == "T" else 9) * (1 if rail in ("T+", "B-") else -1)
        kind = "plus" if rail[1] == "+" else "minus"
        draw.path(kind, f"M {first.x:g} {y:g} H {last.x:g}")
        name = hole_name(draw.words, rail)
        draw.write(LEFT - 4, first.y + 5, name, anchor="end")
    for row in ROWS:
        draw.write(LEFT - 4, place(f"{row}1").y + 4, row, "tiny", "end")
    for number in (1, *range(5, COLUMNS + 1, 5)):
        x = place(f"a{number}").x
        for row, down in (("T", 2.25), ("B", 14.25)):
            if (row, number) not in covered:
                draw.write(x, TOP + PITCH * down, str(number), "tiny", "middle")
    holes = [f"{row}{number}" for row in ROWS for number in range(1, COLUMNS + 1)]
    holes += [f"{rail}{n}" for rail in RAILS for n in range(1, COLUMNS) if n % GROUP]
    d = "".join(f"M{place(hole).x:g} {place(hole).y:g}h0" for hole in holes)
    draw.put("box", element("path", d=d, stroke="#c9c9c2", stroke_width=7, stroke_linecap="round"))


def _legs(draw: Canvas, part: Part) -> None:
    for leg in part.legs:
        at = place(leg.hole)
        draw.put("mark", element("circle", class_="leg", cx=at.x, cy=at.y, r=4))


def _part(draw: Canvas, part: Part) -> None:
    first, last = place(part.legs[0].hole), place(part.legs[-1].hole)
    x, y = (first.x + last.x) / 2, (first.y + last.y) / 2
    match part.kind:
        case "chip":
            left, wide = first.x - 9, 6 * PITCH + 18
            rect = element("rect", class_="chip", x=left, y=y - 22, width=wide, height=44, rx=3)
            draw.put("pin", rect)
            draw.put(
                "pin", element("path", class_="chip", d=f"M {left:g} {y - 6:g} a 6 6 0 0 1 0 12 z")
            )
            draw.write(left + wide / 2, y + 5, part.name, "part", "middle")
        case "resistor":
            d = f"M {first.x:g} {y:g} H {last.x:g}"
            draw.put("pin", element("path", class_="thin", d=d))
            draw.put(
                "pin", element("rect", class_="body", x=x - 44, y=y - 10, width=88, height=20, rx=6)
            )
            draw.write(x, y + 5, part.name, anchor="middle")
        case "ceramic":
            draw.put("pin", element("ellipse", class_="body", cx=x, cy=y, rx=15, ry=8))
            draw.write(first.x - 14, y + 5, _named(draw.words, part), anchor="end", halo=True)
        case "electrolytic":
            draw.put("pin", element("circle", class_="body", cx=x, cy=y, r=26))
            draw.write(x, TOP - PITCH - 8, part.name, anchor="middle")
            draw.write(first.x - 9, first.y + 5, "+", "part", "end", halo=True)
            draw.write(last.x + 9, last.y + 5, "−", "part", halo=True)
        case "button":
            draw.put(
                "pin", element("rect", class_="chip", x=x - 27, y=y - 22, width=54, height=44, rx=4)
            )
            draw.put("pin", element("circle", class_="key", cx=x, cy=y, r=13))
            draw.write(x, y - 40, _named(draw.words, part), anchor="middle", halo=True)
        case _:
            draw.put("pin", element("circle", class_="chip", cx=x, cy=y, r=38))
            draw.write(x, y - 12, _named(draw.words, part), anchor="middle")
            draw.write(first.x - 8, y + 5, "+", "part", "end", halo=True)
    _legs(draw, part)


def _named(words: Words, part: Part) -> str:
    return words.say(NAMES[part.name]) if part.name in NAMES else part.name


def _leads(draw: Canvas, leads: list[Lead], *, above: bool) -> None:
    """Draw wires to external pins, with labels.

    Lengths decrease towards the middle, so that no wire crosses a label.
    """
    inwards = sorted(leads, key=lambda one: abs(column(one.hole) - COLUMNS / 2))
    for level, lead in enumerate(inwards):
        at, far = place(lead.hole), 32 + LEVEL * level
        y = TOP - PITCH - far if above else BOTTOM + far
        draw.path(f"lead {COLOURS[lead.kind]}", f"M {at.x:g} {at.y:g} V {y:g}", "wire")
        at_left = column(lead.hole) <= COLUMNS / 2
        x, name = at.x + (8 if at_left else -8), pin_name(draw.words, lead.pin)
        draw.write(x, y + (4 if above else 6), name, anchor="start" if at_left else "end")


def _rows(words: Words, layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield each part or wire, and its holes."""
    for part in layout.parts:
        holes = [hole_name(words, leg.hole) for leg in part.legs]
        if part.kind == "chip":
            said = words.say(
                en("notch to the left, pin 1 in {first}, pin 14 in {last}"),
                first=holes[0],
                last=hole_name(words, f"f{column(part.legs[0].hole)}"),
            )
            yield part.name, said
        elif part.kind in ("electrolytic", "buzzer"):
            said = words.say(en("+ in {plus}, − in {minus}"), plus=holes[0], minus=holes[1])
            yield _named(words, part), said
        else:
            yield (
                _named(words, part),
                words.say(en("{first} and {last}"), first=holes[0], last=holes[1]),
            )
    by_kind = sorted(layout.jumpers, key=lambda one: (one.kind != "power", one.kind))
    labels = {"power": en("red wires"), "ground": en("black wires"), "data": en("blue wires")}
    for kind, jumpers in groupby(by_kind, key=lambda one: one.kind):
        pairs = (
            f"{hole_name(words, one.start)}{ARROW}{hole_name(words, one.end)}" for one in jumpers
        )
        yield words.say(labels[kind]), ", ".join(pairs)
    for lead in layout.leads:
        yield pin_name(words, lead.pin), hole_name(words, lead.hole)


def _list(draw: Canvas, rows: Iterator[tuple[str, str]]) -> None:
    y = BOTTOM + 160
    for name, holes in rows:
        draw.write(30, y, name, "part")
        y = draw.block(250, y, holes, WIDE - 280, "plain") + 4
    draw.notes(y + 12)
