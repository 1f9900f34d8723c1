"""The wizard by its interface: a fresh machine becomes a proved board, step by step."""

import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import enumerate as running
from time import sleep
from typing import Any, Final

import pytest

from cribble.boards import shape_of, wiring_faults
from cribble.config.file import read_config
from cribble.wizard.session import KEYS_KEPT
from firmware_bridge.link import Greeting
from firmware_bridge.simulated import Board
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.wiring import Place
from scorekeeper.keypad.key import Key
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import CODE, PIN, TO_THE_PLAY, ask
from tests.kit.drivers.wizard_table import FreshMachine, asked, captured, fresh_machine
from tests.kit.fakes.pty_board import Desk
from tests.kit.formats.machine_file import machine
from tests.kit.oracles.page.pdf_pages import printed
from tests.kit.players.board_builder import BoardBuilder, four_pieces

CLAIM = "/api/v1/setup/claim"
CAPTURE = '[strip]\nname = "capture" # for tests\n'


@pytest.fixture
def strips(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[CaptureStrip]]:
    """The strips that were opened."""
    with captured(monkeypatch) as strips:
        yield strips


def newest(strips: list[CaptureStrip]) -> bytes:
    """The last frame of the strip, as bytes."""
    frame = strips[-1].frames[-1]
    return frame + bytes(3 * 1200 - len(frame))


def set_up(host: FreshMachine, builder: BoardBuilder, *, colours: bool = False) -> int:
    """Name the colours, count, and tap the wiring; return how many taps that took."""
    taps, answers = name_colours(host, builder) if colours else 0, list[Any]()
    lights = count(host, builder, answers)
    host.ask("PUT", "setup/strip", {"lights": lights})
    assert host.ask("GET", "setup")["fault"] is None, "no board was chosen yet"
    host.ask("PUT", "setup/board", {"shape": "classic", "tracks": 2, "kind": "60/m"})
    holes: list[Any] = []
    while (found := host.ask("POST", "setup/survey", {"taps": holes}))["next"] is not None:
        assert found["fault"] is None
        hole = builder.hole()
        holes.append([found["next"], [hole.track, hole.hole]])
    kept = host.ask("POST", "setup/survey", {"taps": holes, "keep": True})
    assert kept["kept"]
    assert kept["faults"] == []
    return taps + len(answers) + len(holes)


def count(host: FreshMachine, builder: BoardBuilder, answers: list[Any] | None = None) -> int:
    """Count the lights, each question by one that shines; *answers* takes them."""
    answers = [] if answers is None else answers
    while (found := host.ask("POST", "setup/length", {"answers": answers}))["guess"] is not None:
        assert found["fault"] is None
        answers.append([found["guess"], builder.is_last_lit()])
    return int(found["least"])


def name_colours(
    host: FreshMachine, builder: BoardBuilder, restart: Callable[[], None] = lambda: None
) -> int:
    """Say which colour each byte of a light makes, after a *restart* if there are more of them than
    was thought; return how many taps that took."""
    seen, taps, order = list[str](), 0, host.ask("GET", "setup")["order"]
    while len(seen) < len(order):
        assert host.ask("POST", "setup/show", {"byte": len(seen) + 1})["fault"] is None
        colour = builder.colour()
        taps += 1
        if colour is None:
            seen, order = [], host.ask("PUT", "setup/strip", {"white": len(order) == 3})["order"]
            restart()
        else:
            seen.append(colour)
    host.ask("PUT", "setup/strip", {"seen": seen})
    return taps


def check_board(file: Path, builder: BoardBuilder) -> None:
    """The config is what ``cribble board check`` proves, and names every light's hole."""
    done = typed("board", "check", "--config", str(file))
    assert (done.code, done.err) == (0, "")
    assert f"the strip has {len(builder.strip)}" in done.out
    config = read_config(file)
    assert wiring_faults(config, shape_of(config)) == ()
    holes = {}
    for segment in config.wiring.segments:
        run = range(segment.start, segment.start + segment.length)
        for hole, light in enumerate(run[::-1] if segment.reverse else run, segment.hole):
            holes[light] = Place(segment.track - 1, hole)
    assert [holes[light] for light in range(len(builder.strip))] == list(builder.strip)


