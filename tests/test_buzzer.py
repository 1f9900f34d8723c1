"""The buzzer: which change sounds how, and that the pin goes up and down for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.buzzer import (
    CLAIMED,
    GO,
    KEY_REFUSED,
    SCORED,
    WON,
    Buzzer,
    Pattern,
    open_buzzer,
    sound,
)
from hardware.part_fault import PartFault
from scorekeeper.game.events import awards_of
from scorekeeper.game.wire import read_asked
from scorekeeper.keys import Key
from scorekeeper.table import Journal, Keys, Table
from tests.test_keypads import soon

START = '{"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1}'
HEARD: tuple[tuple[str, Pattern | None], ...] = (
    (START, None),
    ('{"do": "starter", "card": "5"}', None),
    ('{"do": "play", "card": "10"}', None),
    ('{"do": "play", "card": "5"}', SCORED),
    ('{"do": "play", "card": "8"}', None),
    ('{"do": "play", "card": "7"}', None),
    ('{"do": "go"}', SCORED),
    ('{"do": "undo"}', None),
    ('{"do": "show"}', None),
    ('{"do": "count", "cards": ["10", "8", "2", "3"], "claim": 0}', CLAIMED),
    ('{"do": "peg", "team": 0, "points": 121}', WON),
)


@pytest.fixture
def table() -> Iterator[Table]:
    """A table at which nobody plays yet."""
    with closing(Table(Journal.in_memory())) as table:
        yield table


def test_what_is_heard_of_each_change(table: Table) -> None:
    """Points, an open muggins, a win; laid cards and what is taken back are silent."""
    for line, wanted in HEARD:
        before = table.now
        table.submit(read_asked(line))
        assert sound(before, table.now) == wanted, line


def test_a_go_without_a_point_is_heard(table: Table) -> None:
    """Where the point comes later, at the close."""
    for line in (START.replace("six-card", "britannica"), '{"do": "starter", "card": "5"}'):
        table.submit(read_asked(line))
    for card in ("10", "9", "8"):
        table.submit(read_asked(f'{{"do": "play", "card": "{card}"}}'))
    before = table.now
    table.submit(read_asked('{"do": "go"}'))
    assert sound(before, table.now) == GO


def test_what_goes_past_an_exact_finish_is_silent(table: Table) -> None:
    """It is listed, but nobody gets it."""
    near = '"scores": [0, 120], "options": {"exact_finish": true}, "dealer"'
    exact = START.replace('"dealer"', near)
    for line in (exact, '{"do": "starter", "card": "5"}', '{"do": "play", "card": "10"}'):
        table.submit(read_asked(line))
    before = table.now
    table.submit(read_asked('{"do": "play", "card": "5"}'))
    assert awards_of(table.now.latest)[0].void
    assert sound(before, table.now) is None


def test_each_refused_key_is_heard_once(table: Table) -> None:
    """And other asides are not."""
    keys, before = Keys(table), table.now
    keys.press(Key.KING)
    refused = table.now
    assert sound(before, refused) == KEY_REFUSED
    table.submit(read_asked(START))
    table.submit(read_asked('{"do": "peg", "team": 0, "points": 2}'))
    before = table.now
    table.aside("strip", "ok")
    assert sound(before, table.now) is None
    assert sound(refused, table.now) == SCORED
    before = table.now
    keys.press(Key.GO)
    assert sound(before, table.now) == KEY_REFUSED


def test_the_pin_goes_up_and_down(table: Table) -> None:
    """Through gpiozero, for what the table does; afterwards the pin is given back."""
    factory = MockFactory()
    Device.pin_factory = factory
    try:
        faults = list[PartFault]()
        buzzer = Buzzer(table, partial(open_buzzer, 20), faults.append)
        buzzer.start()
        soon(lambda: table.now.asides.get("buzzer") == "ok")
        pin = factory.pin(20)
        for line in (START, '{"do": "peg", "team": 0, "points": 2}'):
            table.submit(read_asked(line))
        soon(lambda: len(pin.states) >= 3)
        time.sleep(sum(SCORED))
        buzzer.stop()
        assert [one.state for one in pin.states][:3] == [False, True, False]
        assert table.now.asides["buzzer"] == "off"
        assert not faults
    finally:
        factory.reset()
        Device.pin_factory = None


def test_a_machine_without_pins_is_silent_and_says_so(table: Table) -> None:
    """The game goes on."""
    faults = list[PartFault]()
    buzzer = Buzzer(table, partial(open_buzzer, 20), faults.append)
    buzzer.start()
    soon(lambda: bool(faults))
    assert str(faults[0]).startswith("This machine has no pins that gpiozero can use")
    buzzer.stop()
