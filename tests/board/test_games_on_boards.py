"""Complete matches on every board: after each entry the pegs match the journal."""

from random import Random
from typing import NamedTuple

import pytest

from hardware.lights import Lights
from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Frame, Look, Power, mixed
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, build
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from tests.kit.fakes.lights import Watch
from tests.kit.players.random_games import Evening

PLENTY = Power(limit_ma=20_000)
"""A limit that never dims, so that colours can be compared."""
MOMENTS = (0.0, 0.13, 0.6, 1.7, 4.4)
"""Seconds after an entry; by LATER all animations have ended."""
LATER = 15.0

SHAPES = ("straight", "classic", "sixty-one", "paperclip")
LOOKS = (Look(), Look(breaths=0, streets=True), Look(low_vision=True))


class Shown(NamedTuple):
    board: Board
    lights: Lights
    strip: CaptureStrip


def boards(table: Table, watch: Watch) -> list[Shown]:
    shown = []
    for number, (shape, tracks) in enumerate((s, t) for s in SHAPES for t in (3, 2, 1)):
        board = build(shape, Measures(tracks=tracks), LOOKS[number % len(LOOKS)])
        strip = CaptureStrip()
        lights = Lights(table, board, lambda strip=strip: strip, clock=watch, gamma=1, power=PLENTY)
        shown.append(Shown(board, lights, strip))
    return shown


@pytest.mark.parametrize("key", RULES)
def test_whole_evening_is_drawn_as_it_is_scored(key: str) -> None:
    watch, luck, game = Watch(), Random(f"{key} shown"), Game()
    table = Table(Journal.in_memory(), ticks=watch)
    every = boards(table, watch)
    for turn in Evening(key, luck).play(2):
        (line,) = table.lines(table.submit(turn.action).version - 1)
        game = evolve_all(game, line.events)
        for shown in luck.sample(every, 2):
            draw(table, shown, watch, luck)
            check_pegs(shown.board, game, shown.strip.frames[-1])
        watch.seconds += 20
    table.close()


def draw(table: Table, shown: Shown, watch: Watch, luck: Random) -> None:
    now = table.now
    for moment in (*luck.sample(MOMENTS, 2), LATER):
        watch.seconds = now.since + moment
        shown.lights.draw(now)
    watch.seconds = now.since


def check_pegs(board: Board, game: Game, frame: Frame) -> None:
    """Check that each peg is lit, and that nothing else looks like a front peg."""
    expected = lit(board, game)
    for pixel, lights in expected.items():
        taking_turns = board.look.low_vision and game.winner is None
        wanted = lights if taking_turns else [mixed(lights)]
        light = frame[3 * pixel : 3 * pixel + 3]
        assert any(near(light, one) for one in wanted), (board.shape.name, pixel)
    for pixel in {pixel for row in board.lights for pixel in row} - set(expected):
        assert max(frame[3 * pixel : 3 * pixel + 3]) < 0.62 * 255


def near(light: bytes, wanted: bytes) -> bool:
    """Return whether the colours are equal, or nearly so if back pegs never stop breathing."""
    return all(abs(one - other) <= 0.15 * 255 for one, other in zip(light, wanted, strict=True))


def lit(board: Board, game: Game) -> dict[int, list[bytes]]:
    pegs: dict[int, list[bytes]] = {}
    for team, stand in enumerate(game.pegs):
        row, colour = board.lights[team % len(board.lights)], board.look.colours[team]
        front, back = (hole_of(at, game, team, len(row)) for at in (stand.front, stand.back))
        if front:
            pegs.setdefault(row[front - 1], []).append(colour.at(1))
        if back and back != front:
            pegs.setdefault(row[back - 1], []).append(colour.at(0.3))
    return pegs


def hole_of(score: int, game: Game, team: int, holes: int) -> int:
    """Return the hole of *team* on a track with *holes* holes; only the last lap uses all."""
    assert game.rules
    if game.rules.target <= holes or not score:
        return score
    around = holes - 1
    if score == game.rules.goals[team] and score % around == 1:
        return holes
    return (score - 1) % around + 1
