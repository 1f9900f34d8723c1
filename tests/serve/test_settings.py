"""Settings and secrets of a running table: night and day, smart home, damaged secrets."""

import io
import os
import stat
from datetime import time
from pathlib import Path

import pytest

from cribble.serve.settings import HouseControls, is_night, load_access
from cribble.serve.terminal import to_keep_score
from cribble.system.process import is_system_journal
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words
from tests.kit.drivers.command_line import typed
from web import Access, Addresses, HostSettings, Network, Secrets, Settings, SettingsPatch

NIGHTS = {
    ("22:00-07:00", "21:59"): False,
    ("22:00-07:00", "22:00"): True,
    ("22:00-07:00", "06:59"): True,
    ("22:00-07:00", "07:00"): False,
    ("01:30-06:00", "05:59"): True,
    ("01:30-06:00", "23:00"): False,
    ("00:00-00:00", "12:00"): True,
    ("", "03:00"): False,
}


@pytest.mark.parametrize(("night", "now"), NIGHTS)
def test_night_begins_and_ends_on_the_minute(night: str, now: str) -> None:
    assert is_night(night, time.fromisoformat(now)) is NIGHTS[night, now]


HOURS = "22:00-07:00"


@pytest.fixture
def settings() -> Settings:
    return Settings(HostSettings(brightness=0.8, night=HOURS, night_brightness=0.1))


class RestartedMachine:
    """A machine that can be restarted, keeping the host's and the smart home's settings."""

    def __init__(self, folder: Path, config: str) -> None:
        self.path, self.config = folder / "house.json", config
        self.patch = SettingsPatch()

    def start(self, idle: Table) -> tuple[HouseControls, Settings]:
        def keep(patch: SettingsPatch) -> None:
            self.patch = patch

        settings = Settings(HostSettings(night=self.config), self.patch, keep=keep)
        return HouseControls(idle, settings, self.path), settings


@pytest.mark.parametrize(
    ("config", "host", "after"),
    [(HOURS, "21:00-06:00", "21:00-06:00"), ("", None, ""), (HOURS, None, HOURS)],
)
def test_hours_before_a_forced_night_outlast_a_restart(
    idle: Table, tmp_path: Path, config: str, host: str | None, after: str
) -> None:
    machine = RestartedMachine(tmp_path, config)
    house, settings = machine.start(idle)
    if host is not None:
        settings.change(SettingsPatch(night=host))
    house.set_night(True)
    again, settings = machine.start(idle)
    again.set_night(True)  # Repeating it has no effect.
    assert (again.night, again.brightness()) == (True, settings.now.night_brightness)
    again.set_night(False)
    assert (settings.now.night, settings.changed) == (after, ("night",) if host is not None else ())


def test_hours_that_are_lost_are_those_of_the_config(idle: Table, tmp_path: Path) -> None:
    machine = RestartedMachine(tmp_path, HOURS)
    machine.patch = SettingsPatch(night="00:00-00:00")
    machine.path.write_bytes(b'{"night":7}')
    house, settings = machine.start(idle)
    house.set_night(False)
    assert settings.now.night == HOURS


def test_a_dark_board_keeps_its_brightness(idle: Table, settings: Settings) -> None:
    house = HouseControls(idle, settings)
    house.set_light(False, None)
    assert (house.light, house.brightness()) == ((False, 0.8), 0.0)
    house.set_light(True, 0.0)
    assert house.light == (True, 0.01), "on is never dark"


def test_marks_are_both_shown_or_none(idle: Table, settings: Settings) -> None:
    house = HouseControls(idle, settings)
    house.set_marks(True)
    assert (settings.now.streets, settings.now.skunk, house.marks) == (True, True, True)
    house.set_marks(False)
    assert (settings.now.streets, settings.now.skunk, house.marks) == (False, False, False)


ADDRESSES = Addresses(lambda: Network("192.168.1.20", "cribble"))
TABLE_USER = 4242


def test_spoilt_secrets_are_set_aside_and_said(tmp_path: Path) -> None:
    path, told, text = tmp_path / "secrets.json", list[Fault](), '{"code": "", "key": "x"}'
    path.write_text(text)
    access = load_access(path, told.append, is_open=False)
    assert access.code == Secrets.load(path).code
    (fault,) = told
    assert (tmp_path / fault.values["aside"]).read_text() == text
    assert "new join code" in str(fault)
    assert load_access(path, told.append, is_open=False).code == access.code
    assert len(told) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_secrets_written_by_root_belong_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    """After `sudo cribble pin 482913` the table still opens."""
    os.chown(tmp_path, TABLE_USER, TABLE_USER)
    assert typed("pin", "482913", "--data", str(tmp_path)).code == 0
    found = (tmp_path / "secrets.json").stat()
    assert (found.st_uid, stat.S_IMODE(found.st_mode)) == (TABLE_USER, 0o600)


def test_a_pin_is_read_from_standard_input(tmp_path: Path) -> None:
    """So that it is in no list of processes."""
    assert typed("pin", "-", "--data", str(tmp_path), stdin=b"482913\n").code == 0
    assert Secrets.load(tmp_path / "secrets.json").pin == "482913"


def test_code_and_pin_stay_out_of_the_system_journal(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        found = os.fstat(out.fileno())
        stream = f"{found.st_dev}:{found.st_ino}"
        assert is_system_journal({"JOURNAL_STREAM": stream}, out)
        assert not is_system_journal({"JOURNAL_STREAM": "8:1"}, out)
    assert not is_system_journal({}, io.StringIO())
    secrets = Secrets.generate()
    access, words = Access(secrets), Words.of("en")
    shown = str(to_keep_score(words, ADDRESSES, access))
    hidden = str(to_keep_score(words, ADDRESSES, access, private=False))
    assert secrets.code in shown
    assert secrets.pin in shown
    assert secrets.code not in hidden
    assert secrets.pin not in hidden
