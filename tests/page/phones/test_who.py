"""Whose phone it is: asked once, and told wherever somebody was quicker or took something back."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import CODE, Site

BUZZES = """() => {
  window.felt = [];
  navigator.vibrate = (pattern) => felt.push(String(pattern));
}"""


def spoken(phone: Phone) -> str:
    """The latest announcement."""
    return phone.page.locator("#spoken p:last-child").inner_text()


def test_a_phone_is_its_players_in_every_chair(table: Table) -> None:
    """Asked once at joining; its undo is told by that name, also in French, after a new name and
    after a rematch with other seats; its player's turn is felt."""
    with table.beside(Site()) as closed:
        closed.deal("six-card", "5", "7")
        phone = closed.phone(None, viewport=SHORT).join(CODE, asked=True)
        other = closed.phone(None, lang="fr", viewport=SHORT).join(CODE, asked=True)
        for one in (phone, other):
            one.see_whole("[data-key=who]", ".felt .prompt", ".pad")
            one.check_fit()
        other.button("Fermer").tap()
        expect(other.page.locator("[data-key=who]")).to_have_count(0)
        phone.button("Who has this phone?").tap()
        phone.check_fit()
        phone.button("Ben").tap()
        expect(phone.page.locator(".felt")).to_be_visible()
        phone.lay("8")
        closed.do(do="play", card="9", seen_by=phone)
        phone.enter(phone.page.locator(".undo"))
        other.until(closed.version)
        expect(other.page.locator("#spoken p:last-child")).to_contain_text(
            "Le téléphone de Ben a défait le 9 "
        )
        expect(phone.page.locator(".happened")).to_contain_text("This phone undid ")

        phone.page.evaluate(BUZZES)
        phone.menu("Settings")
        phone.page.get_by_role("switch", name="Buzz when it’s my turn").tap()
        phone.button("Back to the table").tap()
        closed.do(do="rename", seat=1, name="Benoît", seen_by=phone)
        ask = {"do": "start", "rules": "six-card", "players": ["Benoît", "Ann"], "dealer": 1}
        closed.do(do="abandon", seen_by=phone)
        closed.do(**ask, seen_by=phone)
        phone.page.wait_for_function("felt.includes('80,80,80')")
        phone.enter(phone.key("4"))
        assert closed.site.table.now.record[-1].by == "Benoît’s phone"
        phone.page.reload()
        expect(phone.page.locator(".pad")).to_be_visible()
        assert phone.page.get_by_text("Who has this phone?").count() == 0


def test_a_touched_card_is_corrected_in_three_taps(table: Table) -> None:
    """On the felt; every phone hears what it cost. Earlier cards take four, by what happened."""
    table.deal("six-card", "4", "5", "K", "A", "9")
    phone, other = table.phone(viewport=SHORT), table.phone(viewport=SHORT)
    phone.page.locator(".felt button.laid").first.tap()
    expect(phone.page.get_by_role("heading", level=2)).to_contain_text("Ann plays the 5")
    phone.key("6").tap()
    phone.enter(phone.button("Save the change"))
    expect(phone.page.locator(".felt")).to_be_visible()
    other.until(table.version)
    assert "changed Ann’s 5 to a 6. Ben −2." in spoken(other)
    phone.page.locator("[data-key=happened]").tap()
    phone.page.locator(".record").get_by_role("button", name="Edit", exact=True).nth(1).tap()
    phone.key("2").tap()
    phone.enter(phone.button("Save the change"))
    assert table.laid == ["6", "K", "2", "9"]


def test_a_hand_laid_in_the_play_is_corrected_card_by_card(table: Table) -> None:
    table.deal("six-card", "4", "5", "K", "A", "9", "4", "2", "3", "8")
    phone = table.phone(viewport=SHORT)
    hand = phone.page.locator(".hand button.touched")
    expect(hand).to_have_count(4)
    table.do(do="count", seen_by=phone)
    phone.menu("History of the deal")
    phone.page.locator(".record").get_by_role("button", name="Edit", exact=True).first.tap()
    laid = phone.page.locator(".chosen button.touched")
    expect(laid).to_have_count(4)
    laid.nth(1).tap()
    expect(phone.page.locator(".correct h2")).to_contain_text("Ann plays the ")
    phone.button("Keep as is").tap()
    expect(phone.page.locator(".record").first).to_be_visible()
