"""The show on the page: hands typed, counted and told; the crib, the win, 31."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import PATIENCE, SHORT, SMALL, TALL, Phone, Table
from tests.kit.drivers.keypad_page import thumbs

ALL_LINES = """() => {
  const above = document.querySelector(".above")?.getBoundingClientRect();
  return [...document.querySelectorAll(".explained .lines li")].every((line) => {
    const {top, bottom} = line.getBoundingClientRect();
    const cards = [...line.querySelectorAll(".card")];
    const widths = cards.map((card) => card.getBoundingClientRect().width);
    return top >= above.top - 1 && bottom <= above.bottom + 1 && Math.min(...widths) >= 14;
  });
}"""
"""True once every line of a count is on the screen, and beside it the cards that it counts."""


WATCH_HOLD = """() => {
  window.held = null;
  new MutationObserver(() => {
    const count = document.querySelector(".held b")?.innerText;
    const cards = document.querySelectorAll(".felt .laid, .laying .card:not(.labelled)").length;
    const limit = document.querySelector(".held small")?.innerText ?? "";
    if (count) window.held = [count, cards, limit];
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Keeps the count that is held, how many cards lie there, and what is below the count: a busy test
may look too late."""


@pytest.mark.usefixtures("moving")
def test_the_hand_that_is_told_is_large_and_the_next_one_waits(table: Table) -> None:
    """All lines are seen on every phone, the board too where it can be; a told step opens again."""
    at_the_show(table, "program", muggins=False)
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator("main .cards.big .card")).to_have_count(5)
    phone.enter(phone.button("Count Ann’s hand"))
    told = phone.page.locator("section.explained")
    expect(told.locator(".cards.big .card")).to_have_count(5)
    expect(told.locator("output")).to_have_text("12", timeout=PATIENCE)
    expect(phone.page.locator(".next")).to_contain_text("Next: Ben")
    expect(phone.page.locator(".next .card.mini")).to_have_count(4)
    for screen in (TALL, SMALL):
        phone.resize(screen)
        expect(phone.button("Count Ben’s hand")).to_be_in_viewport(ratio=1)
        phone.page.wait_for_function(ALL_LINES)
        assert phone.fits()
        assert phone.small_targets() == []
    phone.enter(phone.button("Count Ben’s hand"))
    expect(told).to_contain_text("Ben’s hand")
    phone.button("✓ Ann").tap()
    expect(told.locator("output")).to_have_text("12")
    expect(told).to_contain_text("Ann’s hand")
    phone.button("Edit cards").tap()
    expect(phone.page.locator("main.correct")).to_be_visible()
    # All of its suits are known.
    expect(phone.button("Give suits")).to_have_count(0)


def test_a_hand_that_was_counted_wrong_stays_open_until_somebody_taps_on(table: Table) -> None:
    """Line by line with its cards, on every phone; so does the crib, and a count that wins."""
    phones = [table.phone(lang=lang, reduced_motion="reduce") for lang in ("en", "fr")]
    nexts = (("Next: Ben", "Ensuite : Ben"), ("Next: the crib", "Ensuite : le crib"))
    at_the_show(table, muggins=False)
    for named in nexts:
        table.do(do="count", claim=10)
        see_why_and_go_on(table, phones, named)
    # What was seen can be looked at again.
    phones[0].button("✓ Ann").tap()
    expect(phones[0].page.locator(".explained .lines li")).to_have_count(5)
    phones[0].button("Next: the crib").tap()
    table.do(do="crib", cards=["4S", "5S", "6D", "6C"], claim=4)
    expect(phones[0].page.locator(".explained h2")).to_contain_text("Ben’s crib")
    see_why_and_go_on(table, phones, ("Next deal", "Donne suivante"))

    table.deal("six-card", "5H", scores=[119, 20], options={"muggins": False}, show=True)
    table.do(do="count", cards=["4", "5", "6", "6"], claim=10)
    for phone in phones:
        phone.until(table.version)
        expect(phone.page.locator("section.explained .lines li .card").first).to_be_visible()


def see_why_and_go_on(table: Table, phones: list[Phone], named: tuple[str, str]) -> None:
    """Every phone shows why the count was wrong, and nothing to type until the key is tapped."""
    for phone, name in zip(phones, named, strict=True):
        phone.until(table.version)
        for screen in (SMALL, TALL):
            phone.resize(screen)
            phone.page.wait_for_function(ALL_LINES)
            phone.see_whole("[data-key=callout]", "[data-key=go-on]")
            phone.check_fit()
        expect(phone.page.locator(".key:not(.undo)")).to_have_count(0)
        phone.button(name).tap()
        expect(phone.page.locator(".key:not(.undo)").first).to_be_visible()
        hand = phone.page.locator(".show section.explained")
        expect(hand).to_have_count(0)


@pytest.mark.usefixtures("moving")
def test_31_and_the_last_card_are_seen_for_a_moment(table: Table) -> None:
    """With the ring full, on phones and walls, where nothing moves too; the next keys are alive."""
    table.deal("six-card", "5", "10", "9", "8", options={"muggins": False})
    phone, calm, wall = (
        table.phone(viewport=SHORT),
        table.phone(reduced_motion="reduce"),
        table.phone("/board"),
    )
    for one in (phone, calm, wall):
        one.page.evaluate(WATCH_HOLD)
    table.do(do="play", card="4")
    for one in (phone, calm, wall):
        one.page.wait_for_function("() => window.held")
        assert one.page.evaluate("window.held") == ["31!", 4, ""], "31 is not said twice"
    for one in (phone, calm, wall):
        expect(one.page.locator(".held")).to_have_count(0)
    expect(phone.page.locator(".count b")).to_have_text("0")
    table.do(do="undo", seen_by=phone)
    table.do(do="play", card="4", seen_by=phone)
    phone.enter(phone.key("7"))
    assert (table.game.count, len(table.laid)) == (7, 5)
    expect(phone.page.locator(".count b")).to_have_text("7")

    for card in ("2", "2"):
        table.do(do="play", card=card)
    table.do(do="play", card="A")
    assert table.game.phase is Phase.SHOW
    phone.page.wait_for_function("() => window.held?.[0] === '12'")
    phone.enter(phone.button("Count Ann’s hand"))
    expect(phone.page.locator("section.explained")).to_contain_text("Ann’s hand")


def test_a_crib_that_is_taken_back_keeps_its_cards(table: Table) -> None:
    at_the_show(table, "program", muggins=False)
    for seat in (0, 1):
        table.do(do="count", seat=seat)
    phone = table.phone(viewport=SHORT)
    phone.place("5", "J", "J", "K")
    phone.enter(phone.button("Count the crib"))
    phone.enter(phone.key("Undo"))
    expect(phone.page.locator(".hand .card b")).to_have_text(["5", "J", "J", "K", "5"])
    phone.enter(phone.button("Count the crib"))
    assert table.game.deal.number == 2


def test_a_win_is_seen_by_everyone(table: Table) -> None:
    """The winner's colour, the peg in the star, the skunk, the best hand, the chart; then again."""
    begun = {"options": {"muggins": False}, "entry_mode": {"counted_by": "players"}}
    table.deal("six-card", "5H", "7C", "4C", scores=[110, 20], show=True, **begun)
    phone, calm = table.phone(viewport=SHORT), table.phone(reduced_motion="reduce")
    page, wall = phone.page, table.phone("/board").page
    colour = "(one) => getComputedStyle(one).backgroundColor"
    table.do(do="count", cards=["8D", "8S", "9H"], claim=8)
    expect(wall.locator(".win")).to_contain_text("Ann wins!")
    fills = [wall.locator(".win").evaluate(colour)]
    assert wall.locator(".win .final").inner_text().split() == ["Ann", "121", "Ben", "20"]
    expect(page.locator(".winner")).to_have_text("Ann wins!")
    expect(page.locator(".crib-of")).to_have_count(0)
    expect(page.locator(".team-0 .gain")).to_have_text("+11")
    fills += [page.locator(one).first.evaluate(colour) for one in (".app.won", ".team-0 .peg")]
    assert len(set(fills)) == 1
    for screen in (SMALL, SHORT):
        page.set_viewport_size(screen)
        phone.see_whole(".star", ".winner", ".skunk-line", "[data-key=rematch]", ".ending .prime")
    expect(page.locator(".skunk-line")).to_contain_text("Ben didn’t reach 91")
    expect(page.locator(".best-hand")).to_contain_text("hand")
    expect(page.locator(".story .counted li")).to_have_text(["Ann got 0 of 1 count right"])
    expect(page.locator(".story .chart svg").first).to_be_attached()
    hidden = "(all) => all.every((one) => getComputedStyle(one).display === 'none')"
    assert calm.page.locator(".confetti").evaluate_all(hidden)
    # What follows a finger that scrolls is no motion.
    running = (
        "document.getAnimations().filter(({timeline}) => timeline === document.timeline).length"
    )
    assert calm.page.evaluate(running) == 0
    assert calm.page.locator("#spoken").inner_text().count("Ann wins the game.") == 1
    assert phone.small_targets() == []
    expect(wall.locator(".win")).to_have_count(0)
    expect(wall.locator(".side.wins")).to_have_count(1)
    assert wall.locator(".outcome").evaluate(colour) == fills[0]
    expect(wall.locator(".best-hand")).to_have_text(re.compile("Best hand: 12, Ann"))
    expect(wall.locator(".best-hand .card b")).to_have_text(["7", "8", "8", "9", "5"])
    expect(wall.locator(".chart .line")).to_have_count(2)
    for do in ("undo", "redo"):
        table.do(do=do)
    expect(wall.locator(".win.team-0")).to_have_text(re.compile("Ann wins!.*Redone"))
    expect(wall.locator(".confetti")).to_have_count(0)
    # The skunk counts two: games and what they were worth are not the same.
    heads = page.locator(".standings thead th, .standings tbody tr:first-child td")
    expect(heads).to_have_text(["Players", "Points", "Games won", "Game points", "121", "1", "2"])
    phone.enter(phone.button("Rematch"))
    assert table.game.phase is Phase.DRAW


def test_only_cards_that_were_not_laid_are_asked_for(table: Table, phone: Phone) -> None:
    """The hand shows those that were; a wrong one is taken back before it is counted."""
    table.deal("britannica", "5", "J", "10", seen_by=phone)
    phone.menu("Skip to the hands")
    expect(phone.page.locator(".hand small")).to_have_text("3 cards to enter")
    for rank in ("4", "5", "K"):
        phone.key(rank).tap()
        if rank == "4":
            phone.key("Delete ⌫").tap()
            phone.key("6").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "6", "5", "K"]


def test_two_thumbs_that_overlap_lose_no_card(table: Table, phone: Phone) -> None:
    """One that slides off presses nothing, and one alone presses once."""
    table.deal("six-card", "5", show=True, seen_by=phone)
    placed = phone.page.locator(".hand .cards .card b")
    thumbs(phone, phone.key, "+2 +9 -2 +J -9 -J")
    expect(placed).to_have_text(["2", "9", "J", "5"])
    thumbs(phone, phone.key, "+J -J")
    expect(placed).to_have_text(["2", "9", "J", "J", "5"])


def test_a_page_that_is_loaded_again_keeps_what_was_half_typed(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True, seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    phone.place("4", "6")
    expect(typed).to_have_text(["4", "6"])
    phone.page.reload()
    expect(typed).to_have_text(["4", "6"])
    phone.place("K")
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "4", "6", "K"]


def test_typed_cards_are_taken_back_one_by_one_and_outlast_an_undo_elsewhere(
    table: Table, phone: Phone
) -> None:
    """Undo takes what was typed here first, and then goes on at the table."""
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"], seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    undo = phone.page.locator(".key.undo")
    for rank in ("2", "3", "9"):
        phone.key(rank).tap()
    expect(undo).to_have_attribute("aria-label", "Undo: 9, not counted yet")
    undo.tap()
    phone.button("Take out: 2").tap()
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


def test_a_flush_is_said_or_proved_by_its_suits(table: Table, phone: Phone) -> None:
    """A tap on the chip says it, and takes it back; cards that were laid are given suits."""
    table.deal("britannica", "K", "2", show=True, seen_by=phone)
    phone.place("4", "6", "8")
    for size in (4, 5, 5, 4):
        phone.button(f"Flush of {size}").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)
    table.do(do="undo", seen_by=phone)
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.suit("clubs").check(force=True)
    phone.place("4", "6", "8")
    phone.button("hearts").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♥", "♣"])
    phone.check_fit()
    phone.button("Undo: Give suits").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♣"])
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.place("4", "6", "8")
    phone.button("All: clubs").tap()
    expect(phone.page.locator(".claim .chips .chip")).to_have_text(
        ["Flush of 5"], use_inner_text=True
    )
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)


