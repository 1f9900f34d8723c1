"""The board in the wizard: the shapes to choose from, and the survey of the wiring."""

from collections.abc import Mapping
from math import isclose
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import asdict

from cribble.boards import shape_of, wiring_faults
from cribble.config.file import mm_of
from cribble.config.schema import SEGMENTS, BoardConfig, Config
from cribble.wizard.probe import one_light
from cribble.wizard.session import Request, Text, WizardSession, step
from scorekeeper.board.geometry.shape import CannotBeBuilt, Measures, Shape
from scorekeeper.board.geometry.shapes import SHAPES, UnknownShape, shape_named
from scorekeeper.board.wiring.survey import survey
from scorekeeper.board.wiring.wiring import Place, Segment
from scorekeeper.words import Fault, en
from scorekeeper.words.wiring import faults_by_run

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


Hole: TypeAlias = tuple[
    Annotated[int, msgspec.Meta(ge=0, le=2)], Annotated[int, msgspec.Meta(ge=1, le=400)]
]
"""A track from 0, and a hole from 1."""
Pixel: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1199)]


class BoardRequest(Request, frozen=True):
    """The board that was built, and the ``kind`` of lights it was built of, by its name (empty: the
    measures stay)."""

    shape: Text
    tracks: Annotated[int, msgspec.Meta(ge=1, le=3)]
    kind: Text = ""
    game_holes: Literal["one", "each"] = "each"


@step("put", "/api/v1/setup/board")
def choose_board(session: WizardSession, body: BoardRequest) -> None:
    """Keep the shape of the board."""
    requested_shape(body, session.config.board)
    changes: dict[str, Any] = {
        "board.shape": body.shape,
        "board.tracks": body.tracks,
        "board.game_holes": body.game_holes,
    }
    if body.kind:
        kind = KINDS[body.kind]
        changes |= {
            "board.pitch": kind.pitch,
            "board.lane": kind.lane,
            "board.light_mm": kind.light_mm,
        }
    session.change(changes)


class SurveyRequest(Request, frozen=True):
    """The hole of each light that was asked for, null for none; ``doubted`` if the result was
    wrong; ``keep`` writes it into the config."""

    taps: Annotated[tuple[tuple[Pixel, Hole | None], ...], msgspec.Meta(max_length=1200)] = ()
    doubted: bool = False
    keep: bool = False


class SurveyResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The light that shines now, null once all is known; how many of the ``holes`` have a light;
    the pairs of lights in one hole; how many ``pieces`` the strip has; the faults of the wiring
    that was kept, as ``cribble board check`` lists them; and why nothing shines."""

    next: int | None
    lit: int
    holes: int
    clashes: tuple[tuple[int, int], ...]
    pieces: int
    kept: bool
    faults: tuple[str, ...]
    fault: str | None


@step("post", "/api/v1/setup/survey")
def survey_board(session: WizardSession, body: SurveyRequest) -> SurveyResponse:
    """Find the wiring by tapping: light the next one, or keep the result."""
    shape, pixels = shape_of(session.config), session.pixels
    taps = {pixel: Place(*hole) if hole else None for pixel, hole in body.taps}
    result = survey(shape, pixels, taps, doubted=body.doubted)
    fault, faults = None, tuple[str, ...]()
    if body.keep:
        segments = [_segment_table(segment) for segment in result.segments]
        changes = {"wiring.laid": SEGMENTS, "wiring.leds_per_m": 0, "wiring.segments": segments}
        config = session.change(changes, light=True)
        runs = faults_by_run(wiring_faults(config, shape_of(config)))
        faults = tuple(map(session.words.fault, runs))
    elif result.next is not None:
        fault = session.show(one_light(result.next, pixels))
    return SurveyResponse(
        next=result.next,
        lit=result.lit,
        holes=result.holes,
        clashes=result.clashes,
        pieces=len(result.segments),
        kept=body.keep,
        faults=faults,
        fault=fault,
    )


def _segment_table(segment: Segment) -> dict[str, Any]:
    """Return *segment* as in the config: tracks from 1, without usual values."""
    table = asdict(segment) | {"track": segment.track + 1}
    usual = {"reverse": False, "every": 1, "gaps": ()}
    return {name: value for name, value in table.items() if usual.get(name) != value}


def kind_of(board: BoardConfig) -> str:
    """Return the name of the lights that *board* is built of; empty if no board was chosen, or it
    has other measures."""
    known = (
        name
        for name, kind in KINDS.items()
        if isclose(mm_of(kind.pitch), board.pitch, abs_tol=0.01) and kind.light_mm == board.light_mm
    )
    return next(known, "") if board.shape else ""


def requested_shape(request: BoardRequest, board: BoardConfig) -> Shape:
    """Return the shape of *request*, with the measures of *board* unless it names lights. Raises
    Fault if there is no such shape, or it cannot be built."""
    kind = KINDS.get(request.kind)
    if request.kind and kind is None:
        sentence = en("There are no lights {kind}; there are {kinds}.")
        raise Fault(sentence, kind=request.kind, kinds=", ".join(KINDS))
    try:
        return shape_named(
            request.shape,
            Measures(
                tracks=request.tracks,
                holes=board.holes if board.shape == request.shape else 0,
                pitch=mm_of(kind.pitch) if kind else board.pitch,
                lane=kind.lane if kind else board.lane,
                game_holes=request.game_holes,
                ends=board.ends,
                bends=board.bends,
            ),
        )
    except UnknownShape:
        sentence = en("There is no shape {name}; there are {shapes}.")
        raise Fault(sentence, name=request.shape, shapes=", ".join(SHAPES)) from None
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
