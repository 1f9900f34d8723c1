"""Whole evenings on every board: after each entry the pegs stand where the journal has them."""

from random import Random
from typing import NamedTuple

import pytest

from hardware.lights import Lights
from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Frame, Look, Power, limited, mixed
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, build
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.state import Game
from scorekeeper.journal import Journal
from scorekeeper.rules.variants import RULES
from scorekeeper.table import Table
from tests.kit.fakes.lights import Watch
from tests.kit.oracles.frame_text import drawn_ma
from tests.kit.players.random_games import Evening

PLENTY = Power(limit_ma=20_000)
"""No picture is dimmed, so that colours can be compared though they are drawn without gamma, which
takes more than lights do. The limit itself is held by check_current."""
MOMENTS = (0.0, 0.13, 0.6, 1.7, 4.4)
"""Seconds after an entry; and then LATER, when nothing moves."""
LATER = 15.0

SHAPES = ("straight", "classic", "sixty-one", "paperclip")
LOOKS = (Look(), Look(breaths=0, streets=True), Look(low_vision=True))


class Shown(NamedTuple):
    board: Board
    lights: Lights
    strip: CaptureStrip


def boards(table: Table, watch: Watch) -> list[Shown]:
    """Every shape with a track for each team, and with fewer; each looks another way."""
    shown = []
    for number, (shape, tracks) in enumerate((s, t) for s in SHAPES for t in (3, 2, 1)):
        board = build(shape, Measures(tracks=tracks), LOOKS[number % len(LOOKS)])
        strip = CaptureStrip()
        lights = Lights(table, board, lambda strip=strip: strip, clock=watch, gamma=1, power=PLENTY)
        shown.append(Shown(board, lights, strip))
    return shown


@pytest.mark.parametrize("key", RULES)
def test_whole_evening_is_drawn_as_it_is_scored(key: str) -> None:
    """On every board, moving within the current; then each peg is in its hole."""
    watch, luck, game = Watch(), Random(f"{key} shown"), Game()
    table = Table(Journal.in_memory(), ticks=watch)
    every = boards(table, watch)
    for turn in Evening(key, luck).play(2):
        (line,) = table.lines(table.submit(turn.action).version - 1)
        game = evolve_all(game, line.events)
        for shown in luck.sample(every, 2):
            draw(table, shown, watch, luck)
            check_current(shown.strip)
            check_pegs(shown.board, game, shown.strip.frames[-1])
        watch.seconds += 20
    table.close()


def draw(table: Table, shown: Shown, watch: Watch, luck: Random) -> None:
    """Two moments after the latest entry, and how it looks in the end."""
    now = table.now
    for moment in (*luck.sample(MOMENTS, 2), LATER):
        watch.seconds = now.since + moment
        shown.lights.draw(now)
    watch.seconds = now.since


def check_current(strip: CaptureStrip) -> None:
    """No frame draws more than the supply gives, however little that is."""
    for frame in strip.frames[-3:]:
        for power in (Power(), Power(limit_ma=500)):
            assert drawn_ma(limited(frame, power), power) <= power.limit_ma


def check_pegs(board: Board, game: Game, frame: Frame) -> None:
    """Each peg in its light, and nothing that could be taken for a front peg elsewhere."""
    expected = lit(board, game)
    for pixel, lights in expected.items():
        taking_turns = board.look.low_vision and game.winner is None
        wanted = lights if taking_turns else [mixed(lights)]
        light = frame[3 * pixel : 3 * pixel + 3]
        assert any(near(light, one) for one in wanted), (board.shape.name, pixel)
    for pixel in {pixel for row in board.lights for pixel in row} - set(expected):
        assert max(frame[3 * pixel : 3 * pixel + 3]) < 0.62 * 255


def near(light: bytes, wanted: bytes) -> bool:
    """True if that is the light; where back pegs breathe without end, nearly."""
    return all(abs(one - other) <= 0.15 * 255 for one, other in zip(light, wanted, strict=True))


def lit(board: Board, game: Game) -> dict[int, list[bytes]]:
    """Return the pegs that each light shows, front ones bright and back ones dim."""
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
    """The hole of *team* on a track of so many *holes*; a long game goes round all but the last."""
    assert game.rules
    if game.rules.target <= holes or not score:
        return score
    around = holes - 1
    if score == game.rules.goals[team] and score % around == 1:
        return holes
    return (score - 1) % around + 1
