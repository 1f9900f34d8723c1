"""Ports: controllers are recognized by chip, come, go and freeze, and never block the lights."""

import threading
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from firmware_bridge import serial_ports
from firmware_bridge.link import End
from firmware_bridge.port import SCAN_SECONDS, Backoff, Cause, Diagnosis, KeyReceiver, Port
from firmware_bridge.protocol.messages import BYTES, NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial_ports import Plugged, SerialTransport, greeting_at, plugged_in, ports
from firmware_bridge.simulated import Controller
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.pty_controller import Booting, Desk, Frozen, Plug

TAPE = Tape(pixels=121, limit_ma=60_000, led_ma=60, link=NO_PIXEL)
OPEN = partial(SerialTransport, baud=115_200)
DARK = bytes(BYTES * TAPE.pixels)
RED = b"\0\xff\0" * TAPE.pixels
HELLO = bytes.fromhex("00 02 01 04 01 14 72 00")


def port_at(desk: Desk, keypad: KeyReceiver | None = None) -> Port:
    return Port(desk.find, OPEN, TAPE, keypad or KeyReceiver())


def held() -> tuple[int, set[threading.Thread]]:
    return len([*Path("/proc/self/fd").iterdir()]), set(threading.enumerate())


def nothing_more_than(before: tuple[int, set[threading.Thread]]) -> bool:
    return all(now <= then for now, then in zip(held(), before, strict=True))


def shown(plug: Plug, picture: bytes) -> float:
    return soon(lambda: plug.controller.shown == picture)


def replugged(
    desk: Desk,
    times: int,
    start: type[Controller] | type[Booting] = Controller,
    pauses: Sequence[float] = (0, 0.01, 0.3),
) -> list[float]:
    """Replug the controller repeatedly; return the seconds from each plug to the newest picture."""
    chance, took = Random(times), list[float]()
    port, plug = port_at(desk), desk.plug(start())
    for time in range(times):
        port.show(RED)
        shown(plug, RED)
        name = plug.name
        plug.pull()
        wanted = chance.randbytes(BYTES * TAPE.pixels)
        port.show(wanted)
        sleep(chance.choice(pauses))
        plug = desk.plug(start(boot=time % 3))
        assert plug.name != name
        took.append(shown(plug, wanted))
    port.close()
    plug.pull()
    return took


