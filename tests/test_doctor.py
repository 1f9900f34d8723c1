"""The doctor: what it finds on machines of every kind, and the lines with which it mends them."""

from __future__ import annotations

import json
import re
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cribble.config import StripConfig
from cribble.doctor import look
from cribble.doctor.finding import Finding, Level
from cribble.doctor.machine import this_machine
from cribble.doctor.model import CAN, lights_of
from cribble.doctor.plan import Plan, plan_of
from cribble.doctor.wled import Wled, wled_at
from cribble.settings import settings_of
from cribble.strips import STRIPS
from cribble.wires import wires_of
from firmware_bridge.told import Greeting
from scorekeeper.board.power import Power
from scorekeeper.words import Fault, Words
from tests.command_line import typed
from tests.machine_file import ANN, machine

EN, FR = Words.of("en"), Words.of("fr")
LIBRARIES = {"spidev": "3.8", "rpi_ws281x": "5.0.0"}
PI_3, PI_4, PI_5, ZERO, PC = "pi3", "pi4", "pi5", "zero", "pc"


def plan(
    strip: str,
    at: str = "",
    pixels: int = 363,
    bits: int = 8,
    limit: int = 4000,
    order: str = "GRB",
) -> Plan:
    """What a machine is to do with so many pixels."""
    wires = wires_of(StripConfig(name=strip, at=at, symbol_bits=bits, order=order))
    return Plan(strip, wires, pixels, Power(limit_ma=limit), Path("/var/lib/cribble"))


def said(found: Finding) -> str:
    """A finding on one line, with what mends it."""
    return f"{found.level}: {EN.say(found.sentence, **found.values)} [{found.mend}]"


def told(root: Path, name: str, wanted: Plan, **facts: Any) -> dict[str, list[str]]:
    """Everything that is found, by check, but what is fine everywhere."""
    patient = machine(name, root, **({"libraries": LIBRARIES} | facts))
    checks: dict[str, list[str]] = {}
    for check, found in look(patient, wanted):
        checks.setdefault(check, []).append(said(found))
    return checks


MODELS = {
    (PI_4, "spi"): ["ok: This is a Raspberry Pi 4 Model B Rev 1.4. []"],
    (PI_5, "ws281x"): [
        "ok: This is a Raspberry Pi 5 Model B Rev 1.0. []",
        (
            "wrong: The strip ws281x is not for this machine; it can light leds0, spi, ddp, "
            'microcontroller, terminal, browser, simulated, capture, null. [strip.name = "leds0"]'
        ),
    ],
    (ZERO, "leds0"): [
        "ok: This is a Raspberry Pi Zero 2 W Rev 1.0. []",
        (
            "wrong: The strip leds0 is not for this machine; it can light ws281x, spi, ddp, "
            'microcontroller, terminal, browser, simulated, capture, null. [strip.name = "ws281x"]'
        ),
    ],
    (PC, "ddp"): [
        "note: This is no Raspberry Pi: its lights are on USB, on the network or on a screen. []"
    ],
    (PC, "spi"): [
        "note: This is no Raspberry Pi: its lights are on USB, on the network or on a screen. []",
        (
            "wrong: The strip spi is not for this machine; it can light ddp, microcontroller, "
            'terminal, browser, simulated, capture, null. [strip.name = "ddp"]'
        ),
    ],
}


@pytest.mark.parametrize(("name", "strip"), MODELS)
def test_the_model_decides_which_strips_there_can_be(name: str, strip: str, tmp_path: Path) -> None:
    """Every machine is told what it is, and a strip that it cannot light is named with others."""
    assert told(tmp_path, name, plan(strip))["model"] == MODELS[name, strip]


TO_CONFIG = r"printf '[all]\n{}\n' | sudo tee -a {} && sudo reboot"
OF_ANN = ANN._replace(groups=frozenset({"ann"}))
UNO, GPS = "/dev/ttyACM0", "/dev/ttyUSB0"
DIALOUT = f"== nodes\ncrw-rw---- dialout {UNO}\ncrw-rw---- dialout {GPS}\n"
ANN_DIALS = ANN._replace(groups=frozenset({"ann", "dialout"}))
GREETING = Greeting(version=1, firmware=1, boot=7, pixels=400, payload=247, keys=16)
STRANGER = OF_ANN._replace(name="ben")

