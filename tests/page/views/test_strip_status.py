"""The page's note of a strip that is dark: quiet, in nobody's way, and gone with the fault."""

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
    """The menu says why, and what would help."""
    for lang, out in (("en", "out: see"), ("fr", "éteintes")):
        phone = table.phone(viewport=SHORT, lang=lang)
        publish(table.site.table, Health.OK, None)
        table.deal("cribble", "5", "7", seen_by=phone)
        note = phone.page.locator(".lights")
        expect(note).not_to_be_attached()
        publish(table.site.table, Health.LOST, LOST)
        expect(note).to_contain_text(out)
        phone.check_fit()
        phone.button("Menu").tap()
        expect(phone.page.locator("main")).to_contain_text("sudo usermod -aG spi ann")
        expect(note).not_to_be_attached()
        publish(table.site.table, Health.OK, None)
        expect(phone.page.locator("main")).not_to_contain_text("usermod")


def test_a_game_that_the_board_cannot_show_is_another_line(table: Table) -> None:
    table.deal("six-card", "5")
    publish(table.site.table, Health.MISFIT, DeviceFault("Too many laps."))
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator(".lights")).to_contain_text("can’t show this game")
    publish(table.site.table, Health.OK, None)


def test_a_lost_keypad_is_shown_in_the_status_sheet_and_the_menu(table: Table) -> None:
    why = DeviceFault("No key comes from it: .venv/bin/cribble doctor says what would mend it.")
    table.deal("six-card", "5")
    monitor = KeypadMonitor(table.site.table, Words.of("en"), ("usb", "buttons"))
    monitor.tell("usb", Health.OK, None)
    phone = table.phone(viewport=SHORT)
    chip, parts = phone.page.locator("button.link"), phone.page.locator("dl.parts")
    chip.tap()
    expect(parts).to_contain_text("It works.")
    monitor.tell("usb", Health.LOST, why)
    expect(parts).to_contain_text("cribble doctor")
    expect(parts).not_to_contain_text("It works.")
    assert "the keypad is lost" in (chip.get_attribute("aria-label") or "")
    expect(chip).to_have_class("link live dark")
    monitor.tell("buttons", Health.OK, None)
    named = parts.locator("dt").filter(has_text="The keypad")
    expect(named).to_have_text(["The keypad usb", "The keypad buttons"])
    expect(named.nth(0)).to_have_class("not-well")
    expect(named.nth(1)).to_have_class("well")
    phone.button("Menu").tap()
    cards = phone.page.locator("section.callout")
    expect(cards.locator("h2")).to_have_text("The keypad usb")
    expect(cards).to_contain_text("cribble doctor")
    monitor.tell("usb", Health.OK, None)
    expect(chip).to_have_class("link live")
    expect(cards).to_have_count(0)
