"""Lamps beside the holes, if a board has them: dealer, turn, games, running count, link."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import GREEN, WHITE
from scorekeeper.board.render.canvas import Canvas
from scorekeeper.board.render.scene import Scene
from scorekeeper.game.actions import Seat
from scorekeeper.scoring.play import LIMIT

DEALER: Final = WHITE.at(0.5)
COUNT: Final = WHITE.at(0.5)
LINK: Final = GREEN.at(0.15)
TURN: Final = 1.0
GAMES: Final = 0.5


def draw_lamps(canvas: Canvas, scene: Scene, board: Board) -> None:
    """Draw what the lamps show of *scene*."""
    lamps, colours = board.wiring.lamps, board.look.colours
    canvas.put(lamps.link, LINK)
    canvas.put(_of(lamps.dealer, scene.dealer), DEALER)
    if scene.turn is not None:
        canvas.put(_of(lamps.turn, scene.turn), colours[scene.seats[scene.turn]].at(TURN))
    for team, (row, won) in enumerate(zip(lamps.games, scene.games, strict=False)):
        for lamp in row[:won]:
            canvas.put(lamp, colours[team].at(GAMES))
    for lamp in lamps.count[: bar(scene.count, len(lamps.count))]:
        canvas.put(lamp, COUNT)


def bar(count: int, lamps: int) -> int:
    """Return how many of *lamps* show *count*: the first from 1 on, the last only at 31."""
    return max(count * lamps // LIMIT, min(count, 1))


def _of(lamps: Sequence[int], seat: Seat | None) -> int | None:
    return lamps[seat] if seat is not None and seat < len(lamps) else None
