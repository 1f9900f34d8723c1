"""The strips without wires: how one is chosen, where it is, and the one that remembers."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from cribble.config.schema import StripConfig
from cribble.devices.connections import strip_wiring
from hardware.drivers import STRIPS, strip_driver
from hardware.strips.strip import StripSetup, StripWiring
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.scene import Move
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.fakes.scenes import THREE_TRACKS, pegs_frame
from tests.kit.machines.unprivileged import nobody

PEGS = pegs_frame(Move(9, 9, 4), Move(7, 7, 5))


@pytest.mark.parametrize(
    ("name", "health"), [("terminal", "ok"), ("browser", "ok"), ("capture", "ok"), ("null", "off")]
)
def test_a_strip_without_wires_opens_shows_and_closes(name: str, health: str) -> None:
    assert strip_driver(name).screen
    opened = strip_driver(name).open(StripSetup(THREE_TRACKS))
    opened.show(PEGS)
    assert opened.health == health
    opened.close()


WIRED = [name for name, row in STRIPS.items() if not row.screen]


@pytest.mark.parametrize("name", WIRED)
def test_a_strip_with_wires_says_why_it_is_dark(name: str, tmp_path: Path) -> None:
    place = str(tmp_path / "nothing")
    with pytest.raises(DeviceFault, match=place) as caught:
        strip_driver(name).open(StripSetup(THREE_TRACKS, StripWiring(at=place)))
    french = Words.of("fr").say(caught.value.sentence, **caught.value.values)
    assert place in french
    assert french != str(caught.value)


PERMISSIONS = {
    "spi": ("sudo usermod -aG spi nobody",),
    "leds0": (
        'the line KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660" into',
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
        strip_driver(name).open(setup)
    for end in ends:
        os.close(end)
    assert all(part in str(caught.value) for part in PERMISSIONS[name])


@pytest.mark.parametrize(
    ("config", "at"),
    [
        (StripConfig(name="spi"), "/dev/spidev0.0"),
        (StripConfig(name="spi", at="/dev/spidev0.1"), "/dev/spidev0.1"),
        (StripConfig(name="ws281x", order="RGB"), "18"),
        (StripConfig(name="leds0"), "/dev/leds0"),
        (StripConfig(name="ddp"), ""),
    ],
)
def test_strip_is_at_its_default_place_unless_configured(config: StripConfig, at: str) -> None:
    assert strip_wiring(config) == StripWiring(at, config.order, 8)


def test_unknown_strip_is_reported_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="called 'terminus'; there are terminal, browser, ws281x"):
        strip_driver("terminus")


def test_a_device_is_imported_when_it_is_chosen() -> None:
    used = ("hardware.lights", "hardware.display", "hardware.buzzer")
    asks = f"import sys, {', '.join(used)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    loaded = {*done.stdout.split()}
    assert loaded.issuperset(used)
    assert loaded.isdisjoint(row.module for row in STRIPS.values())
    assert loaded.isdisjoint({"gpiozero", "luma.core", "PIL", "evdev", "spidev", "rpi_ws281x"})


def test_the_capture_strip_keeps_the_latest_frames_and_can_be_waited_for() -> None:
    capture = CaptureStrip(keep=2)
    capture.show(b"abc")
    assert capture.after(0, 0) == b"abc"
    assert capture.after(1, 0.01) is None
    Timer(0.02, capture.show, [b"def"]).start()
    assert capture.after(1, 5) == b"def"
    capture.show(b"ghi")
    assert (capture.frames, capture.shown) == ((b"def", b"ghi"), 3)
