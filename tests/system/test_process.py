"""Log, clock and watchdog of the process, and its messages to systemd."""

import logging
import os
import re
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from time import sleep
from typing import Any

import pytest

from cribble.config.schema import StripConfig
from cribble.serve.run import journal_watches
from cribble.serve.settings import brightness_now
from cribble.serve.terminal import device_news
from cribble.system.network import free_port
from cribble.system.process import (
    LEVEL,
    SYNCHRONIZED,
    TOLD,
    WallClock,
    Watchdog,
    is_set,
    is_synchronized,
    logging_to_stderr,
)
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words
from tests.kit.fakes.lights import Watch

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (.*)")
FAULT = DeviceFault("It does not work ({reason}).", reason="EIO")


def events(err: str) -> list[str]:
    return [match[1] for line in err.splitlines() if (match := LINE.fullmatch(line))]


def test_a_device_that_is_lost_and_back_is_logged_in_english(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with logging_to_stderr({LEVEL: "info"}):
        tell = device_news(Words.of("fr"), "buzzer")
        tell(FAULT)
        tell(None)
    err = capsys.readouterr().err
    assert events(err) == [
        "WARNING cribble.serve.terminal: buzzer: failed: It does not work (EIO).",
        "INFO cribble.serve.terminal: buzzer: works again",
    ]
    assert len(err.splitlines()) == 4


def test_without_a_level_only_mistakes_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr({}):
        device_news(Words.of("en"), "buzzer")(FAULT)
        thread = Thread(target=lambda: {}[1], name="page")
        thread.start()
        thread.join()
    err = capsys.readouterr().err
    assert events(err) == ["ERROR cribble.system.process: internal error: thread page ended"]
    assert err.startswith("The buzzer failed.")
    assert "KeyError" in err


def test_a_message_of_several_lines_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr({LEVEL: "noise"}):
        logging.getLogger("hardware.lights").error("one\ntwo")
    logging.getLogger("hardware.lights").error("three")
    unknown, two_lines = events(capsys.readouterr().err)
    assert unknown.endswith(
        "CRIBBLE_LOG cannot be 'NOISE'; it must be debug, info, warning or error."
    )
    assert two_lines == "ERROR hardware.lights: one\\ntwo"


def test_what_the_network_says_is_escaped_for_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with logging_to_stderr({"CRIBBLE_LOG": "info"}):
        logging.getLogger("cribble.x").info("%s is announced", "\x1b[2J\u202eé")
    assert capsys.readouterr().err.endswith("\\x1b[2J\\u202eé is announced\n")


def test_trouble_of_the_backup_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    health: dict[str, Any] = {"trouble": None, "backup_trouble": None}
    told = list[str | None]()
    watches = journal_watches(lambda: dict(health), told.append)
    caplog.set_level(logging.INFO, "cribble")
    for trouble in (None, "no-space", "no-space", None):
        health["backup_trouble"] = trouble
        for watch in watches:
            watch.poll()
    assert told == ["no-space", None]
    assert [one.getMessage() for one in caplog.records] == [
        "journal: backup_trouble: no-space",
        "journal: backup_trouble: over",
    ]


def test_the_journal_of_systemd_is_told_the_level_of_each_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`journalctl -p warning` finds errors, tracebacks included."""
    out = (tmp_path / "journal").open("w+")
    monkeypatch.setattr("sys.stderr", out)
    there = os.fstat(out.fileno())
    with logging_to_stderr({LEVEL: "debug", "JOURNAL_STREAM": f"{there.st_dev}:{there.st_ino}"}):
        log = logging.getLogger("hardware.lights")
        log.info("fine")
        log.warning("odd")
        try:
            _ = {}[1]
        except KeyError:
            log.exception("broken")
    out.seek(0)
    fine, odd, broken, *trace = out.read().splitlines()
    out.close()
    assert (fine[:3], odd[:3], broken[:3]) == ("<6>", "<4>", "<3>")
    assert len(trace) > 2
    assert all(line.startswith("<3>") for line in trace)


MODEL = "proc/device-tree/model"
READ, NOW = "sys/class/rtc/rtc0/hctosys", "sys/class/rtc/rtc0/since_epoch"

MACHINES: dict[str, tuple[dict[str, str], bool, bool]] = {
    "nothing keeps it": ({}, False, False),
    "NTP keeps it": ({}, True, True),
    "it was set since the start": ({SYNCHRONIZED: ""}, False, True),
    "it has a battery": ({READ: "1\n", NOW: "1795000000\n"}, False, True),
    "its battery is missing": ({READ: "1\n", NOW: "47\n"}, False, False),
    "the kernel did not read it": ({READ: "0\n", NOW: "1795000000\n"}, False, False),
}


@pytest.mark.parametrize(("files", "disciplined", "wanted"), MACHINES.values(), ids=MACHINES)
def test_clock_is_believed_where_something_keeps_it(
    files: dict[str, str], disciplined: bool, wanted: bool, tmp_path: Path
) -> None:
    for name, text in ({MODEL: "Raspberry Pi 4 Model B\0"} | files).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert is_set(tmp_path, lambda: disciplined) is wanted
    (tmp_path / TOLD).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / TOLD).touch()
    assert is_set(tmp_path, lambda: disciplined)
    assert is_synchronized(tmp_path, lambda: disciplined) is wanted, "a phone may tell it again"
    (tmp_path / TOLD).unlink()
    (tmp_path / MODEL).unlink()
    assert is_set(tmp_path, lambda: False), "another machine has a battery, or its host's clock"


def test_games_are_dated_1970_while_the_clock_is_not_believed() -> None:
    """Their order and duration are correct nevertheless."""
    lost, known = WallClock(lambda: False), WallClock(lambda: True)
    first, second = lost.now(), lost.now()
    assert first.year == 1970
    assert 0 <= (second - first).total_seconds() < 5
    assert abs((known.now() - datetime.now(UTC)).total_seconds()) < 5


def test_clock_is_checked_once_a_second_until_it_is_right() -> None:
    """Every frame asks for it; and the kernel may lose synchronization after hours."""
    checks, answers, now = list[float](), iter((False, True)), 10.0

    def check() -> bool:
        checks.append(now)
        return next(answers)

    clock = WallClock(check, lambda: now)
    assert not clock.is_right
    now = 10.9
    assert not clock.is_right
    now = 11.0
    assert clock.is_right
    now = 99.0
    assert clock.is_right
    assert checks == [10.0, 11.0]


def test_lights_keep_their_day_brightness_until_the_clock_is_set() -> None:
    """A Pi without a network starts with the time of its last shutdown."""
    now = datetime.now(UTC).astimezone()
    night = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=1):%H:%M}"
    here = StripConfig(brightness=0.8, night=night, night_brightness=0.1)
    assert brightness_now(here, WallClock(lambda: False)) == 0.8
    assert brightness_now(here, WallClock(lambda: True)) == 0.1
    always = StripConfig(brightness=0.8, night="00:00-00:00", night_brightness=0.1)
    assert brightness_now(always, WallClock(lambda: False)) == 0.1, "that takes no clock"


READY, ALIVE = "READY=1\nWATCHDOG=1", "WATCHDOG=1"


class Listener:
    """systemd's end of the socket."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(self.path)
        self.line.settimeout(20)

    def hear(self) -> str:
        return self.line.recv(1024).decode()

    @property
    def heard(self) -> list[str]:
        self.line.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(self.hear())
        except BlockingIOError:
            return messages


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listener]:
    listener = Listener(tmp_path / "notify")
    yield listener
    listener.line.close()


