"""Routes of the board: its holes, the LED in each, how the game fits it, and its picture."""

from functools import lru_cache
from hashlib import sha256
from typing import Final
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from scorekeeper.board.geometry.fit import Fit, Misfit
from scorekeeper.board.geometry.shape import WAYS, Point, Shape, Track, Way, turned
from scorekeeper.board.light import Colour
from scorekeeper.board.svg.svg import THEMES
from scorekeeper.board.wiring.wiring import Lamps, Wiring
from scorekeeper.game.codec import to_json
from web.board.boards import GameBoard, board_for
from web.context import Context
from web.http.operations import Routes
from web.http.request import Query, one_of
from web.http.response import cacheable

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


class TrackGeometry(msgspec.Struct, frozen=True):
    """One team's holes, the game hole last; its start holes, for the front and the back peg; and
    the LED of each hole, null for none."""

    holes: tuple[Point, ...]
    starts: tuple[Point, Point]
    pixels: tuple[int | None, ...]


class GameOnBoard(msgspec.Struct, frozen=True):
    """The fit of a game: the track of each team, and by points, from 0, the hole of a peg (0: a
    start hole) and its lap. ``shared``: several teams use one track. ``goals`` are the points that
    win, by team, and ``ends`` the hole and lap of a peg that has them."""

    tracks: tuple[int, ...]
    stands: tuple[tuple[int, int], ...]
    laps: int
    shared: bool
    whole: bool
    goals: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]


class BoardMisfit(msgspec.Struct, frozen=True):
    """The game takes more laps than can be shown."""

    laps: int
    most: int


class BoardResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A board in mm, right and down from its corner; ``drawing`` is the URL of its picture.

    ``pixels`` is the length of the strip, null if this board has no LEDs.
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
    game: GameOnBoard | None
    misfit: BoardMisfit | None
    drawing: str


def add_board(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/board`` and ``/board.svg``, for the current game or a finished one."""

    @routes.get(
        "/api/v1/board",
        "The holes of the board, for drawing, and how the current game fits it.",
        BoardResponse,
        query=(OF_QUERY, WAY_QUERY, GAME_QUERY),
    )
    def board() -> Response:
        way, of = one_of("way", WAYS), one_of("of", OF)
        body = to_json(_response(_current_board(context, of), way, of))
        return cacheable(body, "application/json", sha256(body).hexdigest())

    @routes.app.get("/board.svg")
    def board_svg() -> Response:
        way, of, theme = one_of("way", WAYS), one_of("of", OF), one_of("theme", tuple(THEMES))
        body = _picture(_current_board(context, of), way, theme)
        return cacheable(body, "image/svg+xml", sha256(body).hexdigest())


def _current_board(context: Context, of: str) -> GameBoard:
    rules, colours = context.table.now.game.rules, context.settings.now.lights
    if name := request.args.get("game"):
        rules = context.games.game(name).nodes[-1].game.rules
    return board_for(context.boards, rules, of=of, colours=colours)


def _game_query() -> dict[str, str]:
    return {"game": request.args["game"]} if "game" in request.args else {}


def _response(one: GameBoard, way: Way, of: str) -> BoardResponse:
    shape, fitted = turned(one.shape, way), one.fitted
    return BoardResponse(
        shape=shape.name,
        built=one.wiring is not None,
        size=_rounded(shape.size),
        pitch=shape.pitch,
        lane=shape.lane,
        colours=tuple(f"#{bytes(colour).hex()}" for colour in one.colours),
        tracks=tuple(
            _track(track, number, one.wiring) for number, track in enumerate(shape.tracks)
        ),
        pixels=one.wiring.pixels if one.wiring else None,
        lamps=one.wiring.lamps if one.wiring else None,
        game=_game(fitted) if isinstance(fitted, Fit) else None,
        misfit=BoardMisfit(*fitted) if isinstance(fitted, Misfit) else None,
        drawing=f"/board.svg?{urlencode({'of': of, 'way': way, **_game_query()})}",
    )


def _track(track: Track, number: int, wiring: Wiring | None) -> TrackGeometry:
    """Positions to a hundredth of a millimetre: nobody drills more exactly."""
    holes, starts = tuple(map(_rounded, track.holes)), tuple(map(_rounded, track.starts))
    return TrackGeometry(holes, (starts[0], starts[1]), wiring.tracks[number] if wiring else ())


def _rounded(point: Point) -> Point:
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


def _picture(one: GameBoard, way: Way, theme: str) -> bytes:
    fitted = one.fitted
    below = tuple(bound for bound, _ in one.rules.skunks) if one.rules else ()
    known = fitted if isinstance(fitted, Fit) else None
    return _svg(one.shape, tuple(one.colours), way, theme, known, below)


@lru_cache(maxsize=16)
def _svg(
    shape: Shape,
    colours: tuple[Colour, ...],
    way: Way,
    theme: str,
    fitted: Fit | None,
    below: tuple[int, ...],
) -> bytes:
    """Draw once for all phones."""
    from scorekeeper.board.svg.svg import svg

    text = svg(turned(shape, way), colours=colours, theme=theme, fit=fitted, below=below)
    return text.encode()
