"""The replay of a past game on the page, entry by entry."""

import re

from playwright.sync_api import Locator, expect

from hardware.strips.strip import CaptureStrip
from scorekeeper.board.wiring import build
from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import Site
from tests.kit.fakes.lights import lights_on, lit, until_lit
from tests.kit.formats.game_file import PAD, enter
from tests.page.history.conftest import ENTRIES, see_again


def replayed(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="Replay")


def at(phone: Phone, entry: int) -> None:
    expect(replayed(phone)).to_contain_text(f"Entry {entry} of {ENTRIES}")


def test_replay_shows_a_finished_game_entry_by_entry(phone: Phone, table: Table) -> None:
    see_again(phone)
    at(phone, 1)
    for entry in range(2, 4):
        phone.button("Forward").tap()
        at(phone, entry)
    phone.button("Back").tap()
    at(phone, 2)
    phone.button("Speed: 1").tap()
    phone.button("Speed: 2").tap()
    phone.button("Play").tap()
    expect(replayed(phone)).to_contain_text(re.compile(rf"Entry ([4-9]|[12]\d) of {ENTRIES}"))
    slider = replayed(phone).get_by_label("Entry")
    slider.fill("18")
    at(phone, 18)
    expect(phone.page.locator(".explained")).to_contain_text("22")
    phone.until_scores(38, 37)
    assert table.game.scores == (61, 37)
    phone.to_table()
    phone.until_scores(61, 37)


def test_a_replay_for_everybody_and_the_strip(table: Table) -> None:
    site, strip, board = Site(is_open=True), CaptureStrip(), build()
    lights = lights_on(site.table, board, strip, source=site.replay.seen)
    with lights, table.beside(site) as table:
        enter(table.site.table, PAD.read_text().replace("target 61", "target 121"))
        table.do(do="abandon")
        one, other, wall = table.phone(), table.phone(), table.phone("/board")
        see_again(one)
        one.button("Show everyone").tap()
        other.button("Replay: entry 1 of 22").tap()
        replayed(one).get_by_label("Entry").fill("12")
        expect(replayed(other)).to_contain_text("Entry 12 of 22")
        assert one.scores == other.scores
        assert other.scores == [14, 23]
        until_lit(board, strip, 14, 23)
        expect(wall.page.locator("header")).to_contain_text("Replay: entry 12 of 22")
        expect(wall.page.locator("header")).not_to_contain_text("Live")
        expect(wall.page.locator(".side output")).to_have_text(["14", "23"])
        expect(wall.page.locator("[data-peg=front-1]")).to_be_attached()
        table.do(do="next")
        table.do(do="peg", team=0, points=5)
        for phone in (one, other):
            expect(replayed(phone)).not_to_contain_text("follow this replay")
            phone.to_table()
            phone.until(table.version)
            phone.until_scores(5, 0)
        expect(wall.page.locator(".side output")).to_have_text(["5", "0"])
        expect(wall.page.locator(".again, .replayed")).to_have_count(0)
        soon(lambda: lit(board, strip.frames[-1])[0] == 5)


TOLD_LATE = """
    window.EventSource = class extends EventSource {
        set onmessage(hear) { super.onmessage = (event) => setTimeout(hear, 400, event); }
    };
"""
"""A script that delays events of the stream until after responses."""


def test_a_page_turned_while_the_table_is_slow_stays_turned(table: Table) -> None:
    one, other = table.phone(None), table.phone()
    one.context.add_init_script(TOLD_LATE)
    one.open()
    see_again(one)
    expect(replayed(one)).to_contain_text("Entry 1 of")
    held = one.hold("**/api/v1/replay*")
    one.button("Show everyone").tap()
    replayed(one).get_by_label("Entry").fill("12")
    one.until_held(held).continue_()
    expect(replayed(one)).to_contain_text("Entry 12 of")

    held = other.hold("**/api/v1/board*")
    other.button("Replay: entry 12 of", exact=False).tap()
    other.until_held(held)
    with other.page.expect_response("**/api/v1/games/*/13*"):
        one.button("Forward").tap()
    held[0].continue_()
    expect(replayed(other)).to_contain_text("Entry 13 of")
    other.settle()
    expect(replayed(other)).to_contain_text("Entry 13 of")
    one.button("End the replay").tap()