def test_the_watchdog_is_fed_while_every_part_lives(systemd: Listener) -> None:
    watch = Watch()
    lives = {"page": True, "lights": True}
    checks = {name: partial(lives.__getitem__, name) for name in lives}
    dog = Watchdog(systemd.path, 7.5, checks, watch)
    told = []
    for changed in ({"page": False}, {"page": True}, {}, {"lights": False}, {"lights": True}):
        lives |= changed
        watch.seconds += 7.5
        dog.poll()
        dog.poll()
        told.append(systemd.heard)
    assert told == [[], [READY], [ALIVE], [], [ALIVE]]
    dog.stopping()
    assert systemd.heard == ["STOPPING=1"]


ENVIRONMENTS: dict[str, tuple[dict[str, str], list[str]]] = {
    "none": ({}, []),
    "ready only": ({"NOTIFY_SOCKET": "{path}"}, [READY]),
    "for us": ({"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "4000"}, [READY, ALIVE]),
    "for another": (
        {"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "4000", "WATCHDOG_PID": "1"},
        [READY],
    ),
    "nonsense": ({"NOTIFY_SOCKET": "{path}", "WATCHDOG_USEC": "soon"}, [READY]),
    "gone": ({"NOTIFY_SOCKET": "{path}.gone", "WATCHDOG_USEC": "4000"}, []),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environment_says_whether_and_how_often(name: str, systemd: Listener) -> None:
    """It applies to this process only, and is removed so that children do not use it."""
    given, wanted = ENVIRONMENTS[name]
    environ = {key: value.format(path=systemd.path) for key, value in given.items()}
    dog = Watchdog.of(environ, {"page": lambda: True})
    assert not environ
    dog.poll()
    sleep(0.01)
    dog.poll()
    assert systemd.heard == wanted


def test_serve_tells_systemd_that_it_is_ready_and_that_it_closes(
    systemd: Listener, tmp_path: Path
) -> None:
    words = ["serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--strip", "null"]
    told = {"NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "2000000", "LC_ALL": "C.UTF-8"}
    program = [sys.executable, "-m", "cribble", *words, "--port", str(free_port("127.0.0.1"))]
    with Popen(program, env=os.environ | told, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert [systemd.hear(), systemd.hear()] == [READY, ALIVE]
        process.terminate()
        assert process.wait(15) == 0
        assert systemd.heard[-1] == "STOPPING=1"
