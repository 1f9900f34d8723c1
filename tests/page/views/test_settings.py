"""The settings on the page: one phone changes them, another one and the lights show them."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import APIResponse, Route, expect

from scorekeeper.words import Words
from tests.kit.drivers.browser import Phone, Table, open_table
from tests.kit.drivers.web_server import CODE, PIN, SECRETS, Site
from web import SettingsPatch
from web.translations import translations


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table that asks for a code."""
    with open_table(Site()) as table:
        yield table


@pytest.fixture
def site(table: Table) -> Site:
    """The table, in the play, its settings and codes as at first."""
    site = table.site
    site.access.replace(SECRETS)
    return site if site.table.now.game.rules else site.in_the_play()


def be_host(phone: Phone) -> None:
    """Type the PIN in the settings, key by key."""
    phone.menu("Settings")
    phone.page.get_by_label("The host’s PIN").press_sequentially(PIN)
    phone.button("Become the host").tap()
    expect(phone.page.get_by_text("Saved automatically")).to_be_visible()


def until(phone: Phone, true: Callable[[], bool]) -> None:
    """Wait until what was set on *phone* has reached the table, and it says so."""
    for _ in range(600):
        if true():
            break
        phone.page.wait_for_timeout(50)
    assert true()
    expect(phone.page.get_by_text("Saved", exact=True)).to_be_visible()


def own_colour(phone: Phone, team: int) -> str:
    """The colour in which the name of *team* is written."""
    return str(
        phone.page.locator(f".scores .team-{team} b").evaluate("one => getComputedStyle(one).color")
    )


def test_settings_of_the_host_show_on_every_phone(site: Site, table: Table) -> None:
    """Colours change on a second page without a tap there, and stay when it is opened again."""
    host, other = table.phone(), table.phone()
    before = own_colour(other, 0)
    be_host(host)
    host.button("Orange, Blue, Purple, White, Red").tap()
    expect(host.page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(other.page.locator(".scores .team-0 b")).not_to_have_css("color", before)
    changed = own_colour(other, 0)
    expect(other.page.locator("#front-0 circle").first).to_be_attached()
    assert site.settings.now.colours == ("#ff9600", "#00beff", "#7800c8", "#ffffff", "#c80000")
    other.page.reload()
    expect(other.page.locator(".scores .team-0 b")).to_have_css("color", changed)
    host.page.get_by_label("Brightness", exact=True).fill("30")
    until(host, lambda: site.settings.now.brightness == 0.3)
    host.page.get_by_label("Darker at night").tap()
    host.page.get_by_label("Night from").fill("20:30")
    host.page.get_by_label("Night from").blur()
    until(host, lambda: site.settings.now.night == "20:30-07:00")
    assert host.small_targets() == []
    host.button("Back to the config file").tap()
    expect(other.page.locator(".scores .team-0 b")).to_have_css("color", before)
    assert site.settings.now.brightness == 1


def test_a_slow_answer_brings_no_old_colours_back(site: Site, table: Table) -> None:
    phone = table.phone()
    slow: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if slow:
            route.continue_()
        else:
            slow.append((route, route.fetch()))

    name = phone.page.locator(".scores .team-0 b")
    before = own_colour(phone, 0)
    phone.page.route("**/api/v1/settings*", hold)
    site.settings.change(SettingsPatch(colours=("#ff9600", "#00beff", "#7800c8")))
    while not slow:
        phone.page.wait_for_timeout(50)
    with phone.page.expect_response("**/api/v1/settings*"):
        site.settings.change(SettingsPatch(colours=None))
    slow[0][0].fulfill(response=slow[0][1])
    phone.page.wait_for_timeout(200)
    expect(name).to_have_css("color", before)


def test_a_wrong_pin_is_told_and_changes_nothing(site: Site, table: Table) -> None:
    phone, words = table.phone(lang="fr"), translations(Words.of("fr"))
    phone.button(words["Menu"]).tap()
    phone.button(words["Settings"]).tap()
    expect(phone.button(words["Become the host"])).to_be_disabled()
    phone.page.get_by_label(words["The host’s PIN"]).fill("0000")
    phone.button(words["Become the host"]).tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("cribble pin")
    assert not phone.page.locator(".saved").count()


def test_a_renewed_code_is_told_kindly(site: Site, table: Table) -> None:
    """The host sees who is there and renews the code; the other scorer then only watches."""
    host, other = table.phone(), table.phone().join(CODE)
    be_host(host)
    host.button("Back to the table").tap()
    host.menu("Who is connected")
    expect(host.page.locator(".devices li", has_text="Keeps score").first).to_be_visible()
    host.button("Renew the code").tap()
    host.button("Renew it").tap()
    expect(other.page.get_by_role("alert")).to_contain_text("The join code has changed")
    expect(other.page.get_by_text("You are watching")).to_be_visible()
    fresh = host.page.locator(".renewal .code b").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{2}", fresh)
    assert fresh == site.access.code != CODE
    other.button("Close").tap()
    other.join(fresh)
    expect(other.page.get_by_text("You are watching")).not_to_be_visible()
    site.access.replace(SECRETS.with_new_code().with_pin("1234"))
    expect(host.page.get_by_role("alert")).to_contain_text("The join code has changed")
    expect(host.page.get_by_label("The host’s PIN")).to_be_visible()


def test_a_new_phone_has_the_letters_of_the_house(site: Site, table: Table) -> None:
    site.host().post("/api/v1/settings", {"letters": "VDR"}, "PUT")
    phone = table.phone().join(CODE)
    expect(phone.key("V")).to_be_visible()
    site.host().post("/api/v1/settings", {"letters": "JQK"}, "PUT")
    expect(phone.key("J")).to_be_visible()
    phone.menu("Settings")
    phone.page.get_by_label("Letters on the cards").select_option("VDR")
    phone.page.get_by_label("Say counts aloud").tap()
    phone.page.reload()
    expect(phone.page.get_by_label("Say counts aloud")).to_be_checked()
    phone.button("Back to the table").tap()
    expect(phone.key("V")).to_be_visible()