@pytest.mark.parametrize("times", [6, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_controller_that_comes_back_has_the_right_picture(desk: Desk, times: int) -> None:
    before = held()
    took = replugged(desk, times)
    assert max(took) < limit(2)
    assert nothing_more_than(before)


@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_right_picture_within_two_seconds_though_the_boot_loader_takes_long(
    desk: Desk, times: int
) -> None:
    """An Uno's takes 1.6 s, during which it ignores input. One attempt may be late on a busy
    machine."""
    took = replugged(desk, times, Booting, [0.3 + 0.013 * step for step in range(20)])
    print(f"{times} times: {sorted(took)[times // 2]:.2f} s at the median, {max(took):.2f} at most")
    assert min(took) > 1.6
    assert sorted(took)[-2] < limit(2)


def test_port_in_use_is_refused(desk: Desk) -> None:
    plug = desk.plug(Controller())
    first = port_at(desk)
    first.show(RED)
    shown(plug, RED)
    second = port_at(desk)
    second.show(RED)
    second.settle(2)
    assert second.diagnosis
    assert isinstance(second.diagnosis.cause, OSError)
    assert second.diagnosis.cause.errno == 11
    first.close()
    shown(plug, RED)
    second.close()


def test_keys_come_once_each_and_are_let_go(desk: Desk) -> None:
    told = list[tuple[str, bool]]()
    plug = desk.plug(Controller())
    port = port_at(desk, KeyReceiver(lambda name, down: told.append((name, down))))
    port.show(RED)
    shown(plug, RED)
    for number in (0, 13, 15):
        plug.press(number)
    soon(lambda: len(told) == 6)
    plug.controller.press(14, monotonic())
    soon(lambda: len(told) == 7)
    plug.pull()
    soon(lambda: len(told) == 8)
    port.close()
    names = ("A", "A", "GO", "GO", "OK", "OK", "UNDO", "UNDO")
    assert told == [(name, at % 2 == 0) for at, name in enumerate(names)]


class Gone:
    """A port that disappears when read, and must not be woken after closing."""

    def __init__(self, name: str) -> None:
        self.name, self.closed, self.woken_late = name, False, 0

    def read(self, timeout: float) -> bytes:
        raise OSError("unplugged")

    def write(self, data: bytes) -> None:
        """The loss is not noticed yet."""

    def wake(self) -> None:
        """Its descriptors may be reused, for example by the journal."""
        self.woken_late += self.closed

    def close(self) -> None:
        self.closed = True


def test_a_closed_wire_is_never_woken() -> None:
    wires = list[Gone]()

    def open_wire(name: str) -> Gone:
        wires.append(Gone(name))
        return wires[-1]

    port = Port(lambda: ("somewhere",), open_wire, TAPE, KeyReceiver())
    for _ in range(200):
        port.show(RED)
        sleep(0.002)
    port.close()
    assert len(wires) > 1
    assert sum(wire.woken_late for wire in wires) == 0


def test_greeting_is_read_from_a_port(desk: Desk) -> None:
    plug = desk.plug(Controller(pixels_room=99))
    assert greeting_at(plug.name, 115_200).pixels == 99
    plug.pull()
    plug = desk.plug(Frozen())
    with pytest.raises(TimeoutError):
        greeting_at(plug.name, 115_200)
    plug.pull()
    with pytest.raises(OSError, match="No such file"):
        greeting_at("/dev/nothing", 115_200)


def test_a_wake_before_the_reading_is_not_lost(desk: Desk) -> None:
    plug = desk.plug(Frozen())
    wire = OPEN(plug.name)
    for _ in range(100_000):
        wire.wake()
    began = monotonic()
    assert wire.read(5) == b""
    assert wire.read(0.05) == b""
    assert 0.04 < monotonic() - began < limit(2)
    wire.close()
    wire.close()


def test_port_that_takes_no_bytes_raises(desk: Desk) -> None:
    plug = desk.plug(Frozen(), deaf=True)
    wire = OPEN(plug.name)
    began = monotonic()
    with pytest.raises(OSError, match=r"[Tt]imeout"):
        wire.write(bytes(100_000))
    wire.close()
    assert 0.9 < monotonic() - began < limit(2)


LISTED = SimpleNamespace(device="/dev/uno", vid=0x2341, pid=0x43)


def test_what_is_plugged_into_this_machine_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    gps = SimpleNamespace(device="/dev/gps", vid=0x1546, pid=1)
    there = [LISTED, SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None), gps]
    monkeypatch.setattr(serial_ports, "comports", lambda: there)
    assert plugged_in("")()[-1] == "/dev/uno"
    assert not {"/dev/ttyS0", "/dev/gps"} & {*plugged_in("")()}
    assert plugged_in("/dev/null")() == ("/dev/null",)
    assert plugged_in("/dev/nothing")() == ()


def test_a_device_that_goes_while_it_is_checked_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pyserial reads the vendor id after it has disappeared."""
    bad = [TypeError("int() can’t convert non-string with explicit base"), ValueError(), OSError()]

    def comports() -> list[SimpleNamespace]:
        if bad:
            raise bad.pop()
        return [LISTED]

    monkeypatch.setattr(serial_ports, "comports", comports)
    find = plugged_in("")
    assert ["/dev/uno" in find() for _ in range(4)] == [False, False, False, True]


UNO = Plugged("/dev/ttyACM0", 0x2341, 0x0043)
COPY = Plugged("/dev/ttyUSB0", 0x1A86, 0x7523)
FTDI = Plugged("/dev/ttyUSB1", 0x0403, 0x6001)
GPS = Plugged("/dev/ttyACM1", 0x1546, 0x01A7)
SCALE = Plugged("/dev/ttyUSB2", 0x0403, 0xFFFF)
PINS = Plugged("/dev/ttyAMA0")
PICO = Plugged("/dev/ttyACM2", 0x2E8A, 0x000A)

NAMES = {
    "/dev/ttyACM0": "usb-Arduino__www.arduino.cc__0043_5573631313135190B132-if00",
    "/dev/ttyUSB0": "usb-1a86_USB2.0-Serial-if00-port0",
    "/dev/ttyUSB1": "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    "/dev/ttyACM2": "usb-Cribble_Pico-if00",
    "/dev/ttyACM1": "usb-u-blox_AG_-_www.u-blox.com_u-blox_7_-_GPS_GNSS_Receiver-if00",
}


def linked(folder: Path, *plugged: Plugged) -> Path:
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
        ([FTDI, COPY, GPS, UNO, SCALE, PINS], ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyUSB1"]),
        ([Plugged("/dev/ttyACM3", 0x1A86, 0x55D3)], ["/dev/ttyACM3"]),  # a clone with a CH343
        ([Plugged("/dev/ttyACM4", 0x1A86, 0x55D4)], ["/dev/ttyACM4"]),  # or a CH9102
        ([PICO, Plugged("/dev/ttyACM5", 0x2E8A, 0x0005)], [PICO.name]),  # and one with MicroPython
    ],
)
def test_ports_are_known_by_their_chips(
    plugged: list[Plugged], found: list[str], tmp_path: Path
) -> None:
    assert ports("", plugged, tmp_path / "by-id") == tuple(found)


def test_the_names_that_stay_come_first(tmp_path: Path) -> None:
    all_linked = (COPY, GPS, UNO, PICO)
    by_id = linked(tmp_path, *all_linked)
    here = [one._replace(name=str(tmp_path / Path(one.name).name)) for one in all_linked]
    links = tuple(str(by_id / NAMES[one.name]) for one in (UNO, COPY, PICO))
    assert ports("", [*here, FTDI], by_id) == (*links, FTDI.name)


HOUR = 3600.0
ASKED_FOR = 3.0
"""Seconds without an answer to HELLO."""


def openings(why: Cause, seconds: float, *, steady: bool = False) -> list[float]:
    backoff, now, at = Backoff(), 0.0, list[float]()
    while now < seconds:
        if backoff.due((UNO.name,), now):
            at.append(now)
            now += ASKED_FOR if why is End.NO_ANSWER else 0
            backoff.tried(Diagnosis(why, UNO.name), now, steady=steady)
        now += SCAN_SECONDS
    return at


OPENINGS: dict[str, tuple[Cause, bool, list[float], int]] = {
    "nobody answers": (End.NO_ANSWER, False, [3.25, 3.5, 4, 5, 7, 11, 19, 35, 63, 63], 64),
    "it falls silent at once": (End.SILENCE, False, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60], 67),
    "it falls silent now and then": (End.SILENCE, True, [0.25, 0.25, 0.25], 14_400),
    "it has no room": (End.UNFIT, False, [300, 300], 12),
    "it does not open": (OSError(16, "busy"), False, [0.25, 0.5, 1, 2, 4, 5, 5], 724),
}


@pytest.mark.parametrize(("why", "steady", "waits", "an_hour"), OPENINGS.values(), ids=OPENINGS)
def test_port_is_tried_with_backoff(
    why: Cause, steady: bool, waits: list[float], an_hour: int
) -> None:
    at = openings(why, HOUR, steady=steady)
    assert [after - before for before, after in pairwise(at[: len(waits) + 1])] == waits
    assert len(at) == an_hour


def test_the_worst_diagnosis_of_all_ports_is_reported() -> None:
    for better, worse in pairwise((End.NO_ANSWER, OSError(16, "busy"), End.UNFIT)):
        backoff = Backoff()
        backoff.tried(Diagnosis(better, UNO.name), 0.0, steady=False)
        backoff.tried(Diagnosis(worse, COPY.name), 0.0, steady=False)
        assert backoff.worst == Diagnosis(worse, COPY.name)
