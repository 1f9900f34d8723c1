"""Settings on the page: changed on one phone, in effect on another one and the lights."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.kit.drivers.browser import Phone, Table, be_host, open_table
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import CODE, SECRETS, Site
from web import SettingsPatch


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with open_table(Site()) as table:
        yield table


@pytest.fixture
def site(table: Table) -> Site:
    site = table.site
    site.access.replace(SECRETS)
    return site if site.table.now.game.rules else site.in_the_play()


OWN = ".scores .team-0 b"
"""The name of the first team, in its colour."""


def own_colour(phone: Phone) -> str:
    return str(phone.page.locator(OWN).evaluate("one => getComputedStyle(one).color"))


def test_settings_of_the_host_show_on_every_phone(site: Site, table: Table) -> None:
    host, other = table.phone(), table.phone()
    before = own_colour(other)
    be_host(host)
    host.button("Orange, Blue, Purple, White, Red").tap()
    expect(host.page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(other.page.locator(OWN)).not_to_have_css("color", before)
    changed = own_colour(other)
    assert site.settings.now.colours == ("#ff9600", "#00beff", "#7800c8", "#ffffff", "#c80000")
    other.page.reload()
    expect(other.page.locator(OWN)).to_have_css("color", changed)
    host.page.get_by_label("Brightness", exact=True).fill("30")
    soon(lambda: site.settings.now.brightness == 0.3)
    expect(host.page.get_by_text("Saved", exact=True)).to_be_visible()
    host.button("Back to the config file").tap()
    expect(other.page.locator(OWN)).to_have_css("color", before)
    assert site.settings.now.brightness == 1


def test_a_slow_answer_brings_no_old_colours_back(site: Site, table: Table) -> None:
    phone = table.phone()
    slow: list[tuple[Route, APIResponse]] = []
    name = phone.page.locator(OWN)
    before = own_colour(phone)
    phone.page.route(
        "**/api/v1/settings*", lambda route: slow.append((route, route.fetch())), times=1
    )
    site.settings.change(SettingsPatch(colours=("#ff9600", "#00beff", "#7800c8")))
    phone.until_held(slow)
    with phone.page.expect_response("**/api/v1/settings*"):
        site.settings.change(SettingsPatch(colours=None))
    slow[0][0].fulfill(response=slow[0][1])
    phone.settle()
    expect(name).to_have_css("color", before)


def test_a_renewed_code_is_told_kindly(site: Site, table: Table) -> None:
    host, other = table.phone(), table.phone().join(CODE)
    be_host(host)
    host.menu("Invite")
    expect(host.page.locator(".devices li", has_text="Keeps score").first).to_be_visible()
    host.button("Renew the code").tap()
    host.button("Renew it").tap()
    expect(other.page.get_by_role("alert")).to_contain_text("The join code has changed")
    expect(other.page.get_by_text("You are watching")).to_be_visible()
    fresh = host.page.locator(".join .code b").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{2}", fresh)
    assert fresh == site.access.code != CODE
    other.button("Close").tap()
    other.join(fresh)
    expect(other.page.get_by_text("You are watching")).not_to_be_visible()
