"""Phones for tests: Debian's Chromium with a touch screen, and user actions on the page."""

import atexit
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, repeat
from typing import Any, Final, Self, TypeVar

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Request,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from scorekeeper.board.scene import COUNT_AT_MOST
from scorekeeper.cards import Card
from scorekeeper.game.codec import read_asked
from scorekeeper.game.live import AtShow, UnfinishedCount, WrongClaim
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.web_server import PIN, Site, served

NAMES = ("Ann", "Ben", "Carl", "Dora")

TALL: Final[ViewportSize] = {"width": 390, "height": 844}
SHORT: Final[ViewportSize] = {"width": 390, "height": 664}
SMALL: Final[ViewportSize] = {"width": 320, "height": 568}

CHROMIUMS = ("chromium-headless-shell", "chromium")
"""Debian's; the headless shell takes a third of the time."""
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    *("--in-process-gpu", "--enable-features=NetworkServiceInProcess2"),
)

Held = TypeVar("Held")

PATIENCE = 30_000
"""Timeout in milliseconds, long enough for a loaded machine."""

expect.set_options(timeout=PATIENCE)


@cache
def started() -> Browser:
    """Return the browser shared by all tests of a process: each start takes a second."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "the tests look at the page with Chromium: apt-get install chromium-headless-shell"
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(executable_path=path, headless=True, args=QUIET)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Context manager: yield the browser, and close its phones at the end."""
    browser = started()
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()


