"""A table with its lights, a small phone with the sixteen keys, and presses by one thumb or two."""

import time
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from hardware.strips.strip import CaptureStrip
from scorekeeper.board.wiring import build
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import Table as Kept
from scorekeeper.table.keypad import LOCKOUT_SECONDS
from tests.kit.drivers.browser import SHORT, Phone, Table, chromium
from tests.kit.drivers.web_server import CODE, Site, served
from tests.kit.fakes.lights import lights_on
from web import Boards

KEYS: Final = "**/api/v1/keys*"
"""Requests for key presses."""


class Clock:
    """A simulated clock, and alarms that tests would otherwise have to wait for."""

    def __init__(self) -> None:
        self.waited = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.waited


def hear_again(table: Table) -> None:
    table.site.clock.waited += LOCKOUT_SECONDS


def press(phone: Phone, *keys: str) -> None:
    """Tap keys, each once the table has answered the previous one."""
    for key in keys:
        with phone.page.expect_response(KEYS):
            phone.page.locator(f"[data-press='{key}']").tap()


def thumbs(phone: Phone, key: Callable[[str], Locator], line: str) -> None:
    """Start (+) and end (-) touches on keys by name, or wait until OK counts as held (...)."""
    browser, down = phone.page.context.new_cdp_session(phone.page), dict[str, dict[str, float]]()
    for number, word in enumerate(line.split()):
        sign, name = word[0], word[1:]
        if sign == ".":
            expect(phone.page.locator(".keys.held")).to_be_attached()
            continue
        box = key(name).bounding_box()
        down.pop(name, None)
        if sign == "+":
            down[name] = {"x": box["x"] + 20, "y": box["y"] + 20, "id": float(number)}
        kind = "touchStart" if sign == "+" else "touchMove" if down else "touchEnd"
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*down.values()]})


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    clock, board = Clock(), build()
    kept = Kept(Journal.in_memory(), ticks=clock)
    with lights_on(kept, board, CaptureStrip(), clock) as lights, chromium() as browser:
        site = Site(table=kept, boards=Boards(strip=board, shown=lights.shown), clock=clock)
        with served(site) as port:
            yield Table(site, port, browser)


@pytest.fixture
def pad(table: Table) -> Phone:
    """A small phone with the sixteen keys, without a half-typed entry."""
    hear_again(table)
    while table.site.table.now.live.pending_entry:
        table.site.keys.press(Key.UNDO)
    phone = table.phone(None, viewport=SHORT).join(CODE).open("/keys")
    expect(phone.page.locator(".keys")).to_be_visible()
    return phone
