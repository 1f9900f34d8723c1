"""Presses on the keypad page, by one thumb or two."""

import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, expect

from scorekeeper.table.keypad import LOCKOUT_SECONDS
from tests.kit.drivers.browser import Phone, Table

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
