"""Somebody's phone whose browser is no Chromium, for the same fingers as the other phones."""

from typing import Any, Final

from tests.kit.browsers.complaints import heard
from tests.kit.browsers.engines import Session
from tests.kit.browsers.processes import until
from tests.kit.drivers.browser import Phone
from tests.kit.drivers.web_server import host_name
from tests.kit.players.fast_taps import Fingers, Step

CALM: Final = """() => {
  const {get} = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches");
  const calm = {get() { return this.media.includes("reduced-motion") || get.call(this); }};
  Object.defineProperty(MediaQueryList.prototype, "matches", calm);
}"""
"""Counts are told in one go. WPE cannot be asked for that in another way."""

CHOOSE: Final = "(lang) => document.querySelector(`header [lang=${lang}]`)?.click()"


class Page:
    """As much of Playwright's page as the fingers need."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def goto(self, url: str) -> None:
        """Go to *url*, and wait until it was loaded."""
        self._session.ask("url", {"url": url})

    def evaluate(self, script: str, given: Any = None) -> Any:
        """Return what *script* is in the page; where it is a function, what it makes of *given*."""
        run = f"const it = ({script}); return typeof it === 'function' ? it(arguments[0]) : it"
        return self._session.ask("execute/sync", {"script": run, "args": [given]})


class EnginePhone:
    """A phone at the table on *port*, of somebody who speaks *lang*."""

    fits, small_targets, check_fit = Phone.fits, Phone.small_targets, Phone.check_fit

    def __init__(self, session: Session, port: int, lang: str) -> None:
        self.page, self.lang = Page(session), lang
        self.url = f"http://{host_name()}:{port}"
        self.fingers = Fingers(self)

    def open(self, path: str = "/") -> None:
        """Look at *path*, wait until it follows the table, and choose the language."""
        self.page.goto(f"{self.url}{path}")
        self.until_shown(".link.live")
        self.page.evaluate(
            "(lang) => document.querySelector(`header [lang=${lang}]`)?.click()", self.lang
        )
        self.until_shown(f"html[lang={self.lang}]")

    def tap(self, *steps: Step, seen: int = 0, enters: bool = True) -> None:
        """Make taps once the page shows version *seen*; if they enter something, wait for it."""
        self.fingers.press(steps, seen, enters=enters)

    def until_shown(self, selector: str) -> None:
        """Wait until the page has what *selector* finds."""
        find = "(selector) => Boolean(document.querySelector(selector))"
        until(lambda: self.page.evaluate(find, selector), f"{selector} in {self.url}")

    def until_version(self, version: int) -> None:
        """Wait until the page shows this *version* of the table."""
        self.until_shown(f'.app[data-version="{version}"]')

    def calm(self) -> None:
        """Have the page told that its owner wants less motion."""
        self.page.evaluate(CALM)

    def complaints(self) -> list[str]:
        """Return what the page has complained of since it was asked last, or loaded."""
        return heard(self.page)
