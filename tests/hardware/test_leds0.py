"""A strip behind the driver of a Pi 5: the file that it is handed becomes the frame again."""

import os
from pathlib import Path

import pytest

from hardware.drivers import strip_driver
from hardware.strips.leds0 import Leds0Strip, strip_on
from hardware.strips.strip import ORDERS, StripSetup, StripWiring
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.drivers.wizard_strips import Wire
from tests.kit.formats.game_frames import BOARD, game_frames
from tests.kit.oracles.ws2812_decoder import colours, on_the_wire

TRIFLE = 2
"""The driver's own gamma leaves gaps between the brighter levels."""


def opened(wire: Wire, order: str = "GRB", pixels: int = 3, lights: int = 3) -> Leds0Strip:
    strip = Leds0Strip(wire, order, pixels, lights)
    assert wire.sent == b"\xff", "the driver shines at full brightness"
    return strip


def test_the_driver_s_gamma_is_undone() -> None:
    """Each level comes out as it went in, or a trifle darker: never brighter than was reckoned."""
    levels = bytes(range(256)) * 3
    wire = Wire()
    opened(wire, pixels=256, lights=256).show(levels)
    came = colours(on_the_wire(wire.sent, 255), "GRB")
    assert all(0 <= level - out <= TRIFLE for level, out in zip(levels, came, strict=True))
    assert came[:75] == levels[:75]
    assert came[255] == 255


@pytest.mark.parametrize("order", ORDERS)
def test_every_frame_of_a_game_arrives(order: str) -> None:
    wire = Wire()
    strip = opened(wire, order, BOARD.pixels, BOARD.pixels)
    for frame in game_frames()[ORDERS.index(order) :: len(ORDERS)]:
        strip.show(frame)
        came = colours(on_the_wire(wire.sent, 255), order)
        assert all(0 <= one - out <= TRIFLE for one, out in zip(frame, came, strict=True))
    strip.close()
    assert wire.sent == bytes(4 * BOARD.pixels)


def overlay(tree: Path, name: str, lights: int) -> None:
    """Write down an overlay of so many lights as the kernel does."""
    (tree / name).mkdir()
    (tree / name / "rpi,num-leds").write_bytes(lights.to_bytes(4, "big"))


def test_frame_is_padded_to_the_last_light_of_the_overlay(tmp_path: Path) -> None:
    overlay(tmp_path, "ws2812_pio@12", 400)
    wire, setup = Wire(), StripSetup(BOARD)
    strip_on(wire, setup, tmp_path).close()
    assert wire.sent == bytes(1600)
    (tmp_path / "ws2812_pio@12/rpi,num-leds").write_bytes(bytes((0, 0, 0, 60)))
    with pytest.raises(DeviceFault, match="drives fewer lights than the board’s 363"):
        strip_on(wire, setup, tmp_path)
    overlay(tmp_path, "ws2812_pio@4", 60)
    strip_on(wire, setup, tmp_path).close()
    assert wire.sent == bytes(4 * BOARD.pixels), "two overlays tell nothing"


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
    """The driver refuses what is longer, as the kernel's device that is always full does."""
    with pytest.raises(DeviceFault) as caught:
        open_leds0("/dev/full")
    assert str(caught.value) == (
        "/dev/full drives fewer lights than the board’s 363: say num_leds=363 in the line "
        "dtoverlay=ws2812-pio of /boot/firmware/config.txt and restart the Pi."
    )
