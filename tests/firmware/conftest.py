"""Emulated boards: an Uno at several baud rates, and a Pico."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.rig.board import Board
from tests.firmware.rig.pico import Pico
from tests.firmware.rig.uno import Uno

BAUDS = (115_200, 1_000_000)
OFFERED = (115_200, 250_000, 500_000, 1_000_000)
"""The baud rates in docs/flashing.md."""

CHIPS = [pytest.param(Uno, id="ATmega328P"), pytest.param(Pico, id="RP2040")]

PICO = pytest.param((Pico, BAUDS[0]), id="RP2040")
"""Its USB has no baud rate."""


def _uno(baud: int) -> object:
    marks = [] if baud in BAUDS else [pytest.mark.slow]
    return pytest.param((Uno, baud), id=f"ATmega328P, {baud:,} baud", marks=marks)


def _boards(*boards: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("board", boards, indirect=True)


at_the_usual_baud = _boards(_uno(BAUDS[0]))
on_each_chip = _boards(_uno(BAUDS[0]), PICO)
at_the_fastest_baud = _boards(_uno(BAUDS[-1]), PICO)
at_every_baud = _boards(*map(_uno, OFFERED), PICO)


@pytest.fixture(params=[*map(_uno, BAUDS), PICO])
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Board]:
    chip, baud = request.param
    board: Board = chip(tmp_path, baud)
    board.plug()
    yield board
    board.stop()
