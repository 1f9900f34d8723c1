"""Time until the page is usable on a slow phone.

Throttled as in Lighthouse: CPU 4 times slower, 1.6 Mbit/s down and 750 kbit/s up, 150 ms round
trip, empty cache; and the same phone on a home Wi-Fi.
"""

import json
from collections.abc import Iterator
from statistics import median
from time import time
from typing import Any, Final

from playwright.sync_api import Browser

from bench.figures import Figure
from tests.kit.drivers.browser import TALL, Table, chromium
from tests.kit.drivers.web_server import Site, served

SLOWER: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
KITCHEN: Final = {
    "offline": False,
    "latency": 10,
    "downloadThroughput": 20_000_000 / 8,
    "uploadThroughput": 20_000_000 / 8,
}

PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

SEEN: Final = """(sign) => {
  const usable = new Promise((go) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(sign)) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => go(performance.now())));
    });
    watch.observe(document, {subtree: true, childList: true, attributes: true});
  });
  Object.assign(window, {usable});
}"""
"""Measured inside the page, because polling slows the page by hundreds of ms."""

USABLE: Final = {"/": ".pad .key:not([disabled])", "/board": "[data-peg=front-1]"}
"""Selectors that match once the page is usable: an enabled key, pegs in their holes."""


def page(*, visits: int) -> Iterator[Figure]:
    """Open each page on a slow phone, *visits* times, and take the median."""
    site = Site(is_open=True)
    with served(site) as port, chromium() as browser:
        Table(site, port, browser).deal("six-card", "5", "7")
        for path, again, network in (
            *(("/", False, NETWORK), ("/", True, NETWORK), ("/board", False, NETWORK)),
            *(("/", False, KITCHEN), ("/", True, KITCHEN)),
        ):
            url = f"http://127.0.0.1:{port}{path}"
            seen = [
                visit(browser, url, USABLE[path], again=again, network=network)
                for _ in range(visits)
            ]
            painted, usable, size, answers = map(median, zip(*seen, strict=True))
            where = f"{', again' * again}{', in the kitchen' * (network is KITCHEN)}"
            beside = f"first paint {painted / 1000:.2f} s; {size / 1000:.1f} kB in {answers:.0f}"
            aim = 0.5 if network is KITCHEN else None
            yield Figure(f"`{path}`{where}, until usable", usable / 1000, " s", aim, beside=beside)
            if network is KITCHEN:
                yield Figure(f"`{path}`{where}, sent", size / 1000, " kB", 60)


FOLLOW: Final = """() => {
  let tapped = null;
  Object.assign(window, {answers: [], seen: {}});
  addEventListener("pointerdown", () => (tapped = performance.now()), true);
  new MutationObserver(() => {
    window.seen[document.querySelector(".app").dataset.version] ??= Date.now();
    const began = tapped;
    tapped = null;
    const tell = () => window.answers.push(performance.now() - began);
    if (began) requestAnimationFrame(() => setTimeout(tell));
  }).observe(document, {subtree: true, childList: true, attributes: true});
}"""
"""Records how long a tap takes to change what is painted, and when a version is seen."""


def slowed(*, cards: int) -> Iterator[Figure]:
    """Play on a phone whose processor is six times slower: taps, and entries of another phone."""
    site = Site(is_open=True)
    with served(site) as port, chromium() as browser:
        table = Table(site, port, browser)
        table.deal("six-card", "5")
        phone = table.phone()
        session = phone.page.context.new_cdp_session(phone.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        phone.page.evaluate(FOLLOW)
        took = []
        for _ in range(cards):
            phone.enter(phone.key("2"))
            sent = time() * 1000
            table.do(do="play", card="3", seen_by=phone)
            took.append(phone.page.evaluate(f"window.seen[{table.version}]") - sent)
            for _ in range(2):
                table.do(do="undo", seen_by=phone)
        answers = phone.page.evaluate("window.answers")
    many = f"{len(answers)} taps, processor 6 × slower"
    yield Figure("A tap until it is answered, p50", median(answers), " ms", 100, beside=many)
    beside = f"slowest {max(took):.0f} ms of {cards}"
    yield Figure(
        "Another phone's entry until it is seen, p50", median(took), " ms", 1000, beside=beside
    )


def visit(
    browser: Browser, url: str, sign: str, *, again: bool, network: dict[str, Any]
) -> tuple[float, float, int, int]:
    """Return first paint in ms, time until *sign* matches in ms, bytes, and number of responses."""
    context = browser.new_context(viewport=TALL, is_mobile=True, has_touch=True)
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    session.send("Network.enable")
    tab.add_init_script(f"({SEEN})({json.dumps(sign)})")
    sizes: dict[str, int] = {}
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    for _ in range(2 if again else 1):
        sizes.clear()
        session.send("Network.emulateNetworkConditions", network)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        tab.goto(url, wait_until="commit")
        usable = tab.evaluate("usable")
        came = list(sizes.values())
    painted = tab.wait_for_function(PAINTED).json_value()
    context.close()
    return painted, usable, sum(came), len(came)
