"""Settings of every proof: hypothesis takes its time, and finds the same examples again in CI.

And what many tests begin with: one table for all tests of the page in a file, a terminal, a machine
with pins.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

    from tests.kit.drivers.browser import Table
    from tests.kit.drivers.terminal_screen import Terminal

# No deadline: a slow machine is not a wrong program.
settings.register_profile("at-home", deadline=None)
settings.register_profile("in-ci", deadline=None, derandomize=True, print_blob=True)
# That an example fails is enough there: a shorter one can take minutes to find.
settings.register_profile(
    "mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("in-ci" if os.environ.get("CI") else "at-home")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect, then leave what was collected out of every search for garbage: 400,000 objects that
    stay to the end, and cost a tenth of the processor's time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


DEAR = ("tests/page/", "tests/club/site/")
"""Tests that look with a browser take a second, and some take twenty; others take milliseconds."""

ENGINES = "tests/page/engines/"
"""Their files share what takes long to open."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have every worker begin with its share of the dear tests: at the end only short ones are
    left, and none is waited for."""
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


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table at which whoever opens the page keeps score, and a browser to look at it with."""
    from tests.kit.drivers.browser import (
        open_table,  # Most tests need no browser, nor what drives it.
    )

    with open_table() as table:
        yield table


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Eighty columns, twenty-four lines."""
    from tests.kit.drivers.terminal_screen import Terminal

    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = Terminal()
    yield terminal
    terminal.close()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A machine with pins, which are all given back."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    Device.pin_factory = factory
    yield factory
    factory.reset()
    Device.pin_factory = None
