"""A table between two matches, and use of the set-up sheet."""

import pytest
from playwright.sync_api import expect

from scorekeeper.game.actions import EntryModeChange, Start
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import SHORT, Phone, Table
from web.settings import Family


@pytest.fixture
def table(table: Table) -> Table:
    table.deal("three-handed")
    table.do(do="abandon")
    return table


@pytest.fixture
def phone(table: Table) -> Phone:
    phone = table.phone(viewport=SHORT)
    sit_again(phone)
    return phone


def sit_again(phone: Phone) -> None:
    """Open the set-up sheet, whether or not a game was played before."""
    other = phone.page.locator("[data-key=new-match]")
    expect(other.or_(phone.page.locator(".setup")).first).to_be_visible()
    if other.is_visible():
        other.tap()
    expect(phone.page.locator(".setup")).to_be_visible()


def fill_names(phone: Phone, *names: str) -> None:
    for seat, name in enumerate(names):
        phone.page.locator(".place input").nth(seat).fill(name)


def see_names(phone: Phone, *names: str) -> None:
    for seat, name in enumerate(names):
        expect(phone.page.locator(".place input").nth(seat)).to_have_value(name)


def choose(phone: Phone, rules: str) -> None:
    phone.pick("players", str(RULES[rules].players))
    phone.pick("rules", rules)


FAMILY = Family(
    name="The Gagnons",
    start=Start(
        rules="cribble",
        players=("Marie", "Luc", "Paul", "Anne"),
        options={"muggins": False},
        entry_mode=EntryModeChange(counted_by="players"),
    ),
)
