"""The doctor's lines, done: by a button, by the helper, or by commands after one question."""

import json
from pathlib import Path
from typing import Any

import pytest

from cribble.boot_helper.client import BootAnswer
from cribble.boot_helper.lines import BootRequest
from cribble.doctor.finding import Finding, note, wrong
from cribble.doctor.mend import MendPlan, mend_all
from cribble.doctor.remedy import (
    Advice,
    Commands,
    ConfigChange,
    Remedy,
    WledChange,
    remedy_of,
)
from cribble.doctor.wled_controller import WLED_BODY
from scorekeeper.words import Fault, Words

EN = Words.of("en")

SPI = r"printf '[all]\ndtparam=spi=on\n' | sudo tee -a /boot/firmware/config.txt && sudo reboot"
CLOCK = (
    r"printf '[all]\ncore_freq=500\ncore_freq_min=500\n' "
    "| sudo tee -a /boot/config.txt && sudo reboot"
)
BUFFER = (
    "sudo sed -i '1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' "
    "/boot/firmware/cmdline.txt && sudo reboot"
)
AUDIO = "echo 'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf && sudo reboot"
GROUP = "sudo usermod -aG dialout ann && sudo reboot"
UDEV = (
    'echo \'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\' | '
    "sudo tee /etc/udev/rules.d/60-spi.rules && sudo reboot"
)

OVERLAY = (
    "sudo sed -i 's/^dtoverlay=ws2812-pio.*/dtoverlay=ws2812-pio,gpio=18,num_leds=122,rgbw=on/' "
    "/boot/firmware/config.txt && sudo reboot"
)

REMEDIES: dict[str, Remedy] = {
    "strip.limit_ma = 4000": ConfigChange({"strip.limit_ma": 4000}),
    'strip.at = ""': ConfigChange({"strip.at": ""}),
    SPI: BootRequest(config=("dtparam=spi=on",), restart=True),
    CLOCK: BootRequest(config=("core_freq=500", "core_freq_min=500"), restart=True),
    BUFFER: BootRequest(cmdline=("spidev.bufsiz=32768",), restart=True),
    AUDIO: BootRequest(modprobe=("blacklist snd_bcm2835",), restart=True),
    "sudo reboot": BootRequest(restart=True),
    GROUP: Commands(((("sudo", "usermod", "-aG", "dialout", "ann"), ""),), True),
    UDEV: Commands(
        (
            (
                ("sudo", "tee", "/etc/udev/rules.d/60-spi.rules"),
                'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\n',
            ),
        ),
        True,
    ),
    "sudo apt-get install python3-spidev": Commands(
        ((("sudo", "apt-get", "install", "python3-spidev"), ""),), False
    ),
    "ls -l /dev/serial/by-id": Advice(),
    "http://192.168.1.50/settings/leds": Advice(),
    "sudo sh -c 'rm -rf /'": Advice(),
    "sudo rm $HOME; sudo reboot": Advice(),
    f"curl -H 'Content-Type: application/json' -d '{WLED_BODY}' http://wled.local/json/cfg": (
        WledChange("wled.local", WLED_BODY)
    ),
    "curl -H 'Content-Type: application/json' -d '{\"x\":1}' http://wled.local/json/cfg": Advice(),
    "/usr/lib/cribble/bin/python -m pip install luma.oled": Commands(
        ((("/usr/lib/cribble/bin/python", "-m", "pip", "install", "luma.oled"), ""),), False
    ),
    "sudo raspi-config nonint do_serial_cons 1 && sudo reboot": Commands(
        ((("sudo", "raspi-config", "nonint", "do_serial_cons", "1"), ""),), True
    ),
    OVERLAY: BootRequest(
        config=("dtoverlay=ws2812-pio,gpio=18,num_leds=122,rgbw=on",), restart=True
    ),
    "strip.glow = 3": Advice(),
    "strip.limit_ma = -3": Advice(),
}


@pytest.mark.parametrize("mend", REMEDIES)
def test_remedy_is_read_from_the_line_of_a_finding(mend: str) -> None:
    assert remedy_of(mend) == REMEDIES[mend]


def bad(mend: str) -> Finding:
    """A finding that this line mends."""
    return wrong(
        "There is no {path}: SPI is not switched on in {file}.", mend=mend, path="", file=""
    )


FOUND = [
    *map(bad, (SPI, BUFFER, SPI, GROUP, "strip.limit_ma = 4000", "df -h")),
    note("x", mend=UDEV),
]


def test_all_is_mended_with_one_restart(tmp_path: Path) -> None:
    """Lines for the same files come in one request, and commands before the restart."""
    plan, asked, ran = MendPlan.of(FOUND), list[BootRequest](), list[tuple[str, ...]]()
    assert plan.by_hand == ("df -h",)
    assert plan.lines == (SPI, BUFFER, GROUP, "strip.limit_ma = 4000")
    assert plan.restarts

    def ask(request: BootRequest) -> BootAnswer:
        asked.append(request)
        return BootAnswer((), ("/boot/config.txt.copy",))

    def run(words: Any, reads: str) -> int:
        ran.append(tuple(words))
        return 0

    path = tmp_path / "config.toml"
    path.write_text("# mine\n")
    mend_all(plan, path, EN, ask, run)
    assert asked == [
        BootRequest(config=("dtparam=spi=on",), cmdline=("spidev.bufsiz=32768",), restart=True)
    ]
    assert ran == [("sudo", "usermod", "-aG", "dialout", "ann")]
    assert path.read_text().startswith("# mine\n")
    assert "limit_ma = 4000" in path.read_text()
    assert (tmp_path / "config.toml.bak").read_text() == "# mine\n"


def test_a_command_that_fails_ends_it_before_the_restart(tmp_path: Path) -> None:
    asked = list[BootRequest]()

    def ask(request: BootRequest) -> BootAnswer:
        asked.append(request)
        return BootAnswer((), ())

    with pytest.raises(Fault, match="usermod"):
        mend_all(MendPlan.of(FOUND), tmp_path / "c.toml", EN, ask, lambda *_: 1)
    assert not asked


def test_a_plan_is_json_for_the_helper() -> None:
    request = MendPlan.of(FOUND).boot
    assert json.loads(request.to_json())["config"] == ["dtparam=spi=on"]
