"""Three starts that fail are followed by one without lights and keypads, and so is a config that
cannot be used; the page says why."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cribble.cli.overrides import active_config
from cribble.config.schema import BoardConfig, Config, KeypadConfig, StripConfig
from cribble.serve.run import (
    WELL_SECONDS,
    StartCounter,
    Starts,
    fault_of_start,
    without_devices,
)
from scorekeeper.words import Fault
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import ask as asked
from tests.kit.drivers.wizard_table import asked as asked_as
from tests.kit.fakes.lights import Watch


def test_three_failures_in_a_row_make_the_next_start_safe(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    for number in range(3):
        counter = StartCounter(path)
        assert not counter.is_safe
        assert counter.before.failed == number
        with pytest.raises(OSError, match="no pins"), counter:
            raise OSError("no pins here")
    counter = StartCounter(path)
    assert counter.is_safe
    assert counter.before == Starts(3, "no pins here")
    assert "3 times (no pins here)" in str(fault_of_start(None, counter))


def test_a_start_that_was_killed_counts_and_one_that_lasts_does_not(tmp_path: Path) -> None:
    path, clock = tmp_path / "starts.json", Watch()
    StartCounter(path, clock)
    second = StartCounter(path, clock)
    assert second.before.failed == 1
    clock.seconds += WELL_SECONDS - 1
    second.look()
    assert StartCounter(path, clock).before.failed == 2
    clock.seconds += WELL_SECONDS
    second.look()
    assert StartCounter(path, clock).before.failed == 0


def test_a_clean_stop_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    with StartCounter(path):
        pass
    assert StartCounter(path).before == Starts()


@pytest.mark.parametrize("text", ["", "{", '{"failed": "many"}', "[]"])
def test_a_count_that_cannot_be_read_is_no_reason_not_to_start(text: str, tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    path.write_text(text)
    assert StartCounter(path).before == Starts()
    assert not StartCounter(tmp_path / "nowhere" / "starts.json").is_safe


def test_a_safe_start_has_no_devices() -> None:
    config = Config(
        name="Kitchen",
        strip=StripConfig(name="spi"),
        board=BoardConfig(shape="classic"),
        keypads=(KeypadConfig(name="usb"),),
    )
    safe = without_devices(config)
    assert (safe.strip.name, safe.board.shape, safe.keypads) == ("null", "", ())
    assert safe.name == "Kitchen"


IMPOSSIBLE = '[strip]\nname = "capture"\n[board]\nshape = "paperclip"\nholes = 3\n'
"""A config with a board that no shape can be."""


def serve(
    folder: Path, port: int, text: str = IMPOSSIBLE, *more: object
) -> "subprocess.Popen[bytes]":
    """The shipped program with the config *text*, as systemd starts it."""
    config = folder / "config.toml"
    config.write_text(text)
    words = ["serve", "--config", config, "--data", folder, "--port", port, *more]
    return subprocess.Popen(
        [sys.executable, "-m", "cribble", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"INVOCATION_ID": "1"},
    )


def health(port: int) -> dict[str, object]:
    """Return the answer of /healthz; nothing while nobody answers."""
    try:
        return dict(asked(port, "GET", "/healthz")[1])
    except OSError:
        return {}


def test_the_program_starts_safely_after_three_failures(tmp_path: Path) -> None:
    """Each of three starts ends at once; the fourth serves the page, which says why."""
    port = 18000 + os.getpid() % 2000
    for _ in range(3):
        assert serve(tmp_path, port).wait(20) == 2
    program = serve(tmp_path, port)
    try:
        soon(lambda: health(port).get("strip") == "broken")
        assert "3 times" in str(health(port)["strip_fault"])
        assert "paperclip" in str(health(port)["strip_fault"])
        state = asked(port, "GET", "/api/v1/state")[1]
        assert state["machine"]["strip"] == "broken"
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == 0


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (b"port = eighty\n", "line 1 is not TOML: "),
        (b"port = 80\nhots = 1\n", "line 2: there is no key "),
        (b"\xff\xfe", "is not UTF-8"),
        (None, "There is no file or folder "),
    ],
)
def test_a_spare_config_is_used_where_the_config_cannot_be(
    broken: bytes | None, why: str, tmp_path: Path
) -> None:
    config, spare = tmp_path / "config.toml", tmp_path / "spare.toml"
    spare.write_text("port = 4711\n")
    config.write_text('name = "Kitchen"\n')
    good = active_config(str(config), {}, str(spare))
    assert (good.config.name, good.config.port, good.fault) == ("Kitchen", 8121, None)
    config.unlink()
    if broken is not None:
        config.write_bytes(broken)
    active = active_config(str(config), {}, str(spare))
    assert (active.config.port, active.config_file) == (4711, config)
    assert active.fault
    assert why in str(active.fault)
    with pytest.raises(Fault):
        active_config(str(config), {})


def test_the_program_starts_safely_where_its_config_cannot_be_used(tmp_path: Path) -> None:
    """The page opens; it and its doctor say what is wrong with the file."""
    port, spare = 20000 + os.getpid() % 2000, tmp_path / "spare.toml"
    spare.write_text('name = "Spare"\n')
    program = serve(tmp_path, port, "strip = 7\n", "--spare-config", spare)
    try:
        soon(lambda: health(port).get("strip") == "broken")
        assert "config.toml, line 1: strip is a table" in str(health(port)["strip_fault"])
        pin = json.loads((tmp_path / "secrets.json").read_bytes())["pin"]
        status, _, cookie = asked_as(port, "POST", "/api/v1/host", {"pin": pin}, "")
        assert status == 200
        found = asked(port, "GET", "/api/v1/doctor", None, cookie)[1]["found"]
        (finding,) = [one for one in found if one["check"] == "config"]
        assert finding["level"] == "wrong"
        assert "line 1: strip is a table" in finding["say"]
        assert (tmp_path / "config.toml").read_text() == "strip = 7\n"
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == 0
