"""The lights and the undo of a table, as a smart home changes them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from cribble.serve.house_controls import HouseControls
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from web import HostSettings, Settings

HOURS = "22:00-07:00"


@pytest.fixture
def table() -> Iterator[Table]:
    with closing(Table(Journal.in_memory())) as table:
        yield table


@pytest.fixture
def settings() -> Settings:
    return Settings(HostSettings(brightness=0.8, night=HOURS, night_brightness=0.1))


def test_night_is_forced_and_then_has_its_hours_again(table: Table, settings: Settings) -> None:
    house = HouseControls(table, settings)
    assert not house.night
    for _ in range(2):  # Said twice it changes nothing more.
        house.set_night(True)
        assert (house.night, house.brightness()) == (True, 0.1)
    house.set_night(False)
    assert (house.night, settings.now.night) == (False, HOURS)


def test_a_dark_board_keeps_its_brightness(table: Table, settings: Settings) -> None:
    house = HouseControls(table, settings)
    house.set_light(False, None)
    assert (house.light, house.brightness()) == ((False, 0.8), 0.0)
    house.set_light(True, 0.0)
    assert house.light == (True, 0.01), "on is never dark"


def test_marks_are_both_shown_or_none(table: Table, settings: Settings) -> None:
    house = HouseControls(table, settings)
    house.set_marks(True)
    assert (settings.now.streets, settings.now.skunk, house.marks) == (True, True, True)
    house.set_marks(False)
    assert (settings.now.streets, settings.now.skunk, house.marks) == (False, False, False)


def test_undo_of_an_empty_table_is_nothing(table: Table, settings: Settings) -> None:
    HouseControls(table, settings).undo()
    assert table.now.version == 0