def test_a_fresh_machine_becomes_a_proved_board(tmp_path: Path, strips: list[CaptureStrip]) -> None:
    """122 lights in four pieces, one of them backwards: 16 taps, and a config with its comments."""
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert host.claim() == 200
        host.ask("PUT", "setup/names", {"language": "en", "name": "Kitchen", "time_zone": "UTC"})
        host.ask("PUT", "setup/lights", {"name": "capture"})
        builder = BoardBuilder(four_pieces(), lambda: newest(strips))
        assert set_up(host, builder) == 16
        state = host.ask("GET", "setup")
        assert (state["wired"], state["lights"], state["fault"]) == (True, 122, None)
        for brightness in (0.5, None):  # The page shows settings that have the tag of its state.
            tag = host.ask("GET", "settings")["tag"]
            assert host.ask("GET", "state")["machine"]["settings_tag"] == tag
            host.ask("PUT", "settings", {"brightness": brightness})
        soon(lambda: ask(host.port, "GET", "/healthz")[1]["strip"] == "ok")
    check_board(host.file, builder)
    text = host.file.read_text()
    assert 'name = "capture" # for tests' in text
    assert text.count("[[wiring.segments]]") == 4
    assert tomllib.loads(text)["name"] == "Kitchen"


def test_first_phone_is_host_and_no_second(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert ask(host.port, "GET", "/api/v1/setup")[0] == 403
        assert host.claim() == 200
        assert host.ask("GET", "me")["host"]
        assert host.claim() == 403
        assert (tmp_path / "setup.json").exists()
    with fresh_machine(tmp_path, CAPTURE) as again:
        assert again.claim() == 403, "it had a host before this start"


def test_a_host_by_pin_ends_the_claim(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert ask(host.port, "POST", "/api/v1/host", {"pin": PIN})[0] == 200
        assert host.claim() == 403


def test_a_table_in_use_cannot_be_claimed(tmp_path: Path) -> None:
    """A phone joins with the code and enters two cards; then a phone without the code comes."""
    with fresh_machine(tmp_path, CAPTURE) as host:
        status, _, scorer = asked(host.port, "POST", "/api/v1/join", {"code": CODE}, "")
        assert status == 200
        status, refusal, _ = asked(host.port, "POST", CLAIM, {}, "")
        assert (status, "Enter the host’s PIN" in refusal["refused"]) == (403, True)
        for action in (*TO_THE_PLAY, {"do": "play", "card": "9H"}, {"do": "play", "card": "6H"}):
            body = {"action": action}
            assert ask(host.port, "POST", "/api/v1/actions", body, scorer)[0] == 201
        assert host.claim() == 403
        assert ask(host.port, "GET", "/api/v1/backup", cookie=scorer)[0] == 403
    with fresh_machine(tmp_path, CAPTURE) as again:
        assert again.claim() == 403, "a phone had joined before this start"


def test_the_first_entry_ends_the_claim_of_an_open_table(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, f'access = "open"\n{CAPTURE}') as host:
        body = {"action": TO_THE_PLAY[0]}
        assert ask(host.port, "POST", "/api/v1/actions", body)[0] == 201
        assert host.claim() == 403


def test_a_table_that_no_package_started_is_never_claimed(tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE, packaged=False) as host:
        assert host.claim() == 403
        host.become_host()


def test_arduino_is_found_counted_and_asked_for_its_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board's own program at a pseudo-terminal: by name, in GRB, with its keys."""
    desk = Desk(tmp_path)
    plug = desk.plug(Board(boot=7))
    monkeypatch.setattr("cribble.devices.microcontroller.plugged_in", lambda at: desk.find)
    ports = {desk.find()[0]: Greeting(1, 3, 7, 400, 48, 16)}

    def see() -> bytes:
        """What is still there after a fifth of a second: a picture is on its way."""
        before = b""
        while (now := bytes(plug.board.lights)) != before:
            before = now
            sleep(0.2)
        return now

    with (
        closing(desk),
        fresh_machine(
            tmp_path,
            "",
            lambda: machine("pc", tmp_path / "pc", ports=ports),
        ) as host,
    ):
        host.claim()
        found = host.ask("POST", "setup/find", {"what": "lights"})["lights"]
        (choice,) = [one for one in found if one["name"] == "microcontroller"]
        assert choice["about"] == "an Arduino with room for 400 lights and 16 keys"
        host.ask("PUT", "setup/lights", {"name": "microcontroller"})
        builder = BoardBuilder(four_pieces(), see, order="GRB")
        assert set_up(host, builder, colours=True) == 19
        assert host.ask("GET", "setup")["order"] == "GRB"
        status, why = host.refused("PUT", "setup/strip", {"lights": 122, "seen": ["R", "R", "G"]})
        assert (status, "R, R, G" in why) == (422, True)
        host.ask("POST", "setup/keypad", {"name": "microcontroller"})
        soon(lambda: host.app.keypads.plain()[0]["health"] == "ok")
        for key in (0, 1, 2):
            plug.press(key)
        soon(lambda: len(host.ask("GET", "setup/keypad")["keys"]) == 3)
        assert ask(host.port, "GET", "/api/v1/state")[1]["live"].get("pending_entry") is None
        host.ask("POST", "setup/keypad", {"name": "microcontroller", "keep": True})
        assert host.ask("GET", "setup")["keypads"] == ["microcontroller"]
    check_board(host.file, builder)


@pytest.mark.parametrize("name", ["pi3", "pi5"])
def test_a_pi_says_which_lines_its_boot_files_lack(name: str, tmp_path: Path) -> None:
    """Only what can work there is offered; without the helper people write the lines."""
    strip = {"pi3": "spi", "pi5": "leds0"}[name]
    line = {"pi3": "dtparam=spi=on", "pi5": "dtoverlay=ws2812-pio,gpio=18,num_leds=512"}[name]
    with fresh_machine(tmp_path, CAPTURE, lambda: machine(name, tmp_path / name)) as host:
        host.claim()
        state = host.ask("PUT", "setup/lights", {"name": strip})
        assert state["machine"].startswith("Raspberry Pi")
        assert line in state["boot"]["lines"] or state["boot"]["restart"]
        assert state["boot"]["helper"] is False
        status, why = host.refused("POST", "setup/boot", {})
        assert (status, "boot helper" in why) == (422, True)


HOSTILE: list[tuple[str, str, Any]] = [
    ("PUT", "setup/lights", {"name": "laser"}),
    ("PUT", "setup/lights", {"name": "ddp", "at": "x" * 300}),
    ("PUT", "setup/lights", {"name": "ddp", "at": 'x"\ny'}),
    ("PUT", "setup/names", {"language": "de"}),
    ("PUT", "setup/names", {"language": "en", "time_zone": "../etc"}),
    ("PUT", "setup/names", {"language": "en", "time_zone": "Nowhere/City"}),
    ("PUT", "setup/names", {"language": "en", "name": "\x00"}),
    ("PUT", "setup/strip", {"lights": 0}),
    ("PUT", "setup/strip", {"lights": 5000}),
    ("PUT", "setup/board", {"shape": "round", "tracks": 2}),
    ("PUT", "setup/board", {"shape": "classic", "tracks": 9}),
    ("POST", "setup/survey", {"taps": [[0, [9, 1]]]}),
    ("POST", "setup/survey", {"taps": [[-1, None]]}),
    ("POST", "setup/keypad", {"name": "piano"}),
    *(
        ("POST", "setup/keypad", {"name": name, "at": "/etc/passwd", "keep": keep})
        for name in ("usb", "microcontroller", "matrix", "buttons")
        for keep in (False, True)
    ),
    ("POST", "setup/keypad", {"name": "usb", "at": "/dev/input/../watchdog"}),
    ("POST", "doctor/mend", {"finding": "power-00000000"}),
    ("POST", "doctor/mend", {"finding": "strip.name = 'ddp'"}),
    ("POST", "doctor/mend", {"mend": "sudo rm -rf /"}),
    ("POST", "setup/boot", {}),
]


def test_a_step_with_an_impossible_value_is_refused_and_changes_nothing(
    tmp_path: Path, strips: list[CaptureStrip]
) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        host.claim()
        before = host.file.read_bytes()
        for method, path, body in HOSTILE:
            status, why = host.refused(method, path, body)
            assert status in (400, 422), (path, body, status)
            assert len(why) > 10
        assert host.file.read_bytes() == before


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


@pytest.mark.parametrize("name", STRIPS_AT)
def test_a_phone_names_no_place_that_its_kind_of_strip_does_not_have(
    name: str, tmp_path: Path
) -> None:
    """The file that is named stays as it was, whatever is shown then."""
    file = tmp_path / ".bashrc"
    file.write_text("alias ll='ls -l'\n")
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        host.claim()
        before = host.file.read_bytes()
        for at in STRIPS_AT[name]:
            body = {"name": name, "at": at.format(file=file)}
            assert host.refused("PUT", "setup/lights", body)[0] in (400, 422), at
            host.ask("POST", "setup/show", {"byte": 1})
        assert host.file.read_bytes() == before
    assert file.read_text() == "alias ll='ls -l'\n"


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("ddp", "wled-kitchen.local"),
        ("ddp", "192.168.1.50:4048"),
        ("ddp", "[fe80::1]:4048"),
        ("spi", "/dev/spidev1.0"),
        ("leds0", "/dev/leds1"),
        ("ws281x", "GPIO12"),
    ],
)
def test_a_phone_names_the_places_of_its_kind_of_strip(name: str, at: str, tmp_path: Path) -> None:
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        host.claim()
        assert host.ask("PUT", "setup/lights", {"name": name, "at": at})["at"] == at


