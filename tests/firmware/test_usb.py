"""The Pico's own USB: what a host may ask, and what becomes of it."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.protocol.framing import Packet, encode
from tests.firmware.rig.board import KEY
from tests.firmware.rig.pi import HELLO, PING, Pi
from tests.firmware.rig.pico import Pico

STALL = "stall"
DEVICE = "12010002020000408a2e0a00000101020001"
CONFIGURATION = (
    "09024300020100803209040000010202000005240010010524010001042402020524060001"
    "070581030800ff09040100020a00000007050202400000070582024000" + "00"
)
MAKER, PRODUCT = (
    f"{2 * len(text) + 2:02x}03{text.encode('utf-16-le').hex()}" for text in ("Cribble", "Pico")
)

REQUESTS = {
    "device": ("8006000100001200", DEVICE),
    "device, its first packet": ("8006000100000800", DEVICE[:16]),
    "configuration": ("800600020000ff00", CONFIGURATION),
    "configuration, its length": ("8006000200000900", CONFIGURATION[:18]),
    "languages": ("800600030000ff00", "04030904"),
    "maker": ("800601030904ff00", MAKER),
    "product": ("800602030904ff00", PRODUCT),
    "a string that is missing": ("800603030904ff00", STALL),
    "a second configuration": ("800601020000ff00", STALL),
    "what only high speed has": ("8006000600000a00", STALL),
    "to set a descriptor": ("0007000100001200", STALL),
    "status": ("8000000000000200", "0000"),
    "status of an interface": ("8100000001000200", "0000"),
    "status of an interface that is missing": ("8100000002000200", STALL),
    "status of endpoint 0": ("8200000080000200", "0000"),
    "status of an endpoint that is missing": ("8200000083000200", STALL),
    "to wake the host": ("0003010000000000", STALL),
    "the configuration in use": ("8008000000000100", "01"),
    "a configuration that is missing": ("0009020000000000", STALL),
    "the setting of an interface": ("810a000001000100", "00"),
    "an interface's only setting": ("010b000001000000", ""),
    "another setting": ("010b010001000000", STALL),
    "the frame of an endpoint": ("820c000081000200", STALL),
    "line coding": ("a121000000000700", "00c20100000008"),
    "the lines of a modem": ("2122030000000000", ""),
    "a break": ("2123000000000000", STALL),
    "a request of the maker": ("c001000000000100", STALL),
}


@pytest.fixture(scope="module")
def pico(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    pico = Pico(tmp_path_factory.mktemp("pico"))
    pico.plug()
    yield pico
    pico.stop()


def test_every_request_is_answered_or_refused(pico: Pico) -> None:
    """USB 2.0, 9.4, and the requests of a serial port. The line works throughout."""
    answers = {name: pico.control(setup) for name, (setup, _) in REQUESTS.items()}
    assert answers == {name: answer for name, (_, answer) in REQUESTS.items()}
    with closing(Pi(pico)) as pi:
        assert pi.ask(HELLO, b"\1")


def test_halted_endpoint_is_silent_until_the_halt_ends(pico: Pico) -> None:
    with closing(Pi(pico)) as pi:
        for endpoint in ("02", "82"):
            assert pico.control(f"02030000{endpoint}000000") == ""
            assert pico.control(f"82000000{endpoint}000200") == "0100"
            known = len(pico.packets)
            pi.say(bytes(8))
            pico.hurry(0.2)
            assert len(pico.packets) == known
            assert pico.control(f"02010000{endpoint}000000") == ""
            assert pico.control(f"82000000{endpoint}000200") == "0000"
            assert pi.ask(PING)


def test_device_that_is_not_configured_has_no_serial_line(pico: Pico) -> None:
    assert pico.control("0009000000000000") == ""
    assert pico.control("8008000000000100") == "00"
    assert pico.control("8100000001000200") == STALL
    assert pico.control("0009010000000000") == ""
    with closing(Pi(pico)) as pi:
        assert pi.ask(PING)


def test_line_coding_is_kept_and_other_rates_have_no_effect(pico: Pico) -> None:
    assert pico.control("2120000000000700", "40420f00000008") == ""
    assert pico.control("a121000000000700") == "40420f00000008"
    assert not pico.boot_loader


def test_key_pressed_while_the_host_sleeps_is_not_told_later(pico: Pico) -> None:
    """After 3 s it is void, also the report of it that the host has not fetched."""
    with closing(Pi(pico)) as pi:
        pi.configure(20, 2000, 60, 0xFFFF)
        pico.host("suspend")
        pico.press(3)
        pico.hurry(4)
        known = len(pico.packets)
        pico.host("resume")
        pico.hurry(0.5)
        assert KEY not in {packet.type for _, packet in pico.packets[known:]}
        assert pi.ask(PING)


def test_next_program_at_the_port_is_not_told_what_the_last_one_left(pico: Pico) -> None:
    with closing(Pi(pico)) as pi:
        pi.ask(PING)
        pico.host("ignore")
        known = len(pico.packets)
        pi.say(encode(Packet(PING, 99, b"")))
        pico.hurry(0.1)
        assert pico.control("2122000000000000") == ""
        pico.host("read")
        pico.hurry(0.1)
        assert 99 not in {packet.seq for _, packet in pico.packets[known:]}
        assert pi.ask(PING)


def test_after_a_reset_of_the_bus_the_device_is_not_configured(pico: Pico) -> None:
    pico.host("reset")
    pico.hurry(0.1)
    assert pico.control("8008000000000100") == "00"
    assert pico.control("0009010000000000") == ""
    with closing(Pi(pico)) as pi:
        assert pi.ask(PING)


def test_1200_baud_restarts_the_boot_loader(tmp_path: Path) -> None:
    """With the LED as the light of the disk, and with both ways of loading."""
    pico = Pico(tmp_path)
    pico.plug()
    assert pico.control("2120000000000700", "b0040000000008") == ""
    assert pico.until(lambda: bool(pico.boot_loader))
    assert pico.boot_loader == {"led": 1 << 25, "disabled": 0}
    pico.stop()


@pytest.mark.parametrize("noise", ["memory", "ring"])
def test_each_start_has_another_number(tmp_path: Path, noise: str) -> None:
    """Drawn from memory as it was when power came, and the ring oscillator: one is enough."""
    boots = []
    pico = Pico(tmp_path, noise=noise)
    for _ in range(3):
        pico.plug()
        with closing(Pi(pico)) as pi:
            boots.append(pi.ask(HELLO, b"\1")[3:5])
        pico.unplug()
    assert all(before != after for before, after in pairwise(boots)), boots
