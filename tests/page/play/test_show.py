"""The show on the page: typing, counting and explaining hands; the crib, the win, 31."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, SMALL, TALL, Phone, Table, at_the_show

WATCH_HOLD = """() => {
  window.held = new Promise((seen) => new MutationObserver(() => {
    if (document.querySelector(".held b")) seen(document.querySelector(".held").innerText);
  }).observe(document.body, {subtree: true, childList: true, characterData: true}));
}"""
"""A script that records the text of a held count, since polling may miss it."""


def test_a_hand_that_was_counted_wrong_stays_open_until_somebody_taps_on(table: Table) -> None:
    phones = [table.phone(lang=lang, reduced_motion="reduce") for lang in ("en", "fr")]
    nexts = (("Next: Ben", "Ensuite : Ben"), ("Next: the crib", "Ensuite : le crib"))
    at_the_show(table, muggins=False)
    for named in nexts:
        table.do(do="count", claim=10)
        see_why_and_go_on(table, phones, named)
    table.do(do="crib", cards=["4S", "5S", "6D", "6C"], claim=4)
    expect(phones[0].page.locator(".explained h2")).to_contain_text("Ben’s crib")
    see_why_and_go_on(table, phones, ("Next deal", "Donne suivante"))


def see_why_and_go_on(table: Table, phones: list[Phone], named: tuple[str, str]) -> None:
    """Check that every phone shows the correction, and no input until the button is tapped."""
    for phone, name in zip(phones, named, strict=True):
        phone.until(table.version)
        for screen in (SMALL, TALL):
            phone.resize(screen)
            phone.see_whole("[data-key=callout]", "[data-key=go-on]", ".lines li:last-child")
        expect(phone.page.locator(".key:not(.undo)")).to_have_count(0)
        phone.button(name).tap()
        expect(phone.page.locator(".key:not(.undo)").first).to_be_visible()
        hand = phone.page.locator(".show section.explained")
        expect(hand).to_have_count(0)


@pytest.mark.usefixtures("moving")
def test_31_is_seen_for_a_moment(table: Table) -> None:
    table.deal("six-card", "5", "10", "9", "8", options={"muggins": False})
    phone = table.phone(viewport=SHORT)
    everywhere = (phone, table.phone(reduced_motion="reduce"), table.phone("/board"))
    for one in everywhere:
        one.page.evaluate(WATCH_HOLD)
    table.do(do="play", card="4")
    for one in everywhere:
        assert one.page.evaluate("window.held") == "31!", "31 is not said twice"
        expect(one.page.locator(".held")).to_have_count(0)
    table.do(do="undo", seen_by=phone)
    table.do(do="play", card="4", seen_by=phone)
    phone.enter(phone.key("7"))
    assert (table.game.count, len(table.laid)) == (7, 5)


def test_a_win_is_seen_by_everyone(table: Table) -> None:
    begun = {"options": {"muggins": False}, "entry_mode": {"counted_by": "players"}}
    table.deal("six-card", "5H", "7C", "4C", scores=[110, 20], show=True, **begun)
    phone, calm = table.phone(viewport=SMALL), table.phone(reduced_motion="reduce")
    page, wall = phone.page, table.phone("/board").page
    table.do(do="count", cards=["8D", "8S", "9H"], claim=8)
    expect(wall.locator(".win")).to_contain_text("Ann wins!")
    assert wall.locator(".win .final").inner_text().split() == ["Ann", "121", "Ben", "20"]
    expect(page.locator(".winner")).to_have_text("Ann wins!")
    phone.see_whole(".star", ".winner", ".skunk-line", ".ending .prime")
    expect(page.locator(".skunk-line")).to_contain_text("Ben didn’t reach 91")
    expect(page.locator(".story .counted li")).to_have_text(["Ann got 0 of 1 count right"])
    expect(page.locator(".story .chart svg").first).to_be_attached()
    # Movement while scrolling is no animation.
    running = (
        "document.getAnimations().filter(({timeline}) => timeline === document.timeline).length"
    )
    assert calm.page.evaluate(running) == 0
    assert calm.page.locator("#spoken").inner_text().count("Ann wins the game.") == 1
    expect(wall.locator(".win")).to_have_count(0)
    expect(wall.locator(".best-hand")).to_have_text(re.compile("Best hand: 12, Ann"))
    expect(wall.locator(".chart .line")).to_have_count(2)
    for do in ("undo", "redo"):
        table.do(do=do)
    expect(wall.locator(".win.team-0")).to_have_text(re.compile("Ann wins!.*Redone"))
    expect(page.locator(".hero .match")).to_have_text("Game points: Ann\u00a02 · Ben\u00a00")
    phone.enter(phone.button("Play again"))
    assert (table.game.number, table.game.phase) == (2, Phase.CUT)


COUNT_TAPS = """() => {
  window.taps = 0;
  addEventListener("click", ({isTrusted}) => { window.taps += isTrusted; }, true);
}"""


def test_a_deal_takes_its_cards_and_three_taps(table: Table) -> None:
    table.deal("six-card", options={"muggins": False})
    phone = table.phone()
    phone.page.evaluate(COUNT_TAPS)
    phone.lay("5", "10", "J", "9")
    phone.enter(phone.page.locator(".key.go.all"))
    phone.lay("K", "8", "7", "6", "4")
    for hand in ("Ann’s hand", "Ben’s hand"):
        phone.enter(phone.button(f"Count {hand}"))
    phone.place("2", "3", "Q", "A")
    phone.enter(phone.button("Count the crib"))
    cards, gos = 1 + 8 + 4, 1
    assert phone.page.evaluate("window.taps") == cards + gos + 3
    phone.lay("K", "Q")
    phone.page.evaluate("window.taps = 0")
    phone.page.locator(".felt button.laid").tap()
    phone.key("J").tap()
    phone.enter(phone.button("Save the change"))
    assert table.laid == ["J"]
    assert phone.page.evaluate("window.taps") == 3


def test_five_lines_are_seen_whole_above_the_pad(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    table.do(do="count", seat=0, cards=["5C", "QH", "JD", "3S"])
    phone = table.phone(viewport=TALL)
    lines = phone.page.locator(".explained .lines li")
    expect(lines).to_have_count(5)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=0.9)
    phone.see_whole(".pad")


def test_a_page_that_is_loaded_again_keeps_what_was_half_typed(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True, seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    expect(phone.page.locator(".hand small")).to_have_text("3 cards to enter")
    phone.place("5", "4", "6")
    phone.button("Take out the 5").tap()
    expect(typed).to_have_text(["4", "6"])
    phone.page.reload()
    expect(typed).to_have_text(["4", "6"])
    phone.place("K")
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "4", "6", "K"]


def test_typed_cards_are_taken_back_one_by_one_and_outlast_an_undo_elsewhere(
    table: Table, phone: Phone
) -> None:
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"], seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    undo = phone.page.locator(".key.undo")
    for rank in ("2", "3", "9"):
        phone.key(rank).tap()
    expect(undo).to_have_attribute("aria-label", "Undo: 9, not counted yet")
    undo.tap()
    phone.button("Take out the 2").tap()
    expect(typed).to_have_text(["3"])
    assert phone.version == table.version
    table.do(do="undo", seen_by=phone)
    expect(typed).to_have_text(["4", "6", "K"])
    expect(undo).to_have_attribute("aria-label", re.compile("Undo: (?!.*not counted)"))
    table.do(do="redo", seen_by=phone)
    expect(typed).to_have_text(["3"])
    phone.place("8", "7")
    phone.enter(phone.button("Count Ben’s hand"))
    assert [str(card) for card in table.game.deal.hands[1]] == ["10", "3", "8", "7"]


def test_an_undone_count_is_the_same_on_phones_opened_before_and_after(
    table: Table, phone: Phone
) -> None:
    table.deal("six-card", "5H", show=True, entry_mode={"counted_by": "players"}, seen_by=phone)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=12, seen_by=phone)
    table.do(do="undo", seen_by=phone)
    later = table.phone(viewport=SHORT)
    wall = table.phone("/board").page.locator(".hands .card b")
    for one in (phone, later):
        expect(one.page.locator("[data-key^=typed-] b")).to_have_text(["7", "8", "8", "9"])
        expect(one.button("Peg 12 for Ann")).to_be_enabled()
    expect(wall).to_have_text(["7", "8", "8", "9", "5"])
    later.button("Take out the 9", exact=False).tap()
    expect(phone.page.locator("[data-key^=typed-] b")).to_have_text(["7", "8", "8"])
    expect(wall).to_have_text(["7", "8", "8", "5"])


def test_a_count_by_keys_comes_back_whole_when_it_is_undone(table: Table, phone: Phone) -> None:
    for laid, typed in (((), ["5C", "5D", "5S", "J"]), ("J23465A9", None)):
        table.deal("six-card", "5H", *laid, options={"muggins": False}, show=not laid)
        table.do(do="count", cards=typed, nobs=True, seen_by=phone)
        scores = table.game.scores
        phone.enter(phone.key("Undo"))
        expect(phone.page.locator(".hand .gap")).to_have_count(0)
        expect(phone.button("Nobs")).to_have_attribute("aria-pressed", "true")
        phone.enter(phone.button("Count Ann’s hand"))
        assert table.game.scores == scores


def test_a_flush_is_said_or_proved_by_its_suits(table: Table, phone: Phone) -> None:
    table.deal("britannica", "K", "2", show=True, seen_by=phone)
    phone.place("4", "6", "8")
    phone.button("Flush of 4").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)
    table.do(do="undo", seen_by=phone)
    phone.button("Give suits").tap()
    for suit in ("clubs", "clubs", "clubs", "hearts"):
        phone.button(suit).tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♣", "♣", "♣", "♥"])
    phone.button("of hearts", exact=False).tap()
    phone.button("clubs").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)
