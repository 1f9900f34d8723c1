"""The search finds WLEDs by mDNS, boards by HELLO, and keypads by the kernel's list."""

import errno
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cribble.config.schema import Config, StripConfig
from cribble.devices import KEYPADS, STRIPS
from cribble.wizard.search import (
    MAX_FOUND,
    MAX_NAME_LENGTH,
    SERVICE,
    Announced,
    find_wleds,
    keep,
    keypads_here,
    lights_here,
)
from firmware_bridge.link import Greeting
from scorekeeper.words import Words
from tests.kit.drivers.wizard_table import fresh_machine
from tests.kit.fakes.network import wled
from tests.kit.formats.machine_file import machine

EN = Words.of("en")


def test_a_wled_is_found_by_name() -> None:
    """Real mDNS on the loopback, and JSON for the number of lights."""
    with wled(122) as one, ThreadPoolExecutor(1) as elsewhere:  # Like the page: no event loop.
        wleds = elsewhere.submit(find_wleds, 1.0).result()
    (found,) = [it for it in wleds if it.name == one.name]
    assert (found.at, found.wled.leds) == ("127.0.0.1", 122)


def test_a_network_that_announces_too_much_is_heard_for_twenty_names() -> None:
    found = dict[str, Announced]()
    keep(found, f"nowhere.{SERVICE}", [], 80)
    for number in range(100):
        keep(found, f"{'x' * 90}{number}.{SERVICE}", ["127.0.0.1", "::1"], 80)
    assert {*found.values()} == {("x" * MAX_NAME_LENGTH, "127.0.0.1", 80)}
    assert len(found) == MAX_FOUND == 20


OFFERED = {
    "pc": ["ddp", "browser", "null"],
    "pi3": ["ws281x", "spi", "ddp", "browser", "null"],
    "pi5": ["leds0", "spi", "ddp", "browser", "null"],
}


@pytest.mark.parametrize("name", OFFERED)
def test_only_what_can_work_there_is_offered(name: str, tmp_path: Path) -> None:
    here = lights_here(machine(name, tmp_path), Config(strip=StripConfig(name="null")), EN, tuple)
    assert [one.name for one in here] == OFFERED[name]
    pinned = {one.name for one in keypads_here(machine(name, tmp_path), Config(), EN)}
    assert ("matrix" in pinned) is (name != "pc")


def test_a_strip_that_lights_nothing_is_offered_where_it_is_in_use(tmp_path: Path) -> None:
    config = Config(strip=StripConfig(name="simulated"))
    here = lights_here(machine("pc", tmp_path), config, EN, tuple)
    assert [one.name for one in here] == ["simulated", *OFFERED["pc"]]


@pytest.mark.parametrize("name", STRIPS)
def test_the_strip_in_use_is_called_as_it_is_offered(name: str, tmp_path: Path) -> None:
    with fresh_machine(tmp_path, f'[strip]\nname = "{name}"\n') as host:
        shown = host.ask("GET", "setup")["strip_title"]
    assert shown not in ("", name)
    config = Config(strip=StripConfig(name=name))
    for there in ("pi3", "pi5"):
        here = lights_here(machine(there, tmp_path / there), config, EN, tuple)
        titles = {one.title for one in here if one.name == name}
        assert titles <= {shown} or name == "microcontroller"


@pytest.mark.parametrize("name", KEYPADS)
def test_the_keypad_in_use_is_called_as_it_is_offered(name: str, tmp_path: Path) -> None:
    with fresh_machine(tmp_path, f'[[keypad]]\nname = "{name}"\n') as host:
        setup = host.ask("GET", "setup")
    config = Config(strip=StripConfig(name="microcontroller"))
    here = keypads_here(machine("pi3", tmp_path / "pi"), config, EN)
    assert (setup["keypads"], setup["keypad_titles"]) == (
        [name],
        [one.title for one in here if one.name == name],
    )


def test_boards_are_named_by_what_they_answer(tmp_path: Path) -> None:
    ports = {"/dev/serial/by-id/usb-Arduino-if00": Greeting(1, 3, 7, 400, 48, 16)}
    others = {
        "/dev/serial/by-id/usb-Cribble_Pico-if00": Greeting(1, 3, 7, 1200, 48, 16),
        "/dev/ttyUSB0": TimeoutError("nobody"),
        "/dev/ttyUSB1": OSError(errno.EAGAIN, "busy"),
        "/dev/ttyUSB2": PermissionError(errno.EACCES, "denied"),
    }
    here = lights_here(machine("pc", tmp_path, ports=ports | others), Config(), EN, tuple)
    boards = [one for one in here if one.name == "microcontroller"]
    assert [(one.title, one.lights) for one in boards] == [
        ("usb-Arduino-if00", 400),
        ("Raspberry Pi Pico", 1200),
        *((f"ttyUSB{number}", None) for number in range(3)),
    ]
    assert "cribble board flash" in boards[2].about
    assert "Another program is using /dev/ttyUSB1" in boards[3].about
    assert "usermod -aG dialout" in boards[4].about


@pytest.mark.parametrize("at", ["", "/dev/ttyACM0"])
def test_a_board_of_the_config_that_is_unplugged_stays_a_choice(at: str, tmp_path: Path) -> None:
    """With its address in the config, so that the page shows it as the current one."""
    config = Config(strip=StripConfig(name="microcontroller", at=at))
    here = lights_here(machine("pc", tmp_path), config, EN, tuple)
    (board,) = [one for one in here if one.name == "microcontroller"]
    assert (board.title, board.at, board.lights) == ("Arduino or Pico: not found", at, None)
    assert board.about
    there = machine("pc", tmp_path, ports={at or "/dev/ttyACM0": Greeting(1, 3, 7, 400, 48, 16)})
    here = lights_here(there, config, EN, tuple)
    assert "Arduino or Pico: not found" not in {one.title for one in here}
    assert [one.lights for one in here if one.lights] == [400]


@pytest.mark.parametrize(
    ("name", "at"),
    [("ddp", "192.168.1.50"), ("spi", "/dev/spidev1.0"), ("microcontroller", ""), ("null", "")],
)
def test_the_strip_in_use_is_a_choice_once(name: str, at: str, tmp_path: Path) -> None:
    """In any place: no search finds a WLED of another network, or an unnamed port."""
    config = Config(strip=StripConfig(name=name, at=at))
    ports = {"/dev/ttyACM0": Greeting(1, 3, 7, 400, 48, 16)}
    here = lights_here(machine("pi3", tmp_path, ports=ports), config, EN, tuple)
    assert [(one.name, one.at) for one in here].count((name, at)) == 1


def test_a_board_at_a_port_that_only_the_config_names_is_offered(tmp_path: Path) -> None:
    board = Greeting(1, 3, 7, 400, 48, 16)
    pins = machine("pi3", tmp_path, ports={"/dev/serial0": board})
    pins.ports = lambda at: [at] if at == "/dev/serial0" else []
    config = Config(strip=StripConfig(name="microcontroller", at="/dev/serial0"))
    here = lights_here(pins, config, EN, tuple)
    assert [(one.at, one.lights) for one in here if one.name == "microcontroller"] == [
        ("/dev/serial0", 400)
    ]
