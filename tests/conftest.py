"""Settings of all tests, and shared fixtures: one table per file of page tests, a terminal, a
machine with pins."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

    from hardware.strips.strip import CaptureStrip
    from scorekeeper.table import Table as IdleTable
    from tests.kit.drivers.browser import Table
    from tests.kit.drivers.terminal_screen import Terminal

# No deadline: a slow machine is not an error.
settings.register_profile("at-home", deadline=None)
settings.register_profile("in-ci", deadline=None, derandomize=True, print_blob=True)
# That an example fails is enough there: a shorter one can take minutes to find.
settings.register_profile(
    "mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("in-ci" if os.environ.get("CI") else "at-home")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the objects created by collection, so that garbage collection skips them: 400,000
    objects that cost a tenth of the CPU time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


DEAR = ("tests/page/", "tests/club/site/")
"""Tests with a browser take a second, some take twenty; others take milliseconds."""

ENGINES = "tests/page/engines/"
"""Expensive fixtures are shared within a file."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the slow tests to all workers first, so that only short ones are left at the end."""
    shares: list[list[pytest.Item]]
    shares = [[] for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    dear = [item for item in items if item.nodeid.startswith(DEAR)]
    cheap = [item for item in items if not item.nodeid.startswith(DEAR)]
    files = [[*tests] for _, tests in groupby(dear, key=_shared)]
    for tests in sorted(files, key=len, reverse=True):
        min(shares, key=len).extend(tests)
    each = len(items) // len(shares)
    items.clear()
    for share in shares:
        room = max(0, each - len(share))
        items += share + cheap[:room]
        cheap = cheap[room:]
    items += cheap


def _shared(item: pytest.Item) -> str:
    return ENGINES if item.nodeid.startswith(ENGINES) else str(item.path)


@pytest.fixture(scope="session", autouse=True)
def usual_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let the programs that tests start meet no config and no table of the user."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table with open access, and a browser."""
    from tests.kit.drivers.browser import (
        open_table,  # Lazily: most tests need neither browser nor driver.
    )

    with open_table() as table:
        yield table


@pytest.fixture
def idle() -> Iterator[IdleTable]:
    """A table at which nothing has happened."""
    from scorekeeper.journal import Journal
    from scorekeeper.table import Table

    with closing(Table(Journal.in_memory())) as table:
        yield table


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """80 columns, 24 lines."""
    from tests.kit.drivers.terminal_screen import Terminal

    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = Terminal()
    yield terminal
    terminal.close()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A machine with pins, which are all released at the end."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    Device.pin_factory = factory
    yield factory
    factory.reset()
    Device.pin_factory = None


@pytest.fixture
def strips(monkeypatch: pytest.MonkeyPatch) -> list[CaptureStrip]:
    """Every strip of the kind ``capture`` that the test opens, the newest last."""
    from hardware.strips.strip import CaptureStrip

    opened: list[CaptureStrip] = []

    def open_strip(_: object) -> CaptureStrip:
        opened.append(CaptureStrip())
        return opened[-1]

    monkeypatch.setattr("hardware.strips.strip.CaptureStrip", open_strip)
    return opened
