"""The log has one line an event, with time and level, and only what is asked for."""

import logging
import os
import re
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cribble.serve.run import journal_watches
from cribble.serve.terminal import device_news
from cribble.system.process import LEVEL, logging_to_stderr
from scorekeeper.device import DeviceFault
from scorekeeper.words import Words

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (.*)")
FAULT = DeviceFault("It does not work ({reason}).", reason="EIO")


def events(err: str) -> list[str]:
    """Level, name and message of each line."""
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
        "WARNING cribble.serve.terminal: buzzer: lost: It does not work (EIO).",
        "INFO cribble.serve.terminal: buzzer: back",
    ]
    assert len(err.splitlines()) == 4


def test_without_a_level_only_mistakes_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr({}):
        device_news(Words.of("en"), "buzzer")(FAULT)
        thread = Thread(target=lambda: {}[1], name="page")
        thread.start()
        thread.join()
    err = capsys.readouterr().err
    assert events(err) == [
        "ERROR cribble.system.process: a mistake in this program ended the thread page"
    ]
    assert err.startswith("The buzzer is silent.")
    assert "KeyError" in err


def test_a_message_of_several_lines_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr({LEVEL: "noise"}):
        logging.getLogger("hardware.lights").error("one\ntwo")
    logging.getLogger("hardware.lights").error("three")
    unknown, two_lines = events(capsys.readouterr().err)
    assert unknown.endswith("CRIBBLE_LOG cannot be 'NOISE'; it is debug, info, warning or error.")
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
            watch.look()
    assert told == ["no-space", None]
    assert [one.getMessage() for one in caplog.records] == [
        "journal: backup_trouble: no-space",
        "journal: backup_trouble: over",
    ]


def test_the_journal_of_systemd_is_told_the_level_of_each_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`journalctl -p warning` finds what went wrong, tracebacks included."""
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
