"""The wizard at the real firmware on an emulated chip: counted, named, wired and proved."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.rig.toolchain import need
from tests.firmware.rig.uno import Uno
from tests.kit.drivers.wizard_table import fresh_machine
from tests.kit.players.board_builder import BoardBuilder, four_pieces
from tests.wizard.test_wizard import check_board, set_up

SETTLED = 0.4
"""Seconds without a new picture, after which what was sent is what shines."""


@pytest.fixture
def uno(tmp_path: Path) -> Iterator[Uno]:
    need("gcc", "avr-gcc", "avr-libc", "simavr")
    uno = Uno(tmp_path)
    uno.plug()
    yield uno
    uno.stop()


@pytest.mark.slow
def test_an_emulated_uno_is_set_up(uno: Uno, tmp_path: Path) -> None:
    """122 lights of which the chips want green first: 8 questions, 3 colours, 8 holes."""

    def see() -> bytes:
        ends = time.monotonic() + SETTLED
        known = len(uno.pictures)
        while time.monotonic() < ends:
            uno.look()
            if len(uno.pictures) != known:
                known, ends = len(uno.pictures), time.monotonic() + SETTLED
            time.sleep(0.01)
        return uno.pictures[-1].colours.ljust(1200, b"\0")

    with fresh_machine(tmp_path) as host:
        host.claim()
        host.ask("PUT", "setup/lights", {"name": "microcontroller", "at": uno.port})
        builder = BoardBuilder(four_pieces(), see, order="GRB")
        assert set_up(host, builder, colours=True) == 19
        assert host.ask("GET", "setup")["order"] == "GRB"
    check_board(host.file, builder)
