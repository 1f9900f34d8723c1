"""The keys of the config for the board that was built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.config.kinds import YES_OR_NO, Key, number, one_of, texts, whole
from scorekeeper.board.geometry.shapes import SHAPES
from scorekeeper.board.light.colour import TEAM_COLOURS
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
