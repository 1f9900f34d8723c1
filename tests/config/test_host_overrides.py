"""The host's settings survive a restart; codes set in another terminal; damaged files."""

import json
import stat
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from cribble.config.schema import BoardConfig, Config, StripConfig
from cribble.folders import SECRETS as SECRETS_FILE
from cribble.serve.app import App
from cribble.serve.run import secrets_watch
from cribble.serve.settings import load_settings, usual_settings
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import serving
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import SECRETS, ask
from web import Access, Secrets, Settings, SettingsPatch

CONFIG = Config(
    strip=StripConfig(name="null", brightness=0.6, night="21:00-06:00"),
    board=BoardConfig(colours=("#010101", "#020202", "#030303", "#040404"), streets=True),
)


def kept(path: Path, told: list[str] | None = None) -> Settings:
    """Return the settings at *path* over the config's; *told* is the expected report of damage."""
    news: list[str] = []
    found = load_settings(path, CONFIG, lambda fault: news.append(str(fault)))
    assert told is not None or not news
    if told is not None:
        told += news
    return found


def test_host_settings_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    kept(path).change(SettingsPatch(brightness=0.1, night=""))
    kept(path).change(SettingsPatch(skunk=False, night=None))
    assert json.loads(path.read_text()) == {"brightness": 0.1, "skunk": False}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    now = kept(path).now
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (now.brightness, now.skunk, now.night, now.streets) == (0.1, False, "21:00-06:00", True)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"brightness": 7}',
        b'{"unknown": 1}',
        b'{"families": [{"name": "x", "start": {"do": "start", "rules": "whist", "players": []}}]}',
        b"[" * 100_000,
    ],
)
def test_damaged_settings_file_is_renamed_and_reported(tmp_path: Path, text: bytes) -> None:
    path, told = tmp_path / "settings.json", []
    path.write_bytes(text)
    found = kept(path, told)
    assert found.now == usual_settings(CONFIG)
    (aside,) = tmp_path.iterdir()
    assert aside.name.startswith("settings.json.2")
    assert aside.read_bytes() == text
    assert len(told) == 1
    assert f"the file was moved to {aside.name}" in told[0]
    found.change(SettingsPatch(brightness=0.2))
    assert kept(path).now.brightness == 0.2


def test_app_passes_host_settings_to_the_lights() -> None:
    table, settings = Table(Journal.in_memory()), Settings(usual_settings(CONFIG))
    config = Config(host="127.0.0.1", port=0, strip=StripConfig(name="null"))
    house = App(table, config, Access(SECRETS), Words.of("en"), settings)
    with house.open(Event()):
        settings.change(SettingsPatch(colours=("#00ff00", "#ff00ff", "#ffffff"), low_vision=True))
        settings.change(SettingsPatch(night="00:00-00:00", night_brightness=0.1))
    lights = house.lights._lights  # noqa: SLF001 - the strip itself shows nothing
    look = lights._board.look  # noqa: SLF001
    assert lights._dim() == 0.1  # noqa: SLF001
    assert (tuple(look.colours[0]), look.low_vision) == ((0, 255, 0), True)
    assert table.machine.settings_tag == settings.tag


# Codes renewed in another terminal


def test_secrets_watch_takes_renewed_secrets_and_reports_damaged_ones(tmp_path: Path) -> None:
    path, told = tmp_path / "secrets.json", []
    first = Secrets.load(path)
    access = Access(first)

    def tell(fault: Fault) -> None:
        told.append(str(fault))

    renewing = secrets_watch(path, access, tell)
    renewing.poll()
    assert access.code == first.code
    first.with_new_code().save(path)
    renewing.poll()
    assert access.code == Secrets.load(path).code != first.code
    path.write_text("{")
    renewing.poll()
    renewing.poll()
    path.unlink()
    renewing.poll()
    assert access.code != first.code
    assert len(told) == 1


def test_running_table_takes_codes_and_pins_set_elsewhere(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with serving(tmp_path / "data") as table:
        pin, code = (typed(word, "--data", data).out.strip() for word in ("pin", "code"))
        status, me = ask(table.port, "POST", "/api/v1/host", {"pin": pin})
        assert (status, me["host"], me["code"]) == (200, True, code)
        assert typed("pin", "48291377", "--data", data).out == "48291377\n"
        fresh = typed("code", "--renew", "--data", data).out.strip()
        assert fresh != code
        tag = Access(Secrets.load(tmp_path / "data" / SECRETS_FILE)).tag
        soon(lambda: table.ask("/api/v1/state")["machine"]["rights_tag"] == tag)
        assert ask(table.port, "POST", "/api/v1/host", {"pin": "48291377"})[0] == 200
        assert ask(table.port, "POST", "/api/v1/join", {"code": code})[0] == 403
        assert ask(table.port, "POST", "/api/v1/join", {"code": fresh})[0] == 200
        _, _, out, err = table.stop()
    assert f"The host’s PIN, for the settings: {pin}\n" in out
    assert err == ""
    assert typed("pin", "--data", data).out == "48291377\n"


@pytest.mark.parametrize("pin", ["123", "123456789", "١٢٣٤"])
def test_a_pin_has_four_to_eight_digits(tmp_path: Path, pin: str) -> None:
    data: Any = ("--data", str(tmp_path))
    before = typed("pin", *data).out
    done = typed("pin", *data, "--", pin)
    assert done.code == 2
    assert done.err == f"cribble: pin cannot be {pin}; it must be 0000–99999999.\n"
    assert typed("pin", *data).out == before
