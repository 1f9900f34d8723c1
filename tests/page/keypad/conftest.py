"""A table with its lights, and a small phone with the sixteen keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from hardware.strips.strip import CaptureStrip
from scorekeeper.board.wiring import build
from scorekeeper.journal import Journal
from scorekeeper.table import Table as Kept
from tests.kit.drivers.browser import SHORT, Phone, Table, chromium
from tests.kit.drivers.web_server import CODE, Site, served
from tests.kit.fakes.lights import lights_on
from tests.page.keypad.presses import Clock, hear_again
from web import Boards


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    clock, board = Clock(), build()
    kept = Kept(Journal.in_memory(), ticks=clock)
    with lights_on(kept, board, CaptureStrip(), clock) as lights, chromium() as browser:
        site = Site(table=kept, boards=Boards(strip=board, shown=lights.shown), clock=clock)
        with served(site) as port:
            yield Table(site, port, browser)


@pytest.fixture
def pad(table: Table) -> Phone:
    """A small phone with the sixteen keys, without a half-typed entry."""
    table.site.keys.drop()
    hear_again(table)
    phone = table.phone(None, viewport=SHORT).join(CODE).open("/keys")
    expect(phone.page.locator(".keys")).to_be_visible()
    return phone
