"""Safe start after failures, prompts on the terminal, and stopping in time."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from cribble.cli.overrides import active_config
from cribble.serve.app import stop_all
from cribble.serve.run import WELL_SECONDS, StartCounter, Starts
from cribble.serve.terminal import status_line
from cribble.system.network import FREE_PORTS, free_port
from cribble.system.process import stopping
from scorekeeper.device import KeypadHealth
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Fault, Words
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import HERE, Serving, running, serving
from tests.kit.drivers.waiting import limit, soon
from tests.kit.drivers.web_server import ask, asked
from tests.kit.fakes.lights import Watch
from tests.kit.paths import ROOT


def test_a_start_that_was_killed_counts_and_one_that_lasts_does_not(tmp_path: Path) -> None:
    path, clock = tmp_path / "starts.json", Watch()
    StartCounter(path, clock)
    second = StartCounter(path, clock)
    assert second.before.failed == 1
    clock.seconds += WELL_SECONDS - 1
    second.poll()
    assert StartCounter(path, clock).before.failed == 2
    clock.seconds += WELL_SECONDS
    second.poll()
    assert StartCounter(path, clock).before.failed == 0
    with StartCounter(path):
        pass
    assert StartCounter(path).before == Starts()


@pytest.mark.parametrize("content", [b"{", b'{"failed": "many"}', b'{"why": "\xff"}'])
def test_a_count_that_cannot_be_read_is_no_reason_not_to_start(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "starts.json"
    path.write_bytes(content)
    assert StartCounter(path).before == Starts()
    assert not StartCounter(tmp_path / "nowhere" / "starts.json").is_safe


def test_a_free_port_is_none_of_an_outgoing_connection() -> None:
    """Such a port could be taken before the table opens it."""
    outgoing = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
    ports = {free_port(HERE) for _ in range(20)}
    assert max(ports) < max(int(outgoing.split()[0]), FREE_PORTS.stop)


IMPOSSIBLE = '[strip]\nname = "capture"\n[board]\nshape = "paperclip"\nholes = 3\n'
"""A config with an impossible board."""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The config of a program that systemd starts."""
    monkeypatch.setenv("INVOCATION_ID", "1")
    return tmp_path / "config.toml"


def test_the_program_starts_safely_after_three_failures(config: Path, tmp_path: Path) -> None:
    config.write_text(IMPOSSIBLE)
    options = "--config", str(config)
    assert typed("serve", "--data", str(tmp_path), "--port", "0", *options).code == 2
    for _ in range(2):
        assert not StartCounter(tmp_path / "starts.json").is_safe
    with serving(tmp_path, *options) as table:
        soon(lambda: table.ask("/healthz")["strip"] == "broken")
        assert "3 times" in table.ask("/healthz")["strip_fault"]
        assert "paperclip" in table.ask("/healthz")["strip_fault"]
        assert table.ask("/api/v1/state")["machine"]["strip"] == "broken"
        assert table.stop()[1] == 0


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (b"port = eighty\n", "line 1: invalid TOML: "),
        (b"port = 80\nhots = 1\n", "line 2: unknown key "),
        (b"\xff\xfe", "invalid UTF-8"),
        (None, "does not exist"),
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


def test_the_program_starts_safely_where_its_config_cannot_be_used(
    config: Path, tmp_path: Path
) -> None:
    config.write_text("strip = 7\n")
    (spare := tmp_path / "spare.toml").write_text('name = "Spare"\n')
    options = "--config", str(config), "--spare-config", str(spare)
    with serving(tmp_path, *options) as table:
        soon(lambda: table.ask("/healthz")["strip"] == "broken")
        why = "config.toml, line 1: strip must be a table"
        assert why in table.ask("/healthz")["strip_fault"]
        pin = json.loads((tmp_path / "secrets.json").read_bytes())["pin"]
        status, _, cookie = asked(table.port, "POST", "/api/v1/host", {"pin": pin}, "")
        assert status == 200
        found = ask(table.port, "GET", "/api/v1/doctor", None, cookie)[1]["found"]
        (finding,) = [one for one in found if one["check"] == "config"]
        assert finding["level"] == "wrong"
        assert "line 1: strip must be a table" in finding["say"]
        assert table.stop()[1] == 0
    assert config.read_text() == "strip = 7\n"


