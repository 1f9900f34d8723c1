"""The boot helper accepts only its predefined steps."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribble.boot_helper.__main__ import answer
from cribble.boot_helper.client import ENVIRONMENT, ask_helper, helper_socket
from cribble.boot_helper.steps import (
    NAMES_FILE,
    RESTART,
    UDEV_RULES,
    BootStep,
    UnknownRequest,
    Verb,
    read_request,
    with_config_line,
    with_module_line,
    with_parameter,
)
from cribble.own_wifi import ADDRESS
from scorekeeper.words import Fault
from tests.kit.drivers.wizard_table import listening

CONFIG = "# Pi\ndtparam=audio=on\n\n[pi4]\narm_boost=1\n"
SPI = BootStep(Verb.CONFIG, "dtparam=spi=on")
CMDLINE = "console=tty1 root=PARTUUID=1-02 rootwait\n"


def pi(root: Path) -> Path:
    folder = root / "boot/firmware"
    folder.mkdir(parents=True)
    (folder / "config.txt").write_text(CONFIG)
    (folder / "cmdline.txt").write_text(CMDLINE)
    return folder


def told(root: Path, asked: Any, restarts: list[str] | None = None) -> Any:
    raw = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
    noted = [] if restarts is None else restarts
    return json.loads(answer(raw, root, lambda *words: noted.append(" ".join(words))))


def test_lines_are_written_with_a_copy_and_one_restart(tmp_path: Path) -> None:
    folder, restarts = pi(tmp_path), list[str]()
    asked = [
        ["restart", ""],
        ["config", "dtparam=spi=on"],
        ["cmdline", "spidev.bufsiz=65536"],
        ["config", "core_freq=250"],
        ["modprobe", "blacklist snd_bcm2835"],
        ["udev", "leds"],
    ]
    said = told(tmp_path, asked, restarts)
    text = (folder / "config.txt").read_text()
    assert text == f"{CONFIG}[all]\ndtparam=spi=on\ncore_freq=250\n"
    assert (folder / "cmdline.txt").read_text() == f"{CMDLINE.strip()} spidev.bufsiz=65536\n"
    assert (tmp_path / "etc/modprobe.d/cribble.conf").read_text() == "blacklist snd_bcm2835\n"
    rule = (tmp_path / "etc/udev/rules.d/60-leds.rules").read_text()
    assert rule == f"{UDEV_RULES['leds']}\n"
    assert said["written"] == [
        "/boot/firmware/config.txt",
        "/boot/firmware/cmdline.txt",
        "/etc/modprobe.d/cribble.conf",
        "/etc/udev/rules.d/60-leds.rules",
    ]
    copies = [tmp_path / one.lstrip("/") for one in said["copies"]]
    assert [one.read_text() for one in copies] == [CONFIG, CMDLINE]
    assert restarts == ["reboot"]
    assert told(tmp_path, asked)["written"] == [], "what is there already is not written again"


def test_units_are_started_once_the_files_are_written(tmp_path: Path) -> None:
    folder, ran = pi(tmp_path), list[str]()
    country = ["start", "cribble-country@CA.service"]
    told(tmp_path, [country, ["cmdline", "cfg80211.ieee80211_regdom=CA"], ["restart", ""]], ran)
    assert (folder / "cmdline.txt").read_text().endswith(" cfg80211.ieee80211_regdom=CA\n")
    assert ran == ["start cribble-country@CA.service", "reboot"]


def test_names_lead_here_while_they_are_asked_to(tmp_path: Path) -> None:
    file = tmp_path / NAMES_FILE
    assert told(tmp_path, [["names", "here"]])["written"] == [f"/{NAMES_FILE}"]
    assert f"\naddress=/#/{ADDRESS}\n" in file.read_text()
    assert told(tmp_path, [])["written"] == []
    assert file.exists()
    assert "error" not in told(tmp_path, [["names", "away"]])
    assert not file.exists()
    assert "error" not in told(tmp_path, [["names", "away"]])


TEXTS = {
    (
        "[all]\ndtoverlay=ws2812-pio,gpio=18,num_leds=60\n",
        "dtoverlay=ws2812-pio,gpio=18,num_leds=122,rgbw",
    ): "[all]\ndtoverlay=ws2812-pio,gpio=18,num_leds=122,rgbw\n",
    ("[pi4]\ncore_freq=500\n", "core_freq=250"): "[pi4]\ncore_freq=500\n[all]\ncore_freq=250\n",
    ("#dtparam=spi=on\n", "dtparam=spi=on"): "#dtparam=spi=on\ndtparam=spi=on\n",
    ("dtparam=spi=off", "dtparam=spi=on"): "dtparam=spi=on\n",
}


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: f"{case[0]!r} {case[1]}")
def test_a_line_comes_into_config_txt(case: tuple[str, str]) -> None:
    text, line = case
    assert with_config_line(text, line) == TEXTS[case]
    assert with_config_line(TEXTS[case], line) == TEXTS[case]


def test_a_parameter_and_a_module_line_take_the_place_of_older_ones() -> None:
    assert with_parameter("a=1 spidev.bufsiz=4096 b\n", "spidev.bufsiz=65536") == (
        "a=1 b spidev.bufsiz=65536\n"
    )
    old = "options spidev bufsiz=4096\nblacklist snd_bcm2835\n"
    assert with_module_line(old, "options spidev bufsiz=8192") == (
        "blacklist snd_bcm2835\noptions spidev bufsiz=8192\n"
    )


HOSTILE: list[Any] = [
    b"",
    b"{",
    b"[" * 4000,
    b'[["config", "' + b"x" * 5000 + b'"]]',
    [["config", "dtparam=spi=on"], ["config", "init=/bin/sh"]],
    [["cmdline", "init=/bin/sh"]],
    [["config", "dtparam=spi=on\ninclude evil"]],
    [["config", "dtoverlay=ws2812-pio,gpio=18;reboot"]],
    [["modprobe", "install snd_bcm2835 /bin/sh"]],
    [["udev", "../../../etc/passwd"]],
    [["udev", 'RUN+="/bin/sh"']],
    [["config", "dtparam=spi=on"]] * 17,
    [["config", ["dtparam=spi=on"]]],
    [["config"]],
    [["path", "/etc/passwd"]],
    [["restart", "now"]],
    [["start", "ssh.service"]],
    [["start", "cribble-country@CA;reboot.service"]],
    [["start", "cribble-clock@0.service"]],
    [["names", "10.0.0.9"]],
    {"config": "dtparam=spi=on"},
    ["dtparam=spi=on"],
    7,
]


@pytest.mark.parametrize("asked", HOSTILE, ids=lambda asked: str(asked)[:40])
def test_an_unknown_step_is_refused_and_nothing_is_written(asked: Any, tmp_path: Path) -> None:
    folder, restarts = pi(tmp_path), list[str]()
    said = told(tmp_path, asked, restarts)
    assert said["error"]
    assert said["written"] == restarts == []
    assert {one.name: one.read_text() for one in folder.iterdir()} == {
        "config.txt": CONFIG,
        "cmdline.txt": CMDLINE,
    }


@given(st.binary(max_size=300))
def test_random_bytes_are_no_request(raw: bytes) -> None:
    """Or one without a step."""
    with suppress(UnknownRequest):
        assert not read_request(raw)


def test_a_link_in_the_place_of_the_new_file_is_not_followed(tmp_path: Path) -> None:
    """Root owns the folder; if it did not, a symlink must still not be followed."""
    folder = pi(tmp_path)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (folder / "config.txt.cribble-new").symlink_to(victim)
    assert told(tmp_path, [["config", "dtparam=spi=on"]])["error"]
    assert victim.read_text() == "mine"


def test_the_table_asks_the_helper_by_its_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, path = pi(tmp_path), tmp_path / "boot.sock"
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert helper_socket() is None
    with pytest.raises(Fault, match="not installed"):
        ask_helper([SPI])
    with listening(path, tmp_path):
        assert helper_socket() == path
        done = ask_helper([SPI, RESTART])
    assert done.written == ("/boot/firmware/config.txt",)
    assert len(done.copies) == 1
    assert "dtparam=spi=on" in (folder / "config.txt").read_text()
    assert (tmp_path / "reboot").exists()
