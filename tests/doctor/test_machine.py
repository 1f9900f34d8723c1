"""The doctor's checks of the machine: model, supply, user and disk."""

import socket
from importlib.metadata import version
from pathlib import Path

import pytest

from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config
from cribble.doctor.machine import HardwarePlan, Machine
from scorekeeper.journal.backup import ANOTHER
from scorekeeper.words import Fault
from tests.doctor.cases import DEBIAN, PC, PI_4, PI_5, ZERO, on, plan, told
from tests.kit.formats.machine_file import machine

VCIO = "== nodes\ncrw-rw---- video /dev/vcio\n"
MODELS = {
    (PI_4, "spi"): ["ok: This is a Raspberry Pi 4 Model B Rev 1.4. []"],
    (PI_5, "ws281x"): [
        "ok: This is a Raspberry Pi 5 Model B Rev 1.0. []",
        (
            "wrong: This machine does not support the strip ws281x; it supports leds0, spi, ddp, "
            'microcontroller, terminal, browser, capture, null, simulated. [strip.name = "leds0"]'
        ),
    ],
    (DEBIAN, "ws281x"): [
        "ok: This is a Raspberry Pi 3 Model B Plus Rev 1.3. []",
        (
            "wrong: This machine does not support the strip ws281x; it supports spi, ddp, "
            'microcontroller, terminal, browser, capture, null, simulated. [strip.name = "spi"]'
        ),
    ],
    (PC, "spi"): [
        "note: Not a Raspberry Pi: lights must be on USB, on the network or on a screen. []",
        (
            "wrong: This machine does not support the strip spi; it supports ddp, "
            'microcontroller, terminal, browser, capture, null, simulated. [strip.name = "ddp"]'
        ),
    ],
}


@pytest.mark.parametrize(("name", "strip"), MODELS)
def test_the_model_decides_which_strips_there_can_be(name: str, strip: str, tmp_path: Path) -> None:
    assert told(tmp_path, name, plan(strip))["model"] == MODELS[name, strip]


TOO_LONG = Fault(
    "{file} is too large for a config: the maximum is {longest} bytes.",
    file="config.toml",
    longest=65536,
)
SPARE = HardwarePlan(ActiveConfig(Config(), Path("/etc/cribble/config.toml"), TOO_LONG), 363)
CASES = {
    "Debian has no raspi-config to end an overlay": on(DEBIAN, plan("null"), "overlay"),
    "Debian has no raspi-config to set a country": on(
        DEBIAN, plan("null", own_wifi="auto"), "own-wifi"
    ),
    "a spare config is in use": on(PC, SPARE, "config"),
    "the journal has no room": on(PC, plan("null"), "data", space=9 << 20),
    "the journal is closed": on(PC, plan("null"), "data", space=PermissionError(13, "denied")),
    "the backup cannot follow": on(
        PC, plan("null"), "journal", journal=Fault(ANOTHER, backup="b.sqlite")
    ),
    "an overlay forgets the games": on(
        PI_4,
        plan("null"),
        "overlay",
        also="== /proc/cmdline\nconsole=tty1 overlayroot=tmpfs root=/dev/mmcblk0p2\n"
        "== /proc/mounts\noverlayroot / overlay rw,upperdir=/media/root-rw/overlay 0 0\n"
        "/dev/mmcblk0p1 /boot/firmware vfat ro 0 0\n",
    ),
    "the games are on a disk of their own": on(
        PI_4,
        plan("null"),
        "overlay",
        also="== /proc/cmdline\nboot=overlay\n"
        "== /proc/mounts\noverlay / overlay rw 0 0\n/dev/sda1 /var/lib ext4 rw 0 0\n",
    ),
    "the Wi-Fi waits for its country": on(
        PI_4,
        plan("null", own_wifi="auto"),
        "own-wifi",
        also="== /sys/class/rfkill/rfkill0/type\nbluetooth\n== /sys/class/rfkill/rfkill0/soft\n0\n"
        "== /sys/class/rfkill/rfkill1/type\nwlan\n== /sys/class/rfkill/rfkill1/soft\n1\n",
    ),
    "the Wi-Fi of a PC is its owner’s": on(PC, plan("null", own_wifi="auto"), "own-wifi"),
    "nobody set the clock": on(ZERO, plan("null"), "clock", clock_is_set=False),
    "the supply is weak": on(ZERO, plan("spi"), "undervoltage"),
    "root asks where the table starts with the machine": on(
        PC,
        plan("null"),
        "user",
        user="root",
        also="== /etc/systemd/system/cribble.service\n[Service]\n",
    ),
}


@pytest.mark.parametrize(("name", "strip"), [(PC, "spi"), (PC, "ws281x"), (PI_4, "leds0")])
def test_on_a_wrong_machine_nothing_else_is_said_of_the_strip(
    name: str, strip: str, tmp_path: Path
) -> None:
    assert {*told(tmp_path, name, plan(strip), libraries={})} == {"model", "board", "data"}


@pytest.mark.parametrize(
    ("model", "strips"),
    {
        "Raspberry Pi Compute Module 5 Rev 1.0": "leds0 spi",
        "Raspberry Pi 500 Rev 1.0": "leds0 spi",
        "Raspberry Pi 400 Rev 1.0": "ws281x spi",
        "Raspberry Pi Compute Module 4 Rev 1.0": "ws281x spi",
        "Raspberry Pi Model B Rev 2": "ws281x spi",
        "Raspberry Pi Zero W Rev 1.1": "ws281x spi",
        "Raspberry Pi Compute Module 0 Rev 1.0": "spi",
        "Orange Pi 5": "",
    }.items(),
)
def test_every_pi_model_has_its_family(model: str, strips: str, tmp_path: Path) -> None:
    patient = machine(PC, tmp_path, also=f"== /proc/device-tree/model\n{model}\n{VCIO}")
    assert [one for one in patient.lights if one in {"ws281x", "leds0", "spi"}] == strips.split()


def test_this_machine_is_checked(tmp_path: Path) -> None:
    here = Machine()
    path = tmp_path / "socket"
    assert here.node(str(path)) is None
    assert not here.answers(str(path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
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
    assert here.user
