"""Every key of the config: what it is for, and what it may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cribble.kinds import (
    ADDRESS,
    TEXT,
    YES_OR_NO,
    Kind,
    is_tables,
    matching,
    number,
    one_of,
    rows_of_wholes,
    texts,
    whole,
    wholes,
)
from hardware.strips import STRIPS
from hardware.strips.order import ORDERS
from scorekeeper.board.laying import ORDERS as LAID
from scorekeeper.board.light import TEAM_COLOURS
from scorekeeper.board.shapes import SHAPES
from scorekeeper.board.wiring import MOST_PIXELS
from scorekeeper.words import LANGUAGES, en

MOST_TRACKS: Final = len(TEAM_COLOURS)
MOST_HOLES: Final = 400
SEGMENTS: Final = "segments"
"""The word for a strip that is laid as the segments say, and their place in the file."""
NAME: Final = re.compile(r"[\w.:-]{1,253}", re.ASCII)
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
TIME: Final = r"(?:[01]\d|2[0-3]):[0-5]\d"
PIXELS: Final = (0, MOST_PIXELS - 1)


def _is_order(value: Any) -> bool:
    """Whether it is an order of colours; white lights are the last of their strip."""
    return isinstance(value, str) and value.removesuffix("W") in ORDERS


class Key(NamedTuple):
    """A key of the config: what it is for, as a sentence of the catalogue, and what it may be."""

    about: str
    kind: Kind


TABLE: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "language": Key(
            en("The language of this terminal. Empty: this machine's own."),
            one_of("", *LANGUAGES),
        ),
        "data": Key(
            en("The folder of the journal and the secrets. Empty: the usual one, {usual_data}."),
            TEXT,
        ),
        "host": Key(
            en("The address that the page listens on. 0.0.0.0: all that this machine has."),
            ADDRESS,
        ),
        "port": Key(en("The port of the page. 0: any that is free."), whole(0, 65535)),
        "access": Key(
            en("Who may keep score: phones that were given the join code, or everybody."),
            one_of("code", "open"),
        ),
        "names": Key(
            en("Other names under which the network knows this machine."),
            texts(NAME, "cribbage.lan"),
        ),
    }
)

STRIP: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "strip.name": Key(en("The strip that shows the pegs."), one_of(*STRIPS)),
        "strip.at": Key(
            en("The pin, device or address that the strip is at. Empty: the usual one."), TEXT
        ),
        "strip.order": Key(
            en("In which order the strip wants its colours, with a W where it has white lights."),
            Kind('"GRB" | "RGB" | … | "GRBW"', _is_order),
        ),
        "strip.symbol_bits": Key(
            en("How many bits SPI sends for one of the strip's: 8 is safest, 3 is shortest."),
            one_of(8, 3),
        ),
        "strip.limit_ma": Key(
            en("The current in mA that the strip may draw from its supply, in every moment."),
            whole(1, 100_000),
        ),
        "strip.led_ma": Key(
            en("The current in mA that one light takes when it is full white."), whole(1, 1000)
        ),
        "strip.brightness": Key(
            en("How bright the strip is. 1: as bright as it can."), number(0.01, 1)
        ),
        "strip.night": Key(
            en("From when to when it is night. Empty: never."),
            matching(f"{TIME}-{TIME}", "22:00-07:00"),
        ),
        "strip.night_brightness": Key(
            en("How bright the strip is at night. 0: dark."), number(0, 1)
        ),
    }
)

BOARD: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "board.shape": Key(
            en(
                "The shape of the board that was built. Empty: none; a screen shows straight rows, "
                "a strip of lights is taken for a classic board."
            ),
            one_of("", *SHAPES),
        ),
        "board.tracks": Key(
            en("How many tracks it has. Teams share one where there are fewer."),
            whole(1, MOST_TRACKS),
        ),
        "board.holes": Key(
            en(
                "How many holes each track has, with its game hole. 0: as many as is usual for the "
                "shape. A longer game goes round again."
            ),
            whole(0, MOST_HOLES),
        ),
        "board.pitch": Key(
            en("From hole to hole, in mm: 6.94 is tape with 144 lights a metre."),
            number(1, 1000, " mm"),
        ),
        "board.lane": Key(en("From row to row, in mm."), number(1, 1000, " mm")),
        "board.street_gap": Key(
            en("How much farther it is from one street of five to the next, in mm. Tape needs 0."),
            number(0, 1000, " mm"),
        ),
        "board.game_holes": Key(
            en("Whether each track ends in a game hole of its own, or all in one."),
            one_of("each", "one"),
        ),
        "board.ends": Key(
            en("Whether all tracks start at the same end, or at opposite ones."),
            one_of("same", "opposite"),
        ),
        "board.bends": Key(
            en("Whether bends are square, as tape can be laid, or round."),
            one_of("square", "round"),
        ),
        "board.colours": Key(
            en("The colour of each team. The usual ones can be told apart by colour-blind people."),
            texts(COLOUR, "#0072ff", least=MOST_TRACKS),
        ),
        "board.breaths": Key(
            en("How often the back pegs breathe after each change. inf: always."),
            number(0, float("inf")),
        ),
        "board.streets": Key(en("Whether faint lights show where streets end."), YES_OR_NO),
        "board.skunk": Key(en("Whether faint lights show where a skunk ends."), YES_OR_NO),
        "board.low_vision": Key(
            en("Whether pegs are three lights wide, and back pegs never cease to breathe."),
            YES_OR_NO,
        ),
    }
)

WIRING: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "wiring.laid": Key(
            en(
                "How the strip runs through the board: as is pegged, all rows from the same end, "
                "to and fro, or as the segments say."
            ),
            one_of(*LAID, SEGMENTS),
        ),
        "wiring.leds_per_m": Key(
            en(
                "How many lights a metre of the tape has; only those beneath a hole are used. "
                "0: there is one for each hole."
            ),
            whole(0, 1000),
        ),
        "wiring.spare": Key(
            en("How many lights are lost wherever the strip goes on from one row to the next."),
            whole(0, 100),
        ),
        "wiring.pixels": Key(
            en("How many lights the strip has. 0: as many as are needed."), whole(0, MOST_PIXELS)
        ),
        "wiring.segments": Key(
            en(
                "Where the strip is laid as its segments say: a table for each run of lights in a "
                "run of holes. It says:"
            ),
            Kind("[[wiring.segments]]", is_tables),
        ),
    }
)

ONE_SEGMENT: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "wiring.segments.start": Key(
            en("The first light of the segment; the strip's first is 0."), whole(*PIXELS)
        ),
        "wiring.segments.length": Key(
            en("How many lights the segment has, the unused ones included."), whole(1, MOST_PIXELS)
        ),
        "wiring.segments.track": Key(
            en("The track whose holes it lights, from 1."), whole(1, MOST_TRACKS)
        ),
        "wiring.segments.hole": Key(en("The lowest of those holes, from 1."), whole(1, MOST_HOLES)),
        "wiring.segments.reverse": Key(
            en("Whether the lights run against the pegging."), YES_OR_NO
        ),
        "wiring.segments.every": Key(
            en("Only each second, third, … light stands in a hole, beginning with the first."),
            whole(1, 100),
        ),
        "wiring.segments.gaps": Key(
            en("Lights that are passed over, numbered as on the strip."), wholes(*PIXELS)
        ),
    }
)

LAMPS: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "lamps.dealer": Key(en("The lights that say whose deal it is, by seat."), wholes(*PIXELS)),
        "lamps.turn": Key(en("The lights that say whose turn it is, by seat."), wholes(*PIXELS)),
        "lamps.games": Key(
            en("The lights that say how many games each team has won, by team."),
            rows_of_wholes(*PIXELS),
        ),
        "lamps.count": Key(
            en("The lights of a bar for the running count: 31, or fewer."), wholes(*PIXELS)
        ),
        "lamps.link": Key(
            en("The light that is on while the strip is connected. -1: none."),
            whole(-1, MOST_PIXELS - 1),
        ),
    }
)

KEYS: Final[Mapping[str, Key]] = MappingProxyType(
    {**TABLE, **STRIP, **BOARD, **WIRING, **ONE_SEGMENT, **LAMPS}
)
"""Every key there is, by its place in the file."""

SECTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "strip": en("The lights."),
        "board": en("The board that the lights are in."),
        "wiring": en("Which light stands in which hole."),
        "lamps": en("Lights of the strip beside the holes, numbered from 0 as they lie on it."),
    }
)
"""The tables of the file, and the sentence above each."""

SEGMENTS_AT: Final = ("wiring", SEGMENTS)
NEEDED: Final = ("start", "length", "track")
"""What every segment has to say."""
