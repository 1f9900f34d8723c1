"""The kind of entries (every card, hands or points only) can be changed at any time."""

from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import Phone, Table


def enters(phone: Phone, what: str) -> None:
    """Choose the kind of entries in the menu."""
    phone.menu("What and who counts")
    phone.page.get_by_role("radio", name=what).tap()
    phone.enter(phone.button("Change it for everyone"))
    expect(phone.page.locator(".app")).not_to_have_attribute("data-view", "mode")


def pegs(phone: Phone, team: str, points: str) -> None:
    """Tap a quick key of a team."""
    phone.enter(
        phone.page.get_by_role("group", name=team).get_by_role("button").get_by_text(points)
    )


def test_hands_only_pegs_the_play_by_hand(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", seen_by=phone)
    enters(phone, "Hands only")
    expect(phone.page.locator(".pad")).to_have_count(0)
    pegs(phone, "Ann", "+2")
    pegs(phone, "Ben", "+1")
    for digit in "12":
        phone.page.locator(".digits .key", has_text=digit).first.tap()
    pegs(phone, "Ben", "+1")
    phone.enter(phone.button("Peg 12 for Ben"))
    assert phone.scores == [2, 14], "what is half typed stays for its own key"
    phone.enter(phone.button("To the show"))
    expect(phone.page.locator(".hand small")).to_have_text("4 cards to enter")
    phone.enter(phone.key("Undo"))
    enters(phone, "Every card")
    phone.lay("7")
    assert table.game.deal.play.laid


def test_a_table_of_points_alone_goes_from_deal_to_deal(table: Table, phone: Phone) -> None:
    table.deal("six-card", seen_by=phone)
    other = table.phone()
    enters(phone, "Points only")
    expect(other.page.locator(".callout")).to_have_text("From now on, we enter points only.")
    late = table.phone(lang="fr")
    expect(late.page.get_by_role("button", name="Donne suivante")).to_be_visible()
    dealer = table.game.dealer
    pegs(phone, "Ann", "+3")
    phone.enter(phone.button("Next deal"))
    assert table.game.dealer != dealer
    assert table.game.phase is Phase.CUT
    phone.enter(phone.button("Undo: ", exact=False))
    assert (table.game.dealer, phone.scores) == (dealer, [3, 0])
    for digit in "40":
        phone.page.locator(".digits .key", has_text=digit).tap()
    expect(phone.page.locator(".above .prompt")).to_contain_text("No hand has more than 29")
    expect(phone.page.locator(".give").first).to_have_attribute("aria-disabled", "true")
    version = phone.version
    phone.button("Undo: 40, not pegged yet").tap()
    expect(phone.button("Next deal")).to_be_visible()
    assert phone.version == version
    for digit in "12":
        phone.page.locator(".digits .key", has_text=digit).first.tap()
    expect(phone.button("Next deal")).to_have_count(0)
    phone.enter(phone.button("Peg 12 for Ann"))
    assert table.game.scores == (15, 0)