class Phone:
    """A phone at the table on *port*, which records errors of its browser.

    Its cookies and storage are its own, and empty at first.
    """

    def __init__(self, browser: Browser, port: int, *, lang: str = "en", **screen: Any) -> None:
        self.complaints: list[str] = []
        self.lang, self.url = lang, f"http://127.0.0.1:{port}"
        screen = {"viewport": TALL, "locale": f"{lang}-CA", **screen}
        self.context = browser.new_context(is_mobile=True, has_touch=True, **screen)
        self.context.grant_permissions(["screen-wake-lock"])
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.asked: set[Request] = set()
        self.page.on("request", self._ask)
        self.page.on("requestfinished", self._hear)
        self.page.on("requestfailed", self._hear)
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        self.page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource")
        if message.type in {"error", "warning"} and not refused:
            self.complaints.append(message.text)

    def _ask(self, request: Request) -> None:
        if request.resource_type != "eventsource":
            self.asked.add(request)

    def _hear(self, request: Request) -> None:
        self.asked.discard(request)

    def open(self, path: str = "/") -> Self:
        self.asked.clear()
        self.page.goto(self.url + path)
        return self.settle()

    def settle(self) -> Self:
        """Wait until the page follows the table and has rendered all that it requested."""
        expect(self.page.locator(":is(.link.live, [data-link=live])")).to_be_attached()
        until = time.monotonic() + PATIENCE / 1000
        while self.asked and time.monotonic() < until:
            self.page.wait_for_timeout(10)
        assert not self.asked, f"nobody answered {[one.url for one in self.asked]}"
        self.page.evaluate("new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn)))")
        return self

    def join(self, code: str, player: str | None = None) -> Self:
        self.page.goto(f"{self.url}/j/{code}")
        (self.button(player) if player else self.page.locator("[data-key=keep-score]")).tap()
        self.page.wait_for_url(f"{self.url}/")
        return self.settle()

    def pick(self, question: str, answer: str) -> None:
        more = self.page.locator("[data-key=more-players]")
        if question == "players" and int(answer) > 4 and more.is_visible():
            more.tap()
        choice = self.page.locator(f"input[name={question}][value={json.dumps(answer)}]")
        self.unfold(choice)
        choice.tap()
        expect(choice).to_be_checked()

    def unfold(self, part: Locator) -> Locator:
        expect(part).to_be_attached()
        folded = part.locator("xpath=ancestor::details[not(@open)]/summary")
        while folded.count():
            folded.first.tap()
        return part

    def menu(self, *names: str) -> None:
        self.goes_elsewhere(self.button("Menu"))
        for name in names:
            self.goes_elsewhere(self.page.locator(".item", has_text=name).first)

    def to_table(self) -> None:
        """Go back from all sheets."""
        while self.page.locator("header [data-key=back]").is_visible():
            self.go_back()

    def go_back(self) -> None:
        self.goes_elsewhere(self.page.locator("header [data-key=back]"))

    def goes_elsewhere(self, control: Locator) -> None:
        """Tap *control*, and wait until another sheet, or the table, is shown."""
        shown = self.page.locator(".app").get_attribute("data-view") or ""
        control.tap()
        expect(self.page.locator(".app")).not_to_have_attribute("data-view", shown)

    @contextmanager
    def stopped_time(self) -> Iterator[None]:
        """Context manager: freeze the page's clock."""
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))
        yield
        self.page.clock.resume()

    def tick_until(self, version: int) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while self.version != version and time.monotonic() < until:
            self.page.clock.run_for(20)
        self.until(version)

    def hold(self, pattern: str) -> list[Route]:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        self.page.route(pattern, hold, times=1)
        return held

    def until_held(self, held: list[Held], count: int = 1) -> Held:
        until = time.monotonic() + PATIENCE / 1000
        while len(held) < count and time.monotonic() < until:
            self.page.wait_for_timeout(10)
        assert len(held) >= count, "nothing was asked"
        return held[count - 1]

    def overtake(self, pattern: str, do: Callable[[], None], times: int | None = 1) -> None:
        def be_slower(route: Route) -> None:
            do()
            route.continue_()

        self.page.route(pattern, be_slower, times=times)

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def key(self, text: str) -> Locator:
        return self.page.locator(":is(.pad, .bar) .key", has_text=re.compile(f"^{text}$"))

    def suit(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=name)

    def place(self, *cards: str) -> None:
        for card in cards:
            self.key(card).tap()

    def lay(self, *cards: str) -> None:
        for card in cards:
            self.enter(self.key(card))

    def enter(self, what: Locator) -> None:
        version = self.version
        what.tap()
        self.until_newer(version)

    @property
    def version(self) -> int:
        return int(self.page.locator(".app").get_attribute("data-version") or 0)

    def until_newer(self, version: int) -> None:
        expect(self.page.locator(".app")).not_to_have_attribute("data-version", str(version))

    def until(self, version: int) -> None:
        expect(self.page.locator(".app")).to_have_attribute("data-version", str(version))

    @property
    def scores(self) -> list[int]:
        return [int(text) for text in self.page.locator(".scores output").all_inner_texts()]

    def until_scores(self, *scores: int) -> None:
        """Wait until the page shows *scores*, by team: those of a count appear line by line."""
        patience = PATIENCE + 1000 * COUNT_AT_MOST
        shown = self.page.locator(".scores output")
        expect(shown).to_have_text([str(score) for score in scores], timeout=patience)

    def resize(self, screen: ViewportSize) -> None:
        self.page.set_viewport_size(screen)
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def see_whole(self, *selectors: str) -> None:
        for selector in selectors:
            expect(self.page.locator(selector)).to_be_in_viewport(ratio=1)

    def put_away(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


@dataclass
class Table:
    """A table, its server's port, the browser, and the phones connected to it."""

    site: Site
    port: int
    browser: Browser
    phones: list[Phone] = field(default_factory=list)
    moves: bool = False
    """Whether animations of pegs are visible; they cost a tenth of a test."""

    def do(self, *, by: str = "", seen_by: Phone | None = None, **action: Any) -> None:
        """Enter an action as another phone, signed *by*."""
        self.site.table.submit(read_asked(json.dumps(action)), by=by)
        if seen_by:
            seen_by.until(self.version)

    def deal(
        self,
        rules: str = "six-card",
        *cards: str,
        show: bool = False,
        seen_by: Phone | None = None,
        **start: Any,
    ) -> None:
        """Begin a match dealt by the last seat, cut, then lay the other cards or *show*."""
        if self.site.table.now.game.phase not in {Phase.IDLE, Phase.OVER}:
            self.do(do="abandon")
        names = NAMES[: RULES[rules].players]
        self.do(
            **{"do": "start", "rules": rules, "players": names, "dealer": len(names) - 1, **start}
        )
        for do, card in zip(chain(["starter"], repeat("play")), cards, strict=False):
            self.do(do=do, card=card)
        if show:
            self.do(do="show")
        if seen_by:
            seen_by.until(self.version)

    def set_mode(self, seen_by: Phone | None = None, **fields: str) -> None:
        self.do(do="set_mode", entry_mode=fields, seen_by=seen_by)

    @property
    def version(self) -> int:
        return self.site.table.now.version

    @property
    def game(self) -> Game:
        return self.site.table.now.game

    @property
    def laid(self) -> list[str]:
        return [str(one.card) for one in self.game.deal.play.laid]

    def phone(self, path: str | None = "/", **screen: Any) -> Phone:
        """Return another phone, which opens *path* and follows the table."""
        motion = "no-preference" if self.moves else "reduce"
        phone = Phone(self.browser, self.port, **{"reduced_motion": motion, **screen})
        self.phones.append(phone)
        return phone if path is None else phone.open(path)

    def put_phones_away(self) -> None:
        while self.phones:
            self.phones.pop().put_away()

    @contextmanager
    def beside(self, site: Site) -> Iterator[Self]:
        with served(site) as port:
            other = type(self)(site, port, self.browser)
            yield other
            other.put_phones_away()


@contextmanager
def open_table(site: Site | None = None) -> Iterator[Table]:
    """Context manager: the table of *site*, or one with open access."""
    site = site or Site(is_open=True)
    with served(site) as port, chromium() as browser:
        table = Table(site, port, browser)
        yield table
        table.put_phones_away()


HANDS = (("7C", "8D", "8S", "9H"), ("4C", "5D", "6S", "6H"))
"""Hands of Ann and Ben, worth 12 and 24 with the 5 of hearts."""

HAND = ("A", "4", "J", "9")
"""A hand without suits, in which only those could give a flush or nobs."""


def at_the_show(table: Table, counted_by: str = "players", **options: object) -> None:
    """Play all cards, so that every hand is known."""
    table.deal("six-card", "5H", options=options, entry_mode={"counted_by": counted_by})
    for card in (card for pair in zip(*HANDS, strict=True) for card in pair):
        if table.game.phase is Phase.PLAY and table.game.count + min(int(card[0]), 10) > 31:
            table.do(do="go", all=True)
        table.do(do="play", card=card)


def type_elsewhere(table: Table, *cards: str, missed: WrongClaim | None = None) -> None:
    """Type *cards* of the current count on another phone, perhaps after a wrong claim."""
    game = table.game
    assert game.deal
    assert game.counting is not None
    count = UnfinishedCount(
        game=game.number,
        deal=game.deal.number,
        of=game.counting,
        cards=tuple(map(Card.parse, cards)),
        missed=missed,
        writer="a",
    )
    table.site.table.set_live(at_show=AtShow(count=count))


def tap_digits(phone: Phone, points: str, where: str = ".claim") -> None:
    for digit in points:
        phone.page.locator(f"{where} .digits").get_by_text(digit, exact=True).tap()


def be_host(phone: Phone) -> None:
    phone.menu("Settings")
    phone.page.get_by_label("The host’s PIN").press_sequentially(PIN)
    phone.button("Become the host").tap()
    expect(phone.page.get_by_text("Saved automatically")).to_be_visible()