def test_a_place_that_the_owner_wrote_stays_and_is_still_no_file_to_write(tmp_path: Path) -> None:
    """The wizard takes it as it is; pixels are not written into it."""
    file = tmp_path / "a file"
    file.write_text("kept")
    config = f'[strip]\nname = "leds0"\nat = "{file}"\n'
    with fresh_machine(tmp_path, config) as host:
        host.claim()
        host.ask("PUT", "setup/lights", {"name": "leds0", "at": str(file)})
        why = host.ask("POST", "setup/show", {"byte": 1})["fault"]
        assert why == f"{file} is not a device."
    assert file.read_text() == "kept"


def test_doctor_is_a_page_and_mends_the_config(tmp_path: Path, strips: list[CaptureStrip]) -> None:
    """A limit too low for so many lights: one tap writes a better one, without a restart."""
    low = CAPTURE + 'limit_ma = 20\n[board]\nshape = "classic"\ntracks = 2\n'
    with fresh_machine(tmp_path, low) as host:
        host.claim()
        found = host.ask("GET", "doctor")
        (power,) = [one for one in found["found"] if one["check"] == "power"]
        assert (power["level"], power["can"]) == ("wrong", "config")
        assert f"WRONG power: {power['say']}" in found["report"]
        after = host.ask("POST", "doctor/mend", {"finding": power["id"]})
        assert "power" not in {one["check"] for one in after["found"]}
        assert power["mend"].rpartition(" ")[2] in host.file.read_text()
        assert host.app.config.strip.limit_ma > 20


