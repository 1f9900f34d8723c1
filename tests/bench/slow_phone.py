"""A slow phone beside lights that move: what a frame of them costs its page, and how long entries
and keys take with the processor slowed six times."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep, time
from typing import Final

from playwright.sync_api import CDPSession

from hardware.lights import Shown
from hardware.strips.virtual import CaptureStrip
from scorekeeper.board.board import Board
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Lamps, wire_in_order
from scorekeeper.journal import Journal
from scorekeeper.table import Table as Kept
from tests.bench.figures import Aim, Figure, rounded
from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import TALL, Phone, Table, open_table
from tests.kit.drivers.lit_strip import lights_on
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import Site
from web import Boards

SLOWER: Final = 6
INTERVAL: Final = 0.04
"""Seconds between two frames of lights."""
WOOD: Final = shape_named("classic", Measures())
DEALER: Final = (122, 123)
BOARD: Final = Board(WOOD, wire_in_order(WOOD, "pegged", pixels=124, lamps=Lamps(dealer=DEALER)))
PATIENCE: Final = 120.0

VERSION: Final = "document.querySelector('.app')?.dataset.version === version"
SEEN: Final = {
    **dict.fromkeys(("/", "/keys", "/board"), VERSION),
    # After the crib the other one deals.
    "/strip": f"document.querySelector('[data-pixel=\"{DEALER[0]}\"]')"
    ".getAttribute('fill') !== 'none'",
}
KEY: Final = {"/": ".app .prime", "/keys": "[data-press=OK]"}
"""The key that counts a hand of which all cards are known."""

WATCH: Final = """(version) => {
    window.seen = new Promise((done) => (function look() {
        if (SEEN) requestAnimationFrame(() => setTimeout(() => done(Date.now())));
        else requestAnimationFrame(look);
    })());
}"""
CENTRE: Final = """(selector) => {
    const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
}"""


def slow_phone(*, frames: int, rounds: int) -> Iterator[Figure]:
    """Measure *frames* of lights, and *rounds* of entries and keys on each page."""
    for path in ("/keys", "/strip"):
        yield _cost(path, frames)
    kept = Kept(Journal.in_memory())
    with lights_on(kept, BOARD, CaptureStrip()) as lights:
        site = Site(table=kept, is_open=True, boards=Boards(strip=BOARD, shown=lights.shown))
        with open_table(site) as table:
            table.moves = True
            for path in SEEN:
                seconds = [_entry(table, path) for _ in range(rounds)]
                yield _figure(f"Entry of another phone seen on `{path}`", seconds, 1.5)
            for path in KEY:
                seconds = [_key(table, path) for _ in range(rounds)]
                yield _figure(f"Key pressed on `{path}` at the table", seconds, 0.5)


def _figure(what: str, seconds: Sequence[float], at_most: float) -> Figure:
    every = ", ".join(map(rounded, seconds))
    what = f"{what}, processor slowed {SLOWER} ×, lights moving"
    return Figure(what, max(seconds), " s", Aim(at_most=at_most), f"the longest of {every}")


def _cost(path: str, frames: int) -> Figure:
    """Return the processor time that a frame of lights takes on the page at *path*."""
    shown = Shown()
    site = Site(is_open=True, boards=Boards(strip=BOARD, shown=shown))
    with open_table(site) as table:
        table.deal("six-card", "5H", "10", "7")
        shown.put(bytes(3 * BOARD.pixels))
        phone = table.phone(path, viewport={"width": 430, "height": 980})
        phone.page.locator(".lit [data-pixel='0']").wait_for(state="attached")
        _show(shown, 10)
        page = phone.context.new_cdp_session(phone.page)
        page.send("Performance.enable")
        browser = table.browser.new_browser_cdp_session()
        before = [_task_seconds(page), _process_seconds(browser)]
        _show(shown, frames)
        after = [_task_seconds(page), _process_seconds(browser)]
        browser.detach()
    task, processes = (
        1000 * (end - start) / frames for start, end in zip(before, after, strict=True)
    )
    what = f"A frame of 124 lights on `{path}`: main thread of the page"
    return Figure(what, task, " ms", None, f"{rounded(processes)} ms of the whole browser")


def _show(shown: Shown, frames: int) -> None:
    """Have a light walk round the board, as pegs do, over lights that breathe."""
    for number in range(frames):
        lights = bytearray(3 * BOARD.pixels)
        for peg in range(4):
            at = 3 * ((30 * peg + number) % 120)
            lights[at : at + 3] = bytes((255, number % 200, 40 * peg))
        for pixel in range(0, 120, 10):
            lights[3 * pixel] = 50 + number % 50
        shown.put(bytes(lights))
        sleep(INTERVAL)


def _task_seconds(page: CDPSession) -> float:
    metrics = page.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def _process_seconds(browser: CDPSession) -> float:
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(float(one["cpuTime"]) for one in processes)


@contextmanager
def _slowed(table: Table, path: str) -> Iterator[Phone]:
    """A slow phone at the show, when the first hand was just counted."""
    phone = table.phone(path, viewport=TALL)
    at_the_show(table, muggins=False)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    table.do(do="count")
    yield phone
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    table.put_phones_away()


def _entry(table: Table, path: str) -> float:
    """Return in how many seconds an entry is seen that is made a second after a long count."""
    with _slowed(table, path) as phone:
        table.do(do="count")
        version = str(table.version + 1)
        phone.page.wait_for_function(f"(version) => !({SEEN[path]})", arg=version)
        phone.page.evaluate(WATCH.replace("SEEN", SEEN[path]), version)
        sleep(1)
        began = time()
        table.do(do="crib", cards=["2", "3", "9", "K"])
        return float(phone.page.evaluate("seen")) / 1000 - began


def _key(table: Table, path: str) -> float:
    """Return in how many seconds a key reaches the table that is pressed half a second after a
    count."""
    with _slowed(table, path) as phone:
        version = table.version
        sleep(0.5)
        began = monotonic()
        phone.page.touchscreen.tap(*phone.page.evaluate(CENTRE, KEY[path]))
        soon(lambda: table.version > version, PATIENCE)
        return monotonic() - began
