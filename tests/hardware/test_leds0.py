"""A strip behind the driver of a Pi 5: the file that it is handed becomes the frame again."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.drivers import strip_driver
from hardware.strips.colour_order import ORDERS
from hardware.strips.leds0 import Leds0Strip, lights_of_overlay, open_strip
from hardware.strips.setup import StripSetup, StripWiring
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.formats.game_frames import BOARD, game_frames
from tests.kit.oracles.ws2812_decoder import colours, on_the_wire

TRIFLE = 2
"""The driver's own gamma leaves gaps between the brighter levels."""


@pytest.fixture
def device(tmp_path: Path) -> Path:
    """A file in the driver's place; it keeps what was written last."""
    path = tmp_path / "leds0"
    path.touch()
    return path


def opened(device: Path, order: str = "GRB", pixels: int = 3, lights: int = 3) -> Leds0Strip:
    return Leds0Strip(str(device), order, pixels, lights)


def test_frame_is_written_as_four_bytes_a_light(device: Path) -> None:
    opened(device).show(bytes((255, 0, 0, 0, 255, 0, 0, 0, 255)))
    assert device.read_bytes() == bytes((255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0))


def test_the_driver_s_gamma_is_undone(device: Path) -> None:
    """Each level comes out as it went in, or a trifle darker: never brighter than was reckoned."""
    levels = bytes(range(256)) * 3
    opened(device, pixels=256, lights=256).show(levels)
    came = colours(on_the_wire(device, 255), "GRB")
    assert all(0 <= level - out <= TRIFLE for level, out in zip(levels, came, strict=True))
    assert came[:75] == levels[:75]
    assert came[255] == 255


def test_opening_sets_full_brightness(device: Path) -> None:
    opened(device)
    assert device.read_bytes() == b"\xff"


@pytest.mark.parametrize("order", ORDERS)
def test_every_frame_of_a_game_arrives(device: Path, order: str) -> None:
    strip = opened(device, order, BOARD.pixels, BOARD.pixels)
    for frame in game_frames()[ORDERS.index(order) :: len(ORDERS)]:
        strip.show(frame)
        came = colours(on_the_wire(device, 255), order)
        assert all(0 <= one - out <= TRIFLE for one, out in zip(frame, came, strict=True))
    strip.close()
    assert device.read_bytes() == bytes(4 * BOARD.pixels)


def test_lights_beyond_the_board_are_dark(device: Path) -> None:
    opened(device, pixels=1, lights=4).show(b"\xff\xff\xff")
    assert device.read_bytes() == b"\xff\xff\xff\x00" + bytes(12)


def overlay(tree: Path, name: str, lights: int) -> None:
    """Write down an overlay of so many lights as the kernel does."""
    (tree / name).mkdir()
    (tree / name / "rpi,num-leds").write_bytes(lights.to_bytes(4, "big"))


def test_number_of_lights_is_read_from_the_device_tree(tmp_path: Path) -> None:
    assert lights_of_overlay(tmp_path) is None
    overlay(tmp_path, "ws2812_pio@12", 363)
    assert lights_of_overlay(tmp_path) == 363
    overlay(tmp_path, "ws2812_pio@4", 60)
    assert lights_of_overlay(tmp_path) is None


def test_frame_is_padded_to_the_last_light_of_the_overlay(device: Path, tmp_path: Path) -> None:
    overlay(tmp_path, "ws2812_pio@12", 400)
    setup = StripSetup(BOARD, StripWiring(at=str(device)))
    open_strip(setup, tmp_path).close()
    assert device.read_bytes() == bytes(1600)
    (tmp_path / "ws2812_pio@12/rpi,num-leds").write_bytes(bytes((0, 0, 0, 60)))
    with pytest.raises(DeviceFault, match="drives fewer lights than the board’s 363"):
        open_strip(setup, tmp_path)


def open_leds0(at: str) -> None:
    strip_driver("leds0").open(StripSetup(BOARD, StripWiring(at=at)))


@pytest.mark.skipif(Path("/dev/leds0").exists(), reason="this machine has such lights")
def test_missing_overlay_is_reported_with_its_line() -> None:
    with pytest.raises(DeviceFault) as caught:
        open_leds0("/dev/leds0")
    assert str(caught.value) == (
        "There is no /dev/leds0: on a Pi 5 add the line "
        "dtoverlay=ws2812-pio,gpio=18,num_leds=363 to /boot/firmware/config.txt and restart it."
    )
    assert Words.of("fr").say(caught.value.sentence, **caught.value.values).startswith("Il n’y a")


def test_vanished_device_is_reported(device: Path) -> None:
    strip = opened(device)
    device.unlink()
    with pytest.raises(DeviceFault, match="There is no"):
        strip.show(bytes(9))
    assert not device.exists()


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """The kernel takes a part of what is written, and refuses the rest, as the driver does."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_overlay_with_too_few_lights_is_reported(device: Path) -> None:
    strip = opened(device, pixels=363, lights=363)
    with no_file_larger_than(4 * 60), pytest.raises(DeviceFault) as caught:
        strip.show(bytes(3 * 363))
    assert str(caught.value) == (
        f"{device} drives fewer lights than the board’s 363: say num_leds=363 in the line "
        "dtoverlay=ws2812-pio of /boot/firmware/config.txt and restart the Pi."
    )