NUMPAD = KeypadHealth("usb", "ok")
EVENING = (
    ("", "Hold OK and press the number of a game, or choose one on a phone."),
    ("HELD", "On the keypad: which game?"),
    ("2 2", "On the keypad: Six-card cribbage, player\u00a02 deals"),
    ("OK", "player\u00a02 deals, player\u00a01 cuts the starter."),
    ("5 HELD 2 3", "On the keypad: 3 points for player\u00a01"),
)


def test_status_line_asks_for_what_keys_can_answer() -> None:
    table = Table(Journal.in_memory())
    keys, words = KeypadSession(table), Words.of("en")
    assert status_line(table.now, words, table.machine) == "Choose a game to start."
    table.set_machine(keypads=(NUMPAD,))
    for line, says in EVENING:
        for key in line.split():
            keys.press(Key(key))
        assert status_line(table.now, words, table.machine).lower().startswith(says.lower())


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ENDS = {0, *(-one for one in SIGNALS)}
"""A signal after everything was closed ends the program."""
WAITING = """
from cribble.system.process import stopping
with stopping() as stop:
    print("ready", flush=True)
    while not stop.wait(0.0001):
        pass
"""


def burst(chance: random.Random) -> int:
    """Send many signals at random moments to a waiting program; return its exit code."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, cwd=ROOT
    ) as program:
        assert program.stdout
        program.stdout.readline()
        try:
            for _ in range(chance.randrange(1, 40)):
                time.sleep(chance.random() * 0.0002)
                program.send_signal(chance.choice(SIGNALS))
            return program.wait(10)
        finally:
            program.kill()


@pytest.mark.parametrize("bursts", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_bursts_of_signals_end_a_waiting_program(bursts: int) -> None:
    """Its handlers take no lock, which the interrupted code may hold."""
    chance = random.Random(bursts)
    assert {burst(chance) for _ in range(bursts)} <= ENDS


@pytest.fixture
def handlers() -> Iterator[None]:
    before = {one: signal.getsignal(one) for one in SIGNALS}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.mark.usefixtures("handlers")
def test_a_stop_event_is_set_by_signals_and_threads() -> None:
    """After the first signal, Ctrl-C has its default effect."""
    with stopping() as stop:
        stop_all(stop.set)
        assert stop.is_set()
    with stopping() as stop:
        assert not stop.wait(0.01)
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.wait(limit(1))
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        os.kill(os.getpid(), signal.SIGHUP)
        assert stop.is_set()


def test_stops_that_hang_are_left_alone() -> None:
    with stopping() as stop:
        called: list[int] = []
        began = time.monotonic()
        stop_all(stop.wait, lambda: called.append(1), stop.wait, within=0.2)
        assert 0.2 <= time.monotonic() - began < limit(2)
        assert called == [1]
        stop.set()
        soon(lambda: "stop" not in [thread.name for thread in threading.enumerate()])


def hanging(method: str, folder: Path) -> AbstractContextManager[Serving]:
    """A running table whose strip hangs in *method*."""
    port = free_port(HERE)
    words = ["--strip", "null", "--data", str(folder), "--host", HERE, "--port", str(port)]
    return running([method, "serve", *words], port, "tests.kit.fakes.hanging_devices")


def test_the_table_closes_though_its_strip_hangs(tmp_path: Path) -> None:
    with hanging("show", tmp_path) as table:
        table.process.terminate()
        assert table.process.wait(limit(20)) == 0
        with closing(Journal.open(tmp_path / "journal.sqlite")) as journal:
            assert journal.notices == ()


def catches(process: int, number: signal.Signals) -> bool:
    """Return whether the process has a handler for the signal, by proc(5)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    (mask,) = re.findall(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return bool(int(mask, 16) >> number - 1 & 1)


def test_a_second_interrupt_ends_the_program_at_once(tmp_path: Path) -> None:
    with hanging("close", tmp_path) as table:
        began = time.monotonic()
        table.process.send_signal(signal.SIGINT)
        soon(lambda: not catches(table.process.pid, signal.SIGINT))
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(limit(10)) == -signal.SIGINT
        assert time.monotonic() - began < limit(2)
