"""The show on the page: the counted hand large, the next one waiting; 31, the crib, the win."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import PATIENCE, SHORT, SMALL, TALL, Phone, Table

NARROW = ViewportSize(width=360, height=640)

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
    for screen in (SHORT, NARROW, TALL, SMALL):
        phone.resize(screen)
        expect(phone.button("Count Ben’s hand")).to_be_in_viewport(ratio=1)
        phone.page.wait_for_function(ALL_LINES)
        assert phone.fits()
        assert phone.small_targets() == []
    for screen in (SHORT, TALL):
        phone.resize(screen)
        height = phone.page.locator(".board").evaluate("(board) => board.clientHeight")
        assert height == 0 or height >= 70

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
        for screen in (SMALL, SHORT, TALL):
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
