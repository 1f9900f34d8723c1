"""Routes for the board: holes, fit of the game, drawing, and the frames of the strip."""

import time
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Final
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from scorekeeper.board.light import MIN_COLOURS, Colour, corrected
from scorekeeper.board.shape import WAYS, Fit, Misfit, Point, Shape, Track, Way, fit, turned
from scorekeeper.board.shapes import drawn_shape, proposed_shape
from scorekeeper.board.svg import THEMES, svg
from scorekeeper.board.wiring import Lamps, Wiring
from scorekeeper.game.codec import to_json
from scorekeeper.rules.variants import RULES
from web.context import Context
from web.http.events import EVENTS, Broadcast, Event
from web.http.request import Query, one_of
from web.http.response import cacheable
from web.http.routes import Routes
from web.live.state import StripStatus, strip_status

OF: Final = ("page", "strip")

OF_QUERY: Final = Query(
    "of",
    {"type": "string", "enum": list(OF)},
    "the board that the page draws, or the board that holds the strip",
)
WAY_QUERY: Final = Query("way", {"type": "string", "enum": list(WAYS)}, "orientation of the board")
GAME_QUERY: Final = Query(
    "game",
    {"type": "string"},
    "a finished game, match.place, instead of the current one",
    errors=(404,),
)

MIN_INTERVAL: Final = 1 / 30
"""Minimum seconds between two frames; frames in between are dropped."""


class TrackGeometry(msgspec.Struct, frozen=True):
    """The holes of a team, game hole last; its start holes for the front and back pegs; and the LED
    index of each hole, null if it has none."""

    holes: tuple[Point, ...]
    starts: tuple[Point, Point]
    pixels: tuple[int | None, ...]


class GameOnBoard(msgspec.Struct, frozen=True):
    """The fit of a game. ``tracks``: track index by team; ``stands``: hole (0: start hole) and lap
    of a peg, by points from 0; ``shared``: teams share a track; ``goals``: winning score by team;
    ``ends``: hole and lap of a peg at that score, by team."""

    tracks: tuple[int, ...]
    stands: tuple[tuple[int, int], ...]
    laps: int
    shared: bool
    whole: bool
    goals: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]


class BoardMisfit(msgspec.Struct, frozen=True):
    """The game takes more ``laps`` than the ``most`` that the board can show."""

    laps: int
    most: int


class BoardResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A board in mm, with the origin at the top left; ``drawing`` is the URL of its SVG.

    ``pixels`` is the length of the strip, null if this board has no LEDs; ``cells`` are the centres
    of all pixels if it is an LED panel.
    """

    shape: str
    built: bool
    size: Point
    pitch: float
    lane: float
    colours: tuple[str, ...]
    tracks: tuple[TrackGeometry, ...]
    pixels: int | None
    lamps: Lamps | None
    cells: tuple[Point, ...]
    game: GameOnBoard | None
    misfit: BoardMisfit | None
    drawing: str


class LedFrame(msgspec.Struct, frozen=True):
    """RGB of every LED in base64, empty before the first frame; the status of the strip; and a
    digest of the ``board``, which changes when the board must be redrawn."""

    frame: str
    strip: StripStatus
    board: str


class RequestedBoard:
    """The board of a request, with the current or a finished game: ``wiring`` is None if it has no
    LEDs, ``fitted`` is None between matches."""

    def __init__(self, context: Context) -> None:
        """Raises InvalidInput, or HttpError 404 for an unknown game."""
        self.way: Way = one_of("way", WAYS)
        self.of = one_of("of", OF)
        self.game = request.args.get("game")
        self.rules = context.table.now.game.rules
        if self.game:
            self.rules = context.games.game(self.game).nodes[-1].game.rules
        teams = len(self.rules.teams) if self.rules else 0
        self.colours = tuple(context.settings.now.lights[: max(MIN_COLOURS, teams)])
        boards = context.boards
        board = boards.strip if self.of == "strip" else boards.built
        self.wiring = board.wiring if board else None
        if shown := board or boards.built:  # An invalid wiring disables the strip.
            self.shape = shown.shape
        else:
            known = self.rules or next(iter(RULES.values()))
            self.shape = drawn_shape(known) if self.of == "page" else proposed_shape(known)
        self.fitted = fit(self.shape, self.rules.goals) if self.rules else None


def add_board(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/board``, ``/board.svg`` and ``/api/v1/strip``, all public."""
    broadcast = Broadcast(_Frames(context), context.streams)

    @routes.get(
        "/api/v1/board",
        "The holes of the board, for drawing, and how the current game fits it.",
        BoardResponse,
        query=(OF_QUERY, WAY_QUERY, GAME_QUERY),
    )
    def board() -> Response:
        asked = RequestedBoard(context)
        shape, wiring, fitted = turned(asked.shape, asked.way), asked.wiring, asked.fitted
        drawing = {"of": asked.of, "way": asked.way} | ({"game": asked.game} if asked.game else {})
        response = BoardResponse(
            shape=shape.name,
            built=wiring is not None,
            size=_rounded(shape.size),
            pitch=shape.pitch,
            lane=shape.lane,
            colours=tuple(f"#{bytes(colour).hex()}" for colour in asked.colours),
            tracks=tuple(
                _track(track, number, wiring) for number, track in enumerate(shape.tracks)
            ),
            pixels=wiring.pixels if wiring else None,
            lamps=wiring.lamps if wiring else None,
            cells=tuple(map(_rounded, shape.cells)) if wiring else (),
            game=_game(fitted) if isinstance(fitted, Fit) else None,
            misfit=BoardMisfit(*fitted) if isinstance(fitted, Misfit) else None,
            drawing=f"/board.svg?{urlencode(drawing)}",
        )
        return cacheable(to_json(response), "application/json")

    @routes.app.get("/board.svg")
    def board_svg() -> Response:
        asked, theme = RequestedBoard(context), one_of("theme", tuple(THEMES))
        below = tuple(bound for bound, _ in asked.rules.skunks) if asked.rules else ()
        fitted = asked.fitted if isinstance(asked.fitted, Fit) else None
        body = _svg(asked.shape, asked.colours, asked.way, theme, fitted, below)
        return cacheable(body, "image/svg+xml")

    @routes.get(
        "/api/v1/strip",
        "Follow the frames of the strip as server-sent events.",
        EVENTS,
        errors=(503,),
    )
    def frames() -> Response:
        return context.follow("strip", broadcast)


