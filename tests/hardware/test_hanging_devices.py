"""Devices that hang at shutdown: each is abandoned after a timeout, and the log names it."""

import threading
from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic
from typing import Any

import pytest

from hardware.buzzer import SoundEffects
from hardware.display import Readout
from hardware.keypads.keypad import KeyDispatcher, ReopeningKeypad
from hardware.keypads.matrix import MatrixKeypad
from scorekeeper.game.actions import Peg
from scorekeeper.keypad.key import Key
from scorekeeper.table import Table
from tests.kit.drivers.waiting import limit
from tests.kit.fakes.hanging_devices import Hang, Hanging
from tests.kit.fakes.lights import lights

WITHIN = 0.1
SOON = limit(2)


@pytest.fixture
def hang() -> Iterator[Hang]:
    hang = Hang()
    yield hang
    hang.released.set()


FOLLOWERS: dict[str, Callable[[Table, Callable[[], Any]], Any]] = {
    "lights": lights,
    "readout": lambda table, open_device: Readout(table, open_device, lambda _: None),
    "buzzer": lambda table, open_device: SoundEffects(table, open_device, lambda _: None),
    "keypads": lambda _, open_device: ReopeningKeypad(open_device, lambda *_: None),
}


def check_left_behind(
    name: str, reached: Event, stop: Callable[[float], object], caplog: pytest.LogCaptureFixture
) -> None:
    """Check that *stop* returns in time if *name* hangs, that the log names it, and that its thread
    does not keep the process alive."""
    assert reached.wait(SOON)
    began = monotonic()
    stop(WITHIN)
    assert monotonic() - began < SOON
    assert f"{name} is not responding: abandoned after 0.1 s" in caplog.messages
    assert {thread.daemon for thread in threading.enumerate() if thread.name == name} == {True}


@pytest.mark.parametrize(
    ("name", "when"),
    [*((name, "in use") for name in FOLLOWERS), ("lights", "opened"), ("keypads", "closed")],
)
def test_a_device_that_hangs_is_left_behind_in_time(
    name: str, when: str, living: Table, hang: Hang, caplog: pytest.LogCaptureFixture
) -> None:
    used = Hanging(hang, "show", "hide", "sound", "health")
    closing = Hanging(hang, "close")
    openers = {"in use": lambda: used, "opened": hang, "closed": lambda: closing}
    follower = FOLLOWERS[name](living, openers[when])
    follower.start()
    reached = closing.used if when == "closed" else hang.reached
    assert reached.wait(SOON)
    assert living.submit(Peg(team=0, points=3)).snapshot.game.scores == (3, 0)
    stop = follower.close if isinstance(follower, ReopeningKeypad) else follower.stop
    check_left_behind(name, reached, stop, caplog)


def test_a_key_that_hangs_at_the_journal_is_left_behind_in_time(
    hang: Hang, caplog: pytest.LogCaptureFixture
) -> None:
    dispatcher = KeyDispatcher(hang).start()
    dispatcher.take(Key.TWO, True)
    check_left_behind("keypad", hang.reached, dispatcher.close, caplog)


def test_a_matrix_that_hangs_is_left_behind_in_time(
    hang: Hang, caplog: pytest.LogCaptureFixture
) -> None:
    matrix = Hanging(hang, "is_touched")
    keypad = MatrixKeypad(matrix, lambda _: None)  # type: ignore[arg-type]
    check_left_behind("matrix", hang.reached, keypad.close, caplog)
    assert "close" not in matrix.called, "a pin that hangs is not given back"
