"""The page in each engine: a whole match, an evening on one phone, engine-specific styles."""

from collections.abc import Callable
from contextlib import ExitStack
from random import Random

import pytest

from scorekeeper.cards import Card
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.kit.drivers.browser import Table as BrowserTable
from tests.kit.drivers.browser import at_the_show, open_table
from tests.kit.drivers.table_setup import ask
from tests.kit.drivers.web_server import CODE, START, Site, served
from tests.kit.fakes.network import line_to
from tests.kit.formats.game_file import PAD, enter
from tests.page.engines.browsers import EnginePhone, listen
from tests.page.engines.conftest import Window
from tests.page.fast_taps import TO_TABLE, tap
from tests.page.players import (
    MATCHES,
    Match,
    People,
    check_that_all_happened,
    hasty_evening,
    put_right,
)

IN_EVERY_TEST = {
    "wpe": Match("five-card", "program", 61, (51, 50)),
    "webkit-gtk": Match("six-card", "muggins", 61, (50, 48)),
    "firefox": Match("three-handed", "players", 61, (50, 49, 48)),
}
"""A match per engine, the shortest for the slowest, with rules that no other engine plays."""


def play(window: Window, match: Match) -> None:
    """Play a match with one phone for all players, including their mistakes."""
    evening = hasty_evening()
    with served(evening.site) as port:
        phone = window.phone(port)
        phone.open()
        phone.calm()
        everybody = People(evening, [phone.fingers], match, Random(match.rules))
        everybody.play()
    check_that_all_happened(everybody)


def test_a_whole_match(window: Window) -> None:
    play(window, IN_EVERY_TEST[window.engine.name])


@pytest.mark.slow
@pytest.mark.parametrize("match", MATCHES, ids=[match.rules for match in MATCHES])
def test_a_whole_match_of_every_variant(match: Match, window: Window) -> None:
    play(window, match)


UNDO = tap(".key.undo")


def table_of(journal: Journal) -> Site:
    """A table of a program just started, whose page records errors."""
    site = Site(table=Table(journal))
    listen(site.app)
    return site


class Evening:
    """A phone at a table; *site* may be replaced by a restarted one."""

    def __init__(self, phone: EnginePhone, site: Site) -> None:
        self.phone, self.site = phone, site

    @property
    def version(self) -> int:
        return self.site.table.now.version

    def lay(self, rank: str) -> None:
        """Lay a card on the phone."""
        self.phone.tap(*self.phone.fingers.key(Card.parse(rank)), seen=self.version)

    def elsewhere(self, do: str, **fields: object) -> None:
        """Enter something on another phone."""
        self.site.table.submit(ask(do, **fields))

    def catch_up(self) -> None:
        """Wait until the phone shows the current state and is connected."""
        self.phone.until_shown(f'.app[data-version="{self.version}"]')
        self.phone.until_shown(":is(.link.live, [data-link=live])")


def test_an_evening_on_one_phone(window: Window) -> None:
    """A card is undone, one corrected a card later; the program restarts, and the network fails."""
    journal = Journal.in_memory()
    site = table_of(journal)
    with ExitStack() as stack:
        with served(site) as port:
            line = stack.enter_context(line_to(port))
            phone = window.phone(line.port)
            evening = Evening(phone, site)
            phone.open(f"/j/{CODE}")
            assert phone.complaints() == []
            phone.tap(tap("[data-key=keep-score]"), enters=False)
            phone.until_shown(".app[data-view=idle] .setup")
            evening.elsewhere(**START)
            evening.catch_up()
            phone.tap(tap("[data-key=keep-score]"), enters=False)
            evening.lay("5")
            evening.lay("K")
            phone.tap(UNDO, seen=evening.version)
            evening.lay("7")
            wrong = evening.version
            evening.elsewhere("play", card="8")
            evening.catch_up()
            phone.tap(*put_right(phone.fingers, wrong, Card.parse("6")))
            phone.tap(*TO_TABLE, enters=False)
        phone.until_shown(".link.reconnecting")
        evening.elsewhere("play", card="2")
        evening.site = table_of(journal)
        with served(evening.site, port):
            evening.catch_up()
            evening.lay("3")
            line.cut()
            evening.elsewhere("play", card="4")
            phone.until_shown(".link.reconnecting")
            line.mend()
            evening.catch_up()
            evening.lay("A")
            laid = [str(one.card) for one in evening.site.table.now.game.deal.play.laid]
            assert laid == ["6", "8", "2", "3", "4", "A"]
            assert phone.complaints() == []
            phone.page.evaluate("document.body.setAttribute('style', 'color: red')")
            phone.page.evaluate("new Promise((seen) => setTimeout(seen, 50))")
            assert any("style-src" in text for text in phone.complaints()), "complaints are heard"