def _track(track: Track, number: int, wiring: Wiring | None) -> TrackGeometry:
    holes, starts = tuple(map(_rounded, track.holes)), tuple(map(_rounded, track.starts))
    return TrackGeometry(holes, (starts[0], starts[1]), wiring.tracks[number] if wiring else ())


def _rounded(point: Point) -> Point:
    """Round to 0.01 mm, finer than drilling accuracy."""
    return Point(round(point.x, 2), round(point.y, 2))


def _game(fitted: Fit) -> GameOnBoard:
    farthest = fitted.goals.index(fitted.target)
    stands = (fitted.place_of(farthest, score) for score in range(fitted.target + 1))
    ends = (fitted.place_of(team, goal) for team, goal in enumerate(fitted.goals))
    return GameOnBoard(
        tracks=fitted.tracks,
        stands=tuple((stand.hole, stand.lap) for stand in stands),
        laps=fitted.laps,
        shared=fitted.shared,
        whole=fitted.whole,
        goals=fitted.goals,
        ends=tuple((stand.hole, stand.lap) for stand in ends),
    )


@lru_cache(maxsize=16)
def _svg(
    shape: Shape,
    colours: tuple[Colour, ...],
    way: Way,
    theme: str,
    fitted: Fit | None,
    below: tuple[int, ...],
) -> bytes:
    """Return the SVG, cached for all phones."""
    text = svg(turned(shape, way), colours=colours, theme=theme, fit=fitted, below=below)
    return text.encode()


class _Frames:
    """The feed of the strip: each event is a complete frame."""

    def __init__(self, context: Context) -> None:
        self._context, self._number = context, -1

    def wait(self, seconds: float) -> None:
        shown = self._context.boards.shown
        time.sleep(MIN_INTERVAL if shown else seconds)
        if shown:
            self._number, _ = shown.after(self._number, seconds - MIN_INTERVAL)

    def newest(self, lang: str) -> Event:
        context, boards = self._context, self._context.boards
        frame = boards.shown.after(-1, 0)[1] if boards.shown else b""
        board = to_json((context.table.now.game.rules, context.settings.now.lights, boards.edition))
        led_frame = LedFrame(
            # Undo the LEDs' gamma correction: screens have their own gamma.
            b64encode(corrected(frame, 1 / boards.gamma)).decode(),
            strip_status(context.table.machine, context.words_for(lang)),
            sha256(board).hexdigest()[:8],
        )
        return Event(led_frame, b"data: %s\n\n" % to_json(led_frame))