CASES: dict[str, tuple[str, Plan, dict[str, Any], str, str]] = {
    "the device is there": (
        PI_4,
        plan("spi"),
        {},
        "spi-device",
        "ok: /dev/spidev0.0 is open to ann. []",
    ),
    "SPI is switched off, or on for another model": (
        PI_3,
        plan("spi"),
        {},
        "spi-device",
        (
            "wrong: There is no /dev/spidev0.0: SPI is not switched on in /boot/config.txt. "
            f"[{TO_CONFIG.format('dtparam=spi=on', '/boot/config.txt')}]"
        ),
    ),
    "SPI was switched on since the Pi started": (
        ZERO,
        plan("spi", "/dev/spidev1.0"),
        {},
        "spi-device",
        (
            "wrong: There is no /dev/spidev1.0, though /boot/firmware/config.txt switches SPI on: "
            "the Pi must start anew. [sudo reboot]"
        ),
    ),
    "the user is in no group": (
        PI_4,
        plan("spi"),
        {"user": STRANGER},
        "spi-device",
        (
            "wrong: /dev/spidev0.0 is closed to ben: it is for the group spi. "
            "[sudo usermod -aG spi ben && sudo reboot]"
        ),
    ),
    "the user was put into the group just now": (
        PI_4,
        plan("spi"),
        {"user": OF_ANN},
        "spi-device",
        "wrong: ann was put into the group spi, but not while this session runs. [sudo reboot]",
    ),
    "a frame is greater than the buffer": (
        PI_4,
        plan("spi"),
        {},
        "spi-buffer",
        (
            "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. [sudo sed -i "
            "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
            " && sudo reboot]"
        ),
    ),
    "three bits for one fit": (
        PI_4,
        plan("spi", bits=3),
        {},
        "spi-buffer",
        "ok: 363 lights take 3447 bytes; SPI sends 4096 at once. []",
    ),
    "the library's own way to send is the longer one": (
        PI_4,
        plan("ws281x", "10"),
        {},
        "spi-buffer",
        (
            "wrong: 363 lights take 4396 bytes, but SPI sends only 4096 at once. [sudo sed -i "
            "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
            " && sudo reboot]"
        ),
    ),
    "a greater buffer was asked for": (
        ZERO,
        plan("spi"),
        {},
        "spi-buffer",
        "ok: 363 lights take 9192 bytes; SPI sends 32768 at once. []",
    ),
    "no file says what the kernel is told": (
        PC,
        plan("spi"),
        {"also": "== /proc/device-tree/model\nRaspberry Pi 4 Model B Rev 1.4\n"},
        "spi-buffer",
        (
            "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. "
            "[echo 'options spidev bufsiz=32768' | sudo tee /etc/modprobe.d/cribble-spidev.conf"
            " && sudo reboot]"
        ),
    ),
    "the clock of a Pi 3 goes up and down": (
        PI_3,
        plan("spi"),
        {},
        "spi-clock",
        (
            "wrong: SPI goes by the clock of the core, which is not held still in "
            "/boot/config.txt. "
            f"[{TO_CONFIG.format('core_freq=250', '/boot/config.txt')}]"
        ),
    ),
    "a Pi 4 wants another clock": (
        PI_4,
        plan("spi"),
        {},
        "spi-clock",
        "wrong: SPI goes by the clock of the core, which is not held still in "
        "/boot/firmware/config.txt. "
        + f"[{TO_CONFIG}]".format(r"core_freq=500\ncore_freq_min=500", "/boot/firmware/config.txt"),
    ),
    "the clock is held still": (
        ZERO,
        plan("spi"),
        {},
        "spi-clock",
        "ok: The clock of the core is held still for SPI (core_freq=250). []",
    ),
    "the clock is always at its highest": (
        PI_3,
        plan("spi"),
        {"also": "== /boot/config.txt\nforce_turbo=1\n"},
        "spi-clock",
        "ok: The clock of the core is held still for SPI (force_turbo=1). []",
    ),
    "the lamp has SPI for itself": (
        PI_4,
        plan("ws281x", "10"),
        {"user": STRANGER},
        "spi-device",
        "ok: There is a /dev/spidev0.0. []",
    ),
    "the library is missing": (
        PI_4,
        plan("spi"),
        {"libraries": {}},
        "library",
        "wrong: The library spidev is missing. [sudo apt-get install python3-spidev]",
    ),
    "the library is here": (
        PI_4,
        plan("ws281x"),
        {},
        "library",
        "ok: The library rpi_ws281x is here: version 5.0.0. []",
    ),
    "the lamp was never installed": (
        PI_4,
        plan("ws281x"),
        {},
        "lamp",
        (
            "wrong: The lamp process does not run: there is no /run/cribble-lamp/socket. "
            "[sudo cp docs/units/cribble-lamp.service /etc/systemd/system/"
            " && sudo systemctl enable --now cribble-lamp]"
        ),
    ),
    "the lamp was installed and is off": (
        PI_3,
        plan("ws281x", "18@/run/other"),
        {},
        "lamp",
        (
            "wrong: The lamp process does not run: there is no /run/other. "
            "[sudo systemctl enable --now cribble-lamp]"
        ),
    ),
    "the lamp is not for this user": (
        PI_3,
        plan("ws281x"),
        {"user": STRANGER},
        "lamp",
        (
            "wrong: /run/cribble-lamp/socket is closed to ben: it is for the group cribble. "
            "[sudo usermod -aG cribble ben && sudo reboot]"
        ),
    ),
    "the lamp hangs up": (
        PI_3,
        plan("ws281x"),
        {"user": ANN._replace(groups=frozenset({"cribble"})), "answering": False},
        "lamp",
        (
            "ok: /run/cribble-lamp/socket is open to ann. [] "
            "wrong: Nothing answers at /run/cribble-lamp/socket: the lamp process has ended. "
            "[sudo systemctl restart cribble-lamp]"
        ),
    ),
    "the lamp answers": (
        PI_3,
        plan("ws281x"),
        {"user": ANN._replace(groups=frozenset({"cribble"}))},
        "lamp",
        "ok: /run/cribble-lamp/socket is open to ann. []",
    ),
    "there is no such pin": (
        PI_3,
        plan("ws281x", "4"),
        {},
        "lamp",
        (
            'wrong: strip.at cannot be "4"; for ws281x it is one of the pins 10, 12, 13, 18, 19, '
            "21. "
            '[strip.at = "18"]'
        ),
    ),
    "the Pi's sound is on": (
        PI_3,
        plan("ws281x"),
        {},
        "audio",
        (
            "wrong: The Pi's own sound takes the pulses that ws281x needs at pin 18. "
            "[echo 'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf"
            " && sudo reboot]"
        ),
    ),
    "the Pi's sound is off": (
        ZERO,
        plan("ws281x", "12"),
        {},
        "audio",
        "ok: The Pi's own sound is off, so that pin 12 is free. []",
    ),
    "only root may use the lights of a Pi 5": (
        PI_5,
        plan("leds0", pixels=60),
        {},
        "leds0-device",
        (
            "wrong: /dev/leds0 is closed to everybody but root. "
            """[echo 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"' """
            "| sudo tee /etc/udev/rules.d/60-leds.rules && sudo reboot]"
        ),
    ),
    "a device of root's group is nobody else's": (
        PI_5,
        plan("leds0", pixels=60),
        {"also": "== nodes\ncrw-rw---- root /dev/leds0\n"},
        "leds0-device",
        (
            "wrong: /dev/leds0 is closed to everybody but root. "
            """[echo 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"' """
            "| sudo tee /etc/udev/rules.d/60-leds.rules && sudo reboot]"
        ),
    ),
    "the overlay is missing": (
        PI_5,
        plan("leds0", "/dev/leds0"),
        {"also": "== nodes\n== /boot/firmware/config.txt\n[cm5]\ndtoverlay=ws2812-pio\n"},
        "leds0-device",
        "wrong: There is no /dev/leds0: /boot/firmware/config.txt does not ask for it. "
        + f"[{TO_CONFIG}]".format(
            "dtoverlay=ws2812-pio,gpio=18,num_leds=363", "/boot/firmware/config.txt"
        ),
    ),
    "the overlay came since the Pi started": (
        PI_5,
        plan("leds0", "/dev/leds1"),
        {},
        "leds0-device",
        (
            "wrong: There is no /dev/leds1, though /boot/firmware/config.txt asks for it: "
            "the Pi must start anew. [sudo reboot]"
        ),
    ),
    "the overlay has too few lights": (
        PI_5,
        plan("leds0"),
        {},
        "leds0-length",
        (
            "wrong: The kernel was told of 60 lights, and the board has 363. "
            "[sudo sed -i 's/^dtoverlay=ws2812-pio.*/dtoverlay=ws2812-pio,gpio=21,num_leds=363/' "
            "/boot/firmware/config.txt && sudo reboot]"
        ),
    ),
    "the overlay has enough lights": (
        PI_5,
        plan("leds0", pixels=60),
        {},
        "leds0-length",
        "ok: The kernel was told of 60 lights. []",
    ),
    "WLED has too few lights and no limit": (
        PC,
        plan("ddp", "wled.local:4048"),
        {"wled": Wled("0.15.0", 300)},
        "wled",
        (
            "ok: wled.local is WLED 0.15.0 with 300 lights. [] "
            "wrong: WLED was told of 300 lights, and the board has 363: say so there. "
            "[http://wled.local/settings/leds] "
            "note: WLED's own limit holds for what it shows without us: make it 4000 mA too. "
            "[http://wled.local/settings/leds]"
        ),
    ),
    "WLED is ready": (
        PC,
        plan("ddp", "192.168.1.50"),
        {"wled": Wled("0.15.0", 363, 3000)},
        "wled",
        "ok: 192.168.1.50 is WLED 0.15.0 with 363 lights. []",
    ),
    "WLED does not answer": (
        PC,
        plan("ddp", "192.168.1.50"),
        {"wled": TimeoutError("timed out")},
        "wled",
        (
            "wrong: 192.168.1.50 does not answer at port 80, WLED's page (timed out): is it on, "
            "and in this network? [ping -c 3 192.168.1.50]"
        ),
    ),
    "what answers has no page": (
        PC,
        plan("ddp", "192.168.1.50"),
        {"wled": ConnectionRefusedError(111, "Connection refused")},
        "wled",
        (
            "wrong: 192.168.1.50 is there, but has no page at port 80: is that the WLED "
            "controller? [http://192.168.1.50/json/info]"
        ),
    ),
    "something else answers": (
        PC,
        plan("ddp", "192.168.1.50"),
        {"wled": ValueError("<html>")},
        "wled",
        "wrong: 192.168.1.50 answers, but not as WLED does. [http://192.168.1.50/json/info]",
    ),
    "no controller is named": (
        PC,
        plan("ddp"),
        {},
        "wled",
        (
            'wrong: strip.at is ""; it is WLED\'s address in the network, such as 192.168.1.50. '
            '[strip.at = "192.168.1.50"]'
        ),
    ),
    "the board is ready": (
        PC,
        plan("microcontroller"),
        {"ports": {UNO: GREETING}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"ok: The board at {UNO} has firmware 1, room for 400 lights, 16 keys. []"
        ),
    ),
    "the first port is a stranger's": (
        PC,
        plan("microcontroller"),
        {"ports": {GPS: TimeoutError(), UNO: GREETING}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"ok: The board at {UNO} has firmware 1, room for 400 lights, 16 keys. []"
        ),
    ),
    "the board is for another version, and too small": (
        PC,
        plan("microcontroller", UNO),
        {
            "ports": {UNO: GREETING._replace(version=2, pixels=9)},
            "also": DIALOUT,
            "user": ANN_DIALS,
        },
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"wrong: The board at {UNO} speaks version 2 of the protocol, not 1. [make firmware]"
        ),
    ),
    "the board is too small": (
        PC,
        plan("microcontroller", UNO),
        {"ports": {UNO: GREETING._replace(pixels=99)}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"ok: The board at {UNO} has firmware 1, room for 99 lights, 16 keys. [] "
            f"wrong: The board at {UNO} has room for 99 lights, not for 363. [wiring.pixels = 99]"
        ),
    ),
    "the board is without firmware": (
        PC,
        plan("microcontroller"),
        {"ports": {UNO: TimeoutError()}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"wrong: Nothing at {UNO} answers at 115200 baud: Cribble's firmware is not on it "
            "(docs/flashing.md tells how it comes there), or was built for another strip.baud. "
            "[make firmware]"
        ),
    ),
    "the table has the port": (
        PC,
        plan("microcontroller"),
        {"ports": {UNO: BlockingIOError(11, "busy")}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"note: Another program uses {UNO}, most likely the table: ask again when it is "
            "closed. []"
        ),
    ),
    "the port is no serial one": (
        PC,
        plan("microcontroller"),
        {"ports": {UNO: OSError(25, "Not a tty")}, "also": DIALOUT, "user": ANN_DIALS},
        "microcontroller",
        (
            f"ok: {UNO} is open to ann. [] "
            f"wrong: {UNO} does not open (Not a tty): is a microcontroller there? "
            "[ls -l /dev/serial/by-id]"
        ),
    ),
    "the port is for the group": (
        PC,
        plan("microcontroller"),
        {"ports": {UNO: GREETING}, "also": DIALOUT},
        "microcontroller",
        (
            f"wrong: {UNO} is closed to ann: it is for the group dialout. "
            "[sudo usermod -aG dialout ann && sudo reboot]"
        ),
    ),
    "no board is plugged in": (
        PC,
        plan("microcontroller"),
        {},
        "microcontroller",
        "wrong: No microcontroller is plugged in. [ls -l /dev/serial/by-id]",
    ),
    "the port of the config is not there": (
        PC,
        plan("microcontroller", UNO),
        {},
        "microcontroller",
        (f'wrong: There is no {UNO}: is the microcontroller plugged in? [strip.at = ""]'),
    ),
    "the strip has white lights too": (
        PC,
        plan("microcontroller", order="GRBW"),
        {},
        "microcontroller-order",
        (
            "wrong: A microcontroller lights strips of three colours, and strip.order is GRBW. "
            '[strip.order = "GRB"]'
        ),
    ),
    "so has the strip of a simulated one": (
        PC,
        plan("simulated", order="GRBW"),
        {},
        "microcontroller-order",
        (
            "wrong: A microcontroller lights strips of three colours, and strip.order is GRBW. "
            '[strip.order = "GRB"]'
        ),
    ),
    "a fault that nobody can simulate": (
        PC,
        plan("simulated", "stall=20 drop=2"),
        {},
        "simulated",
        (
            "wrong: drop=2 in strip.at is no fault of a simulated microcontroller: drop=0.001, "
            "flip=0.001 and duplicate=0.001 are a part of the bytes, from 0 to 1; stall=20, "
            'reboot=60 and vanish=30 are every so many seconds. [strip.at = ""]'
        ),
    ),
    "the journal has no room": (
        PC,
        plan("null"),
        {"space": 9 << 20},
        "data",
        "wrong: /var/lib/cribble has only 9 MB left: make room before the journal is full. [df -h]",
    ),
    "the journal is closed": (
        PC,
        plan("null"),
        {"space": PermissionError(13, "denied")},
        "data",
        (
            "wrong: /var/lib/cribble is closed to this user: its permissions say so. "
            '[data = "/var/lib/cribble"]'
        ),
    ),
    "the journal is well": (
        PC,
        plan("null"),
        {},
        "data",
        "ok: The journal goes to /var/lib/cribble, which has 20000 MB left. []",
    ),
    "the limit is eaten by the dark": (
        PI_4,
        plan("spi", limit=400),
        {},
        "power",
        (
            "wrong: The limit leaves nothing for pegs: 363 lights take as many mA when they are "
            "dark, and strip.limit_ma is 400. With 850, and a supply that gives as much, the pegs "
            "are seen. [strip.limit_ma = 850]"
        ),
    ),
    "the supply is weak": (
        ZERO,
        plan("spi"),
        {},
        "undervoltage",
        "note: The Pi's supply is too weak: give it a better one, and the strip one of its own. []",
    ),
    "the board is wired": (PC, plan("null"), {}, "board", "ok: The board is wired: 363 lights. []"),
    "root asks": (
        PC,
        plan("null"),
        {"user": ANN._replace(name="root", root=True)},
        "user",
        ("note: Nothing is closed to root: ask again as the user who keeps the table. []"),
    ),
    "root asks where the table starts with the machine": (
        PC,
        plan("null"),
        {
            "user": ANN._replace(name="root", root=True),
            "also": "== /etc/systemd/system/cribble.service\n[Service]\n",
        },
        "user",
        (
            "note: Nothing is closed to root: ask again as the user who keeps the table. "
            "[sudo -u cribble /opt/cribble/.venv/bin/cribble doctor "
            "--config /etc/cribble/config.toml --data /var/lib/cribble]"
        ),
    ),
}


