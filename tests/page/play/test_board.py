"""The board on the page: animated pegs by the table's timeline; and the strip's lights."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from hardware.lights import Shown
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Board, Lamps, wire_in_order
from tests.kit.drivers.browser import Phone, Table, open_table
from tests.kit.drivers.web_server import Site
from web import Boards

pytestmark = pytest.mark.usefixtures("moving")

STEP_SECONDS = 0.09
WOOD = shape_named("classic", Measures())
BOARD = Board(WOOD, wire_in_order(WOOD, "pegged", pixels=124, lamps=Lamps(dealer=(122, 123))))


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


@pytest.fixture(scope="module")
def table(shown: Shown) -> Iterator[Table]:
    """A table with a classic board of two tracks and open access."""
    site = Site(is_open=True, boards=Boards(built=BOARD, strip=BOARD, shown=shown))
    with open_table(site) as table:
        yield table


def place(table: Table, team: int, points: int, *, start: int = 0) -> str:
    """Return the translation of a peg at *points*."""
    board = table.site.phone().get("/api/v1/board?way=landscape").get_json()
    hole, _ = board["game"]["stands"][points]
    track = board["tracks"][board["game"]["tracks"][team]]
    x, y = track["holes"][hole - 1] if hole else track["starts"][start]
    return f"translate({x:g} {y:g})"


def at(place: str) -> tuple[str, re.Pattern[str]]:
    """Return the attribute of a peg that is there."""
    return "transform", re.compile(re.escape(place))


def peg(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f"[data-peg={name}]")


@pytest.fixture
def phone(table: Table) -> Phone:
    """A wide phone, on which pegs have their nominal size."""
    table.deal("six-card", "6H")
    phone = table.phone(viewport={"width": 480, "height": 900})
    expect(phone.page.locator(".board svg")).to_be_visible()
    return phone


def test_pegs_stand_where_the_table_says(table: Table, phone: Phone) -> None:
    expect(peg(phone, "front-0")).to_have_attribute(*at(place(table, 0, 0)))
    expect(peg(phone, "back-0")).to_have_attribute(*at(place(table, 0, 0, start=1)))
    table.do(do="peg", team=0, points=7)
    table.do(do="peg", team=0, points=61)
    expect(peg(phone, "front-0")).to_have_attribute(*at(place(table, 0, 68)))
    expect(peg(phone, "back-0")).to_have_attribute(*at(place(table, 0, 7)))
    expect(phone.page.locator(".lap")).to_have_text("2")
    expect(phone.page.locator(".board")).to_have_attribute(
        "aria-label", "Board: Ann 68 (7), lap 2 of 2; Ben 0 (0), lap 1 of 2"
    )
    table.do(do="undo")
    expect(peg(phone, "front-0")).to_have_attribute(*at(place(table, 0, 7)))


def test_a_peg_walks_hole_by_hole(table: Table, phone: Phone) -> None:
    phone.page.evaluate(
        """() => {
            window.seen = [];
            const record = () => {
                const text = document.querySelector('[data-peg=front-1]').getAttribute('transform');
                if (window.seen.at(-1) !== text) window.seen.push(text);
                requestAnimationFrame(record);
            };
            record();
        }"""
    )
    with phone.stopped_time():
        table.do(do="peg", team=1, points=6)
        phone.tick_until(table.version)
        phone.page.clock.run_for(7000 * STEP_SECONDS)
    expect(peg(phone, "front-1")).to_have_attribute(*at(place(table, 1, 6)))
    seen = [text.split(")")[0] + ")" for text in phone.page.evaluate("window.seen")]
    assert seen == [place(table, 1, points) for points in range(7)], "it does not leap"


def test_a_count_is_walked_line_by_line(table: Table, phone: Phone) -> None:
    table.do(do="show", seen_by=phone)
    with phone.stopped_time():
        table.do(do="count", cards=["5", "J", "2", "2"])
        phone.tick_until(table.version)
        expect(peg(phone, "front-0")).not_to_have_attribute(
            *at(place(table, 0, table.game.scores[0]))
        )
    expect(peg(phone, "front-0")).to_have_attribute(*at(place(table, 0, table.game.scores[0])))


def test_a_phone_with_less_motion_sees_the_peg_at_rest(table: Table) -> None:
    table.deal("six-card", "6H")
    phone = table.phone(viewport={"width": 480, "height": 900}, reduced_motion="reduce")
    expect(peg(phone, "front-0")).to_be_attached()
    table.do(do="peg", team=0, points=9, seen_by=phone)
    assert (peg(phone, "front-0").get_attribute("transform") or "").startswith(place(table, 0, 9))


def test_the_next_game_may_be_on_another_board(table: Table) -> None:
    with table.beside(Site(is_open=True)) as other:
        other.deal("cribble", "6H")
        phone = other.phone()
        for rules, numbers in (("cribble", "120"), ("five-card", "60")):
            other.deal(rules, "6H", seen_by=phone)
            expect(phone.page.locator(".board text", has_text=numbers).first).to_be_visible()
            expect(phone.page.locator("[data-peg=front-1]")).to_be_attached()
        phone.overtake("**/api/v1/board*", lambda: time.sleep(0.3), times=None)
        other.deal("three-handed", "6H")
        other.do(do="peg", team=2, points=5)
        expect(phone.page.locator("[data-peg=front-2]")).to_be_attached()


def test_the_lights_shine_at_their_holes(table: Table, shown: Shown) -> None:
    frame = bytearray(3 * BOARD.pixels)
    pixel, dark = BOARD.wiring.tracks[1][4], BOARD.wiring.tracks[1][3]
    frame[3 * pixel : 3 * pixel + 3] = bytes((10, 200, 30))
    shown.put(bytes(frame))
    phone = table.phone("/strip", lang="fr")
    light = phone.page.locator(f"[data-pixel='{pixel}']")
    expect(light).to_have_attribute("fill", "rgb(10,200,30)")
    expect(phone.page.locator(f"[data-pixel='{dark}']")).to_have_attribute("fill", "none")
    assert phone.page.locator("[data-pixel]").count() == BOARD.pixels
    standing = table.site.phone().get("/api/v1/board?of=strip&way=portrait").get_json()
    x, y = standing["tracks"][1]["holes"][4]
    assert light.get_attribute("transform") == f"translate({x:g} {y:g})"
    shown.put(bytes(3 * BOARD.pixels))
    expect(light).to_have_attribute("fill", "none")
