"""The page's note of a strip that is dark: quiet, in nobody's way, and gone with the fault."""

from itertools import product

import pytest
from playwright.sync_api import expect

from cribble.serve.devices import KeypadMonitor
from hardware.lights import publish
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import Words
from tests.kit.drivers.browser import SHORT, Table

LOST = DeviceFault(
    "{user} may not use {device}: say sudo usermod -aG spi {user} and restart the Pi.",
    user="ann",
    device="/dev/spidev0.0",
)


def test_a_lost_strip_is_a_quiet_line(table: Table) -> None:
    """Everything else keeps its place on a small phone; the menu says why, and what would help."""
    phones = [table.phone(viewport=SHORT, lang=lang) for lang in ("en", "fr")]
    for rules, phone in product(("six-card", "three-handed", "cribble"), phones):
        publish(table.site.table, Health.OK, None)
        table.deal(rules, "5", "7", seen_by=phone)
        note = phone.page.locator(".lights")
        expect(note).not_to_be_attached()
        publish(table.site.table, Health.LOST, LOST)
        expect(note).to_contain_text({"en": "out: see", "fr": "éteintes"}[phone.lang])
        assert note.bounding_box()["height"] < 20
        phone.check_fit()
        phone.button("Menu").tap()
        expect(phone.page.locator("main")).to_contain_text("sudo usermod -aG spi ann")
        expect(note).not_to_be_attached()
        publish(table.site.table, Health.OK, None)
        expect(phone.page.locator("main")).not_to_contain_text("usermod")
        phone.page.locator("footer .wide").tap()


def test_a_game_that_the_board_cannot_show_is_another_line(table: Table) -> None:
    table.deal("six-card", "5")
    publish(table.site.table, Health.MISFIT, DeviceFault("Too many laps."))
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator(".lights")).to_contain_text("can’t show this game")
    publish(table.site.table, Health.OK, None)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_lost_keypad_is_told_where_one_asks_how_things_are(table: Table, lang: str) -> None:
    """The chip has a mark and a spoken word; its sheet says what would help, for each keypad."""
    why = DeviceFault("No key comes from it: .venv/bin/cribble doctor says what would mend it.")
    table.deal("six-card", "5")
    telling = KeypadMonitor(table.site.table, Words.of(lang), ("usb", "buttons"))
    telling.tell("usb", Health.OK, None)
    phone = table.phone(viewport=SHORT, lang=lang)
    chip, parts = phone.page.locator("button.link"), phone.page.locator("dl.parts")
    lost = {"en": "the keypad is lost", "fr": "le clavier ne répond plus"}[lang]
    works = {"en": "It works.", "fr": "Il marche."}[lang]
    chip.tap()
    expect(parts).to_contain_text(works)
    telling.tell("usb", Health.LOST, why)
    expect(parts).to_contain_text("cribble doctor")
    expect(parts).not_to_contain_text(works)
    assert lost in (chip.get_attribute("aria-label") or "")
    expect(chip).to_have_class("link live dark")
    telling.tell("buttons", Health.OK, None)
    named = {"en": "The keypad {}", "fr": "Le clavier {}"}[lang]
    called = parts.locator("dt").filter(has_text=named.format(""))
    expect(called).to_have_text([named.format("usb"), named.format("buttons")])
    expect(called.nth(0)).to_have_class("not-well")
    expect(called.nth(1)).to_have_class("well")
    expect(parts).to_contain_text(works)
    expect(chip).to_have_class("link live dark")
    phone.button("Menu").tap()
    cards = phone.page.locator("section.callout")
    expect(cards).to_have_count(1)
    expect(cards.locator("h2")).to_have_text(named.format("usb"))
    expect(cards).to_contain_text("cribble doctor")
    telling.tell("usb", Health.OK, None)
    expect(chip).to_have_class("link live")
    expect(cards).to_have_count(0)
