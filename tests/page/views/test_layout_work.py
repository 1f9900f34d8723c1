"""Number of layouts, by the browser's counters: a page that does one for each event of a stream
freezes a slow phone."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread

import pytest

from hardware.lights import Shown
from scorekeeper.board.wiring import build
from tests.kit.drivers.browser import SHORT, Table, open_table
from tests.kit.drivers.web_server import Site, Stream
from web import Boards

EVENTS = 300

BOARD = build()
LIT = 7
"""The light that changes with each frame."""


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


@pytest.fixture(scope="module")
def table(shown: Shown) -> Iterator[Table]:
    shown.put(bytes(3 * BOARD.pixels))
    with open_table(Site(is_open=True, boards=Boards(strip=BOARD, shown=shown))) as table:
        yield table


def lights(number: int) -> bytes:
    frame = bytearray(3 * BOARD.pixels)
    frame[3 * LIT : 3 * LIT + 3] = bytes((1, number % 256, 0))
    return bytes(frame)


@pytest.mark.parametrize("path", ["/", "/keys", "/board"])
def test_of_states_that_come_at_once_the_newest_is_drawn(table: Table, path: str) -> None:
    """After a hand with many lines; the page may reopen the stream, and render again."""
    table.deal("six-card", "5H", show=True, options={"muggins": False})
    table.do(do="count", cards=["4", "5", "6", "6"])
    phone = table.phone(path, viewport=SHORT)
    with Stream(table.port) as stream:
        state = stream.state()
    states = (
        {**state, "revision": state["revision"] + number, "players": [f"Ann{number}", "Ben"]}
        for number in range(1, EVENTS + 1)
    )
    body = "retry: 600000\n\n" + "".join(f"data: {json.dumps(one)}\n\n" for one in states)
    answer = {"body": body, "content_type": "text/event-stream"}
    phone.page.route("**/api/v1/stream?*", lambda route: route.fulfill(**answer))
    session = phone.context.new_cdp_session(phone.page)
    session.send("Performance.enable")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.wait_for_function(f"() => document.body.textContent.includes('Ann{EVENTS}')")
    metrics = session.send("Performance.getMetrics")["metrics"]
    (layouts,) = (int(one["value"]) for one in metrics if one["name"] == "LayoutCount")
    assert layouts < EVENTS


COUNT_ELEMENTS = """
window.made = 0;
for (const name of ["createElement", "createElementNS"]) {
  const create = document[name];
  document[name] = (...args) => { window.made += 1; return create.apply(document, args); };
}"""
"""Counts the elements of views: each render makes them anew before it patches the page."""

SEEN_MOVING = """(pixel) => new Promise((seen) => {
  const light = document.querySelector(`.lit [data-pixel="${pixel}"]`);
  let left = 20;
  const count = () => { left -= 1; if (!left) seen(window.made); };
  new MutationObserver(count).observe(light, { attributes: true });
})"""


@pytest.mark.parametrize("path", ["/keys", "/strip"])
def test_no_view_is_rendered_while_lights_move(table: Table, shown: Shown, path: str) -> None:
    table.deal("six-card", "5H", "10")
    phone = table.phone(None, viewport=SHORT)
    phone.context.add_init_script(COUNT_ELEMENTS)
    phone.open(path)
    phone.page.locator(f".lit [data-pixel='{LIT}']").wait_for(state="attached")
    made = phone.page.evaluate("made")
    assert made
    with moving(shown):
        assert phone.page.evaluate(SEEN_MOVING, LIT) == made


@contextmanager
def moving(shown: Shown) -> Iterator[None]:
    over = Event()

    def move() -> None:
        for number in count():
            shown.put(lights(number))
            if over.wait(0.04):
                return

    mover = Thread(target=move)
    mover.start()
    try:
        yield
    finally:
        over.set()
        mover.join()
