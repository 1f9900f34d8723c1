"""Lamps beside the holes, where a board has them: deal, turn, games, running count, link."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import GREEN, WHITE
from scorekeeper.board.render.canvas import Paint
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Seat

LIMIT: Final = 31

DEALER: Final = WHITE.at(0.5)
COUNT: Final = WHITE.at(0.5)
LINK: Final = GREEN.at(0.15)
TURN: Final = 1.0
GAMES: Final = 0.5


def draw_lamps(paint: Paint, scene: Scene, board: Board) -> None:
    """Everything that a lamp can tell of *scene*."""
    lamps, colours = board.wiring.lamps, board.look.colours
    paint.put(lamps.link, LINK)
    paint.put(_of(lamps.dealer, scene.dealer), DEALER)
    if scene.turn is not None:
        paint.put(_of(lamps.turn, scene.turn), colours[scene.seats[scene.turn]].at(TURN))
    for team, (row, won) in enumerate(zip(lamps.games, scene.games, strict=False)):
        for lamp in row[:won]:
            paint.put(lamp, colours[team].at(GAMES))
    for lamp in lamps.count[: bar(scene.count, len(lamps.count))]:
        paint.put(lamp, COUNT)


def bar(count: int, lamps: int) -> int:
    """How many of so many *lamps* tell *count*: the first from 1 on, the last only at 31."""
    return max(count * lamps // LIMIT, min(count, 1))


def _of(lamps: Sequence[int], seat: Seat | None) -> int | None:
    return lamps[seat] if seat is not None and seat < len(lamps) else None
