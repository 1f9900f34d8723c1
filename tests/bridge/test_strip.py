"""The strip behind a microcontroller: driven by the lights' loop; faults reported in words."""

import errno
from collections.abc import Iterator
from functools import partial
from time import monotonic

import pytest
from msgspec.structs import replace

from cribble.devices.microcontroller import bridge, tape_of
from firmware_bridge.link import End, Greeting, Key
from firmware_bridge.port import DEFAULT_LAYOUT, Diagnosis, KeyReceiver
from firmware_bridge.protocol.messages import NO_PIXEL
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial_ports import SerialTransport
from firmware_bridge.simulated import Controller
from firmware_bridge.strip import BridgeSettings, BridgeStrip, fault_of
from hardware.strips.strip import CaptureStrip, StripSetup, StripWiring, arranged
from scorekeeper.board.light import Power
from scorekeeper.board.wiring import Lamps
from scorekeeper.device import DeviceFault, TransientFault
from scorekeeper.game.actions import Peg
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.lights import STILL_BOARD, ann_and_ben, lights
from tests.kit.fakes.pty_controller import Desk, Frozen

SETUP = StripSetup(STILL_BOARD, power=Power(limit_ma=60_000))
DARK = bytes(3 * STILL_BOARD.pixels)
PEGS = bytes((10, 20, 30)) + DARK[3:]


def strip_at(desk: Desk, setup: StripSetup = SETUP) -> BridgeStrip:
    return bridge(setup, desk.find, partial(SerialTransport, baud=115_200))


def test_the_controller_gets_the_colours_in_the_order_of_the_strip(desk: Desk) -> None:
    plug = desk.plug(Controller())
    strip = strip_at(desk, SETUP._replace(wiring=StripWiring(order="BRG")))
    strip.show(PEGS)
    soon(lambda: plug.controller.shown == bytes((30, 10, 20)) + DARK[3:])
    assert strip.health == "ok"
    strip.close()


def test_a_strip_with_white_lights_is_refused(desk: Desk) -> None:
    with pytest.raises(DeviceFault, match=r"strip\.order is GRBW"):
        strip_at(desk, SETUP._replace(wiring=StripWiring(order="GRBW")))


def test_the_controller_is_told_of_its_strip() -> None:
    pixels = STILL_BOARD.pixels
    power = Power(limit_ma=850, led_ma=40)
    assert tape_of(SETUP._replace(power=power)) == Tape(pixels, 850, 40, NO_PIXEL)
    assert tape_of(SETUP._replace(power=Power(limit_ma=100_000))).limit_ma == 65_535
    wiring = replace(STILL_BOARD.wiring, pixels=pixels + 1, lamps=Lamps(link=pixels))
    board = replace(STILL_BOARD, wiring=wiring)
    assert tape_of(SETUP._replace(board=board)) == Tape(pixels + 1, 60_000, 60, pixels)


@pytest.fixture
def table() -> Iterator[Table]:
    with ann_and_ben() as table:
        yield table


def test_the_lights_go_on_with_a_controller_that_comes_and_goes(desk: Desk, table: Table) -> None:
    kept = CaptureStrip()
    drawing = lights(table, partial(strip_at, desk), STILL_BOARD, refresh_every=0.2)
    drawing.start()
    soon(lambda: table.machine.strip == "lost")
    plug = desk.plug(Controller())
    soon(lambda: table.machine.strip == "ok")
    plug.pull()
    snapshot = table.submit(Peg(team=0, points=8)).snapshot
    soon(lambda: table.machine.strip == "lost")
    plug = desk.plug(Controller())
    soon(lambda: table.machine.strip == "ok")
    lights(table, kept, STILL_BOARD).draw(snapshot)
    soon(lambda: plug.controller.shown == arranged(drawing.shown.after(-1, 0)[1], "GRB"))
    drawing.stop()
    assert plug.controller.shown == DARK


