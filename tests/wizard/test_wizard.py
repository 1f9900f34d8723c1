"""The wizard by its API: from a fresh machine to a verified board, step by step."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from threading import enumerate as running
from typing import Any, Final

import pytest

from cribble.boot_helper.client import ENVIRONMENT
from cribble.config.file import read_config
from cribble.wizard.session import KEYS_KEPT
from hardware.strips.strip import CaptureStrip
from scorekeeper.keypad.key import Key
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import CODE, TO_THE_PLAY, ask, asked
from tests.kit.drivers.wizard_table import fresh_machine, listening
from tests.kit.oracles.pdf_pages import printed

FIRST_HOST = "/api/v1/setup/first-host"
CAPTURE = '[strip]\nname = "capture" # for tests\n'


def test_first_phone_is_host_and_no_second(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert ask(host.port, "GET", "/api/v1/setup")[0] == 403
        assert host.become_first_host() == 200
        assert host.ask("GET", "me")["host"]
        assert host.become_first_host() == 403
        assert host.ask("GET", "me")["sudo"], "commands of a package need it"
    with fresh_machine(tmp_path, CAPTURE) as again:
        assert again.become_first_host() == 403, "it had a host before this start"
    (other := tmp_path / "other").mkdir()
    with fresh_machine(other, CAPTURE) as host:
        host.become_host()
        assert host.become_first_host() == 403


def test_a_table_in_use_has_no_first_host(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        status, _, scorer = asked(host.port, "POST", "/api/v1/join", {"code": CODE}, "")
        assert status == 200
        status, refusal, _ = asked(host.port, "POST", FIRST_HOST, {}, "")
        assert (status, "Enter the host’s PIN" in refusal["refused"]) == (403, True)
        for action in (*TO_THE_PLAY, {"do": "play", "card": "9H"}, {"do": "play", "card": "6H"}):
            body = {"action": action}
            assert ask(host.port, "POST", "/api/v1/actions", body, scorer)[0] == 201
        assert host.become_first_host() == 403
        assert ask(host.port, "GET", "/api/v1/backup", cookie=scorer)[0] == 403
    with fresh_machine(tmp_path, CAPTURE) as again:
        assert again.become_first_host() == 403, "a phone had joined before this start"


def test_the_first_entry_ends_the_first_host_right_of_an_open_table(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, f'access = "open"\n{CAPTURE}') as host:
        body = {"action": TO_THE_PLAY[0]}
        assert ask(host.port, "POST", "/api/v1/actions", body)[0] == 201
        assert host.become_first_host() == 403


HOSTILE: list[tuple[str, str, Any]] = [
    ("PUT", "setup/lights", {"name": "laser"}),
    ("PUT", "setup/lights", {"name": "ddp", "at": 'x"\ny'}),
    ("PUT", "setup/names", {"language": "de"}),
    ("PUT", "setup/names", {"language": "en", "time_zone": "Nowhere/City"}),
    ("PUT", "setup/names", {"language": "en", "name": "\x00"}),
    ("PUT", "setup/strip", {"lights": 5000}),
    ("PUT", "setup/strip", {"lights": 122, "seen": ["R", "R", "G"]}),
    ("PUT", "setup/board", {"shape": "classic", "tracks": 9}),
    ("POST", "setup/survey", {"taps": [[0, [9, 1]]]}),
    ("POST", "setup/keypad", {"name": "piano"}),
    *(
        ("POST", "setup/keypad", {"name": name, "at": "/etc/passwd", "keep": keep})
        for name in ("usb", "microcontroller", "matrix", "buttons", "encoder")
        for keep in (False, True)
    ),
    ("POST", "setup/keypad", {"name": "usb", "at": "/dev/input/../watchdog"}),
    ("POST", "doctor/mend", {"finding": "power-00000000"}),
    ("POST", "doctor/mend", {"mend": "sudo rm -rf /"}),
    ("POST", "setup/boot", {}),
]


def test_a_step_with_an_impossible_value_is_refused_and_changes_nothing(
    tmp_path: Path, strips: list[CaptureStrip]
) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        before = host.file.read_bytes()
        for method, path, body in HOSTILE:
            status, why = host.refused(method, path, body)
            assert status in (400, 422), (path, body, status)
            assert len(why) > 10
        assert host.file.read_bytes() == before


PLACES: Final = {
    "ddp": "[fe80::1]:4048",
    "spi": "/dev/spidev1.0",
    "leds0": "/dev/leds1",
    "ws281x": "GPIO12",
}

STRIPS_AT: Final = {
    "ws281x": ("18@{file}", "/run/other/socket"),
    "spi": ("{file}", "/dev/spidev0.0\n", "/dev/watchdog"),
    "leds0": ("{file}", "/dev/leds", "/dev/leds0/../sda", "/dev/watchdog"),
    "ddp": ("{file}", "http://192.168.1.9/", "user@wled"),
    "microcontroller": ("{file}", "/dev/ttyUSB9", "/dev/watchdog", "socket://192.168.1.9:80"),
    "simulated": ("{file}",),
    "capture": ("{file}",),
    "null": ("{file}",),
}


@pytest.mark.parametrize(("limit", "proposed"), [(850, 1500), (700, 700)])
def test_a_panel_has_its_limit_and_streets_and_may_become_a_strip_again(
    tmp_path: Path, limit: int, proposed: int
) -> None:
    with fresh_machine(tmp_path, f"{CAPTURE}limit_ma = {limit}\n") as host:
        host.become_host()
        for size, has_marks in (("8x64", False), ("8x32", True)):
            host.ask("PUT", "setup/strip", {"panel": size})
            state = host.ask("PUT", "setup/board", {"shape": "classic", "tracks": 2})
            assert (state["panel"], state["limit_ma"]) == (size, proposed)
            assert read_config(host.file).board.streets is has_marks
            assert host.app.settings.now.streets is has_marks, "at once"
        host.ask("PUT", "setup/board", {"shape": "classic", "tracks": 2, "limit_ma": proposed})
        assert host.ask("PUT", "setup/strip", {"lights": 122})["panel"] == ""
        config = read_config(host.file)
        assert (config.strip.limit_ma, config.board.streets) == (limit, False)


@pytest.mark.parametrize("name", STRIPS_AT)
def test_a_phone_names_no_place_that_its_kind_of_strip_does_not_have(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / ".bashrc"
    file.write_text("alias ll='ls -l'\n")
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        before = host.file.read_bytes()
        for at in STRIPS_AT[name]:
            body = {"name": name, "at": at.format(file=file)}
            assert host.refused("PUT", "setup/lights", body)[0] in (400, 422), at
            host.ask("POST", "setup/pattern", {"byte": 1})
        assert host.file.read_bytes() == before
        if at := PLACES.get(name):
            assert host.ask("PUT", "setup/lights", {"name": name, "at": at})["at"] == at
    assert file.read_text() == "alias ll='ls -l'\n"


def test_a_place_that_the_owner_wrote_stays_and_is_still_no_file_to_write(tmp_path: Path) -> None:
    """The wizard keeps it; pixels are not written to it."""
    file = tmp_path / "a file"
    file.write_text("kept")
    config = f'[strip]\nname = "leds0"\nat = "{file}"\n'
    with fresh_machine(tmp_path, config) as host:
        host.ask("PUT", "setup/lights", {"name": "leds0", "at": str(file)})
        why = host.ask("POST", "setup/pattern", {"byte": 1})["fault"]
        assert why == f"{file} is not a device."
    assert file.read_text() == "kept"


def test_lights_go_back_to_the_game_when_nobody_goes_on(
    tmp_path: Path, strips: list[CaptureStrip], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = CAPTURE + '[board]\nshape = "classic"\ntracks = 2\n'
    with fresh_machine(tmp_path, board) as host:
        host.ask("POST", "setup/pattern", {"byte": 1})
        assert host.app.lights.is_paused
        assert host.ask("POST", "setup/finish", {})["fault"] is None
        assert not host.app.lights.is_paused
        host.ask("POST", "setup/pattern", {"walk": True})
        soon(lambda: len(strips[-1].frames) > 5)
        host.wizard.poll()
        assert host.app.lights.is_paused
        monkeypatch.setattr("cribble.wizard.session.IDLE_SECONDS", -1.0)
        host.wizard.poll()
        assert not host.app.lights.is_paused


def test_a_keypad_is_shown_by_its_latest_keys(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        usb = {"name": "usb", "at": "/dev/input/event99"}
        assert host.ask("POST", "setup/keypad", usb)["keys"] == []
        for key in (*Key, Key.UNDO):
            host.app.press(key)
        heard = host.ask("GET", "setup/keypad")
        assert host.wizard.is_listening
        assert heard["keys"] == [str(key) for key in (*Key, Key.UNDO)][-KEYS_KEPT:]
        assert len(heard["keys"]) == 12
        host.ask("POST", "setup/finish", {})
        assert not host.wizard.is_listening


def test_two_hosts_may_be_in_the_step_of_the_keypad(tmp_path: Path) -> None:
    usb = {"name": "usb", "at": "/dev/input/event99"}
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        cookie = host.cookie

        def tap(number: int) -> int:
            body = {**usb, "keep": number % 3 == 2}
            return ask(host.port, "POST", "/api/v1/setup/keypad", body, cookie)[0]

        with ThreadPoolExecutor(2) as hosts:
            assert set(hosts.map(tap, range(6))) == {200}
        host.ask("POST", "setup/keypad", {**usb, "keep": True})
        assert len(host.app.keypads.plain()) == 1
        soon(lambda: len([one for one in running() if one.name == "usb"]) <= 1)


@pytest.mark.parametrize("synchronized", [False, True])
def test_phone_of_a_host_sets_a_clock_that_no_server_has_set(
    synchronized: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "boot.sock"
    monkeypatch.setenv(ENVIRONMENT, str(path))
    with fresh_machine(tmp_path, synchronized=synchronized) as host, ExitStack() as helper:
        if not synchronized:
            helper.enter_context(listening(path, tmp_path))
        assert not ask(host.port, "GET", "/api/v1/me")[1]["asks_time"]
        assert host.ask("GET", "me")["asks_time"] != synchronized
        now = {"now": 1_800_000_000}
        assert ask(host.port, "PUT", "/api/v1/setup/clock", now)[0] == 403
        host.refused("PUT", "setup/clock", {"now": 1})
        host.ask("PUT", "setup/clock", now)
    assert [*tmp_path.glob("start-*")] == [tmp_path / "start-cribble-clock@1800000000.service"] * (
        not synchronized
    )


def test_sheets_are_pdf_for_the_host_alone(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        sheets = ("sticker", "keys", "template")
        paths = [f"/setup/{sheet}.pdf?paper=letter" for sheet in sheets]
        assert {ask(host.port, "GET", path)[0] for path in paths} == {403}
        assert {host.printed(sheet, "letter")[:5] for sheet in sheets} == {b"%PDF-"}


@pytest.mark.parametrize(("kind", "pitch", "drill"), [("60/m", 16.667, 5), ("12", 16.0, 12)])
def test_the_template_is_for_the_lights_that_were_named(
    kind: str, pitch: float, drill: int, tmp_path: Path
) -> None:
    with fresh_machine(tmp_path) as host:
        asked = {"shape": "classic", "tracks": 2}
        assert host.ask("GET", "setup")["kind"] == "", "nobody knows yet"
        state = host.ask("PUT", "setup/board", asked | {"kind": kind})
        assert state["kind"] == kind
        assert host.ask("PUT", "setup/board", asked)["kind"] == kind, "it stays"
        status, why = host.refused("PUT", "setup/board", asked | {"kind": "neon"})
        assert (status, "neon" in why) == (422, True)
        sheet = host.printed("template", "letter")
    assert read_config(host.file).board.pitch == pytest.approx(pitch, abs=1e-3)
    out = tmp_path / "template.pdf"
    command = ("board", "template", "--config", str(host.file), "--paper", "letter")
    assert typed(*command, "--out", str(out)).code == 0
    assert sheet == out.read_bytes()
    assert f"drill {drill} mm" in printed(sheet)[0].words


def test_template_of_a_board_with_too_few_lights_says_which_lack(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE + "\n[wiring]\npixels = 90\n") as host:
        path = "/setup/template.pdf?paper=letter"
        status, answer = ask(host.port, "GET", path, cookie=host.cookie)
        assert (status, "beyond the end of the strip, which has 90" in answer["refused"]) == (
            422,
            True,
        )


def test_an_appliance_takes_its_first_phone_to_the_wizard(tmp_path: Path) -> None:
    def home(path: str = "/") -> tuple[int, str | None]:
        line = HTTPConnection("127.0.0.1", host.port, timeout=30)
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status, answer.getheader("Location")

    with fresh_machine(tmp_path, CAPTURE, packaged=False) as host:
        assert home() == (200, None)
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert home() == home("/j/7QK4-93") == (302, "/setup")
        assert home("/setup") == home("/board") == (200, None)
        host.become_first_host()
        assert home() == (200, None)


@pytest.mark.parametrize("name", ["terminal", "simulated"])
def test_terminal_that_nobody_sees_is_no_strip(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fresh package has it by default, on a machine without a screen."""
    monkeypatch.setenv("INVOCATION_ID", "1")
    with fresh_machine(tmp_path, f'[strip]\nname = "{name}"\n') as host:
        assert host.ask("GET", "setup")["strip"] == "null"
        names = [
            one["name"] for one in host.ask("POST", "setup/find", {"what": "lights"})["lights"]
        ]
        assert names == ["ddp", "browser", "null"]
        monkeypatch.delenv("INVOCATION_ID")
        assert host.ask("GET", "setup")["strip"] == name
