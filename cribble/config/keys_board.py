"""The keys of the config for the strip in the board: its way through the holes, and its lamps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.board_keys import MOST_HOLES, MOST_TRACKS
from cribble.config.kinds import (
    YES_OR_NO,
    Key,
    Kind,
    is_tables,
    one_of,
    rows_of_wholes,
    whole,
    wholes,
)
from scorekeeper.board.wiring.check import MOST_PIXELS
from scorekeeper.board.wiring.layouts import ORDERS
from scorekeeper.words import en

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
