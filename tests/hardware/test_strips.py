"""Strips: selection, and those on SPI and on a Pi 5's driver, verified by decoding the signal."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers import STRIPS
from hardware.strips import leds0, spi
from hardware.strips.leds0 import Leds0Strip
from hardware.strips.spi import PULSES, SpiStrip, Symbols, roomy
from hardware.strips.strip import ORDERS, WHITE_ORDERS, StripSetup, StripWiring, arranged
from scorekeeper.board.scene import Move
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.drivers.own_network import nobody
from tests.kit.drivers.wizard_table import Wire
from tests.kit.fakes.lights import GAME_BOARD, game_frames
from tests.kit.fakes.scenes import THREE_TRACKS, pegs_frame
from tests.kit.oracles.ws2812_decoder import colours, on_the_wire, taken

PEGS = pegs_frame(Move(9, 9, 4), Move(7, 7, 5))


@pytest.mark.parametrize(
    ("name", "health"), [("terminal", "ok"), ("browser", "ok"), ("capture", "ok"), ("null", "off")]
)
def test_a_strip_without_wires_opens_shows_and_closes(name: str, health: str) -> None:
    assert STRIPS[name].screen
    opened = STRIPS[name].open(StripSetup(THREE_TRACKS))
    opened.show(PEGS)
    assert opened.health == health
    opened.close()


WIRED = [name for name, row in STRIPS.items() if not row.screen]
HINTS = {"spi": "dtparam=spi=on", "leds0": "dtoverlay=ws2812-pio,gpio=18,num_leds=363"}


@pytest.mark.parametrize("name", WIRED)
def test_a_strip_with_wires_says_why_it_is_dark(name: str, tmp_path: Path) -> None:
    place = str(tmp_path / "nothing")
    with pytest.raises(DeviceFault, match=place) as caught:
        STRIPS[name].open(StripSetup(THREE_TRACKS, StripWiring(at=place)))
    french = Words.of("fr").say(caught.value.sentence, **caught.value.values)
    assert place in french
    assert HINTS.get(name, "") in french
    assert HINTS.get(name, "") in str(caught.value)
    assert french != str(caught.value)


PERMISSIONS = {
    "spi": ("sudo usermod -aG spi nobody",),
    "leds0": (
        'the line KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660" to',
        "sudo usermod -aG gpio nobody",
    ),
}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can put permissions off")
@pytest.mark.parametrize("name", PERMISSIONS)
def test_missing_permission_is_reported_with_the_group(name: str) -> None:
    ends = os.openpty()
    device = os.ttyname(ends[1])
    Path(device).chmod(0o600)
    setup = StripSetup(THREE_TRACKS, StripWiring(at=device))
    with pytest.raises(DeviceFault) as caught, nobody():
        STRIPS[name].open(setup)
    for end in ends:
        os.close(end)
    assert all(part in str(caught.value) for part in PERMISSIONS[name])


BITS = tuple(PULSES)


class Pin:
    def __init__(self) -> None:
        self.sent, self.closed = b"", False

    def writebytes2(self, values: bytes, /) -> None:
        assert not self.closed
        self.sent = values

    def close(self) -> None:
        self.closed = True


def test_a_white_light_stays_dark() -> None:
    assert arranged(bytes((1, 2, 3, 4, 5, 6)), "RGBW") == bytes((1, 2, 3, 0, 4, 5, 6, 0))


@pytest.mark.parametrize("bits", BITS)
@given(frame=st.binary(max_size=60).map(lambda part: part[: len(part) // 3 * 3]))
def test_lights_read_what_was_sent(bits: int, frame: bytes) -> None:
    symbols = Symbols(bits)
    assert taken(symbols.encoded(frame), symbols.hertz) == frame


@pytest.mark.parametrize("bits", BITS)
def test_every_frame_of_a_game_arrives_on_spi(bits: int) -> None:
    pin, symbols, order = Pin(), Symbols(bits), ORDERS[bits % len(ORDERS)]
    strip = SpiStrip(pin, symbols, order, GAME_BOARD.pixels)
    for frame in {*game_frames()[bits::16]}:
        strip.show(frame)
        assert colours(taken(pin.sent, symbols.hertz), order) == frame
    strip.close()
    assert taken(pin.sent, symbols.hertz) == bytes(3 * GAME_BOARD.pixels)
    assert pin.closed


def test_file_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DeviceFault, match=r"file is not a device\.$"):
        STRIPS["spi"].open(StripSetup(GAME_BOARD, StripWiring(at=str(tmp_path / "file"))))


def test_buffer_too_small_is_reported_with_the_kernel_option(tmp_path: Path) -> None:
    """The kernel would pause within a frame."""
    buffer = tmp_path / "bufsiz"
    buffer.write_text("4096\n", encoding="ascii")
    pin, setup = Pin(), StripSetup(GAME_BOARD)
    with pytest.raises(DeviceFault) as caught:
        spi.strip_on(pin, setup, buffer)
    assert pin.closed
    assert str(caught.value) == (
        "363 lights need 9192 bytes per SPI transfer, but the kernel sends at most 4096: add "
        "spidev.bufsiz=32768 to the single line in /boot/firmware/cmdline.txt and restart the Pi."
    )
    buffer.write_text("32768\n", encoding="ascii")
    pin = Pin()
    spi.strip_on(pin, setup, buffer).show(bytes(3 * 363))
    assert len(pin.sent) == 9192
    assert [Symbols(8).lights_in(room, "GRB") for room in (9191, 9192)] == [362, 363]
    assert [roomy(wanted) for wanted in (4097, 32768, 32769)] == [32768, 32768, 65536]
    with pytest.raises(DeviceFault, match="the kernel sends at most 4096"):
        spi.strip_on(pin, setup, tmp_path / "no bufsiz")


TRIFLE = 2
"""The driver's own gamma leaves gaps between the brighter levels."""