@pytest.mark.parametrize(("name", "strip"), [(PC, "spi"), (PC, "ws281x"), (PI_4, "leds0")])
def test_on_a_wrong_machine_nothing_else_is_said_of_the_strip(
    name: str, strip: str, tmp_path: Path
) -> None:
    """No library, no device and no buffer would help there."""
    found = told(tmp_path, name, plan(strip), libraries={})
    assert {*found} == {"model", "board", "data"}


@pytest.mark.parametrize("case", CASES)
def test_what_is_found_and_what_mends_it(case: str, tmp_path: Path) -> None:
    """Each thing that can be so, on a machine on which it is so."""
    name, wanted, facts, check, line = CASES[case]
    assert " ".join(told(tmp_path, name, wanted, **facts).get(check, [])) == line


def test_a_strong_supply_is_not_worth_a_word(tmp_path: Path) -> None:
    """Only the sensor of the Pi's own supply is asked, and only an alarm is told."""
    assert "undervoltage" not in told(tmp_path, PI_4, plan("spi"))


def test_a_board_that_cannot_be_is_told_and_its_lights_are_not_counted(tmp_path: Path) -> None:
    """The first thing that is wrong with the wiring in its own sentence, and how many more."""
    faults = tuple(Fault("Hole {hole} has no light.", hole=hole) for hole in (3, 4, 5))
    found = told(tmp_path, PI_4, plan("spi", pixels=0)._replace(faults=faults))
    assert found["board"] == [
        "wrong: Hole 3 has no light. [.venv/bin/cribble board check]",
        "wrong: There are 2 more faults in the wiring. [.venv/bin/cribble board check]",
    ]
    assert not {"spi-buffer", "power"} & {*found}


