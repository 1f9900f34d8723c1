"""The soldering sheet: each joint in order, with temperature, time, and a measurement."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.board.marks import (
    BLACK,
    FAINT,
    GREY,
    Box,
    Mark,
    Page,
    Paper,
    Pen,
    Polyline,
    Rectangle,
    Text,
    text_lines,
)
from scorekeeper.board.shape import Point
from scorekeeper.words import Words, en

LEFT, TOP, RIGHT_MARGIN = 14.0, 18.0, 14.0
TITLE, LINE, HEAD = 6.0, 3.7, 3.3
LEADING: Final = 1.28
COLUMNS: Final = (0.0, 9.0, 74.0, 104.0, 149.0)
"""Left edges of the columns in mm: tick box, joint, iron, measurement, expected result."""
GAP: Final = 3.0
WIDER: Final = 1.13
"""Maximum width of a substitute font relative to Helvetica."""
BOX: Final = 4.0
RULE: Final = Pen(0.15, FAINT)
TICK: Final = Pen(0.3, BLACK)

WIRE: Final = "350 °C, 3 s"
PAD: Final = "330 °C, 2 s"
NO_IRON: Final = en("no iron")
NO_BEEP: Final = en("no beep")
BEEP: Final = en("a beep")


class SolderingStep(NamedTuple):
    """One or more joints, the iron setting, a measurement, and its expected result."""

    joint: str
    iron: str
    measure: str
    shows: str


CUT: Final = SolderingStep(
    en("Cut the tape through the middle of the pads: {pieces} pieces. Tin every pad."),
    PAD,
    en("+5V to GND, each piece"),
    NO_BEEP,
)
FEED: Final = SolderingStep(
    en("Red wire to +5V, black wire to GND, where the data begins (0.5 mm²)."),
    PAD,
    en("red to black"),
    NO_BEEP,
)
DATA: Final = SolderingStep(
    en("Resistor of 330 to 470 ohms to DIN, as close as possible, and the data wire to it."),
    PAD,
    en("end of the data wire to DIN, ohms"),
    en("330 to 470"),
)
TURNS: Final = SolderingStep(
    en("At each of the {turns} turns: +5V to +5V, DOUT to DIN, GND to GND. Follow the arrows."),
    PAD,
    en("first GND to last GND; then +5V to GND"),
    en("a beep; then no beep"),
)
BULK: Final = SolderingStep(
    en("1000 µF where the tape is fed: + to red, the marked side to black."),
    WIRE,
    en("red to black, ohms"),
    en("rises above 100"),
)
SOCKET: Final = SolderingStep(
    en("Socket for the 74AHCT125, empty; pins 1, 4, 5, 7, 9, 10, 12 and 13 joined, and to black."),
    WIRE,
    en("each of them to pin 7"),
    BEEP,
)
CHIP_FEED: Final = SolderingStep(
    en("0.1 µF from pin 14 to pin 7; red to pin 14; the data wire to pin 3."),
    WIRE,
    en("pin 14 to pin 7; pin 2 to pin 3"),
    NO_BEEP,
)
FUSE: Final = SolderingStep(
    en("Barrel socket: middle pin to the fuse holder (2 A), that to red; outer pin to black."),
    WIRE,
    en("middle pin to the last +5V; outer to the last GND"),
    en("a beep, both times"),
)
FIRST_PLUG: Final = SolderingStep(
    en("Only the supply: no chip yet, nothing else connected."),
    NO_IRON,
    en("+5V to GND at both ends of the tape, volts"),
    en("4.8 to 5.3 V"),
)
CHIP_IN: Final = SolderingStep(
    en("Unplug. Chip into its socket, notch as in the drawing. Ground wire, data wire."),
    NO_IRON,
    en("ground of the machine to GND of the tape"),
    BEEP,
)
JOINED: Final = SolderingStep(
    en("Unplug. Ground wire and data wire to the board that sends the data."),
    NO_IRON,
    en("its ground to GND of the tape"),
    BEEP,
)
LIT: Final = SolderingStep(
    en("Plug in the supply, then the machine. Type: cribble board walk"),
    NO_IRON,
    en("by eye"),
    en("one light after another"),
)

RULES: Final = (
    en("Temperatures are for lead-free solder with flux inside; with leaded solder 30 °C less. †"),
    en("Longer than that and a pad comes off the tape: let it cool, then try again."),
    en("Unplug before each joint. Air, glasses, and wash your hands after. Never eat beside it."),
    en("A controller with a level shifter of its own, as some ESP32 boards have, needs no chip."),
    en("† Based on data sheets; no board has been built from this sheet yet."),
)


def steps(*, on_tape: bool, shifted: bool) -> tuple[SolderingStep, ...]:
    """Return the steps for a board with or without tape, and with or without a level shifter
    (*shifted*).

    The large capacitor comes last, because a meter beeps while it charges, as for a short circuit.
    """
    tape = (CUT, FEED, DATA, TURNS) if on_tape else (FEED, DATA)
    chip = (SOCKET, CHIP_FEED) if shifted else ()
    return (*tape, *chip, BULK, FUSE, FIRST_PLUG, CHIP_IN if shifted else JOINED, LIT)


def soldering(paper: Paper, steps: Sequence[SolderingStep], pieces: int, words: Words) -> Page:
    """Return the sheet with *steps* for a board with *pieces* pieces of tape."""
    marks = list[Mark]()
    marks.append(Text(Point(LEFT, TOP), words.say("Soldering sheet"), TITLE))
    y = TOP + 8
    ends = (*(LEFT + at for at in COLUMNS[1:]), paper.width - RIGHT_MARGIN + GAP)
    heads = (en("joint"), en("iron"), en("then measure"), en("it must show"))
    for sentence, x in zip(heads, ends, strict=False):
        marks.append(Text(Point(x, y), words.say(sentence), HEAD, GREY))
    y += 2.5
    for number, step in enumerate(steps, 1):
        marks.append(Polyline((Point(LEFT, y), Point(paper.width - RIGHT_MARGIN, y)), RULE))
        top = y + 2
        marks.append(Rectangle(Box(LEFT, top, BOX, BOX), TICK))
        low = top + BOX
        values = {"pieces": pieces, "turns": pieces - 1}
        for column, sentence in enumerate(step):
            room = ends[column + 1] - ends[column] - GAP
            text = words.say(sentence, **values)
            text = f"{number}. {text}" if column == 0 else text
            base = top + LINE
            for line in text_lines(text, LINE, room / WIDER):
                marks.append(Text(Point(ends[column], base), line, LINE))
                base += LINE * LEADING
            low = max(low, base - LINE)
        y = low + 2
    marks.append(Polyline((Point(LEFT, y), Point(paper.width - RIGHT_MARGIN, y)), RULE))
    y += 7
    for sentence in RULES:
        room = paper.width - LEFT - RIGHT_MARGIN
        for line in text_lines(words.say(sentence), LINE, room / WIDER):
            marks.append(Text(Point(LEFT, y), line, LINE))
            y += LINE * LEADING
        y += 1
    return Page.of(paper, marks)
