"""A count on the page of keys: it stays while a key is refused, and undo leaves its cards typed."""

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import SMALL, press
from tests.kit.drivers.web_server import CODE


def test_a_refused_key_leaves_the_count_that_is_read(table: Table, pad: Phone) -> None:
    """Its total and its lines, with the cards of each or below those of the hand."""
    said = pad.page.locator(".said")
    table.deal("six-card", "5H", show=True, options={"muggins": False}, seen_by=pad)
    press(pad, "4", "5", "6", "6", "A", "2", "OK")
    expect(said.locator("[data-key=now]")).to_have_text("Ann’s hand: 24 (12 claimed)")
    press(pad, "OK")
    for screen in (pad.page.viewport_size, *SMALL):
        pad.resize(screen)
        expect(said.locator(".refused")).to_have_text("4 cards are missing.")
        expect(said.locator("[data-key=now]")).to_have_text("Ann’s hand: 24 (12 claimed)")
        expect(said.locator(".counted-hand .card:visible").first).to_be_in_viewport(ratio=1)
        expect(said.locator(".counted-hand .lines li").first).to_be_in_viewport(ratio=1)


def test_undo_of_a_count_leaves_its_cards_typed_on_the_page(table: Table, pad: Phone) -> None:
    known, asked = pad.page.locator("[data-key=known] .card"), pad.page.locator(".prompt")
    table.deal("six-card", "5H", show=True, seen_by=pad)
    press(pad, "4", "5", "6", "K", "A", "2", "OK", "UNDO")
    expect(known).to_have_text(["4", "5", "6", "K"])
    expect(asked).to_have_text("Ann’s count, or just OK.")
    press(pad, "A", "4", "OK")
    assert table.game.scores == (14, 0)


def test_heels_come_before_the_claims_that_the_starter_reveals(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5H", show=True)
    for hand, claim in (("4 4 5 6", 20), ("9 10 J Q", 10), ("4 4 5 6", 24)):
        do = "count" if table.game.counting != "crib" else "crib"
        table.do(do=do, cards=hand.split(), claim=claim)
    table.do(do="starter", card="JD", seen_by=pad)
    expect(pad.page.locator(".said > .now")).to_have_text(
        "The starter is the jack of diamonds – Ann: two for his heels. "
        "Last deal: Ann 24 (20 claimed)"
    )


@pytest.mark.parametrize(
    ("muggins", "telling"), [(True, "… (28 claimed)"), (False, "28? Not quite.")]
)
def test_a_claim_too_high_is_named_once(table: Table, *, muggins: bool, telling: str) -> None:
    """While it is told, beside what has been told of it; then as phones say it."""
    phone = table.phone(None, viewport=SHORT, reduced_motion="no-preference")
    pad = phone.join(CODE).open("/keys")
    now = pad.page.locator(".said > .now")
    table.deal("six-card", "5H", show=True, options={"muggins": muggins}, seen_by=pad)
    press(pad, "4", "5", "6", "6", "2", "8", "OK")
    expect(now).to_contain_text(telling)
    expect(now).not_to_contain_text("28 points claimed")
    expect(now).to_have_text("Ann said 28. It’s only 24.")
