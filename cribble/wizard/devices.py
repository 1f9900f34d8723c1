"""Wizard steps for devices: strip, length, colour order, board shape, survey, keypad."""

from collections.abc import Mapping
from itertools import product
from math import isclose
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import asdict

from cribble.boards import panel_of, shape_of, wiring_faults
from cribble.config.file import mm_of
from cribble.config.schema import (
    PANEL,
    SEGMENTS,
    BoardConfig,
    Config,
    KeypadConfig,
    StripConfig,
    WiringConfig,
)
from cribble.devices import KEYPADS, STRIPS
from cribble.devices.connections import power_of
from cribble.wizard.session import (
    Request,
    Steps,
    Text,
    WizardSession,
    lights_between,
    one_byte,
    one_light,
)
from hardware.strips.strip import order_from_colours
from scorekeeper.board.light import can_light
from scorekeeper.board.panel import (
    LAYOUTS,
    SIZES,
    Cell,
    PanelSize,
    panel_board,
    panels_from_taps,
    pixel_to_light,
)
from scorekeeper.board.shape import CannotBeBuilt, Measures, Shape
from scorekeeper.board.shapes import SHAPES, UnknownShape, shape_named
from scorekeeper.board.survey import strip_length, survey
from scorekeeper.board.wiring import MAX_PIXELS, Place, faults_by_run
from scorekeeper.words import Fault, en

steps: Final = Steps()

UNCOUNTED: Final = 60
"""Number of lights to turn on before the length is known; fewer are brighter."""
USUAL_ORDERS: Final = {False: "GRB", True: "GRBW"}
"""Most common colour order, by whether the strip is RGBW."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1200)]


class LightsRequest(Request, frozen=True):
    """The strip driver, such as ``ddp`` (``null``: none), and its place."""

    name: Text
    at: Text = ""


@steps.add("put", "/api/v1/setup/lights")
def choose_lights(session: WizardSession, body: LightsRequest) -> None:
    """Set the strip driver."""
    if body.name not in STRIPS:
        sentence = en("Unknown strip {name}; available: {strips}.")
        raise Fault(sentence, name=body.name, strips=", ".join(STRIPS))
    strip = session.config.strip
    if (body.name, body.at) != (strip.name, strip.at):
        session.check_place(body.name, STRIPS[body.name], body.at)
    session.change({"strip.name": body.name, "strip.at": body.at})


class PatternRequest(Request, frozen=True):
    """A pattern: the ``byte`` of each light (1 to 4, as sent), or a ``walk`` along all tracks."""

    byte: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    walk: bool = False


class PatternResponse(msgspec.Struct, frozen=True):
    """Why the lights are off, or null."""

    fault: str | None


@steps.add("post", "/api/v1/setup/pattern")
def show_pattern(session: WizardSession, body: PatternRequest) -> PatternResponse:
    """Show a test pattern on the strip."""
    if body.walk:
        return PatternResponse(session.walk())
    config, pixels = session.config, session.pixels
    order, byte = "RGBW"[: len(config.strip.order)], body.byte
    if byte == 4:  # A frame has no white channel: map red to it.
        order, byte = "GBWR", 1
    frame = one_byte(byte, config.wiring.pixels or UNCOUNTED, pixels)
    return PatternResponse(session.show(frame, order=order))


class LengthRequest(Request, frozen=True):
    """The answers so far: a number of lights, and whether the last of them was on."""

    answers: Annotated[tuple[tuple[Count, bool], ...], msgspec.Meta(max_length=60)] = ()


class LengthResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The strip has between ``least`` and ``most`` lights; ``first`` to ``guess`` are on now (null:
    the length is known). ``driven``: maximum number of lights (null: unlimited), explained in
    ``note``. ``fault``: why the lights are off."""

    least: int
    most: int
    guess: int | None
    first: int
    driven: int | None
    note: str | None
    fault: str | None


@steps.add("post", "/api/v1/setup/length")
def count_lights(session: WizardSession, body: LengthRequest) -> LengthResponse:
    """Continue the search for the strip's length."""
    driven = session.driven(again=not body.answers)
    known = strip_length(body.answers, driven)
    last = known.guess or known.least
    first = 1 if can_light(last, power_of(session.config.strip)) else known.least
    frame, note = lights_between(first, last, max(driven, 2)), None
    if driven < MAX_PIXELS and session.config.strip.name == "ddp":
        sentence = en(
            "This WLED is configured for {lights} lights: if the strip has more, change that in "
            "WLED’s settings first."
        )
        note = session.words.say(sentence, lights=driven)
    elif known.least == driven < MAX_PIXELS:
        sentence = en("This machine is configured for at most {lights} lights.")
        note = session.words.say(sentence, lights=driven)
    return LengthResponse(
        least=known.least,
        most=known.most,
        guess=known.guess,
        first=first,
        driven=driven if driven < MAX_PIXELS else None,
        note=note,
        fault=session.show(frame, known=known.least),
    )


