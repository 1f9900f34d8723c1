"""The board for drawing: where its holes are, which light stands in each, how the game fits."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from scorekeeper.board.geometry.fit import Fit, Misfit
from scorekeeper.board.geometry.shape import Point, Shape, Track
from scorekeeper.board.light.colour import Colour
from scorekeeper.board.svg import svg
from scorekeeper.board.svg.rotation import WAYS, Way, turned
from scorekeeper.board.svg.theme import THEMES
from scorekeeper.board.wiring.wiring import Lamps, Wiring
from scorekeeper.game.codec import to_json
from web.board.boards import Drawn, drawn
from web.context import Site, fresh
from web.http.operations import Routes
from web.http.request import Query, one_of

OF: Final = ("page", "strip")
"""Whose board: the one that the page draws, or the one in which the strip's lights stand."""

OF_WHAT: Final = Query(
    "of",
    {"type": "string", "enum": list(OF)},
    "the board of the page, built or proposed by the game; or the one that the strip lights",
)
WAY: Final = Query("way", {"type": "string", "enum": list(WAYS)}, "how the board lies")
GAME: Final = Query(
    "game",
    {"type": "string"},
    "a finished game, match.place, in place of the one on the table",
    wrong=(404,),
)


class TrackTold(msgspec.Struct, frozen=True):
    """One team's holes, the game hole last; where its front and its back peg stand before the first
    point; and by hole its light, where one stands in it."""

    holes: tuple[Point, ...]
    starts: tuple[Point, Point]
    pixels: tuple[int | None, ...]


class GameOnBoard(msgspec.Struct, frozen=True):
    """How a game appears: the track of each team, and by points, from 0, the hole in which a peg
    stands (0: a start hole) and in which lap. ``shared``: teams go along one track together."""

    tracks: tuple[int, ...]
    stands: tuple[tuple[int, int], ...]
    laps: int
    shared: bool
    whole: bool


class MisfitTold(msgspec.Struct, frozen=True):
    """The game takes more laps than can be told."""

    laps: int
    most: int


class BoardTold(msgspec.Struct, frozen=True, kw_only=True):
    """A board in mm, right and down from its corner; ``drawing`` is the address of its picture.

    ``pixels`` is the length of the strip, and null where no light stands in this board.
    """

    shape: str
    built: bool
    size: Point
    pitch: float
    lane: float
    colours: tuple[str, ...]
    tracks: tuple[TrackTold, ...]
    pixels: int | None
    lamps: Lamps | None
    game: GameOnBoard | None
    misfit: MisfitTold | None
    drawing: str


def add_board(routes: Routes, site: Site) -> None:
    """``/api/v1/board`` and ``/board.svg``, of the game on the table or of one that is over."""

    @routes.add(
        "get",
        "/api/v1/board",
        "The holes of the board, for drawing, and how the game on the table fits it.",
        BoardTold,
        query=(OF_WHAT, WAY, GAME),
    )
    def board() -> Response:
        way, of = one_of("way", WAYS), one_of("of", OF)
        body = to_json(_told(_on_the_table(site, of), way, of))
        return fresh(body, "application/json", sha256(body).hexdigest())

    @routes.app.get("/board.svg")
    def board_svg() -> Response:
        way, of, theme = one_of("way", WAYS), one_of("of", OF), one_of("theme", tuple(THEMES))
        body = _picture(_on_the_table(site, of), way, theme)
        return fresh(body, "image/svg+xml", sha256(body).hexdigest())


def _on_the_table(site: Site, of: str) -> Drawn:
    rules, colours = site.table.now.game.rules, site.settings.now.lights
    if name := request.args.get("game"):
        rules = site.shelf.game(name).nodes[-1].game.rules
    return drawn(site.boards, rules, of=of, colours=colours)


def _game_asked() -> dict[str, str]:
    return {"game": request.args["game"]} if "game" in request.args else {}


def _told(one: Drawn, way: Way, of: str) -> BoardTold:
    shape, fitted = turned(one.shape, way), one.fitted
    return BoardTold(
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
        misfit=MisfitTold(*fitted) if isinstance(fitted, Misfit) else None,
        drawing=f"/board.svg?{urlencode({'of': of, 'way': way, **_game_asked()})}",
    )


def _track(track: Track, number: int, wiring: Wiring | None) -> TrackTold:
    """Measures to a hundredth of a millimetre: nobody drills more exactly."""
    holes, starts = tuple(map(_rounded, track.holes)), tuple(map(_rounded, track.starts))
    return TrackTold(holes, (starts[0], starts[1]), wiring.tracks[number] if wiring else ())


def _rounded(point: Point) -> Point:
    return Point(round(point.x, 2), round(point.y, 2))


def _game(fitted: Fit) -> GameOnBoard:
    stands = (fitted.stand(0, score) for score in range(fitted.target + 1))
    return GameOnBoard(
        tracks=fitted.tracks,
        stands=tuple((stand.hole, stand.lap) for stand in stands),
        laps=fitted.laps,
        shared=fitted.shared,
        whole=fitted.whole,
    )


def _picture(one: Drawn, way: Way, theme: str) -> bytes:
    fitted = one.fitted
    below = tuple(bound for bound, _ in one.rules.skunks) if one.rules else ()
    known = fitted if isinstance(fitted, Fit) else None
    return _painted(one.shape, tuple(one.colours), way, theme, known, below)


@lru_cache(maxsize=16)
def _painted(
    shape: Shape,
    colours: tuple[Colour, ...],
    way: Way,
    theme: str,
    fitted: Fit | None,
    below: tuple[int, ...],
) -> bytes:
    """Drawn once for all phones."""
    text = svg(turned(shape, way), colours=colours, theme=theme, fit=fitted, below=below)
    return text.encode()
