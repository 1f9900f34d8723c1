"""Two quick thumbs on a phone, which come down and are lifted without waiting for each other."""

import time
from collections.abc import Callable

from playwright.sync_api import Locator

from tests.kit.drivers.browser import Phone

HOLD_STILL = 0.9
"""Seconds for which a thumb holds a key that is to be held."""


def thumbs(phone: Phone, key: Callable[[str], Locator], line: str) -> None:
    """Come down (+) and are lifted (-), each on the *key* of that name, or hold still (...)."""
    browser, down = phone.page.context.new_cdp_session(phone.page), dict[str, dict[str, float]]()
    for number, word in enumerate(line.split()):
        sign, name = word[0], word[1:]
        if sign == ".":
            time.sleep(HOLD_STILL)
            continue
        box = key(name).bounding_box()
        down.pop(name, None)
        if sign == "+":
            down[name] = {"x": box["x"] + 20, "y": box["y"] + 20, "id": float(number)}
        kind = "touchStart" if sign == "+" else "touchMove" if down else "touchEnd"
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*down.values()]})
