"""Settings of every proof: hypothesis takes its time, and finds the same examples again in CI.

And what many tests begin with: one table for all tests of the page in a file, a terminal, a machine
with pins.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from gpiozero.pins.mock import MockFactory

    from tests.kit.drivers.browser import Table
    from tests.kit.drivers.terminal_screen import Terminal

# No deadline: a slow machine is not a wrong program.
settings.register_profile("at-home", deadline=None)
settings.register_profile("in-ci", deadline=None, derandomize=True, print_blob=True)
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