FOUR = ("Marie", "Luc", "Paul", "Anne")
FOUR_HANDS = (
    ("7C", "8D", "8S", "9H"),
    ("4C", "5D", "6S", "6H"),
    ("AC", "AD", "3S", "KH"),
    ("2C", "8H", "9S", "JD"),
)
"""With the 5 of hearts worth 12, 24, 6 and 4."""

CUT = """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => `${one.className} ${one.scrollHeight} > ${one.clientHeight}`)"""


def four_at_the_show(table: Table, *claims: int) -> None:
    """Play all cards of four players, and claim the first hands."""
    table.deal("cribble", "5H", players=FOUR, options={"muggins": True})
    hands = [list(hand) for hand in FOUR_HANDS]
    while any(hands):
        hand = hands[table.game.turn]
        pips = min(10, "A23456789XJQK".index(hand[0][0]) + 1)
        if table.game.count + pips <= 31:
            table.do(do="play", card=hand.pop(0))
        else:
            table.do(do="go")
    for claim in claims:
        table.do(do="count", claim=claim)


def is_whole(phone: Phone) -> bool:
    """True if nothing scrolls of what is said, called and counted."""
    return not phone.page.locator("main, .above, .windows, details[open]").evaluate_all(CUT)


def test_a_crib_that_may_be_called_is_whole_below_the_scores(table: Table) -> None:
    four_at_the_show(table, 12, 24, 6, 9)
    phone = table.phone(lang="fr", viewport=SMALL)
    table.do(do="crib", cards=["5S", "5C", "JH", "4D"], claim=8, seen_by=phone)
    for screen in (SMALL, SHORT):
        phone.resize(screen)
        assert is_whole(phone.settle()), screen


def test_the_steps_of_the_show_are_seen_to_its_end(table: Table) -> None:
    """From a hand that was opened a tap on the next one leads on."""
    four_at_the_show(table)
    phone = table.phone(lang="fr")
    for claim in (12, 20, 2, 3):
        table.do(do="count", claim=claim, seen_by=phone)
        for screen in (TALL, SMALL):
            phone.resize(screen)
            phone.settle().see_whole(".steps")
            assert is_whole(phone), (claim, screen)
            assert phone.small_targets() == []
    for name in ("Luc", "Paul"):
        phone.page.locator(".steps button", has_text=name).tap()
        phone.page.locator(".explained .cap", has_text=name).wait_for()
        phone.see_whole(".steps")
