"""Three starts that fail are followed by one without lights and keypads, and the page says why."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cribble.config.schema import BoardConfig, Config, KeypadConfig, StripConfig
from cribble.serve.safe_start import (
    WELL_SECONDS,
    StartCounter,
    Starts,
    safe_fault,
    without_devices,
)
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import ask as asked
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
    assert "3 times (no pins here)" in str(safe_fault(counter.before))


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


def serve(folder: Path, port: int) -> "subprocess.Popen[bytes]":
    """The shipped program, with a board that no shape can be."""
    config = folder / "config.toml"
    config.write_text('[strip]\nname = "capture"\n[board]\nshape = "paperclip"\nholes = 3\n')
    words = ["serve", "--config", config, "--data", folder, "--port", str(port)]
    return subprocess.Popen(
        [sys.executable, "-m", "cribble", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ,
    )


def test_the_program_starts_safely_after_three_failures(tmp_path: Path) -> None:
    """Each of three starts ends at once; the fourth serves the page, which says why."""
    port = 18000 + os.getpid() % 2000
    for _ in range(3):
        assert serve(tmp_path, port).wait(20) == 2
    program = serve(tmp_path, port)
    try:

        def health() -> dict[str, object]:
            try:
                return dict(asked(port, "GET", "/healthz")[1])
            except OSError:
                return {}

        soon(lambda: health().get("strip") == "broken")
        assert "3 times" in str(health()["strip_fault"])
        assert "paperclip" in str(health()["strip_fault"])
        state = asked(port, "GET", "/api/v1/state")[1]
        assert state["asides"]["strip"] == "broken"
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == 0
