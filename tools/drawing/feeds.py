"""Power injection: several pieces of tape, joined by three wires and fed at both ends."""

from scorekeeper.board.svg import element
from scorekeeper.words import Words, en
from tools.drawing.canvas import Canvas
from tools.drawing.parts import fuse, legend

LEDS = 18


def feeds(words: Words) -> Canvas:
    draw = Canvas(
        words,
        about=en(
            "How several pieces of tape are joined by three wires, and fed at both ends, each feed "
            "with a fuse."
        ),
        title=en("Power: a fuse for each feed, a feed at each end"),
        wide=1000,
    )
    draw.box(40, 200, 150, 52)
    draw.say(115, 222, en("5 V supply"), "part", "middle")
    draw.say(115, 242, en("one, big enough"), anchor="middle")
    draw.pin("supply-plus", 190, 226)
    draw.pin("supply-minus", 40, 226)
    _piece(draw, "one", 102, ("5v", "", "gnd"))
    _piece(draw, "two", 302, ("gnd", "", "5v"))
    draw.say(610, 94, en("first piece"), anchor="middle")
    draw.say(610, 294, en("second piece, turned round to come back"), anchor="middle")
    draw.say(610, 192, en("data →"), anchor="middle")
    draw.say(610, 392, en("← data"), anchor="middle")
    draw.wire("power", "supply-plus", "one-in-5v", "H 215 V 120 H")
    draw.wire("power", "supply-plus", "two-out-5v", "H 215 V 400 H")
    draw.wire(
        "ground",
        "supply-minus",
        "one-in-gnd",
        "H 24 V 272 H 203 a 12 12 0 0 1 24 0 H 262 V 200 H",
    )
    draw.wire("ground", "supply-minus", "two-out-gnd", "H 24 V 320 H 203 a 12 12 0 0 1 24 0 H")
    draw.wire("power", "one-out-5v", "two-in-5v", "H 950 V 400 H")
    draw.wire("data", "one-out-dout", "two-in-din", "H 930 V 360 H")
    draw.wire("ground", "one-out-gnd", "two-in-gnd", "H 910 V 320 H")
    draw.loose_wire("data", "M 290 160 H 330")
    draw.say(286, 165, en("data in"), anchor="end")
    fuse(draw, 240, 120)
    fuse(draw, 240, 400)
    draw.join(215, 226)
    draw.join(24, 272)
    draw.block(30, 352, en("1000 µF across + and − of each feed"), 170)
    legend(draw, 485, sign=False)
    draw.notes(
        610,
        en(
            "Where the tape is cut, three wires go on: +5V to +5V, DOUT to DIN, GND to GND. Data "
            "runs one way: along the arrow."
        ),
        en(
            "One feed does for a board of up to 2 A; beyond that, or where the last lights look "
            "pale or red, feed the far end too."
        ),
        en(
            "A fuse protects the wire behind it: it is no greater than what that wire may carry, "
            "and sits at the supply’s end."
        ),
    )
    return draw


def _piece(draw: Canvas, name: str, top: float, order: tuple[str, str, str]) -> None:
    """Draw a piece of tape and its pins; the second one is reversed."""
    draw.box(330, top, 560, 116, "tape")
    for led in range(LEDS):
        x = 392 + 24.5 * led
        draw.put("box", element("rect", class_="led", x=x, y=top + 49, width=18, height=18))
    labels = {"5v": "+5V", "gnd": "GND", "din": "DIN", "dout": "DOUT"}
    left, right = ("in", "out") if name == "one" else ("out", "in")
    for side, x, end in ((left, 330, False), (right, 890, True)):
        for row, kind in enumerate(order):
            pin = kind or ("din" if side == "in" else "dout")
            y = top + 18 + 40 * row
            draw.pin(f"{name}-{side}-{pin}", x, y)
            if end:
                draw.write(x - 12, y + 5, labels[pin], anchor="end")
            else:
                draw.write(x + 12, y + 5, labels[pin])
