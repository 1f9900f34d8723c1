"""The board on which a game is drawn for people who have none."""

from functools import lru_cache
from typing import Final, assert_never

from scorekeeper.board.geometry.fit import MOST_LAPS, laps
from scorekeeper.board.geometry.measures import STREET, Measures
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes import shape_named
from scorekeeper.board.geometry.shapes.out_and_back import USUAL
from scorekeeper.board.geometry.shapes.paperclip import LEAST
from scorekeeper.rules.variants import Rules

PITCH: Final = 16.0
LANE: Final = 17.0
OUT_AND_BACK_LANES: Final = {2: 20.0, 3: 14.0}
"""By tracks: as high as a paperclip of the same length, where there is so much room."""
NARROW: Final = 10.0
"""The lane of more tracks, as close as pegs may stand."""
STREET_GAP: Final = 7.0

LONG_ROUND: Final = 121


@lru_cache(maxsize=32)
def proposed_shape(rules: Rules) -> Shape:
    """Return the shape of *rules*, with a track for each team and, if it can, a hole for each
    point.

    Nobody has to build it: its streets are apart, and its bends are round.
    """
    return shape_named(
        rules.shape,
        Measures(
            tracks=len(rules.teams),
            holes=_holes(rules),
            pitch=PITCH,
            lane=_lane(rules),
            street_gap=STREET_GAP,
            game_holes="one",
            bends="round",
        ),
    )


def _lane(rules: Rules) -> float:
    goes_back = rules.shape in {"classic", "sixty-one"}
    return OUT_AND_BACK_LANES.get(len(rules.teams), NARROW) if goes_back else LANE


def _holes(rules: Rules) -> int:
    """Return the points of the game, or the next number that the shape allows. Boards that are gone
    round have their default, unless that takes too many laps."""
    match rules.shape:
        case "straight":
            return rules.target
        case "paperclip":
            return max(LEAST, 1 - (1 - rules.target) // STREET * STREET)
        case "classic" | "sixty-one":
            return 0 if laps(USUAL, rules.target) <= MOST_LAPS else LONG_ROUND
        case _:
            assert_never(rules.shape)
