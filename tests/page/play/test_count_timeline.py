"""A count is shown on phones line by line, in step with the lights."""

import pytest
from playwright.sync_api import expect

from scorekeeper.board.scene import LINE
from scorekeeper.journal import Journal
from scorekeeper.table import Table as Kept
from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.web_server import Site

pytestmark = pytest.mark.usefixtures("moving")

WATCH_TEXT = """(box) => {
    window.texts = [];
    const record = () => {
      const text = document.querySelector(box).textContent;
      if (text !== window.texts.at(-1)) window.texts.push(text);
    };
    record();
    new MutationObserver(record).observe(document.body, {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
}"""
"""A script that records each text of an element, since polling may miss some."""


SIX = {"do": "count", "cards": ["10C", "JD", "2S", "8C"]}
LINE_MS, NEAR_MS = round(1000 * LINE), 60


def to_the_count(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": False}, show=True)


@pytest.fixture
def table(table: Table) -> Table:
    to_the_count(table)
    return table


def told(phone: Phone) -> int:
    return sum(line.is_visible() for line in phone.page.locator(".lines li").all())


def test_lines_appear_at_the_pace_of_the_lights(table: Table) -> None:
    frozen = Kept(Journal.in_memory(), ticks=lambda: 0.0)
    with table.beside(Site(table=frozen, is_open=True)) as still:
        to_the_count(still)
        phone = still.phone(reduced_motion="no-preference")
        lines = phone.page.locator(".lines li:not(.coming)")
        with phone.stopped_time():
            still.do(**SIX)
            phone.tick_until(still.version)
            phone.page.clock.run_for(NEAR_MS)
            for line in (1, 2):
                phone.page.clock.run_for(LINE_MS - 2 * NEAR_MS)
                expect(lines).to_have_count(line)
                phone.page.clock.run_for(2 * NEAR_MS)
                expect(lines).to_have_count(line + 1)


def test_the_scores_follow_the_lines(table: Table) -> None:
    phone, wall = table.phone(), table.phone("/board")
    calm = table.phone(reduced_motion="reduce")
    boxes = ((phone, ".scores output"), (wall, ".side output"))
    for one, box in boxes:
        one.page.evaluate(f"({WATCH_TEXT})({box!r})")
    table.do(**SIX, seen_by=phone)
    for one in (wall, calm):
        one.until(table.version)
    assert (calm.scores, told(calm)) == ([6, 0], 3)
    for one, box in boxes:
        expect(one.page.locator(box)).to_have_text(["6", "0"])
        assert set(one.page.evaluate("window.texts")) - {"0", "6"} <= {"2", "4"}
        assert one.page.evaluate("window.texts.length") > 2
    assert told(phone) == 3


def test_a_phone_that_comes_later_repeats_no_count(table: Table) -> None:
    first = table.phone()
    table.do(**SIX)
    expect(first.page.locator(".lines li").nth(1)).to_be_visible()
    half_way = table.phone()
    assert 2 <= told(half_way) <= 3
    expect(half_way.page.locator(".explained output")).to_have_text("6")
    half_way.page.reload()
    expect(half_way.page.locator(".lines li")).to_have_count(3)
    assert told(half_way) == 3
