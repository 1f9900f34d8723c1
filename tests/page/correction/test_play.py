"""Entries of the play put right, with what that changes shown before it stands."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table
from tests.kit.players.mender import Mender


def test_another_card_was_laid(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10S", "5", "K")
    mender = Mender(phone).look_back().choose(table.version - 2)
    expect(phone.suit("spades")).to_be_checked()
    expect(phone.page.locator(".present")).to_have_text("10")
    expect(phone.key("Nobody can")).to_have_attribute("aria-disabled", "true")
    expect(phone.key("Go")).to_have_attribute(
        "aria-label", "Go: The count is 0: any card fits. You can say go from 22."
    )
    phone.key("9").tap()
    mender.told("Ann 0", "Ben 2 → 0", "Ben plays the 5.")
    assert table.game.scores == (0, 2)
    phone.check_fit()
    mender.stand()
    assert (table.laid, table.game.scores) == (["9S", "5", "K"], (0, 0))
    expect(phone.page.locator("[data-key=righted]")).to_contain_text("Ben −2")
    phone.button("Back to the table").tap()
    expect(phone.suit("Any suit")).to_be_checked()


def test_a_correction_drops_what_no_longer_holds_after_showing_it(
    table: Table, phone: Phone
) -> None:
    """The entry that breaks is shown with its reason, and all that goes with it."""
    table.deal("six-card", "5", "A", "10", "10", "10")
    last = table.version
    mender = Mender(phone).look_back().choose(last - 3)
    phone.key("2").tap()
    mender.told(str(last), "22 + 10 = 32", "Ben plays the 10")
    mender.stand(drops=True)
    assert table.laid == ["2", "10", "10"]


def test_a_correction_leaves_out_a_go_that_means_nothing_any_more(
    table: Table, phone: Phone
) -> None:
    """Thirty becomes 31: nobody says go there, and all that came later stays."""
    table.deal("three-handed", "5", "K", "7", "J")
    table.do(do="play", card="3", seat=0)
    for do, card in (("go", None), ("play", "4"), ("play", "6")):
        table.do(do=do, **({"card": card} if card else {"all": True}), seen_by=phone)
    last = table.version
    mender = Mender(phone).look_back().choose(last - 5)
    phone.key("8").tap()
    mender.told("Nobody", "Deleted: ", "A go that no longer fits there is left out.")
    phone.check_fit()
    mender.stand()
    assert table.laid == ["K", "8", "J", "3", "4", "6"]
    assert table.game.scores[0] == 2
    table.do(do="peg", team=0, points=119)
    table.do(do="next", seen_by=phone)
    expect(phone.page.locator(".team .won")).to_have_text(["●2"])
    expect(phone.page.get_by_label(re.compile("^Ann: 0 points, .* match: 2$"))).to_be_visible()


def test_an_entry_that_never_was_is_taken_out(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10", "5", "K")
    mender = Mender(phone).look_back().choose(table.version - 1)
    mender.tap("Delete")
    mender.told("Ben 2 → 0", "Deleted: Ben plays the 5")
    mender.stand()
    assert table.laid == ["10", "K"]


def test_what_was_added_or_deleted_has_a_row_that_says_what_it_was(
    table: Table, phone: Phone
) -> None:
    """Each row opens its own action, and the scores stand with the last one."""
    table.deal("six-card", "4", "10", "5", "3")
    five = table.version - 1
    both = [{"do": "play", "card": "7"}, {"do": "play", "card": "5"}]
    table.do(do="amend", entry=five, actions=both)
    table.do(do="amend", entry=five + 1, actions=[], seen_by=phone)
    mender = Mender(phone).look_back()
    rows = phone.page.locator(".record li p")
    expect(rows.nth(0)).to_have_text("Deleted: Ben plays the 3.")
    expect(rows.nth(1)).to_have_text("Ann plays the 5.")
    expect(rows.nth(2)).to_have_text("Ben plays the 7.")
    skipped = phone.page.get_by_text("Numbers that are skipped are undos and corrections.")
    expect(skipped).to_have_count(0)
    mender.page.locator(f"[data-key=entry-{five}-0]").get_by_role("button", name="Edit").tap()
    phone.key("6").tap()
    mender.stand()
    assert table.laid == ["10", "6", "5"]
    table.do(do="play", card="K", seen_by=phone)
    expect(skipped).to_be_visible()


def test_a_forgotten_card_a_go_and_points_come_before(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10", "5", "3")
    three = table.version
    mender = Mender(phone).look_back().choose(three - 1)
    mender.tap("Add one before")
    phone.key("7").tap()
    mender.told("Ben plays the 7; Ann plays the 5")
    mender.stand()
    assert table.laid == ["10", "7", "5", "3"]
    mender.choose(three)
    mender.tap("Add one before")
    phone.key("2").tap()
    mender.told("Ben plays the 2; Ann plays the 3")
    mender.tap("Points")
    phone.page.locator(".digits .key", has_text="2").tap()
    mender.told("Ann 0 → 2")
    mender.stand()
    assert table.game.scores == (2, 0)
    mender.choose(three - 1)
    phone.page.get_by_role("group", name="Which one?").get_by_text("7").tap()
    phone.key("8").tap()
    mender.stand()
    assert table.laid == ["10", "8", "5", "3"]


def test_a_go_that_was_a_card(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10", "9", "7")
    table.do(do="go", all=True)
    mender = Mender(phone).look_back().choose(table.version)
    expect(phone.key("Go")).not_to_have_attribute("aria-disabled", "true")
    phone.key("3").tap()
    mender.told("You’ll see the effect after saving. No looking ahead.")
    mender.stand()
    assert table.laid == ["10", "9", "7", "3"]
    mender.choose(table.version - 1)
    mender.tap("Add one before")
    phone.page.locator(".chips").get_by_role("button", name="Go", exact=True).tap()
    mender.told("Ben says go – Ann: one for the go; Ann plays the 3")
    mender.stand()
    assert table.game.deal.play.laid[-1].seat == 0


def test_an_earlier_deal_is_fetched_and_put_right(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", "5")
    ten = table.version - 1
    table.do(do="deal")
    table.do(do="starter", card="J")
    mender = Mender(phone).look_back()
    expect(phone.page.locator(f'[data-key="entry-{ten}"]')).to_have_count(0)
    phone.page.locator('[data-key="deal-1"] .item').tap()
    expect(phone.page.locator('[data-key="deal-1"]')).to_contain_text("Ben dealt · 0 – 2")
    mender.choose(ten)
    phone.key("9").tap()
    mender.told("Ann 2", "Ben 2 → 0")
    mender.stand()
    expect(phone.page.locator(f'[data-key="entry-{ten}"]')).to_contain_text("Ann plays the 9")
    expect(phone.page.locator('[data-key="deal-1"]')).to_contain_text("0 – 0")
