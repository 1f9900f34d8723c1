"""A phone, its network or the table fails: the page recovers in 3 s, with no outdated entry."""

import pytest
from playwright.sync_api import Route, expect

from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.waiting import limit, soon
from tests.kit.drivers.web_server import CODE, Site
from tests.kit.fakes.network import line_to

WITHIN_MS = 1000 * limit(3)
"""Milliseconds within which a page must recover."""

SEEN = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s})"


@pytest.fixture
def phone(table: Table) -> Phone:
    table.deal("six-card", "5", "7")
    return table.phone()


def right_again(table: Table, phone: Phone) -> None:
    expect(phone.page.locator(".app")).to_have_attribute(
        "data-version", str(table.version), timeout=WITHIN_MS
    )
    expect(phone.page.locator("[data-link=live]")).to_be_attached(timeout=WITHIN_MS)
    expect(phone.key("A")).to_be_enabled()


def turn_screen(phone: Phone, *, off: bool) -> None:
    """Hide or show the page: headless Chromium cannot do it itself."""
    phone.page.evaluate(SEEN % ("true" if off else "false"))
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_phone_that_slept_is_right_when_it_wakes(table: Table, phone: Phone) -> None:
    """It uses no slot meanwhile, and shows what happened when it is shown again."""
    turn_screen(phone, off=True)
    soon(lambda: len(table.site.streams) == 0)
    table.do(do="play", card="8")
    assert phone.version == table.version - 1
    turn_screen(phone, off=False)
    right_again(table, phone)
    # Going back in the browser may restore a cached page.
    turn_screen(phone, off=True)
    table.do(do="play", card="9")
    phone.page.evaluate(SEEN % "false")
    phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    right_again(table, phone)


@pytest.mark.parametrize("seconds", [1, pytest.param(60, marks=pytest.mark.slow)])
def test_without_a_network_nothing_is_written(table: Table, phone: Phone, seconds: int) -> None:
    phone.context.set_offline(True)
    expect(phone.page.locator(".link.reconnecting")).to_be_attached(timeout=WITHIN_MS)
    phone.key("9").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("Waiting: 9")
    table.do(do="play", card="8")
    phone.page.wait_for_timeout(1000 * seconds)
    version = table.version
    phone.context.set_offline(False)
    right_again(table, phone)
    expect(phone.page.get_by_role("alert")).to_contain_text("Not added: 9")
    assert table.version == version


def test_a_line_that_went_dead_without_a_word_is_noticed(table: Table) -> None:
    """No error, no end; and pending requests recover only after as long as it was interrupted."""
    table.deal("six-card", "5", "7")
    with line_to(table.port) as line:
        phone = Phone(table.browser, line.port).open()
        phone.until(table.version)
        line.cut()
        table.do(do="play", card="8")
        expect(phone.page.locator(".link.reconnecting")).to_be_attached()
        line.mend()
        expect(phone.page.locator(".app")).to_have_attribute(
            "data-version", str(table.version), timeout=WITHIN_MS
        )
        phone.lay("9")


def test_a_slow_line_has_longer_after_each_try(table: Table, phone: Phone) -> None:
    """If connecting takes four seconds, fixed timeouts of 2.5 seconds would never succeed."""
    tries: list[Route] = []

    def hold(route: Route) -> None:
        tries.append(route)

    phone.page.route("**/api/v1/stream?*", hold)
    with phone.stopped_time():
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        phone.until_held(tries)
        phone.page.clock.run_for(2600)
        second = phone.until_held(tries, 2)
        phone.page.clock.run_for(4000)
        second.continue_()
        expect(phone.page.locator("[data-link=live]")).to_be_attached()
    table.do(do="play", card="8")
    phone.until(table.version)
    assert len(tries) == 2


def test_page_asks_again_for_what_did_not_load(table: Table) -> None:
    """A page half loaded when the network failed does not stay blank or watch-only."""
    table.deal("six-card", "5", "7")
    phone = table.phone(None, lang="fr")
    for lost in ("**/words/*", "**/api/v1/me*"):
        phone.page.route(lost, lambda route: route.abort(), times=1)
    phone.open().lay("8")


def test_of_five_tabs_each_is_right(table: Table) -> None:
    table.deal("six-card", "5", "7")
    phone = table.phone()
    tabs = [phone.page]
    for _ in range(4):
        tabs.append(phone.context.new_page())
        tabs[-1].goto(phone.url)
        expect(tabs[-1].locator("[data-link=live]")).to_be_attached()
    table.do(do="play", card="8")
    for card, phone.page in zip(("9", "2"), (tabs[0], tabs[4]), strict=True):
        right_again(table, phone)
        phone.lay(card)
    for tab in tabs:
        expect(tab.locator(".app")).to_have_attribute(
            "data-version", str(table.version), timeout=WITHIN_MS
        )


def test_a_code_that_is_wrong_old_or_taken_back_gives_nothing(table: Table) -> None:
    with table.beside(Site()) as closed:
        closed.deal("six-card", "5", "7")
        phone = closed.phone(None).join(CODE)
        phone.until(closed.version)
        expect(phone.key("8")).to_be_enabled()
        phone.page.route("**/api/v1/me*", lambda route: route.abort())
        closed.site.access.renew()
        version = closed.version
        phone.key("8").tap()
        expect(phone.page.get_by_role("alert")).to_contain_text("joined")
        assert closed.version == version
        phone.page.unroute("**/api/v1/me*")
        for code in (CODE, "AAAA-22", "%ff"):
            phone.page.goto(f"{phone.url}/j/{code}")
            phone.page.locator("[data-key=keep-score]").tap()
            expect(phone.page.get_by_role("alert")).to_contain_text("isn’t this table’s code")
        phone.join(closed.site.access.code)
        phone.until(closed.version)
        phone.enter(phone.key("8"))
        closed.site.access.renew()
        expect(phone.page.locator(".key")).to_have_count(0, timeout=WITHIN_MS)
