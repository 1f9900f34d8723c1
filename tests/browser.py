"""Phones for the tests: Debian's Chromium with a touch screen, and what fingers do on the page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, expect
from playwright.sync_api import sync_playwright

TALL = {"width": 390, "height": 844}
SHORT = {"width": 390, "height": 664}

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=5000)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; every phone in it has cookies and a memory of its own."""
    path = shutil.which("chromium")
    assert path, "the tests look at the page with Debian's chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=QUIET)
        yield browser
        browser.close()


class Phone:
    """Somebody's phone, at the table on *port*. Whatever its browser complains about is kept."""

    def __init__(self, browser: Browser, port: int, *, lang: str = "en", **screen: Any) -> None:
        self.complaints: list[str] = []
        self.url = f"http://127.0.0.1:{port}"
        self.context: BrowserContext = browser.new_context(
            viewport=screen.pop("viewport", TALL),
            is_mobile=True,
            has_touch=True,
            locale={"en": "en-CA", "fr": "fr-CA"}[lang],
            **screen,
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        self.page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, path: str = "/") -> Phone:
        """Look at *path*, and wait until the page follows the table."""
        self.page.goto(self.url + path)
        expect(self.page.locator(".link.live")).to_be_attached()
        return self

    def join(self, code: str) -> Phone:
        """Scan the QR: one tap, and this phone keeps score."""
        self.page.goto(f"{self.url}/j/{code}")
        self.button("Keep score").tap()
        self.page.wait_for_url(f"{self.url}/")
        expect(self.page.locator(".link.live")).to_be_attached()
        return self

    def sit_down(self, rules: str, *names: str, counts: str = "program", dealer: str = "") -> None:
        """Choose the *rules* by key, type the names, say who counts and deals, and start."""
        self.page.get_by_label("Rules", exact=True).select_option(rules)
        for seat, name in enumerate(names, 1):
            self.page.get_by_label(f"Player {seat}", exact=True).fill(name)
        self.page.get_by_label("Who counts").select_option(counts)
        self.page.get_by_label("Who deals").select_option(label=dealer or "We cut for it")
        self.enter(self.button("Start"))

    def button(self, name: str, *, exact: bool = True) -> Locator:
        """The button that is called *name*."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def key(self, text: str) -> Locator:
        """The key of the pad with *text* on it."""
        return self.page.locator(".pad .key", has_text=re.compile(f"^{text}$"))

    def suit(self, name: str) -> Locator:
        """The choice of a suit."""
        return self.page.get_by_role("radio", name=name)

    def lay(self, *cards: str) -> None:
        """Tap one rank after the other, each once the table has the one before."""
        for card in cards:
            self.enter(self.key(card))

    def enter(self, what: Locator) -> None:
        """Tap something that enters an action, and wait until the page shows what came of it."""
        version = self.version
        what.tap()
        self.until_newer(version)

    @property
    def version(self) -> int:
        """The version of the table that the page shows."""
        return int(self.page.locator(".app").get_attribute("data-version") or 0)

    def until_newer(self, version: int) -> None:
        """Wait until the page shows something newer than *version*."""
        expect(self.page.locator(".app")).not_to_have_attribute("data-version", str(version))

    def until(self, version: int) -> None:
        """Wait until the page shows *version*."""
        expect(self.page.locator(".app")).to_have_attribute("data-version", str(version))

    @property
    def scores(self) -> list[int]:
        """The scores as they stand on the page, by team."""
        return [int(text) for text in self.page.locator(".scores output").all_inner_texts()]

    def fits(self) -> bool:
        """Whether nothing of the page lies beyond the screen."""
        return bool(
            self.page.evaluate(
                "[...document.querySelectorAll('html, main, .felt')]"
                ".every((box) => box.scrollHeight <= box.clientHeight + 1"
                " && box.scrollWidth <= box.clientWidth + 1)"
            )
        )

    def small_targets(self) -> list[str]:
        """Everything to be tapped that is narrower or lower than 44 pixels."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('button, input, select, summary, label.suit')]"
            ".filter((one) => one.offsetParent !== null)"
            ".filter((one) => one.type !== 'radio')"
            ".map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
            ".filter(([, box]) => box.width < 44 || box.height < 44)"
            ".map(([text, box]) => `${text} ${box.width} x ${box.height}`)"
        )
        return found

    def close(self) -> None:
        """Put the phone away; it must not have complained."""
        self.context.close()
        assert not self.complaints, self.complaints


__all__ = ["SHORT", "TALL", "Phone", "chromium", "expect"]
