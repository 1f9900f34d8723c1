"""Seconds until the page is there on a slow phone: `python -m tests.bench.page` prints the figures.

As Lighthouse throttles a phone: the processor four times slower, 1.6 Mbit/s down and 750 kbit/s up,
150 ms there and back, nothing kept from before; and the same phone on a kitchen's wireless network,
20 Mbit/s and 10 ms. Each figure is the middle one of five visits.
"""

import json
import sys
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser

from tests.kit.drivers.browser import TALL, Table, chromium
from tests.kit.drivers.web_server import Site, served

VISITS: Final = 5
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

KITCHEN_NAME: Final = ("", ", in the kitchen")

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
"""In the page itself, as soon as the sign was painted: a look from outside takes the slow phone
hundreds of milliseconds by itself."""

USABLE: Final = {"/": ".pad .key:not([disabled])", "/board": "[data-peg=front-1]"}
"""Signs that the page can be used: a key to lay a card with, the pegs in their holes."""


class Visit(NamedTuple):
    """Milliseconds to the first letter and until usable; bytes and answers, with headers."""

    painted: float
    usable: float
    sent: int
    answers: int


def visit(
    browser: Browser,
    port: int,
    path: str,
    *,
    again: bool = False,
    network: dict[str, Any] = NETWORK,
) -> Visit:
    """Open *path* on a slow phone on a *network*; *again*: for the second time."""
    context = browser.new_context(viewport=TALL, is_mobile=True, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    page.add_init_script(f"({SEEN})({json.dumps(USABLE[path])})")
    sizes: dict[str, float] = {}
    for _ in range(2 if again else 1):
        sizes.clear()
        session.send("Network.emulateNetworkConditions", network)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        _count(session, sizes)
        page.goto(f"http://127.0.0.1:{port}{path}", wait_until="commit")
        usable = page.evaluate("usable")
        came = list(sizes.values())
    painted = page.wait_for_function(PAINTED).json_value()
    context.close()
    return Visit(painted, usable, round(sum(came)), len(came))


def _count(session: Any, sizes: dict[str, float]) -> None:
    def came(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    session.on("Network.loadingFinished", came)


def main() -> None:
    """Print a line for each page."""
    site = Site(is_open=True)
    with served(site) as port, chromium() as browser:
        Table(site, port, browser).deal("six-card", "5", "7")
        print("| page | first paint | usable | sent | answers |", "| --- " * 5 + "|", sep="\n")
        for path, again, network in (
            *(("/", False, NETWORK), ("/", True, NETWORK), ("/board", False, NETWORK)),
            *(("/", False, KITCHEN), ("/", True, KITCHEN)),
        ):
            visits = [
                visit(browser, port, path, again=again, network=network) for _ in range(VISITS)
            ]
            painted, usable, sent, answers = map(median, zip(*visits, strict=True))
            name = f"`{path}`{', again' if again else ''}{KITCHEN_NAME[network is KITCHEN]}"
            print(
                f"| {name} | {painted / 1000:.2f} s | {usable / 1000:.2f} s | {sent / 1000:.1f} kB"
                f" | {answers:.0f} |"
            )


if __name__ == "__main__":
    sys.exit(main())