class StripRequest(Request, frozen=True):
    """The number of lights; the size of the ``panel`` that they are; whether the strip is RGBW
    (``white``); the colours ``seen``, byte by byte (empty: not asked). Null: unchanged."""

    lights: Count | None = None
    panel: PanelSize | None = None
    white: bool | None = None
    seen: Annotated[tuple[Literal["R", "G", "B", "W"], ...], msgspec.Meta(max_length=4)] = ()


@steps.add("put", "/api/v1/setup/strip")
def keep_strip(session: WizardSession, body: StripRequest) -> None:
    """Set the number of lights, or the panel, and the colour order."""
    changes: dict[str, Any] = {}
    if body.panel is not None:
        size = SIZES[body.panel]
        changes = {"wiring.laid": PANEL, "wiring.panel": body.panel, "board.tracks": 2}
        changes |= {"wiring.pixels": size.columns * size.height, "board.shape": "classic"}
    elif body.lights is not None:
        changes["wiring.pixels"] = body.lights
        if session.config.wiring.laid == PANEL:
            limit = min(session.config.strip.limit_ma, StripConfig().limit_ma)
            changes |= {"wiring.laid": WiringConfig().laid, "strip.limit_ma": limit}
            changes["board.streets"] = BoardConfig().streets
    if body.white is not None:
        changes["strip.order"] = USUAL_ORDERS[body.white]
        if body.white and session.config.strip.name == "microcontroller":
            from cribble.devices.microcontroller import THREE_COLOURS  # Lazily: imports pyserial.

            raise Fault(THREE_COLOURS, order=USUAL_ORDERS[True])
    if body.seen:
        order = order_from_colours(body.seen)
        if order is None:
            sentence = en("{seen} is not a colour order: each colour appears once. Check again.")
            raise Fault(sentence, seen=", ".join(body.seen))
        changes["strip.order"] = order
    session.change(changes)


TITLES: Final = {
    "classic": en("Classic: out and back, twice round is a game"),
    "sixty-one": en("Sixty-one: once round is a short game"),
    "straight": en("Straight: one long row a team"),
    "paperclip": en("Paperclip: once round is a game"),
}


class LightKind(NamedTuple):
    """A kind of light: ``pitch`` and ``lane`` of the board, and hole diameter in mm (0: tape)."""

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
"""Common kinds of light by name; loose ones are named by hole diameter in mm."""


Hole: TypeAlias = tuple[
    Annotated[int, msgspec.Meta(ge=0, le=2)], Annotated[int, msgspec.Meta(ge=1, le=400)]
]
"""Track (counted from 0) and hole (counted from 1)."""
Pixel: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1199)]


class BoardRequest(Request, frozen=True):
    """Shape and tracks of the board, the ``kind`` of light (empty: dimensions unchanged), and what
    the supply of a panel delivers, in mA."""

    shape: Text
    tracks: Annotated[int, msgspec.Meta(ge=1, le=3)]
    kind: Text = ""
    game_holes: Literal["one", "each"] = "each"
    limit_ma: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


@steps.add("put", "/api/v1/setup/board")
def choose_board(session: WizardSession, body: BoardRequest) -> None:
    """Set the shape of the board."""
    shape = requested_shape(body, session.config)
    changes: dict[str, Any] = {
        "board.shape": body.shape,
        "board.tracks": body.tracks,
        "board.game_holes": body.game_holes,
    }
    if shape.cells:  # Without gaps between streets, they are marked.
        changes["board.streets"] = not SIZES[session.config.wiring.panel].gaps
    elif body.kind:
        kind = KINDS[body.kind]
        changes |= {f"board.{key}": getattr(kind, key) for key in ("pitch", "lane", "light_mm")}
    if body.limit_ma is not None:
        changes["strip.limit_ma"] = body.limit_ma
    session.change(changes)


PANEL_MA: Final = 1500
"""The current limit proposed for a panel: no play is dimmed, and a fuse of 2 A holds."""


def proposed_ma(config: Config) -> int:
    """Return the current limit to propose: for a panel, more than the default."""
    is_untouched = config.strip.limit_ma == StripConfig().limit_ma
    is_panel = config.wiring.laid == PANEL
    return PANEL_MA if is_panel and is_untouched else config.strip.limit_ma


class PanelRequest(Request, frozen=True):
    """The cells tapped so far, (column, row) from the top left."""

    taps: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=3)] = ()


class PanelResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The light that is on is in one of ``cells`` (none: the panel is known and saved) of a panel
    of ``columns`` × ``rows``. ``fault``: why the lights are off."""

    cells: tuple[Cell, ...]
    columns: int
    rows: int
    fault: str | None


@steps.add("post", "/api/v1/setup/panel")
def find_panel_wiring(session: WizardSession, body: PanelRequest) -> PanelResponse:
    """Find how a panel is wired: turn on the next light, or save the result."""
    size = session.config.wiring.panel
    cells, fault = tuple[Cell, ...](), None
    panel, *others = panels = panels_from_taps(size, body.taps)
    if others:
        pixel, cells = pixel_to_light(panels)
        fault = session.show(one_light(pixel, session.pixels))
    else:
        wiring = {f"wiring.{key}": getattr(panel, key) for key in ("first", "along", "zigzag")}
        session.change(wiring, light=True)
    columns, rows = SIZES[size].columns, SIZES[size].height
    return PanelResponse(cells=cells, columns=columns, rows=rows, fault=fault)


class SurveyRequest(Request, frozen=True):
    """The hole tapped for each light (null: none); ``doubted``: the result was wrong; ``keep``:
    save the result."""

    taps: Annotated[tuple[tuple[Pixel, Hole | None], ...], msgspec.Meta(max_length=1200)] = ()
    doubted: bool = False
    keep: bool = False


class SurveyResponse(msgspec.Struct, frozen=True, kw_only=True):
    """``next``: the light that is on (null: complete). ``lit``: number of ``holes`` with a light.
    ``clashes``: pairs of lights in one hole. ``faults``: those in the saved wiring, as in
    ``cribble board check``. ``fault``: why the lights are off."""

    next: int | None
    lit: int
    holes: int
    clashes: tuple[tuple[int, int], ...]
    kept: bool
    faults: tuple[str, ...]
    fault: str | None


@steps.add("post", "/api/v1/setup/survey")
def survey_board(session: WizardSession, body: SurveyRequest) -> SurveyResponse:
    """Find the wiring by tapping: turn on the next light, or save the result."""
    shape, pixels = shape_of(session.config), session.pixels
    taps = {pixel: Place(*hole) if hole else None for pixel, hole in body.taps}
    result = survey(shape, pixels, taps, doubted=body.doubted)
    fault, faults = None, tuple[str, ...]()
    if body.keep:
        usual = {"reverse": False, "every": 1, "gaps": ()}
        tables = [asdict(segment) | {"track": segment.track + 1} for segment in result.segments]
        segments = [
            {name: value for name, value in table.items() if usual.get(name) != value}
            for table in tables
        ]
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
        kept=body.keep,
        faults=faults,
        fault=fault,
    )


def kind_of(board: BoardConfig) -> str:
    """Return the name of the board's light kind; empty if unknown or without a board."""
    known = (
        name
        for name, kind in KINDS.items()
        if isclose(mm_of(kind.pitch), board.pitch, abs_tol=0.01) and kind.light_mm == board.light_mm
    )
    return next(known, "") if board.shape else ""


def boards_of(config: Config) -> tuple[tuple[str, int], ...]:
    """Return the shapes and numbers of tracks that the configured lights can show."""
    if config.wiring.laid != PANEL:
        return tuple(product(TITLES, (1, 2, 3)))
    return tuple((shape, tracks) for size, shape, tracks in LAYOUTS if size == config.wiring.panel)


def requested_shape(request: BoardRequest, config: Config) -> Shape:
    """Return the requested shape, by default with the dimensions in *config*. Raises Fault."""
    board = config.board
    if config.wiring.laid == PANEL:
        return panel_board(panel_of(config), request.shape, request.tracks)[0]
    kind = KINDS.get(request.kind)
    if request.kind and kind is None:
        sentence = en("Unknown kind of light {kind}; available: {kinds}.")
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
        sentence = en("Unknown shape {name}; available: {shapes}.")
        raise Fault(sentence, name=request.shape, shapes=", ".join(SHAPES)) from None
    except CannotBeBuilt as fault:
        sentence = en("{option} cannot be {value}; it must be {wanted}.")
        name = f"board.{fault.name}"
        raise Fault(sentence, option=name, value=fault.value, wanted=fault.wanted) from None


class KeypadRequest(Request, frozen=True):
    """The keypad to listen to, and its place; ``keep``: save it."""

    name: Text
    at: Text = ""
    keep: bool = False


class KeypadResponse(msgspec.Struct, frozen=True):
    """Recent keys of the keypad under test, and its fault."""

    keys: tuple[str, ...]
    fault: str | None


@steps.add("get", "/api/v1/setup/keypad")
def heard_keys(session: WizardSession) -> KeypadResponse:
    """Get the recent keys of the keypad under test."""
    faults = (fact["fault"] for fact in session.app.keypads.plain() if fact["fault"])
    fault = next(faults, None) if session.is_listening else None
    keys = tuple(session.keys.copy())  # Atomically: another thread appends.
    return KeypadResponse(keys, fault)


@steps.add("post", "/api/v1/setup/keypad")
def try_keypad(session: WizardSession, body: KeypadRequest) -> KeypadResponse:
    """Listen to a keypad, or save it."""
    if body.name and body.name not in KEYPADS:
        sentence = en("Unknown keypad {name}; available: {keypads}.")
        raise Fault(sentence, name=body.name, keypads=", ".join(KEYPADS))
    config = session.config
    known = {(keypad.name, keypad.at) for keypad in config.keypads}
    known.add((config.strip.name, config.strip.at))
    if body.name and (body.name, body.at) not in known:
        session.check_place(body.name, KEYPADS[body.name], body.at)
    with session.keypads_lock:
        if body.keep:
            session.stop_listening()
            row = {"name": body.name, **({"at": body.at} if body.at else {})}
            rows = [row] if body.name else []
            session.app.change_keypads(session.change({"keypad": rows}))
        else:
            session.listen(KeypadConfig(name=body.name, at=body.at))
    return heard_keys(session)
