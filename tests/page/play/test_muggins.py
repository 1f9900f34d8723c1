"""Muggins on the page: who may call it, on which claim, and for how long."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.at_show import HAND, at_the_show, tap_digits
from tests.kit.drivers.browser import SHORT, SMALL, TALL, Phone, Table
from tests.kit.drivers.waiting import soon

CALLING = """() => fetch("/api/v1/show", {
  method: "PUT", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({writer: "another", sheets: [{of: 0, team: 1}]}),
})"""


def call_first(phone: Phone, points: str = "1") -> None:
    """Open the first sheet for a call of muggins, and type what was missed."""
    phone.page.locator(".call").first.tap()
    tap_digits(phone, points, ".calling")


def sheets(table: Table) -> list[tuple[object, int]]:
    """The hands on which a call is being typed, and the team that calls, as the table knows."""
    at_show = table.site.table.now.live.at_show
    return [(sheet.of, sheet.team) for sheet in at_show.sheets] if at_show else []


def test_a_call_of_muggins_asks_about_nobs(table: Table) -> None:
    """Where no suit settles it, nor the claim had it; a flush that was asked about is a chip."""
    phone = table.phone(viewport=SMALL)
    call = phone.button("Muggins: 1 for Ben")
    for starter, hand, more in (
        ("QH", ("A", "4", "JC", "9"), {}),
        ("Q", HAND, {"nobs": True}),
    ):
        table.deal("six-card", starter, options={"muggins": True}, show=True)
        table.do(do="count", cards=hand, claim=4, seen_by=phone, **more)
        call_first(phone)
        phone.enter(call)
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    table.do(do="count", cards=HAND, claim=4, seen_by=phone)
    call_first(phone)
    call.tap()
    expect(phone.page.locator(".query b")).to_have_text("1, with nobs?")
    phone.see_whole(".calling", ".query")
    phone.enter(phone.button("Yes, with nobs"))
    assert table.game.scores == (4, 1)

    table.deal("six-card", "KH", options={"muggins": True}, show=True)
    table.do(do="count", cards=["6", "7", "8", "10"], claim=4, seen_by=phone)
    call_first(phone, "4")
    expect(phone.page.locator(".calling .chip")).to_have_text(["Flush of 4"])
    phone.enter(phone.button("Muggins: 4 for Ben"))


def test_a_call_of_muggins_dies_with_its_claim(table: Table) -> None:
    """A sheet opens by a tap alone, and whose call comes too late hears so."""
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SMALL)
    sheet, heard = phone.page.locator(".calling"), phone.page.locator(".notice p")
    table.do(do="count", cards=HAND, claim=4, nobs=True, seen_by=phone)
    expect(phone.page.locator(".window p")).to_have_text("Ann’s hand: 4 points claimed, with nobs")
    call_first(phone)
    table.do(do="undo", seen_by=phone)
    expect(phone.page.locator(".callout")).to_contain_text("Undone: Ann’s hand (4).")
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    expect(phone.page.locator(".call").first).to_be_visible()
    expect(sheet).to_have_count(0)
    call_first(phone)
    table.do(do="count", cards=["2", "3", "8", "K"], claim=0, seen_by=phone)
    expect(phone.button("Muggins: 1 for Ben")).to_be_visible()
    table.do(do="crib", cards=["2", "3", "8", "K"], claim=0)
    table.do(do="starter", card="7", seen_by=phone)
    expect(heard).to_have_text("Too late for muggins (1): the next deal is on")


def test_a_call_of_muggins_is_not_cut_short_without_asking(table: Table) -> None:
    """Where the next count ends it, and somebody is about to enter that."""
    options = {"muggins": True, "muggins_until": "next_count"}
    table.deal("six-card", "Q", options=options, show=True)
    phone = table.phone(viewport=SMALL)
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    call_first(phone)
    soon(lambda: sheets(table) == [(0, 1)])
    table.do(do="count", cards=["2", "3", "8", "K"], claim=0, seen_by=phone)
    heard = phone.page.locator(".notice p")
    expect(heard).to_have_text("Too late for muggins (1): the next hand is in")
    table.do(do="undo", seen_by=phone)
    expect(phone.page.locator(".calling")).to_have_count(0)
    phone.page.evaluate(CALLING)
    phone.place("2", "3", "8", "K")
    tap_digits(phone, "0")
    phone.button("Peg 0 for Ben").tap()
    expect(phone.page.locator(".query b")).to_have_text("Ben is calling muggins")
    phone.button("Wait").tap()
    phone.button("Peg 0 for Ben").tap()
    phone.enter(phone.button("Count anyway"))


NAMED = """(player) => fetch("/api/v1/me", {
  method: "PUT", body: JSON.stringify({player}), headers: {"Content-Type": "application/json"},
})"""


def test_the_team_of_this_phone_may_call_muggins_first(table: Table) -> None:
    table.deal("three-handed", "5", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SHORT)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=2, seen_by=phone)
    calls = phone.page.locator(".call[data-key] small")
    expect(calls).to_have_text(["Ben", "Carl"])
    phone.page.evaluate(NAMED, "Carl")
    phone.page.reload()
    expect(calls).to_have_text(["Carl", "Ben"])


def test_nothing_says_whether_a_claim_is_right_while_muggins_may_be_called(table: Table) -> None:
    """The hand that was claimed lies on phone and wall for all to see, and that is all."""
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    at_the_show(table, muggins=True)
    phone.until(table.version)
    # The last cards of the play are not those to be counted.
    assert phone.page.locator(".show .felt").count() == 0
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


def test_the_last_count_may_be_called_when_the_next_deal_has_begun(
    table: Table, phone: Phone
) -> None:
    """Its cards are no longer among those of the deal; what may be said of them is the same."""
    table.deal("six-card", "5", options={"muggins": True}, show=True)
    for _ in table.game.players:
        table.do(do="count", cards=["2", "4", "9", "K"], claim=0)
    table.do(do="crib", cards=["5", "6", "J", "Q"], claim=0, seen_by=phone)
    phone.page.locator("[data-key=windows] .call").first.tap()
    expect(phone.page.locator(".calling .count-pad")).to_be_visible()
    expect(phone.page.locator(".calling .chip")).to_have_count(0)
    phone.page.locator(".calling .digits").get_by_text("6").tap()
    phone.button("Muggins: 6 for Ann").tap()
    phone.enter(phone.button("No, without nobs"))
    assert table.game.scores == (6, 0)


WHOLE = """(one) => {
    const [box, above] = [one, one.closest(".above")].map((it) => it.getBoundingClientRect());
    return box.top >= above.top - 1 && box.bottom <= above.bottom + 1;
}"""
"""True if nothing of it is scrolled out of sight."""


def test_of_many_claims_the_newest_is_called_first(table: Table, phone: Phone) -> None:
    """It is seen whole above the pad, with the verdict; older ones unfold where the pad was."""
    names = ["Jean-François", "Zoé", "Marie-Hélène"]
    table.deal("three-handed", "5H", players=names, show=True)
    table.do(do="count", seat=0, cards=["8", "4", "10", "K"], claim=2)
    table.do(do="count", seat=1, cards=["2", "3", "9", "Q"], claim=0)
    table.do(do="count", seat=2, cards=["7", "6", "A", "2"], claim=19, seen_by=phone)
    claims = phone.page.locator(".window > p")
    verdict = phone.page.locator(".callout summary")
    expect(claims).to_have_text(["Zoé’s hand: 0 points claimed"], use_inner_text=True)
    expect(verdict).to_have_text("Marie-Hélène said 19. It’s only 7.")
    for screen in (TALL, SHORT):
        phone.resize(screen)
        phone.see_whole(".callout summary", ".windows", ".pad")
        assert verdict.evaluate(WHOLE)

    table.do(do="crib", cards=["5", "5", "10", "6"], claim=2, seen_by=phone)
    expect(claims).to_have_text(["The crib: 2 points claimed"], use_inner_text=True)
    for screen in (TALL, SHORT):
        phone.resize(screen)
        phone.see_whole(".windows", ".pad")
        phone.check_fit()
    phone.button("2 more claims").tap()
    assert len(claims.all()) == 3
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.page.locator("[data-key='0-1']").tap()
    hand = phone.page.locator(".window .card b")
    expect(hand).to_have_text(["4", "8", "10", "K", "5"], use_inner_text=True)
    phone.button("Cancel").tap()
    phone.button("Hide").tap()
    expect(phone.button("2 more claims")).to_be_visible()
    expect(phone.page.locator(".pad")).to_be_visible()

    phone.suit("hearts").check(force=True)
    phone.enter(phone.key("J"))
    expect(phone.page.locator(".happened")).to_contain_text("two for his heels.")
    expect(phone.button("See what was counted")).to_be_visible()
