"""The board in the wizard: the shapes to choose from, and the wiring that was found."""

from collections.abc import Mapping
from math import isclose
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from cribble.boards import shape_of, wiring_faults
from cribble.config.file import mm_of
from cribble.config.schema import SEGMENTS, BoardConfig, Config
from cribble.wizard.probe import one_light
from cribble.wizard.session import WizardSession
from scorekeeper.board.geometry.measures import CannotBeBuilt, Measures
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.geometry.shapes import SHAPES, UnknownShape, shape_named
from scorekeeper.board.light.colour import TEAM_COLOURS
from scorekeeper.board.wiring.segments import Segment
from scorekeeper.board.wiring.survey import Survey, survey
from scorekeeper.board.wiring.wiring import Place
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import faults_by_run
from web.wizard.schema import (
    BoardRequest,
    KindChoice,
    ShapeChoice,
    SurveyRequest,
    SurveyResponse,
)

TITLES: Final = {
    "classic": en("Classic: out and back, twice round is a game"),
    "sixty-one": en("Sixty-one: once round is a short game"),
    "straight": en("Straight: one long row a team"),
    "paperclip": en("Paperclip: once round is a game"),
}


class LightKind(NamedTuple):
    """Lights that a board is built of, and its measures for them: ``pitch`` and ``lane``, and the
    width of a hole, 0 for tape."""

    title: str
    pitch: str | float
    lane: float
    light_mm: float = 0.0


KINDS: Final[Mapping[str, LightKind]] = {
    "144/m": LightKind(en("Tape, 144/m"), "144/m", 14.0),
    "96/m": LightKind(en("Tape, 96/m"), "96/m", 14.0),
    "60/m": LightKind(en("Tape, 60/m"), "60/m", 20.0),
    "30/m": LightKind(en("Tape, 30/m"), "30/m", 30.0),
    "12": LightKind(en("Loose, 12 mm"), 16.0, 20.0, 12.0),
    "8": LightKind(en("Loose, 8 mm"), 11.0, 14.0, 8.0),
    "5": LightKind(en("Loose, 5 mm"), 8.0, 14.0, 5.0),
}
"""The usual lights; loose ones by the width of their holes."""


class MachineBoard:
    """The step of the board: its shape, and the light of each hole."""

    def __init__(self, session: WizardSession) -> None:
        self._session = session

    def choose(self, asked: BoardRequest, words: Words) -> None:
        """Keep the shape of the board and its measures. Raises Fault if it cannot be built."""
        shape_asked(asked, self._session.config.board)
        changes: dict[str, Any] = {
            "board.shape": asked.shape,
            "board.tracks": asked.tracks,
            "board.game_holes": asked.game_holes,
        }
        if asked.kind:
            kind = KINDS[asked.kind]
            changes |= {
                "board.pitch": kind.pitch,
                "board.lane": kind.lane,
                "board.light_mm": kind.light_mm,
            }
        self._session.change(changes, words)

    def svg(self, asked: BoardRequest, theme: str) -> bytes:
        """Return the drawing of a board."""
        from scorekeeper.board.svg.rotation import turned
        from scorekeeper.board.svg.svg import svg

        colours = TEAM_COLOURS[: max(asked.tracks, 2)]
        shape = turned(shape_asked(asked, self._session.config.board), "landscape")
        return svg(shape, colours=colours, theme=theme).encode()

    def survey(self, asked: SurveyRequest, words: Words) -> SurveyResponse:
        """Go on with the wiring, or keep it."""
        self._session.touch()
        config = self._session.config
        shape, pixels = shape_of(config), self._session.pixels
        taps = {pixel: Place(*hole) if hole else None for pixel, hole in asked.taps}
        found = survey(shape, pixels, taps, doubted=asked.doubted)
        fault, faults = None, tuple[str, ...]()
        if asked.keep:
            faults = self._keep_wiring(found, words)
        elif found.next is not None:
            fault = self._session.show(one_light(found.next, pixels), words)
        return SurveyResponse(
            next=found.next,
            lit=found.lit,
            holes=found.holes,
            clashes=found.clashes,
            pieces=len(found.segments),
            kept=asked.keep,
            faults=faults,
            fault=fault,
        )

    def _keep_wiring(self, found: Survey, words: Words) -> tuple[str, ...]:
        """Write the segments, and return what the check says of them."""
        segments = [segment_table(one) for one in found.segments]
        changes = {"wiring.laid": SEGMENTS, "wiring.leds_per_m": 0, "wiring.segments": segments}
        config = self._session.change(changes, words, light=True)
        wrong = wiring_faults(config, shape_of(config))
        return tuple(words.fault(one) for one in faults_by_run(wrong))


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


def kind_choices(words: Words) -> tuple[KindChoice, ...]:
    """Return the usual lights that a board is built of."""
    return tuple(KindChoice(name=name, title=words.say(kind.title)) for name, kind in KINDS.items())


def kind_of(board: BoardConfig) -> str:
    """Return the name of the lights that *board* is built of; empty if no board was chosen, or it
    has other measures."""
    known = (
        name
        for name, kind in KINDS.items()
        if isclose(mm_of(kind.pitch), board.pitch, abs_tol=0.01) and kind.light_mm == board.light_mm
    )
    return next(known, "") if board.shape else ""


def shape_asked(asked: BoardRequest, board: BoardConfig) -> Shape:
    """Return the shape that is *asked* for, otherwise to the measures of *board*. Raises Fault
    where there is no such shape, or it cannot be built."""
    kind = KINDS.get(asked.kind)
    if asked.kind and kind is None:
        sentence = en("There are no lights {kind}; there are {kinds}.")
        raise Fault(sentence, kind=asked.kind, kinds=", ".join(KINDS))
    try:
        return shape_named(
            asked.shape,
            Measures(
                tracks=asked.tracks,
                holes=board.holes if board.shape == asked.shape else 0,
                pitch=mm_of(kind.pitch) if kind else board.pitch,
                lane=kind.lane if kind else board.lane,
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
