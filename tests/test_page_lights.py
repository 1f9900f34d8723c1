"""What the page says of a strip that is dark: quietly, in nobody's way, while it is."""

from __future__ import annotations

import pytest

from hardware.told import say
from scorekeeper.board.strip import Health, StripFault
from tests.browser import SHORT, Table, expect

LOST = StripFault(
    "{user} may not use {device}: say sudo usermod -aG spi {user} and restart the Pi.",
    user="ann",
    device="/dev/spidev0.0",
)


@pytest.mark.parametrize("rules", ["six-card", "three-handed", "cribble"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_lost_strip_is_a_quiet_line(table: Table, lang: str, rules: str) -> None:
    """Everything else keeps its place on a small phone; the menu says why, and what would help."""
    say(table.site.table, Health.OK, None)
    table.deal(rules, "5", "7")
    phone = table.phone(viewport=SHORT, lang=lang)
    note = phone.page.locator(".lights")
    expect(note).not_to_be_attached()
    say(table.site.table, Health.LOST, LOST)
    expect(note).to_contain_text({"en": "out: see", "fr": "éteintes"}[lang])
    assert note.bounding_box()["height"] < 20
    assert phone.fits()
    assert not phone.small_targets()
    phone.button("Menu").tap()
    expect(phone.page.locator("main")).to_contain_text("sudo usermod -aG spi ann")
    expect(note).not_to_be_attached()
    say(table.site.table, Health.OK, None)
    expect(phone.page.locator("main")).not_to_contain_text("usermod")
    phone.close()


def test_a_game_that_the_board_cannot_show_is_another_line(table: Table) -> None:
    """The lights are well then."""
    table.deal("six-card", "5")
    say(table.site.table, Health.MISFIT, StripFault("Too many laps."))
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator(".lights")).to_contain_text("cannot show this game")
    say(table.site.table, Health.OK, None)
    phone.close()