def test_lights_go_back_to_the_game_when_nobody_goes_on(
    tmp_path: Path, strips: list[CaptureStrip], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = CAPTURE + '[board]\nshape = "classic"\ntracks = 2\n'
    with fresh_machine(tmp_path, board) as host:
        host.claim()
        host.ask("POST", "setup/show", {"byte": 1})
        assert host.app.lights.is_paused
        assert host.ask("POST", "setup/finish", {})["fault"] is None
        assert not host.app.lights.is_paused
        host.ask("POST", "setup/show", {"walk": True})
        soon(lambda: strips[-1].shown > 5)
        host.wizard.look()
        assert host.app.lights.is_paused
        monkeypatch.setattr("cribble.wizard.session.LEASE_SECONDS", -1.0)
        host.wizard.look()
        assert not host.app.lights.is_paused


def test_a_keypad_is_shown_by_its_latest_keys(tmp_path: Path) -> None:
    """As many as the page has room for; none goes to the table."""
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        host.claim()
        usb = {"name": "usb", "at": "/dev/input/event99"}
        assert host.ask("POST", "setup/keypad", usb)["keys"] == []
        for key in (*Key, Key.UNDO):
            assert host.app.key_listener
            host.app.key_listener(key)
        heard = host.ask("GET", "setup/keypad")
        assert heard["listening"]
        assert heard["keys"] == [str(key) for key in (*Key, Key.UNDO)][-KEYS_KEPT:]
        assert len(heard["keys"]) == 12
        host.ask("POST", "setup/finish", {})
        assert host.app.key_listener is None


def test_two_hosts_may_be_in_the_step_of_the_keypad(tmp_path: Path) -> None:
    """Each is answered, however their taps fall together; the table has one keypad in the end."""
    usb = {"name": "usb", "at": "/dev/input/event99"}
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n') as host:
        host.claim()

        def tap(number: int) -> int:
            body = {**usb, "keep": number % 3 == 2}
            return ask(host.port, "POST", "/api/v1/setup/keypad", body, host.cookie)[0]

        with ThreadPoolExecutor(2) as hosts:
            assert set(hosts.map(tap, range(6))) == {200}
        host.ask("POST", "setup/keypad", {**usb, "keep": True})
        assert len(host.app.keypads.plain()) == 1
        soon(lambda: len([one for one in running() if one.name == "usb"]) <= 1)


@pytest.mark.parametrize("sheet", ["sticker", "keys", "template"])
def test_sheets_are_pdf_for_the_host_alone(sheet: str, tmp_path: Path) -> None:
    with fresh_machine(tmp_path, CAPTURE) as host:
        assert ask(host.port, "GET", f"/setup/{sheet}.pdf?paper=letter")[0] == 403
        host.claim()
        assert host.printed(sheet, "letter")[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("kind", "pitch", "drill"),
    [("144/m", 6.944, 5), ("60/m", 16.667, 5), ("12", 16.0, 12), ("8", 11.0, 8), ("5", 8.0, 5)],
)
def test_the_template_is_for_the_lights_that_were_named(
    kind: str, pitch: float, drill: int, tmp_path: Path
) -> None:
    """It is what the command prints by the config that the wizard wrote."""
    with fresh_machine(tmp_path) as host:
        host.claim()
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
        host.claim()
        path = "/setup/template.pdf?paper=letter"
        status, answer = ask(host.port, "GET", path, cookie=host.cookie)
        assert (status, "beyond the strip, which has 90" in answer["refused"]) == (422, True)


def test_an_appliance_takes_its_first_phone_to_the_wizard(tmp_path: Path) -> None:
    """Only until a phone is host, and only if the program is the package's."""

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
        host.claim()
        assert home() == (200, None)


@pytest.mark.parametrize("name", ["terminal", "simulated"])
def test_terminal_that_nobody_sees_is_no_strip(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fresh package has it by default, on a machine without a screen."""
    monkeypatch.setenv("INVOCATION_ID", "1")
    with fresh_machine(tmp_path, f'[strip]\nname = "{name}"\n') as host:
        host.claim()
        assert host.ask("GET", "setup")["strip"] == "null"
        names = [
            one["name"] for one in host.ask("POST", "setup/find", {"what": "lights"})["lights"]
        ]
        assert names == ["ddp", "browser", "null"]
        monkeypatch.delenv("INVOCATION_ID")
        assert host.ask("GET", "setup")["strip"] == name


@pytest.mark.parametrize("packaged", [False, True])
def test_page_knows_that_commands_of_a_package_need_sudo(tmp_path: Path, packaged: bool) -> None:
    with fresh_machine(tmp_path, '[strip]\nname = "null"\n', packaged=packaged) as host:
        host.become_host()
        assert host.ask("GET", "me")["sudo"] is packaged