def test_a_frozen_port_delays_no_entry(desk: Desk, table: Table) -> None:
    desk.plug(Frozen(), deaf=True)
    drawing = lights(table, partial(strip_at, desk), STILL_BOARD, refresh_every=0.2)
    drawing.start()
    took = list[float]()
    for _ in range(40):
        began = monotonic()
        table.submit(Peg(team=0, points=1))
        took.append(monotonic() - began)
    assert max(took) < limit(0.5)
    soon(lambda: table.machine.strip == "lost")
    before, _ = drawing.shown.after(-1, 0)
    table.submit(Peg(team=1, points=8))
    assert soon(lambda: drawing.shown.after(-1, 0)[0] > before + 1) < limit(1)
    began = monotonic()
    drawing.stop()
    assert monotonic() - began < limit(3.5)


SETTINGS = BridgeSettings(at="", baud=115_200, lights=363, user="ann")
HERE = "/dev/ttyACM0"
GREETING = Greeting(version=2, firmware=1, boot=7, pixels=400, payload=247, keys=16)
TROUBLES = {
    Diagnosis(): (
        "No microcontroller is plugged in: connect it by USB, or name its port in strip.at."
    ),
    Diagnosis(End.NO_ANSWER, HERE): (
        "No response on /dev/ttyACM0 at 115200 baud: is Cribble’s firmware on it (see "
        "docs/flashing.md), and was it built for strip.baud?"
    ),
    Diagnosis(End.SILENCE, HERE): (
        "The microcontroller at /dev/ttyACM0 no longer responds: is it still plugged in?"
    ),
    Diagnosis(End.OTHER_VERSION, HERE, GREETING): (
        "The microcontroller at /dev/ttyACM0 uses protocol version 2, but this program "
        "uses version 1: flash the firmware that came with this program (see "
        "docs/flashing.md)."
    ),
    Diagnosis(End.UNFIT, HERE, GREETING._replace(pixels=99)): (
        "The microcontroller at /dev/ttyACM0 has room for 99 lights, not 363."
    ),
    Diagnosis(End.REFUSED, HERE): (
        "The microcontroller at /dev/ttyACM0 does not understand this program: flash "
        "the firmware that came with it (see docs/flashing.md)."
    ),
    Diagnosis(OSError(errno.EAGAIN, "busy"), HERE): (
        "Another program is using /dev/ttyACM0: close it, or name another port in strip.at."
    ),
    Diagnosis(OSError(errno.EACCES, "denied"), HERE): (
        "ann is not allowed to use /dev/ttyACM0: run sudo usermod -aG dialout ann and restart "
        "the machine."
    ),
}


@pytest.mark.parametrize(("trouble", "sentence"), TROUBLES.items(), ids=lambda one: str(one)[:40])
def test_every_diagnosis_says_what_mends_it(trouble: Diagnosis, sentence: str) -> None:
    fault = fault_of(trouble, SETTINGS)
    assert str(fault) == sentence
    assert Words.of("fr").say(fault.sentence, **fault.values) != sentence


def test_strip_is_reopened_after_a_mistake_in_the_program(desk: Desk) -> None:
    strip = strip_at(desk)
    strip.close()
    with pytest.raises(DeviceFault, match="microcontroller has disconnected") as caught:
        strip.show(DARK)
    assert not isinstance(caught.value, TransientFault)


def test_a_controller_that_starts_anew_lets_its_keys_go() -> None:
    told = list[str]()
    keypad = KeyReceiver(lambda name, down: told.append(name + ("+" if down else "-")))
    for key in (Key(7, 0, 13, down=True), Key(7, 0, 13, down=True), Key(8, 0, 15, down=True)):
        keypad.receive(key)
    assert told == ["GO+", "GO-", "OK+"]
    keypad.let_go()
    assert told[3:] == ["OK-"]


def test_a_layout_has_sixteen_names() -> None:
    for layout in (
        DEFAULT_LAYOUT + " X",
        "A " + DEFAULT_LAYOUT,
        DEFAULT_LAYOUT.replace("K", "A"),
        "",
    ):
        with pytest.raises(ValueError, match="16 distinct keys, not"):
            KeyReceiver(layout=layout)
