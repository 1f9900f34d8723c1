"""The currents on the page of power banks are those of whole games, drawn on each board."""

import re
from random import Random
from statistics import mean
from typing import Final

import pytest

from cribble.boards import board_of
from cribble.config.file import read_config
from cribble.config.schema import BoardConfig, Config, StripConfig, WiringConfig
from cribble.demo import Bot
from hardware.lights import Lights
from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Power
from scorekeeper.board.wiring import Board
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.oracles.frame_text import drawn_ma
from tests.kit.paths import ROOT

PAGE: Final = (ROOT / "docs/power-bank.md").read_text(encoding="utf-8")
UNLIMITED: Final = Power(limit_ma=10**6)
GAMES: Final = {2: "six-card", 3: "three-handed"}
ENTRY_SECONDS: Final = 10.0
FRAMES: Final = 4
"""Frames per entry, at uneven times."""
USABLE_MAH: Final = 10_000 * 3.7 / 5 * 0.85
ZERO_MA: Final = 350


def rows() -> dict[str, list[int]]:
    """Return the numbers of each board: lights, dark, in play, brightest, limit, hours."""
    lines = (line.strip("| ").split(" | ") for line in PAGE.splitlines() if " h |" in line)
    return {name: [int(cell.removesuffix(" h")) for cell in cells] for name, *cells in lines}


def board_named(name: str) -> Board:
    if file := re.search(r"\((boards/.+?)\)", name):
        return board_of(read_config(ROOT / "docs" / file[1]))
    height, width = re.findall(r"\d+", name)
    tracks = 3 if "three" in name else 2
    return board_of(
        Config(
            strip=StripConfig(name="capture", limit_ma=3000),
            board=BoardConfig(shape="classic", tracks=tracks),
            wiring=WiringConfig(laid="panel", panel=f"{height}x{width}"),
        )
    )


def currents(board: Board) -> list[float]:
    """Return the current in mA of each frame of a game, without a limit."""
    clock, seconds, strip, bot = Random(5), 1000.0, CaptureStrip(), Bot(Random(0))
    table = Table(Journal.in_memory(), ticks=lambda: seconds)
    lights = Lights(table, board, lambda: strip, clock=lambda: seconds, gamma=2.2, power=UNLIMITED)
    snapshot = table.submit(bot.begin(GAMES[len(board.shape.tracks)])).snapshot
    while snapshot.game.phase is not Phase.OVER:
        snapshot = table.submit(bot.next_action(snapshot.game)).snapshot
        began = seconds
        for moment in sorted(clock.uniform(0, ENTRY_SECONDS) for _ in range(FRAMES)):
            seconds = began + moment
            lights.draw(snapshot)
        seconds = began + ENTRY_SECONDS
    table.close()
    return [drawn_ma(frame, UNLIMITED) for frame in strip.frames]


@pytest.mark.parametrize("name", rows())
def test_currents_of_a_board_are_those_of_a_game(name: str) -> None:
    lights, dark, in_play, brightest, limit, alone, with_pi = rows()[name]
    board = board_named(name)
    drawn = currents(board)
    assert (lights, dark) == (board.pixels, board.pixels)
    assert mean(drawn) == pytest.approx(in_play, rel=0.04)
    assert max(drawn) <= brightest <= limit
    assert alone == round(USABLE_MAH / in_play)
    assert with_pi == round(USABLE_MAH / (in_play + ZERO_MA))
