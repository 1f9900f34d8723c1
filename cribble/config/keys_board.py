"""The keys of the config for the board, its wiring and its lamps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.config.kinds import (
    YES_OR_NO,
    Key,
    Kind,
    is_tables,
    number,
    one_of,
    rows_of_wholes,
    texts,
    whole,
    wholes,
)
from scorekeeper.board.geometry.shapes import SHAPES
from scorekeeper.board.light.colour import TEAM_COLOURS
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.layouts import ORDERS
from scorekeeper.words import en

MOST_TRACKS: Final = len(TEAM_COLOURS)
MOST_HOLES: Final = 400
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")

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
            en(
                "The colours of three teams, also where two play. The usual ones can be told apart "
                "by colour-blind people."
            ),
            texts(COLOUR, "#rrggbb", least=MOST_TRACKS),
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


SEGMENTS: Final = "segments"
"""The word for a strip that is laid as the segments say, and their place in the file."""
PIXELS: Final = (0, MOST_PIXELS - 1)

WIRING: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "wiring.laid": Key(
            en(
                "How the strip runs through the board: as is pegged, all rows from the same end, "
                "to and fro, or as the segments say."
            ),
            one_of(*ORDERS, SEGMENTS),
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