WATCH_PEN = """() => {
  const {prototype} = CanvasRenderingContext2D;
  const write = prototype.fillText;
  window.written = [];
  prototype.fillText = function (words, x, y, wide) {
    const {a: scale, e, f} = this.getTransform();
    const width = scale * Math.min(this.measureText(words).width, wide);
    window.written.push([String(words), this.textAlign, e + scale * x, f + scale * y, width]);
    write.call(this, words, x, y, wide);
  };
}"""
"""Records what is written on a canvas: words, alignment, place and width."""

PIXELS = 4


def finished_game(table: BrowserTable) -> None:
    enter(table.site.table, PAD.read_text())


def counted_hand(table: BrowserTable) -> None:
    at_the_show(table, counted_by="program", muggins=False)
    table.do(do="count")


@pytest.mark.parametrize("scene", [finished_game, counted_hand])
def test_picture_is_the_one_that_chromium_draws(
    window: Window, scene: Callable[[BrowserTable], None]
) -> None:
    with open_table() as table:
        scene(table)
        phone = window.phone(table.port)
        phone.open()
        chromium = table.phone(lang=phone.lang).page
        for page in (chromium, phone.page):
            page.evaluate(WATCH_PEN)
        chromium.locator("[data-key=picture]").tap()
        chromium.locator(".sending img").wait_for()
        phone.until_shown("[data-key=picture]")
        phone.page.evaluate("document.querySelector('[data-key=picture]').click()")
        phone.until_shown(".sending img")
        ours, theirs = (page.evaluate("window.written") for page in (chromium, phone.page))
    assert [words for words, *_ in theirs] == [words for words, *_ in ours]
    for (_, align, *place), (_, other_align, *other) in zip(ours, theirs, strict=True):
        assert align == other_align
        assert place == pytest.approx(other, abs=PIXELS)


HINTS = """() => [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule.selectorText === "::placeholder")
  .map(({style}) => [style.color, style.opacity])"""
MARKS = """() => [...document.querySelectorAll("summary")].map((summary) => {
  const own = getComputedStyle(summary, "::-webkit-details-marker").display;
  return own === "none" || getComputedStyle(summary).listStyleType === "none";
})"""
SMALL = """() => [...document.querySelectorAll(".field input, select")]
  .filter((field) => !["radio", "checkbox", "range", "color"].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML.slice(0, 80))"""


def test_engines_add_nothing_of_their_own(window: Window) -> None:
    """A single triangle beside a <details>, legible placeholders, and fields on which iPhones do
    not zoom."""
    with served(Site()) as port:
        phone = window.phone(port)
        phone.open(f"/j/{CODE}")
        phone.tap(tap("[data-key=keep-score]"), enters=False)
        phone.until_shown(".setup summary")
        marks = phone.page.evaluate(MARKS)
        assert marks
        assert all(marks), "two marks before what unfolds"
        assert phone.page.evaluate(HINTS) == [["var(--muted)", "1"]]
        assert phone.page.evaluate(SMALL) == []