def opened(wire: Wire, order: str = "GRB", pixels: int = 3, lights: int = 3) -> Leds0Strip:
    strip = Leds0Strip(wire, order, pixels, lights)
    assert wire.sent == b"\xff", "the driver shines at full brightness"
    return strip


def test_the_driver_s_gamma_is_undone() -> None:
    levels = bytes(range(256)) * 3
    wire = Wire()
    opened(wire, pixels=256, lights=256).show(levels)
    came = colours(on_the_wire(wire.sent, 255), "GRB")
    assert all(0 <= level - out <= TRIFLE for level, out in zip(levels, came, strict=True))
    assert came[:75] == levels[:75]
    assert came[255] == 255


@pytest.mark.parametrize("order", ORDERS)
def test_every_frame_of_a_game_arrives_behind_the_driver(order: str) -> None:
    wire = Wire()
    strip = opened(wire, order, GAME_BOARD.pixels, GAME_BOARD.pixels)
    for frame in game_frames()[ORDERS.index(order) :: len(ORDERS)]:
        strip.show(frame)
        came = colours(on_the_wire(wire.sent, 255), order)
        assert all(0 <= one - out <= TRIFLE for one, out in zip(frame, came, strict=True))
    strip.close()
    assert wire.sent == bytes(4 * GAME_BOARD.pixels)


@pytest.mark.parametrize("order", WHITE_ORDERS)
def test_white_may_be_any_of_the_four_bytes(order: str) -> None:
    """By SPI and behind the driver of a Pi 5; the PWM helper is sent the same bytes as SPI."""
    frame, pin, wire = bytes((10, 20, 30, 40, 50, 60, 70, 0, 5)), Pin(), Wire()
    SpiStrip(pin, Symbols(8), order, 3).show(frame)
    opened(wire, order).show(frame)
    by_spi, by_driver = taken(pin.sent, Symbols(8).hertz), on_the_wire(wire.sent, 255, rgbw=True)
    assert colours(by_spi, order) == colours(by_driver, order) == frame
    assert by_spi[order.index("W") :: 4] == by_driver[order.index("W") :: 4] == bytes(3)


def overlay(tree: Path, name: str, lights: int) -> None:
    (tree / name).mkdir()
    (tree / name / "rpi,num-leds").write_bytes(lights.to_bytes(4, "big"))


def test_frame_is_padded_to_the_last_light_of_the_overlay(tmp_path: Path) -> None:
    overlay(tmp_path, "ws2812_pio@12", 400)
    wire, setup = Wire(), StripSetup(GAME_BOARD)
    leds0.strip_on(wire, setup, tmp_path).close()
    assert wire.sent == bytes(1600)
    (tmp_path / "ws2812_pio@12/rpi,num-leds").write_bytes(bytes((0, 0, 0, 60)))
    with pytest.raises(DeviceFault, match="drives fewer lights than the board’s 363"):
        leds0.strip_on(wire, setup, tmp_path)
    overlay(tmp_path, "ws2812_pio@4", 60)
    leds0.strip_on(wire, setup, tmp_path).close()
    assert wire.sent == bytes(4 * GAME_BOARD.pixels), "two overlays tell nothing"


def open_leds0(at: str) -> None:
    STRIPS["leds0"].open(StripSetup(GAME_BOARD, StripWiring(at=at)))


@pytest.mark.parametrize("kind", ["file", "folder", "pipe"])
def test_nothing_is_written_into_what_is_no_device(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    match kind:
        case "file":
            path.write_text("alias ll='ls -l'\n")
        case "folder":
            path.mkdir()
        case _:
            os.mkfifo(path)
    with pytest.raises(OSError, match=r"is not a device|directory|No such device"):
        open_leds0(str(path))
    assert kind != "file" or path.read_text() == "alias ll='ls -l'\n"


def test_overlay_with_too_few_lights_is_reported() -> None:
    """The driver rejects longer frames; /dev/full does the same."""
    with pytest.raises(DeviceFault) as caught:
        open_leds0("/dev/full")
    assert str(caught.value) == (
        "/dev/full drives fewer lights than the board’s 363: set num_leds=363 in the line "
        "dtoverlay=ws2812-pio of /boot/firmware/config.txt and restart the Pi."
    )
