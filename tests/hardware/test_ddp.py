"""A network strip: every frame shown arrives once, and failures are reported."""

import socket
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from threading import enumerate as threads

import pytest

from hardware.device import Reopening, health_of
from hardware.drivers import STRIPS
from hardware.strips.ddp import DdpStrip, absent, address, open_strip, packets
from hardware.strips.strip import StripSetup, StripWiring
from scorekeeper.device import DeviceFault
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.lights import GAME_BOARD, game_frames
from tests.kit.oracles.ddp_display import Display


def setup(at: str) -> StripSetup:
    return StripSetup(GAME_BOARD, StripWiring(at=at))


def test_a_frame_is_one_packet() -> None:
    """Version 1 and push, number 1, RGB with 8 bits, destination 1, offset 0, length."""
    (packet,) = packets(bytes(range(9)), 0)
    assert packet == bytes.fromhex("41 01 0b 01 00000000 0009") + bytes(range(9))


def test_every_frame_of_a_game_arrives_once() -> None:
    with Display(GAME_BOARD.pixels) as display:
        strip = open_strip(setup(display.at))
        for frame in game_frames():
            strip.show(frame)
            assert display.frame() == frame
        strip.close()
        assert display.frames(0.2) == []
        assert set(display.sizes) == {1099}
        assert len(display.sizes) > 500


@pytest.mark.parametrize(
    ("pixels", "sizes"), [(480, [1450]), (481, [1450, 13]), (1000, [1450] * 2)]
)
def test_a_long_frame_travels_in_pieces(pixels: int, sizes: list[int]) -> None:
    frames = [bytes([light]) * (3 * pixels) for light in range(1, 21)]
    with Display(pixels) as display:
        strip = open_strip(setup(display.at))
        for frame in frames:
            strip.show(frame)
        assert display.frames() == frames
        assert display.sizes[: len(sizes)] == sizes
        strip.close()


def hurried(display: Display, gone: Callable[[str], bool] = absent) -> DdpStrip:
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.setblocking(False)
    out.connect(("127.0.0.1", display.port))
    return DdpStrip(out, display.at, every=0.1, gone=gone)


def test_a_still_picture_is_repeated() -> None:
    """Otherwise WLED would return to its own effect; nothing is repeated after closing."""
    with Display(2) as display:
        strip, began = hurried(display), time.process_time()
        assert display.frames(0.3) == []  # There is nothing to repeat yet.
        assert time.process_time() - began < limit(0.1)
        began = time.monotonic()
        strip.show(b"abcdef")
        assert [display.frame() for _ in range(4)] == [b"abcdef"] * 4
        assert time.monotonic() - began > 0.28
        strip.show(b"ghijkl")
        assert [display.frame() for _ in range(3)] == [b"ghijkl"] * 3
        strip.close()
        display.frames(0)
        assert display.frames(0.25) == []
        assert "ddp" not in {thread.name for thread in threads()}


@pytest.mark.parametrize(
    ("at", "host", "port"),
    [
        ("wled.local", "wled.local", 4048),
        ("wled.local:4049", "wled.local", 4049),
        ("[fe80::1]:4049", "fe80::1", 4049),
    ],
)
def test_an_address_may_have_a_port(at: str, host: str, port: int) -> None:
    assert address(at) == (host, port)


@pytest.mark.parametrize("at", ["", "wled.local:x", "wled.local:70000", "[fe80::1"])
def test_text_that_is_no_address_is_refused(at: str) -> None:
    with pytest.raises(DeviceFault) as caught:
        STRIPS["ddp"].open(setup(at))
    assert str(caught.value) == (
        f'strip.at is "{at}"; it must be WLED’s network address, such as 192.168.1.50.'
    )


@pytest.mark.parametrize("host", ["wled.invalid", "w" * 64 + ".local"])
def test_unknown_host_is_reported(host: str) -> None:
    with pytest.raises(DeviceFault, match=f"Cannot resolve {host}: is WLED on"):
        open_strip(setup(host))


def test_display_that_goes_is_noticed_by_a_repeated_frame() -> None:
    with Display(1) as display:
        strip = Reopening(lambda: hurried(display), time.monotonic)
        strip.use(lambda ddp: ddp.show(b"abc"))
        assert display.frame() == b"abc"
    soon(lambda: health_of(strip) == "lost")
    strip.use(lambda ddp: ddp.show(b"abc"))
    assert "No response from WLED" in str(strip.fault)
    with Display(1, display.port) as again:
        while health_of(strip) != "ok":
            strip.use(lambda ddp: ddp.show(b"def"))
            time.sleep(0.01)
        assert again.frame() == b"def"
        strip.close()


def test_a_machine_that_does_not_answer_is_absent(tmp_path: Path) -> None:
    """By the kernel's neighbour table, which does not contain hosts behind a router."""
    asked = tmp_path / "arp"
    assert not absent("192.168.1.50", asked)
    asked.write_text(
        "IP address       HW type     Flags       HW address            Mask     Device\n"
        "192.168.1.1      0x1         0x2         02:fc:00:00:00:05     *        eth0\n"
        "192.168.1.50     0x1         0x0         00:00:00:00:00:00     *        eth0\n",
        encoding="ascii",
    )
    assert absent("192.168.1.50", asked)
    assert not absent("192.168.1.1", asked)
    assert not absent("192.168.1.5", asked)


@pytest.mark.parametrize("moves", [True, False], ids=["frames come", "all is still"])
def test_a_machine_that_leaves_is_noticed(moves: bool) -> None:
    left = Event()
    with Display(1) as display:
        strip = hurried(display, gone=lambda number: left.is_set())
        strip.show(b"abc")
        assert strip.health == "ok"
        left.set()
        other = hurried(display, gone=lambda number: number == "127.0.0.1")
        with pytest.raises(DeviceFault, match="No response from WLED"):
            other.show(b"abc")
        other.close()
        if moves:
            soon(lambda: refuses(strip))
        else:
            soon(lambda: strip.health == "lost")
            assert refuses(strip)
        strip.close()


def refuses(strip: DdpStrip) -> bool:
    try:
        strip.show(b"abc")
    except DeviceFault as fault:
        return "No response from WLED" in str(fault)
    return False
