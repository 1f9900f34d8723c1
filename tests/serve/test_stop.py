"""The program ends when it is asked to, whatever signals come and whatever device hangs."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from cribble.serve.app import stop_all
from cribble.system.network import free_port
from cribble.system.process import stopping
from scorekeeper.journal import Journal
from tests.cli.test_serve import HERE, Serving
from tests.kit.drivers.waiting import limit, soon
from tests.kit.paths import ROOT

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ENDS = {0, *(-one for one in SIGNALS)}
"""A signal that comes after all was closed kills what is left of the program."""
WAITING = """
from cribble.system.process import stopping
with stopping() as stop:
    print("ready", flush=True)
    while not stop.wait(0.0001):
        pass
"""


def burst(chance: random.Random) -> int:
    """Return the exit code of a waiting program that is sent many signals at random moments."""
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


@pytest.mark.parametrize("bursts", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_bursts_of_signals_end_a_waiting_program(bursts: int) -> None:
    """Its handlers take no lock, which the code that they interrupt may hold."""
    chance = random.Random(bursts)
    assert {burst(chance) for _ in range(bursts)} <= ENDS


@pytest.fixture
def handlers() -> Iterator[None]:
    """The handlers of signals, restored."""
    before = {one: signal.getsignal(one) for one in SIGNALS}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.mark.usefixtures("handlers")
def test_a_stop_event_is_set_by_signals_and_threads() -> None:
    """After the first signal Ctrl-C does what it does to any program."""
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
        time.sleep(0.05)


RUN = (sys.executable, "-m", "tests.kit.fakes.hanging_devices")
CONFIGS = {
    "strip": '[strip]\nname = "null"\n',
    "keypad": '[strip]\nname = "null"\n[keypad]\nname = "usb"\n',
    "buzzer": '[strip]\nname = "null"\n[buzzer]\nname = "terminal"\n',
    "display": '[strip]\nname = "null"\n[readout]\nname = "ssd1306"\n',
    "microcontroller": '[strip]\nname = "microcontroller"\n',
}
HANGS = [
    *((device, "close") for device in CONFIGS),
    ("strip", "show"),
    ("display", "show"),
    ("microcontroller", "write"),
]


@contextmanager
def hanging(device: str, method: str, folder: Path) -> Iterator[Serving]:
    """A table that is being served with a device that hangs; its page is there soon."""
    folder.mkdir()
    port, config = free_port(HERE), folder / "config.toml"
    config.write_text(CONFIGS[device], encoding="utf-8")
    words = ("serve", "--config", str(config), "--data", str(folder / "data"))
    program = subprocess.Popen(
        [*RUN, device, method, *words, "--host", HERE, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
        text=True,
    )
    try:
        yield Serving(program, port)
    finally:
        program.kill()
        program.wait()


def test_the_table_closes_though_a_device_hangs(tmp_path: Path) -> None:
    with ExitStack() as stack:
        folders = {hang: tmp_path / "-".join(hang) for hang in HANGS}
        tables = [stack.enter_context(hanging(*hang, folders[hang])) for hang in HANGS]
        for table in tables:
            table.wait()
        for table in tables:
            table.process.terminate()
        due = time.monotonic() + limit(20)
        for hang, table in zip(HANGS, tables, strict=True):
            assert table.process.wait(max(due - time.monotonic(), 0.1)) == 0, hang
            with closing(Journal.open(folders[hang] / "data/journal.sqlite")) as journal:
                assert journal.notices == (), hang


def catches(process: int, number: signal.Signals) -> bool:
    """True if the process has a handler for the signal, by proc(5)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    (mask,) = re.findall(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return bool(int(mask, 16) >> number - 1 & 1)


def test_a_second_interrupt_ends_the_program_at_once(tmp_path: Path) -> None:
    """Though the strip would have been waited for."""
    with hanging("strip", "close", tmp_path / "table") as table:
        table.wait()
        began = time.monotonic()
        table.process.send_signal(signal.SIGINT)
        soon(lambda: not catches(table.process.pid, signal.SIGINT))
        table.process.send_signal(signal.SIGINT)
        assert table.process.wait(limit(10)) == -signal.SIGINT
        assert time.monotonic() - began < limit(2)
