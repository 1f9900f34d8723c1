"""The ports of boards, known by their names and chips, and how often one is opened."""

from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.link import End
from firmware_bridge.port import LOOK_AGAIN, Backoff, Cause, Diagnosis
from firmware_bridge.serial_ports import Plugged, ports

UNO = Plugged("/dev/ttyACM0", 0x2341, 0x0043)
COPY = Plugged("/dev/ttyUSB0", 0x1A86, 0x7523)
FTDI = Plugged("/dev/ttyUSB1", 0x0403, 0x6001)
GPS = Plugged("/dev/ttyACM1", 0x1546, 0x01A7)
SCALE = Plugged("/dev/ttyUSB2", 0x0403, 0xFFFF)
PINS = Plugged("/dev/ttyAMA0")

NAMES = {
    "/dev/ttyACM0": "usb-Arduino__www.arduino.cc__0043_5573631313135190B132-if00",
    "/dev/ttyUSB0": "usb-1a86_USB2.0-Serial-if00-port0",
    "/dev/ttyUSB1": "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    "/dev/ttyACM1": "usb-u-blox_AG_-_www.u-blox.com_u-blox_7_-_GPS_GNSS_Receiver-if00",
}


def linked(folder: Path, *plugged: Plugged) -> Path:
    """A folder with udev's links to these; their devices are files beside it."""
    by_id = folder / "by-id"
    by_id.mkdir()
    for one in plugged:
        device = folder / Path(one.name).name
        device.touch()
        (by_id / NAMES[one.name]).symlink_to(device)
    return by_id


@pytest.mark.parametrize(
    ("plugged", "found"),
    [
        ([], []),
        ([UNO], ["/dev/ttyACM0"]),
        ([FTDI, COPY, GPS, UNO, SCALE, PINS], ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyUSB1"]),
        ([GPS, SCALE, PINS], []),
        ([Plugged("/dev/ttyACM3", 0x1A86, 0x55D3)], ["/dev/ttyACM3"]),  # a copy with a CH343
        ([Plugged("/dev/ttyACM4", 0x1A86, 0x55D4)], ["/dev/ttyACM4"]),  # and with a CH9102
    ],
)
def test_ports_are_known_by_their_chips(
    plugged: list[Plugged], found: list[str], tmp_path: Path
) -> None:
    """Other devices are left alone, and so are those of a maker whose chip is another one."""
    assert ports("", plugged, tmp_path / "by-id") == tuple(found)


def test_the_names_that_stay_come_first(tmp_path: Path) -> None:
    by_id = linked(tmp_path, COPY, GPS, UNO)
    here = [one._replace(name=str(tmp_path / Path(one.name).name)) for one in (COPY, GPS, UNO)]
    links = (str(by_id / NAMES[UNO.name]), str(by_id / NAMES[COPY.name]))
    assert ports("", [*here, FTDI], by_id) == (*links, FTDI.name)


def test_a_link_to_nothing_is_none(tmp_path: Path) -> None:
    by_id = linked(tmp_path, UNO)
    (tmp_path / "ttyACM0").unlink()
    assert ports("", [], by_id) == ()


def test_a_port_that_is_named_is_the_only_one(tmp_path: Path) -> None:
    by_id = linked(tmp_path, UNO)
    named = tmp_path / "serial0"
    assert ports(str(named), [UNO], by_id) == ()
    named.touch()
    assert ports(str(named), [UNO], by_id) == (str(named),)


HOUR = 3600.0
ASKED_FOR = 3.0
"""Seconds that nobody answers HELLO."""


def openings(why: Cause, seconds: float, *, steady: bool = False) -> list[float]:
    """Return the seconds at which a port is opened of which that comes each time."""
    backoff, now, at = Backoff(), 0.0, list[float]()
    while now < seconds:
        if backoff.due((UNO.name,), now):
            at.append(now)
            now += ASKED_FOR if why is End.NO_ANSWER else 0
            backoff.tried(Diagnosis(why, UNO.name), now, steady=steady)
        now += LOOK_AGAIN
    return at


OPENINGS: dict[str, tuple[Cause, bool, list[float], int]] = {
    "nobody answers": (End.NO_ANSWER, False, [3.25, 3.5, 4, 5, 7, 11, 19, 35, 63, 63], 64),
    "it falls silent at once": (End.SILENCE, False, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60], 67),
    "it falls silent now and then": (End.SILENCE, True, [0.25, 0.25, 0.25], 14_400),
    "it has no room": (End.UNFIT, False, [300, 300], 12),
    "it speaks another version": (End.OTHER_VERSION, False, [300, 300], 12),
    "it refuses": (End.REFUSED, False, [300, 300], 12),
    "it does not open": (OSError(16, "busy"), False, [0.25, 0.5, 1, 2, 4, 5, 5], 724),
}


@pytest.mark.parametrize(("why", "steady", "waits", "an_hour"), OPENINGS.values(), ids=OPENINGS)
def test_port_is_tried_with_backoff(
    why: Cause, steady: bool, waits: list[float], an_hour: int
) -> None:
    """The seconds from one opening to the next, and how many there are in the first hour."""
    at = openings(why, HOUR, steady=steady)
    assert [after - before for before, after in pairwise(at[: len(waits) + 1])] == waits
    assert len(at) == an_hour


def test_port_that_reappears_is_tried_immediately() -> None:
    backoff = Backoff()
    assert backoff.due((UNO.name, "gps"), 0) == (UNO.name, "gps")
    backoff.tried(Diagnosis(End.UNFIT, UNO.name), 0, steady=False)
    backoff.tried(Diagnosis(End.NO_ANSWER, "gps"), 0, steady=False)
    assert backoff.due((UNO.name, "gps"), 0.2) == ()
    assert backoff.due(("gps",), 0.24) == ()
    assert backoff.due((UNO.name, "gps"), 0.24) == (UNO.name,)
    assert backoff.due((UNO.name, "gps"), 0.25) == (UNO.name, "gps")


def test_diagnosis_is_of_ports_that_are_there() -> None:
    backoff = Backoff()
    assert backoff.worst == Diagnosis()
    backoff.tried(Diagnosis(End.UNFIT, UNO.name), 0, steady=False)
    backoff.tried(Diagnosis(End.NO_ANSWER, "gps"), 0, steady=False)
    assert backoff.worst == Diagnosis(End.UNFIT, UNO.name)
    backoff.due(("gps",), 1)
    assert backoff.worst == Diagnosis(End.NO_ANSWER, "gps")
    backoff.due((), 1)
    assert backoff.worst == Diagnosis()
