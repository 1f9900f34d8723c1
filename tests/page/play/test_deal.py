"""One whole deal of Cribble by four on two phones: as it is told, pegged and written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from playwright.sync_api import Locator, expect

from hardware.strips.capture import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.state import Game, Pegs
from tests.kit.drivers.browser import SHORT, TALL, Phone, chromium
from tests.kit.drivers.lit_strip import lights_on, until_lit
from tests.kit.drivers.web_server import CODE, Site, served

NAMES = ("Marie", "Luc", "Paul", "Anne")
BOARD = build()
GO, NOBODY = "Go", "Nobody can"

# Who must lay, and what is tapped: Luc leads. In the third count Marie passes: Luc's 4 says so.
PLAY = (
    *("7", "8", "9", "7"),
    *("10", "J", "10", GO, NOBODY),
    *("K", "Q", "2", "3", "Luc", "4", NOBODY),
    *("4", "6", "9", "J"),
)
AFTER_THE_PLAY = [8, 8]
CRIB = ("A", "A", "3", "8")


@contextmanager
def table_and_phones() -> Iterator[tuple[Site, CaptureStrip, Phone, Phone]]:
    """A table with its lights and two phones that keep score, the second one a small one."""
    site, strip = Site(), CaptureStrip()
    with lights_on(site.table, BOARD, strip), served(site) as port, chromium() as browser:
        one, other = (Phone(browser, port, viewport=size).join(CODE) for size in (TALL, SHORT))
        yield site, strip, one, other
        one.close()
        other.close()


def written(site: Site) -> tuple[Pegs, ...]:
    """The pegs as the journal has them, folded anew from its first line."""
    game = Game()
    for line in site.table.lines(0, 1000):
        game = evolve_all(game, line.events)
    return game.pegs


def agree(site: Site, strip: CaptureStrip, *phones: Phone) -> None:
    """The phones, the strip and the journal tell of the same pegs."""
    pegs = written(site)
    for phone in phones:
        phone.until(site.table.now.version)
        phone.until_scores(*(peg.front for peg in pegs))
        for team, peg in enumerate(pegs):
            expect(phone.page.locator(".team .pegs small").nth(team)).to_have_text(f"◂ {peg.back}")
    until_lit(BOARD, strip, *(peg.front for peg in pegs))


def chip(phone: Phone, name: str) -> Locator:
    """The chip of a player on the play's top line."""
    return phone.page.locator("button.seat", has_text=name)


def play(phones: Iterator[Phone]) -> None:
    """The cards of the whole play, each entered on the next phone."""
    phone = next(phones)
    for tap in PLAY:
        assert phone.fits(), "the play never scrolls"
        if tap == "Luc":
            chip(phone, tap).tap()
            continue
        phone.enter(phone.key(tap))
        version, phone = phone.version, next(phones)
        phone.until(version)


def claim(phone: Phone, points: int) -> None:
    """Name the points of the hand that is due, and peg them."""
    phone.page.get_by_role("textbox", name="Points claimed").fill(str(points))
    phone.enter(phone.page.get_by_role("button", name=f"Peg {points} for"))


def call(phone: Phone, captain: str, points: int) -> None:
    """Call muggins for the team whose captain speaks."""
    phone.button(f"Muggins: {captain}").tap()
    phone.page.get_by_role("textbox", name="Points that were missed").fill(str(points))
    phone.enter(phone.page.get_by_role("button", name="Muggins for"))


def told(phone: Phone) -> Any:
    """What the page says has just happened."""
    return phone.page.get_by_label("What just happened")


def test_a_whole_deal_of_cribble_on_two_phones() -> None:
    """Every tap is a rank or a word; both phones, the strip and the journal agree all the way."""
    with table_and_phones() as (site, strip, one, other):
        one.sit_down("cribble", *NAMES, counts="muggins", dealer="Marie")
        one.lay("5")
        other.until(2)
        play(cycle((one, other)))
        agree(site, strip, one, other)
        assert one.scores == AFTER_THE_PLAY

        claim(one, 2)
        other.until(one.version)
        expect(other.page.locator(".windows")).to_contain_text("Luc's hand")
        call(other, "Marie", 2)
        other.until_scores(10, 10)

        one.until(other.version)
        claim(one, 4)
        other.until(one.version)
        expect(told(one)).to_contain_text("Luc")
        expect(one.page.locator(".explained")).to_contain_text("Fifteen four")
        call(other, "Luc", 1)
        other.until_scores(14, 10)
        agree(site, strip, one, other)

        claim(one, 6)
        one.until_scores(14, 14)
        claim(one, 3)
        one.until_scores(17, 14)
        agree(site, strip, one, other)

        for rank in CRIB:
            other.key(rank).tap()
        claim(other, 4)
        one.until(other.version)
        one.until_scores(21, 14)
        one.lay("K")
        agree(site, strip, one, other)