def test_a_mend_speaks_of_the_same_board(tmp_path: Path) -> None:
    """The config that the doctor was given is given to what it proposes."""
    file = tmp_path / "my board.toml"
    file.write_text("[wiring]\npixels = 9\n", encoding="utf-8")
    done = typed("doctor", "--strip", "null", "--data", str(tmp_path), "--config", str(file))
    assert f".venv/bin/cribble board check --config '{file}'" in done.out


def test_every_strip_has_its_machines() -> None:
    """A new strip says which machines can light it."""
    assert {*CAN} == {*STRIPS}


@pytest.mark.parametrize("name", [PI_3, PI_4, PI_5, ZERO, PC])
@pytest.mark.parametrize("strip", STRIPS)
def test_everything_can_be_said_in_french(name: str, strip: str, tmp_path: Path) -> None:
    """Any strip on any machine: French sentences, and whatever is wrong says what mends it."""
    patient = machine(name, tmp_path)
    for _, found in look(patient, plan(strip)):
        english, french = (words.say(found.sentence, **found.values) for words in (EN, FR))
        assert french != english
        assert found.mend or found.level != Level.WRONG


@pytest.mark.parametrize(
    ("model", "strips"),
    {
        "Raspberry Pi Compute Module 5 Rev 1.0": "leds0 spi",
        "Raspberry Pi 500 Rev 1.0": "leds0 spi",
        "Raspberry Pi 400 Rev 1.0": "ws281x spi",
        "Raspberry Pi Compute Module 4 Rev 1.0": "ws281x spi",
        "Raspberry Pi Model B Rev 2": "ws281x spi",
        "Raspberry Pi Zero W Rev 1.1": "ws281x spi",
        "Orange Pi 5": "",
    }.items(),
)
def test_the_kin_of_a_pi_are_known(model: str, strips: str, tmp_path: Path) -> None:
    """Models that are Pis by another name."""
    patient = machine(PC, tmp_path, also=f"== /proc/device-tree/model\n{model}\n")
    assert [
        one for one in lights_of(patient) if one in {"ws281x", "leds0", "spi"}
    ] == strips.split()


