"""The keypads of a running table: lost and found, several at once, their pins and ports."""

import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cribble.config.schema import BuzzerConfig, Config, KeypadConfig, ReadoutConfig, StripConfig
from cribble.devices.microcontroller import BridgeKeypad
from cribble.serve.app import stop_all
from cribble.serve.devices import (
    KeypadMonitor,
    KeypadsInUse,
    SharedPortKeypad,
    keypad_names,
    peripherals,
)
from firmware_bridge.simulated import Controller, SimulatedController
from hardware.keypads.keypad import KeyDispatcher, Keypad, ReopeningKeypad
from hardware.lights import Lights
from scorekeeper.board.light import Power
from scorekeeper.board.wiring import build
from scorekeeper.device import DeviceFault, Health
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.table import Table
from scorekeeper.words import Words
from scorekeeper.words.people import KEYPAD
from tests.kit.drivers.serving import serving
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import START
from tests.kit.fakes.keypads import Wired, buttons_of
from tests.kit.fakes.pty_controller import Desk
from web.live.state import KeypadStatus, state_of

EN, FR = Words.of("en"), Words.of("fr")


def statuses(table: Table, words: Words) -> tuple[KeypadStatus, ...]:
    return state_of(table.now, words, machine=table.machine).keypads


@pytest.fixture
def keys() -> list[Key]:
    return []


class Plugged:
    def __init__(self) -> None:
        self.there, self.closed, self.health = False, False, str(Health.OK)

    def open(self) -> Keypad:
        if not self.there:
            raise OSError(19, "No such device")
        return self

    def close(self) -> None:
        self.closed = True


def test_a_keypad_is_waited_for() -> None:
    plugged, told = Plugged(), list[tuple[str, str | None]]()
    keypad = ReopeningKeypad(
        plugged.open, lambda health, why: told.append((health, why and str(why))), poll=0.01
    )
    keypad.start()
    soon(lambda: len(told) == 1)
    plugged.there = True
    soon(lambda: len(told) == 2)
    plugged.health = Health.LOST
    soon(lambda: len(told) == 3)
    plugged.health = Health.OK
    soon(lambda: len(told) == 4)
    keypad.close()
    assert plugged.closed
    gone = "It sends no keys: run cribble doctor to see how to fix it."
    assert told == [
        ("lost", "It does not work (No such device)."),
        ("ok", None),
        ("lost", gone),
        ("ok", None),
        ("off", None),
    ]


def test_lost_keypad_is_reported_to_phones_and_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Table(Journal.in_memory())) as table:
        assert statuses(table, EN) == ()
        telling = KeypadMonitor(table, FR, ["usb"])
        why = DeviceFault("It does not work ({reason}).", reason="EIO")
        telling.tell("usb", "lost", why)
        telling.tell("usb", "ok", None)
        telling.tell("usb", "lost", why)
        assert statuses(table, EN) == (KeypadStatus("usb", "lost", str(why)),)
        assert statuses(table, FR)[0].say == "Il ne fonctionne pas (EIO)."
        telling.tell("usb", "ok", None)
        telling.tell("usb", "off", None)
        assert statuses(table, EN) == (KeypadStatus("usb", "off", None),)
    assert capsys.readouterr().err == (
        "Il n’y a pas encore de clavier, on l’attend. Il ne fonctionne pas (EIO).\n"
        "Le clavier est là.\n"
        "Le clavier ne répond plus. Il ne fonctionne pas (EIO). La partie continue.\n"
        "Le clavier répond de nouveau.\n"
    )


def test_a_mistake_costs_one_key_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    keys = list[Key]()

    def press(key: Key) -> None:
        assert key is not Key.GO, "a mistake in the program"
        keys.append(key)

    with closing(KeyDispatcher(press).start()) as relayed:
        for name in ("A", "GO", "5"):
            relayed.take(name, True)
        soon(lambda: len(keys) == 2)
    assert keys == [Key.ACE, Key.FIVE]
    [mistake] = caplog.records
    assert mistake.exc_info
    assert str(mistake.exc_info[1]).startswith("a mistake in the program")


