"""Families: who plays together, kept at the table."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.browser import NAMES, Phone, Table
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import PIN
from tests.page.setup.conftest import FAMILY, choose, entry_mode, fill_names, see_names, sit_again
from web.settings import SettingsPatch


def keep(phone: Phone, name: str) -> None:
    """Keep those who sit here as a family; without a name it is called as they are."""
    phone.page.get_by_text("Save as a family", exact=True).tap()
    phone.page.get_by_label("Name of the family").fill(name)
    phone.button("Save").tap()
    expect(phone.page.locator(".families [aria-pressed=true]")).to_contain_text(name)


def become_host(phone: Phone) -> None:
    """Show the host's PIN from this phone."""
    phone.page.evaluate(
        "(pin) => fetch('/api/v1/host', {method: 'POST', body: JSON.stringify({pin}),"
        " headers: {'Content-Type': 'application/json'}})",
        PIN,
    )
    phone.open()


def test_a_family_is_kept_at_the_table_by_any_phone_that_keeps_score(table: Table) -> None:
    """One tap seats it again, on every phone, though a browser forgets what it kept itself; the
    host's phone brings its colours along."""
    phone, other = table.phone(), table.phone()
    sit_again(phone)
    choose(phone, "cribble")
    fill_names(phone, *NAMES)
    phone.pick("counting", "muggins")
    phone.page.get_by_label("A claim too high", exact=True).select_option("corrected")
    keep(phone, "")
    phone.page.locator(".place input").first.fill("Zed")
    phone.pick("counting", "program")
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    see_names(phone, *NAMES)
    expect(phone.page.locator("input[name=counting]:checked")).to_have_value("muggins")
    expect(phone.page.get_by_label("A claim too high", exact=True)).to_have_value("corrected")

    become_host(phone)
    phone.page.evaluate("localStorage.clear()")
    sit_again(phone.open())
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    keep(phone, "Sunday")
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    phone.button("Forget Ann · Ben · Carl · Dora").tap()
    expect(phone.page.locator(".families button")).to_have_count(1)
    sit_again(other.open())
    other.button("Sunday", exact=False).tap()
    see_names(other, *NAMES)

    usual = table.site.settings.now.colours
    table.site.settings.change(SettingsPatch(colours=("#00ff00", "#ff00ff", "#ffffff")))
    expect(phone.page.locator("html")).to_have_attribute("style", re.compile("--blue"))
    phone.button("Sunday", exact=False).first.tap()
    phone.button("Forget Sunday").tap()
    expect(other.button("Sunday", exact=False)).to_have_count(0)
    soon(lambda: table.site.settings.now.colours == usual)
    assert table.site.settings.now.families == ()


def test_a_family_keeps_the_match_that_it_began_last(phone: Phone, table: Table) -> None:
    """Saved at the table it is two taps a week later on every phone; on a phone, there too."""
    table.site.settings.change(SettingsPatch(families=(FAMILY,)))
    sit_again(phone.open())
    phone.button("The Gagnons", exact=False).tap()
    phone.pick("rules", "four-handed")
    phone.pick("partners", "seating")
    phone.pick("entered", "hands")
    phone.page.get_by_text("Head start", exact=True).tap()
    phone.page.get_by_label("Head start: Luc · Anne").fill("7")
    phone.enter(phone.button("Start"))
    first = table.game
    table.do(do="abandon")
    other = table.phone()
    sit_again(other)
    other.button("The Gagnons", exact=False).tap()
    other.enter(other.button("Start"))
    again = table.game
    assert (again.rules, again.players, again.scores) == (first.rules, FAMILY.start.players, (0, 7))
    assert (again.key, entry_mode(table).entered) == ("four-handed", "hands")
    table.site.settings.change(SettingsPatch(families=None))

    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    choose(phone, "six-card")
    keep(phone, "We two")
    phone.pick("target", "61")
    phone.enter(phone.button("Start"))
    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    choose(phone, "acc")
    phone.button("We two", exact=False).tap()
    expect(phone.page.locator("input[name=rules]:checked")).to_have_value("six-card")
    expect(phone.page.locator("input[name=target]:checked")).to_have_value("61")