SAYS = {
    b'{"ver": "0.15.0", "leds": {"count": 363, "maxpwr": 850}}': Wled("0.15.0", 363, 850),
    b'{"ver": "0.8.4", "leds": {"count": 20}}': Wled("0.8.4", 20, 0),
    b"<html>hello</html>": None,
    b'{"leds": 3}': None,
    b"[" * 60_000: None,
}


@pytest.mark.parametrize("body", SAYS, ids=lambda body: body[:20])
def test_wled_is_asked_by_its_page(body: bytes) -> None:
    """A real page on this machine answers as WLED does, or as something else."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/json/info" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_request(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as page:
        Thread(target=page.serve_forever, args=(0.01,)).start()
        try:
            if SAYS[body]:
                assert wled_at("127.0.0.1", page.server_port) == SAYS[body]
            else:
                with pytest.raises(ValueError, match=re.compile(".")):
                    wled_at("127.0.0.1", page.server_port)
        finally:
            page.shutdown()


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    """What is wrong stands with its mend, one line counts it, and the exit code is 2."""
    done = typed("doctor", "--strip", "ddp", "--data", str(tmp_path))
    assert (done.code, done.err) == (2, "cribble: 1 to be mended; see docs/building.md.\n")
    assert (
        'WRONG  strip.at is ""; it is WLED\'s address in the network, such as\n'
        "       192.168.1.50.\n"
        '         strip.at = "192.168.1.50"\n'
    ) in done.out
    assert "The strip here is ddp; this machine could light " in done.out


def test_the_command_says_which_page_tells_more(tmp_path: Path) -> None:
    """That of the keypad, that of the board, or both, each once and in the order of the faults."""
    file = tmp_path / "it.toml"
    file.write_text('[keypad]\nname = "microcontroller"\nat = "/nowhere"\n')
    for strip, pages in (
        ("null", "1 to be mended; see docs/keypad.md."),
        ("ddp", "2 to be mended; see docs/building.md and docs/keypad.md."),
    ):
        words = ("doctor", "--strip", strip, "--data", str(tmp_path), "--config", str(file))
        done = typed(*words)
        assert (done.code, done.err) == (2, f"cribble: {pages}\n")


def test_a_machine_that_is_well_is_well(tmp_path: Path) -> None:
    """Nothing wrong is exit 0, and nothing on stderr; --json says the same."""
    done = typed("doctor", "--json", "--strip", "null", "--data", str(tmp_path))
    told = json.loads(done.out)
    assert (done.code, done.err, told["strip"]) == (0, "", "null")
    assert {"ddp", "terminal", "browser"} <= {*told["could"]}
    assert [one for one in told["found"] if one["level"] == "wrong"] == []
    board = next(one for one in told["found"] if one["check"] == "board")
    assert board == {
        "check": "board",
        "level": "ok",
        "say": "The board is wired: 363 lights.",
        "mend": None,
    }


BROKEN = {
    "[wiring]\npixels = 360\n": 3,
    "[board]\nholes = 7\nshape = 'paperclip'\n": 1,
    "[wiring]\nlaid = 'segments'\n": 3 * 121,
    "[wiring]\nleds_per_m = 100\n": 1,
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_board_that_cannot_be_is_known_from_the_config(text: str, tmp_path: Path) -> None:
    """All that keeps the config's board from being one, in sentences."""
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    planned = plan_of(settings_of(str(file), {"data": "/tmp"}))
    assert (len(planned.faults), planned.pixels) == (BROKEN[text], 0)


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    """Real files, libraries, sockets and disks, where there are any."""
    here = this_machine()
    path = tmp_path / "socket"
    assert here.node(str(path)) is None
    assert not here.answers(str(path))
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(path))
        path.chmod(0o620)
        line.listen()
        assert here.answers(str(path))
        node = here.node(str(path))
    assert node
    assert (node.mode, node.open, node.for_group) == (0o620, True, True)
    assert (here.version("msgspec"), here.version("no_such")) == (version("msgspec"), None)
    assert here.space(tmp_path / "new" / "folder") > 1 << 20
    with pytest.raises(NotADirectoryError):
        here.space(path / "folder")
    assert here.user.name
