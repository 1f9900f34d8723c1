"""The board in the wizard: the shapes to choose from, and the wiring that was found."""

from typing import Any, Final

from msgspec.structs import asdict

from cribble.boards import shape_of, wiring_faults
from cribble.config.schema import BoardConfig, Config
from scorekeeper.board.geometry.measures import CannotBeBuilt, Measures
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes import SHAPES, UnknownShape, shape_named
from scorekeeper.board.wiring.segments import Segment
from scorekeeper.words import Fault, Words, en
from web.wizard.schema import BoardRequest, ShapeChoice

TITLES: Final = {
    "classic": en("Classic: out and back, twice round is a game"),
    "sixty-one": en("Sixty-one: once round is a short game"),
    "straight": en("Straight: one long row a team"),
    "paperclip": en("Paperclip: once round is a game"),
}


def shape_choices(words: Words) -> tuple[ShapeChoice, ...]:
    """Return every shape with its title and its usual number of holes."""
    return tuple(
        ShapeChoice(
            name=name,
            title=words.say(TITLES[name]) if name in TITLES else name,
            holes=shape_named(name, Measures()).holes,
        )
        for name in SHAPES
    )


def shape_asked(asked: BoardRequest, board: BoardConfig) -> Shape:
    """Return the shape that is *asked* for, otherwise to the measures of *board*. Raises Fault
    where there is no such shape, or it cannot be built."""
    try:
        return shape_named(
            asked.shape,
            Measures(
                tracks=asked.tracks,
                holes=board.holes if board.shape == asked.shape else 0,
                pitch=board.pitch,
                lane=board.lane,
                game_holes=asked.game_holes,
                ends=board.ends,
                bends=board.bends,
            ),
        )
    except UnknownShape:
        sentence = en("There is no shape {name}; there are {shapes}.")
        raise Fault(sentence, name=asked.shape, shapes=", ".join(SHAPES)) from None
    except CannotBeBuilt as fault:
        sentence = en("{option} cannot be {value}; it is {wanted}.")
        name = f"board.{fault.name}"
        raise Fault(sentence, option=name, value=fault.value, wanted=fault.wanted) from None


def is_wired(config: Config) -> bool:
    """True if every hole of the board that was chosen has its light."""
    try:
        return bool(config.board.shape) and not wiring_faults(config, shape_of(config))
    except Fault:
        return False


def lacks_board(config: Config) -> bool:
    """True if the faults of the wiring are only that no board was chosen yet."""
    return not config.board.shape and bool(wiring_faults(config, shape_of(config)))


def segment_table(segment: Segment) -> dict[str, Any]:
    """Return a segment as the config has it: tracks from 1, and only what is not usual."""
    table = asdict(segment) | {"track": segment.track + 1}
    usual = {"reverse": False, "every": 1, "gaps": ()}
    return {name: value for name, value in table.items() if usual.get(name) != value}
