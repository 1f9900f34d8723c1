"""The display: what is read of a game, drawn within its dots, back by itself when it was gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import pairwise

import pytest
from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError

from hardware import readout
from hardware.displays import LumaDisplay, Reading, luma_told, open_display
from hardware.part_fault import PartFault
from hardware.readout import Readout, reading
from scorekeeper.game.actions import Undo
from scorekeeper.game.wire import read_asked
from scorekeeper.table import Journal, Table
from tests.test_buzzer import START
from tests.test_keypads import soon

READ = (
    (START, Reading("0 0")),
    ('{"do": "starter", "card": "5"}', Reading("0", "0 0")),
    ('{"do": "play", "card": "10"}', Reading("10", "0 0")),
    ('{"do": "play", "card": "5"}', Reading("15", "0 2")),
    ('{"do": "play", "card": "K"}', Reading("25", "0 2")),
    ('{"do": "play", "card": "6"}', Reading("0", "0 4")),
    ('{"do": "show"}', Reading("0 4")),
    ('{"do": "peg", "team": 0, "points": 121}', Reading("121 4")),
)


@pytest.fixture
def table() -> Iterator[Table]:
    """A table at which nobody plays yet."""
    with closing(Table(Journal.in_memory())) as table:
        yield table


def test_what_is_read_of_a_game(table: Table) -> None:
    """The running count while cards are laid, and the scores; nothing before anybody plays."""
    assert reading(table.now.game) == Reading()
    for line, wanted in READ:
        table.submit(read_asked(line))
        assert reading(table.now.game) == wanted, line


def screen() -> dummy:
    """A display that is only a program: luma's own."""
    return dummy(width=128, height=64, mode="1")


@pytest.mark.parametrize("large", ["0", "7", "31", "121 4", "121 121 121"])
@pytest.mark.parametrize("small", ["", "0 0", "120 119 118"])
def test_it_is_drawn_as_large_as_there_is_room(large: str, small: str) -> None:
    """Within the dots, nearly to two of the edges, the small line apart from the large one."""
    device = screen()
    LumaDisplay(device).show(Reading(large, small))
    left, top, right, bottom = device.image.getbbox()
    assert 0 < left < right < 128
    assert 0 < top < bottom < 64
    assert right - left > 112 or bottom - top > 32
    lit = [device.image.crop((0, row, 128, row + 1)).getbbox() is not None for row in range(64)]
    bands = [here for above, here in pairwise(lit) if here and not above]
    assert len(bands) == 1 + bool(small)


def test_nothing_is_drawn_where_nobody_plays() -> None:
    """All is dark."""
    device = screen()
    LumaDisplay(device).show(Reading())
    assert device.image.getbbox() is None


class Loose:
    """A display whose plug is loose."""

    def __init__(self) -> None:
        self.there, self.hidden, self.closed = True, 0, 0
        self.shown: list[Reading] = []

    def open(self) -> Loose:
        """It, if it is there."""
        if not self.there:
            raise OSError(121, "Remote I/O error")
        return self

    def show(self, shown: Reading) -> None:
        """It is read."""
        self.open()
        self.shown.append(shown)

    def hide(self) -> None:
        """It goes dark."""
        self.hidden += 1

    def close(self) -> None:
        """It is let go."""
        self.closed += 1


@pytest.fixture
def display() -> Loose:
    """One that is there."""
    return Loose()


def test_it_follows_the_table_and_comes_back(
    table: Table, display: Loose, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown is drawn once; when it was gone it has the newest reading again."""
    monkeypatch.setattr(readout, "AGAIN_SECONDS", 0.02)
    told = list[str | None]()
    shows = Readout(table, display.open, lambda why: told.append(why and str(why)))
    shows.start()
    soon(lambda: display.shown == [Reading()])
    table.aside("strip", "ok")
    table.submit(read_asked(START))
    soon(lambda: display.shown == [Reading(), Reading("0 0")])
    display.there = False
    table.submit(read_asked('{"do": "peg", "team": 0, "points": 2}'))
    soon(lambda: table.now.asides.get("readout") == "lost")
    table.submit(Undo())
    display.there = True
    soon(lambda: display.shown == [Reading(), Reading("0 0"), Reading("0 0")])
    soon(lambda: table.now.asides["readout"] == "ok")
    shows.stop()
    assert table.now.asides["readout"] == "off"
    assert told == ["It does not work (Remote I/O error).", None]
    assert display.closed == 2


def test_it_goes_dark_when_nobody_plays_any_more(
    table: Table, display: Loose, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands for long burns in; the next entry lights it again."""
    monkeypatch.setattr(readout, "IDLE_SECONDS", 0.02)
    shows = Readout(table, display.open, lambda why: pytest.fail(str(why)))
    shows.start()
    soon(lambda: display.hidden == 1)
    monkeypatch.setattr(readout, "IDLE_SECONDS", 60.0)
    table.submit(read_asked(START))
    soon(lambda: display.shown[-1:] == [Reading("0 0")])
    shows.stop()


def test_what_luma_finds_wrong_is_told(table: Table) -> None:
    """In a sentence of ours; this machine has no display."""
    with pytest.raises(PartFault, match=r"It does not work \(I2C device not found"), luma_told():
        raise DeviceNotFoundError("I2C device not found: /dev/i2c-1")
    with pytest.raises(PartFault, match="It does not work"):
        open_display("ssd1306")
    faults = list[PartFault | None]()
    shows = Readout(table, partial(open_display, "sh1106"), faults.append)
    shows.start()
    soon(lambda: len(faults) == 1)
    shows.stop()
