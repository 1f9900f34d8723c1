"""How often a port is opened: soon at first, and seldom enough that no Arduino wears out."""

from itertools import pairwise

import pytest

from firmware_bridge.link.inbound import End
from firmware_bridge.serial.backoff import Backoff
from firmware_bridge.serial.diagnostics import Cause, Diagnosis
from firmware_bridge.serial.port import LOOK_AGAIN

UNO = "/dev/ttyACM0"
HOUR = 3600.0
ASKED_FOR = 3.0
"""Seconds that nobody answers HELLO."""


def openings(why: Cause, seconds: float, *, steady: bool = False) -> list[float]:
    """When a port is opened of which that comes each time."""
    backoff, now, at = Backoff(), 0.0, list[float]()
    while now < seconds:
        if backoff.due((UNO,), now):
            at.append(now)
            now += ASKED_FOR if why is End.NOBODY else 0
            backoff.tried(Diagnosis(why, UNO), now, steady=steady)
        now += LOOK_AGAIN
    return at


CASES: dict[str, tuple[Cause, bool, list[float], int]] = {
    "nobody answers": (End.NOBODY, False, [3.25, 3.5, 4, 5, 7, 11, 19, 35, 63, 63], 64),
    "it falls silent at once": (End.SILENCE, False, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60], 67),
    "it falls silent now and then": (End.SILENCE, True, [0.25, 0.25, 0.25], 14_400),
    "it has no room": (End.UNFIT, False, [300, 300], 12),
    "it speaks another version": (End.OTHER_VERSION, False, [300, 300], 12),
    "it refuses": (End.REFUSED, False, [300, 300], 12),
    "it does not open": (OSError(16, "busy"), False, [0.25, 0.5, 1, 2, 4, 5, 5], 724),
}


@pytest.mark.parametrize(("why", "steady", "waits", "an_hour"), CASES.values(), ids=CASES)
def test_port_is_tried_with_backoff(
    why: Cause, steady: bool, waits: list[float], an_hour: int
) -> None:
    """The seconds from one opening to the next, and how many there are in the first hour."""
    at = openings(why, HOUR, steady=steady)
    assert [after - before for before, after in pairwise(at[: len(waits) + 1])] == waits
    assert len(at) == an_hour


def test_port_that_reappears_is_tried_immediately() -> None:
    backoff = Backoff()
    assert backoff.due((UNO, "gps"), 0) == (UNO, "gps")
    backoff.tried(Diagnosis(End.UNFIT, UNO), 0, steady=False)
    backoff.tried(Diagnosis(End.NOBODY, "gps"), 0, steady=False)
    assert backoff.due((UNO, "gps"), 0.2) == ()
    assert backoff.due(("gps",), 0.24) == ()
    assert backoff.due((UNO, "gps"), 0.24) == (UNO,)
    assert backoff.due((UNO, "gps"), 0.25) == (UNO, "gps")


def test_diagnosis_is_of_ports_that_are_there() -> None:
    backoff = Backoff()
    assert backoff.most == Diagnosis()
    backoff.tried(Diagnosis(End.UNFIT, UNO), 0, steady=False)
    backoff.tried(Diagnosis(End.NOBODY, "gps"), 0, steady=False)
    assert backoff.most == Diagnosis(End.UNFIT, UNO)
    backoff.due(("gps",), 1)
    assert backoff.most == Diagnosis(End.NOBODY, "gps")
    backoff.due((), 1)
    assert backoff.most == Diagnosis()