def test_keypads_of_every_kind_at_once(
    pins: MockFactory, keys: list[Key], request: pytest.FixtureRequest
) -> None:
    usb, matrix = KeypadConfig(name="usb", at="/dev/input/nothing"), KeypadConfig(name="matrix")
    config = Config(keypads=(usb, KeypadConfig(), matrix, KeypadConfig(name="buttons")))
    wired, told = Wired(pins), list[tuple[str, str]]()
    _, ok, _ = buttons_of(pins)
    keypads = KeypadsInUse(config, keys.append, lambda name, health, _: told.append((name, health)))
    request.addfinalizer(lambda: stop_all(*keypads.stops()))
    keypads.start(None)
    soon(lambda: sorted(told) == [("buttons", "ok"), ("matrix", "ok"), ("usb", "lost")])
    wired.down = {SIXTEEN.index(Key.OK)}
    ok.push()
    soon(lambda: keys == [Key.OK])
    soon(lambda: keys == [Key.OK, Key.HELD])
    assert keypads.worst == "lost"
    (lost, *well) = keypads.plain()
    assert lost["fault"].startswith("It sends no keys")
    assert well == [{"name": name, "health": "ok", "fault": None} for name in ("matrix", "buttons")]


def test_the_table_opens_without_its_keypad(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[strip]\nname = "null"\n[keypad]\nname = "matrix"\n[buzzer]\npin = 20\n')
    data = tmp_path / "data"
    with serving(data, "--config", str(config), "--access", "open") as table:
        soon(lambda: table.ask("/healthz")["keypads"][0]["health"] == "lost")
        (health,) = table.ask("/healthz")["keypads"]
        assert table.ask("/healthz")["keypad"] == "lost"
        why = "This machine has no pins that gpiozero can use (Unable to load any default pin"
        assert health["fault"].startswith(why)
        assert table.ask("/api/v1/actions", START)["version"] == 1
        (word,) = table.ask("/api/v1/state")["keypads"]
        assert word == {"name": "matrix", "health": "lost", "say": health["fault"]}
        _, code, _, err = table.stop()
    assert code == 0
    lines = sorted(line.split(". ")[0] for line in err.splitlines())
    assert lines == ["The buzzer failed", "Waiting for the keypad"]


MATRIX, BUTTONS = KeypadConfig(name="matrix"), KeypadConfig(name="buttons")

TWICE: Final[dict[str, tuple[Config, dict[str, str]]]] = {
    "usual pins": (Config(keypads=(MATRIX, BUTTONS)), {}),
    "two boxes of buttons": (
        Config(keypads=(BUTTONS, replace(BUTTONS, buttons=(5, 6, 4)))),
        {"buttons 2": "GPIO4 is used twice: by keypad.buttons and by keypad.buttons."},
    ),
    "SPI’s": (
        Config(strip=StripConfig(name="spi"), keypads=(replace(BUTTONS, buttons=(9, 5, 6)),)),
        {"buttons": "GPIO9 is used twice: by strip.name and by keypad.buttons."},
    ),
    "the display’s": (
        Config(
            readout=ReadoutConfig(name="sh1106"), keypads=(replace(BUTTONS, buttons=(2, 5, 6)),)
        ),
        {"buttons": "GPIO2 is used twice: by readout.name and by keypad.buttons."},
    ),
}


@pytest.mark.parametrize("what", TWICE)
def test_a_pin_that_is_wanted_twice_is_refused(pins: MockFactory, what: str) -> None:
    config, faults = TWICE[what]
    why = dict[str, str | None]()
    keypads = KeypadsInUse(
        config, pytest.fail, lambda name, _, fault: why.setdefault(name, fault and str(fault))
    )
    keypads.start(None)
    soon(lambda: why.keys() == {*keypad_names(config).values()})
    stop_all(*keypads.stops())
    assert why == dict.fromkeys(keypad_names(config).values()) | faults


BUZZER = BuzzerConfig(pin=20)

DEVICES: Final[dict[str, tuple[Config, str | None]]] = {
    "usual pins": (Config(keypads=(MATRIX, BUTTONS), buzzer=BUZZER), None),
    "a keypad’s": (
        Config(keypads=(BUTTONS, MATRIX), buzzer=replace(BUZZER, pin=22)),
        "GPIO22 is used twice: by keypad.columns and by buzzer.pin.",
    ),
    "the strip’s bus": (
        Config(strip=StripConfig(name="spi"), readout=ReadoutConfig(name="max7219")),
        "GPIO10 is used twice: by strip.name and by readout.name.",
    ),
}


@pytest.mark.parametrize("what", DEVICES)
def test_a_buzzer_or_display_takes_no_pin_of_another(
    pins: MockFactory, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight digits on the strip's bus would make it show what is meant for them."""
    config, fault = DEVICES[what]
    with closing(Table(Journal.in_memory())) as table:
        dark = Lights(table, build(), pytest.fail, clock=table.ticks, gamma=1, power=Power())
        (device,) = peripherals(table, config, EN, dark, lambda: None)
        device.start()
        soon(lambda: {table.machine.buzzer, table.machine.display} & {"lost", "ok"})
        if config.buzzer.pin is not None:
            assert pins.pin(config.buzzer.pin).function == ("input" if fault else "output")
        device.stop()
    said = capsys.readouterr().err
    assert fault in said if fault else said == ""


def test_a_microcontroller_that_only_has_keys(keys: list[Key]) -> None:
    controller = SimulatedController(time.monotonic)
    with closing(BridgeKeypad(controller.ports, controller.open, keys.append)) as keypad:
        assert keypad.health == Health.OK
        for place in (0, 13, 15):
            controller.turn(place, down=True)
            controller.turn(place, down=False)
        soon(lambda: len(keys) == 3)
    assert keys == [Key.ACE, Key.GO, Key.OK]


def test_keys_at_the_strips_port_are_lost_with_the_strip() -> None:
    """They work even if the strip has no power."""
    strips = (Health.OFF, Health.OK, Health.UNFED, Health.LOST, Health.BROKEN)
    keys = [SharedPortKeypad(partial(str, strip)).health for strip in strips]
    assert keys == ["off", "ok", "ok", "lost", "lost"]


def test_one_microcontroller_lights_and_types(tmp_path: Path) -> None:
    plug = Desk(tmp_path).plug(Controller())
    config = tmp_path / "config.toml"
    config.write_text(
        f'[strip]\nname = "microcontroller"\nat = "{plug.name}"\n'
        '[keypad]\nname = "microcontroller"\n'
    )
    try:
        with serving(tmp_path / "data", "--config", str(config), "--access", "open") as table:
            soon(lambda: table.ask("/healthz")["keypads"][0]["health"] == "ok")
            soon(lambda: table.ask("/healthz")["strip"] == "ok")
            dark = plug.controller.shown
            plug.hold(15)
            soon(
                lambda: table.ask("/api/v1/state")["live"].get("pending_entry") == {"kind": "game"}
            )
            for key in (1, 1, 15):  # six-card, the second seat deals, OK
                plug.press(key)
            soon(lambda: table.ask("/api/v1/state")["version"] == 1)
            state = table.ask("/api/v1/state")
            assert (state["phase"], state["dealer"]) == ("cut", 1)
            assert [entry["by"] for entry in state["record"]] == [KEYPAD]
            soon(lambda: plug.controller.shown != dark)
            _, code, _, err = table.stop()
            assert (code, err) == (0, "")
    finally:
        plug.pull()
