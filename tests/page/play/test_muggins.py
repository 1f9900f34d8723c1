"""Muggins on the page: questions about a claim, who may call, and for how long."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.browser import HAND, SHORT, SMALL, Phone, Table, at_the_show, tap_digits
from tests.kit.drivers.waiting import soon


def call_first(phone: Phone) -> None:
    phone.page.locator(".call").first.tap()
    tap_digits(phone, "1", ".calling")


def sheets(table: Table) -> list[tuple[object, int]]:
    """Return the hands on which a call is being typed, and the calling team, as the table knows."""
    at_show = table.site.table.now.live.at_show
    return [(sheet.of, sheet.team) for sheet in at_show.sheets] if at_show else []


def test_a_count_asks_about_suits_that_the_cards_leave_open(table: Table) -> None:
    table.deal("six-card", "Q", options={"muggins": True, "overcount": "fined"}, show=True)
    phone = table.phone(viewport=SMALL)
    phone.place(*HAND)
    answers = ["No", "Flush of 4", "Flush of 5", "Nobs"]
    for claim in ("3", "19", "5"):
        tap_digits(phone, claim)
        phone.button(f"Peg {claim} for Ann").tap()
        name = f"Does that {claim} include a flush or nobs?"
        question = phone.page.get_by_role("group", name=name)
        expect(question.get_by_role("button")).to_have_text(answers)
        phone.see_whole(".hand .cards", ".query", ".bar")
        phone.button(f"Undo: {claim}").tap()
    tap_digits(phone, "5")
    phone.button("Peg 5 for Ann").tap()
    phone.enter(phone.button("Nobs"))
    assert table.game.scores == (5, 0)
    assert len(table.game.windows) == 1
    # With a pair and without a jack, suits change nothing.
    phone.place("2", "2", "8", "K")
    tap_digits(phone, "4")
    phone.enter(phone.button("Peg 4 for Ben"))


def test_an_open_claim_neither_flattens_the_cards_nor_hides_the_suit(table: Table) -> None:
    table.deal("six-card", "5H", options={"muggins": True}, show=True)
    table.do(do="count", seat=0, cards=["7C", "8D", "8S", "9H"], claim=8)
    phone = table.phone(viewport={"width": 360, "height": 780})
    card = phone.page.locator(".hand .labelled")
    phone.see_whole(".call", ".hand .cards", ".pad")
    suit, tag = (card.locator(part).bounding_box() or {} for part in ("i", ".under"))
    assert suit["y"] + suit["height"] / 2 < tag["y"]
    height = (card.bounding_box() or {})["height"]
    phone.place("2", "3", "8", "K")
    phone.see_whole(".call", ".hand .cards", ".number-pad")
    assert (card.bounding_box() or {})["height"] == height
    undo = phone.page.locator(".bar > .undo")
    place = undo.bounding_box()
    phone.page.locator(".call").tap()
    phone.see_whole(".calling")
    assert undo.bounding_box() == place


def test_people_who_enter_no_suits_say_so_once(table: Table) -> None:
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SMALL)
    phone.place(*HAND)
    tap_digits(phone, "3")
    phone.button("Peg 3 for Ann").tap()
    phone.enter(phone.page.get_by_role("button", name="We don’t enter suits"))
    phone.place("2", "3", "8", "K")
    phone.button("Flush of 4").tap()
    tap_digits(phone, "4")
    phone.see_whole(".hand .cards", ".chips", ".number-pad", ".bar")
    phone.enter(phone.button("Peg 4 for Ben"))
    assert table.game.scores == (3, 4)
    phone.suit("hearts").check(force=True)
    phone.place("A", "4", "J", "9")
    tap_digits(phone, "2")
    phone.button("Peg 2 for Ben").tap()
    expect(phone.page.locator(".query b")).to_contain_text("Does that 2 include")


def test_a_told_count_opens_and_one_that_may_be_called_does_not(table: Table) -> None:
    table.deal("cribble", "QH", show=True, options={"muggins": True})
    phone = table.phone(viewport=SHORT)
    table.do(do="count", cards=["7", "Q", "Q", "K"], claim=6)
    table.do(do="count", cards=["5", "6", "9", "10"], claim=2, seen_by=phone)
    hidden = phone.button("✓ Ben")
    expect(hidden).to_have_attribute("aria-disabled", "true")
    hidden.tap(force=True)
    notice = phone.page.locator(".notice p")
    expect(notice).to_have_text("This count stays hidden while muggins is open")
    phone.button("✓ Ann").tap()
    expect(phone.page.locator(".explained h2")).to_contain_text("Ann’s hand")
    phone.menu("History")
    held = phone.page.locator(".record li", has_text="stays hidden while muggins is open")
    expect(held).to_contain_text("Ben claims 2")
    expect(phone.page.locator(".record .explained summary")).to_have_text("Ann’s hand6")


def test_a_call_of_muggins_asks_about_nobs(table: Table) -> None:
    phone = table.phone(viewport=SMALL)
    call = phone.button("Muggins: 1 for Ben")
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    table.do(do="count", cards=HAND, claim=4, nobs=True, seen_by=phone)
    call_first(phone)
    phone.enter(call)
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    table.do(do="count", cards=HAND, claim=4, seen_by=phone)
    call_first(phone)
    call.tap()
    expect(phone.page.locator(".query b")).to_have_text("Does that 1 include nobs?")
    phone.see_whole(".calling", ".query")
    phone.enter(phone.button("Yes"))
    assert table.game.scores == (4, 1)


def test_a_call_of_muggins_dies_with_its_claim(table: Table) -> None:
    """A sheet opens only by a tap, and a call that is too late is reported."""
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SMALL)
    sheet = phone.page.locator(".calling")
    table.do(do="count", cards=HAND, claim=4, nobs=True, seen_by=phone)
    call_first(phone)
    table.do(do="undo", seen_by=phone)
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    expect(phone.page.locator(".call").first).to_be_visible()
    expect(sheet).to_have_count(0)
    call_first(phone)
    for count in ({"do": "count"}, {"do": "crib"}):
        table.do(**count, cards=["2", "3", "8", "K"], claim=0)
    table.do(do="starter", card="7", seen_by=phone)
    expect(phone.page.locator(".notice p")).to_have_text("Too late for muggins")


def test_a_call_of_muggins_ends_quietly_with_a_game_that_is_called_off(table: Table) -> None:
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SMALL)
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    call_first(phone)
    table.do(do="abandon", seen_by=phone)
    expect(phone.page.locator(".calling")).to_have_count(0)
    expect(phone.page.locator(".notice")).to_have_count(0)


def test_a_call_of_muggins_is_not_cut_short_without_asking(table: Table) -> None:
    """If the next count closes the claim while a call is being typed on another phone."""
    options = {"muggins": True, "muggins_until": "next_count"}
    table.deal("six-card", "Q", options=options, show=True)
    phone, other = table.phone(viewport=SMALL), table.phone()
    table.do(do="count", cards=HAND, claim=3, seen_by=other)
    call_first(other)
    soon(lambda: sheets(table) == [(0, 1)])
    phone.place("2", "2", "8", "K")
    tap_digits(phone, "0")
    for answer in ("Wait", "Count anyway"):
        phone.button("Peg 0 for Ben").tap()
        expect(phone.page.locator(".query b")).to_have_text("Ben is calling muggins")
        phone.button(answer).tap()
    expect(other.page.locator(".notice p")).to_have_text("Too late for muggins")


def test_nothing_says_whether_a_claim_is_right_while_muggins_may_be_called(table: Table) -> None:
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    at_the_show(table, muggins=True)
    phone.until(table.version)
    seen = []
    for claim in (12, 11):
        table.do(do="count", claim=claim, seen_by=phone)
        wall.until(table.version)
        expect(wall.page.locator("[data-key^=claimed] .card")).to_have_count(5)
        expect(phone.page.locator(".window .card")).to_have_count(5)
        pages = [one.page.locator("main").inner_text() for one in (phone, wall)]
        seen.append([re.sub(rf"\b{claim}\b", "#", text) for text in pages])
        state = phone.page.evaluate("fetch('/api/v1/state').then((answer) => answer.json())")
        assert state["latest"]["right"] is None
        table.do(do="undo", seen_by=phone)
    assert seen[0] == seen[1]


def test_of_many_claims_the_newest_is_called_first(table: Table, phone: Phone) -> None:
    names = ["Jean-François", "Zoé", "Marie-Hélène"]
    table.deal("three-handed", "5H", players=names, show=True)
    table.do(do="count", seat=0, cards=["8", "4", "10", "K"], claim=2)
    table.do(do="count", seat=1, cards=["2", "3", "9", "Q"], claim=0)
    table.do(do="count", seat=2, cards=["7", "6", "A", "2"], claim=19, seen_by=phone)
    claims = phone.page.locator(".window > p")
    expect(claims).to_have_text(["Zoé’s hand: 0 points claimed"], use_inner_text=True)
    phone.see_whole(".windows", ".hand h2", ".pad")
    table.do(do="crib", cards=["5", "5", "10", "6"], claim=2, seen_by=phone)
    expect(claims).to_have_text(["The crib: 2 points claimed"], use_inner_text=True)
    phone.button("2 more claims").tap()
    expect(claims).to_have_count(3)
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.page.locator("[data-key='0-1']").tap()
    hand = phone.page.locator(".window .card b")
    expect(hand).to_have_text(["4", "8", "10", "K", "5"], use_inner_text=True)
    phone.button("Cancel").tap()
    phone.button("Hide").tap()
    expect(phone.page.locator(".pad")).to_be_visible()
