"""Corrections while others enter, correct, undo and redo."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.players.mender import Mender


def test_two_who_mend_at_once_see_what_then_stands(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", "5")
    ten = table.version - 1
    french = table.phone(viewport=SHORT, lang="fr", color_scheme="dark")
    other = Mender(french).look_back().choose(ten)
    mender = Mender(phone).look_back().choose(ten)
    french.key("K").tap()
    phone.key("9").tap()
    mender.told("Ben 2 → 0")
    other.stand()
    expect(phone.page.locator("h2")).to_contain_text("Ann plays the king")
    phone.key("9").tap()
    table.do(do="peg", team=0, points=1)
    mender.told("Ann 1", "Ben 2 → 0")
    mender.stand()
    assert (table.laid, table.game.scores) == (["9", "5"], (1, 0))


def test_a_correction_that_was_overtaken_is_not_made(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", "5")
    mender = Mender(phone).look_back().choose(table.version - 1)
    phone.key("9").tap()
    mender.told("Ann 0", "Ben 2 → 0")
    phone.overtake("**/api/v1/actions*", lambda: table.do(do="peg", team=0, points=1))
    phone.button("Save the change").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("was first: Ann +1.")
    mender.told("Ann 1", "Ben 2 → 0")
    assert table.laid == ["10", "5"]
    mender.stand()
    assert (table.laid, table.game.scores) == (["9", "5"], (1, 0))


def test_undo_and_redo_are_told_in_words_wherever_the_page_is(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", seen_by=phone)
    what = "Ann plays the 10."
    phone.enter(phone.button(f"Undo: {what}"))
    phone.enter(phone.button(f"Redo: {what}"))
    Mender(phone).look_back()
    phone.enter(phone.button(f"Undo: {what}"))
    phone.enter(phone.button(f"Redo: {what}"))
    phone.button("Back to the table").tap()
    phone.button("Menu").tap()
    expect(phone.page.locator(".item", has_text="Undo")).to_contain_text(what)
    phone.button("Back to the table").tap()
    table.do(do="peg", team=1, points=121, seen_by=phone)
    phone.enter(phone.button("Undo: Ben +121. Ben wins the game."))
    assert table.game.winner is None
