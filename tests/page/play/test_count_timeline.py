"""A count is shown on phones line by line, in step with the lights."""

import time

import pytest
from playwright.sync_api import expect

from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Frame, Look
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import build
from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.lights import lights_on
from tests.kit.oracles.frame_text import seen

pytestmark = pytest.mark.usefixtures("moving")

BOARD = build("straight", Measures(tracks=2), Look(breaths=0))
IN_STEP = 0.15
"""Tolerance in seconds."""
TRIES = 3
"""Number of attempts, because the machine may be busy."""


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


WATCH_LINES = """
    window.lines = [];
    const record = () => {
      const told = document.querySelectorAll(".lines li:not(.coming)").length;
      const now = (performance.timeOrigin + performance.now()) / 1000;
      if (told > (window.lines.at(-1)?.[1] ?? 0)) window.lines.push([now, told]);
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true, childList: true, attributes: true,
    });
"""


class WatchedStrip(CaptureStrip):
    """Records when each frame was shown, and the position of Ann's front peg."""

    def __init__(self) -> None:
        super().__init__()
        self.fronts: list[tuple[float, int]] = []

    def show(self, frame: Frame) -> None:
        self.fronts.append((time.time(), seen(BOARD, frame)[0].find("O") + 1))
        super().show(frame)

    def leaves(self, hole: int, since: float) -> float:
        """Return when the peg was first seen past *hole*."""
        return next(at for at, front in self.fronts if at >= since and front > hole)


SIX = {"do": "count", "cards": ["10C", "JD", "2S", "8C"]}
TOTALS = [0, 2, 4]


@pytest.fixture
def table(table: Table) -> Table:
    """A table at which Ann is to count her hand, without muggins."""
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    return table


def told(phone: Phone) -> int:
    return sum(line.is_visible() for line in phone.page.locator(".lines li").all())


def test_the_page_and_the_lights_tell_each_line_together(table: Table) -> None:
    """Three fifteens, 0.8 s apart: simultaneous within 150 ms."""
    phone, strip = table.phone(), WatchedStrip()
    phone.page.evaluate(WATCH_LINES)
    with lights_on(table.site.table, BOARD, strip, table.site.table.ticks):
        assert any(apart(table, phone, strip) < limit(IN_STEP) for _ in range(TRIES))


def apart(table: Table, phone: Phone, strip: WatchedStrip) -> float:
    """Return the largest difference between page and lights in one count."""
    began = time.time()
    phone.page.evaluate("window.lines = []")
    table.do(**SIX)
    expect(phone.page.locator(".explained output")).to_have_text("6")
    lines: list[tuple[float, int]] = phone.page.evaluate("window.lines")
    soon(lambda: strip.fronts[-1][1] >= 6)
    table.do(do="undo", seen_by=phone)
    soon(lambda: strip.fronts[-1][1] <= 0)
    page = [next(at for at, told in lines if told > line) for line in range(3)]
    board = [strip.leaves(hole, began) for hole in TOTALS]
    return max(abs(one - other) for one, other in zip(page, board, strict=True))


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
