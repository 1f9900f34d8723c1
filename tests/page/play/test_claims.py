"""Hands that people count: what was claimed, asked and told of it, and the captains of partners."""

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.at_show import HAND, tap_digits
from tests.kit.drivers.browser import SHORT, SMALL, Phone, Table


def test_people_may_count_and_the_program_checks(table: Table, phone: Phone) -> None:
    """Without muggins the truth is pegged and the difference told. The menu asks before it changes
    who counts, every phone is told, and nothing at the show changes it."""
    other = table.phone(lang="fr")
    table.deal("britannica", "5", "J", show=True, seen_by=phone)
    phone.place("4", "6", "K")
    expect(phone.button("Count Ann’s hand")).to_be_visible()
    expect(phone.page.locator(".claim .chip", has_text="count")).to_have_count(0)
    phone.button("Menu").tap()
    counts = phone.page.get_by_label("Who counts")
    phone.resize({"width": 320, "height": 480})
    for answer in ("Keep as is", "Change it for everyone"):
        counts.select_option("We count")
        phone.see_whole(".counts h2", ".counts .second", ".counts .prime")
        expect(phone.button("Back to the table")).to_have_count(0)
        assert not table.site.table.now.is_counted_by_players
        phone.button(answer).tap()
        asked = "Cribble counts" if answer == "Keep as is" else "We count"
        expect(counts.locator("option:checked")).to_have_text(asked)
    expect(other.page.locator(".callout")).to_contain_text("vous comptez et Cribble vérifie")
    phone.button("Back to the table").tap()
    expect(phone.page.locator(".callout")).to_contain_text("you count and Cribble checks")
    expect(phone.button("Ann, count your hand")).to_be_disabled()
    digits = phone.page.locator(".claim .digits")
    for digit in "91":
        digits.get_by_text(digit, exact=True).tap()
    phone.button("Ann says 1").tap()
    phone.button("Show me").tap()
    phone.enter(phone.button("No, neither"))
    for _ in range(3):
        phone.button("Next line").tap()
    phone.until_scores(9, 0)
    expect(phone.page.locator("[data-key=callout]")).to_have_text("Ann said 1. It’s 9!")
    phone.button("Next: Ben").tap()


def test_a_count_asks_about_flush_and_nobs_where_suits_leave_them_open(table: Table) -> None:
    """In the place of the key, whatever the hand is worth; another number takes it back."""
    table.deal("six-card", "Q", options={"muggins": True, "overcount": "fined"}, show=True)
    phone = table.phone(viewport=SMALL)
    phone.place(*HAND)
    expect(phone.page.locator(".claim .chip")).to_have_count(0)
    for claim, question, answers in (
        ("3", "3, with nobs?", ["No", "Yes"]),
        ("4", "4, with a flush or nobs?", ["No", "Flush of 4", "Nobs"]),
        ("19", "19, with a flush or nobs?", ["No", "Flush of 4", "Flush of 5", "Nobs"]),
        ("5", "5, with a flush or nobs?", ["No", "Flush of 4", "Flush of 5", "Nobs"]),
    ):
        phone.page.locator(".digits").get_by_text("⌫").tap()
        phone.page.locator(".digits").get_by_text("⌫").tap()
        tap_digits(phone, claim)
        phone.button(f"Peg {claim} for Ann").tap()
        expect(phone.page.locator(".query b")).to_have_text(question)
        expect(phone.page.locator(".query button")).to_have_text(answers)
        phone.see_whole(".hand .cards", ".count-pad", ".query")
        phone.check_fit()
    assert table.game.scores == (0, 0)
    phone.enter(phone.button("Nobs"))
    assert table.game.scores == (5, 0)
    assert len(table.game.windows) == 1

    phone.enter(phone.key("Undo"))
    phone.button("Peg 5 for Ann").tap()
    phone.enter(phone.button("No, neither"))
    assert table.game.scores == (4, 1)


def test_a_claim_that_a_flush_makes_right_is_asked_about_and_no_other(table: Table) -> None:
    """Where the truth is pegged anyway: twelve is six and a flush of five with its nobs."""
    counted = {"entry_mode": {"counted_by": "players"}}
    table.deal("six-card", "5", options={"muggins": False}, show=True, **counted)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=4)
    phone = table.phone(viewport=SMALL)
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 4!no flush")
    phone.place("K", "J", "A", "9")
    # As people sort them to count.
    expect(phone.page.locator(".hand .card b")).to_have_text(["A", "9", "J", "K", "5"])
    asked = phone.page.locator(".query b")
    phone.button("Show me").tap()
    expect(asked).to_have_text("With a flush or nobs?")
    tap_digits(phone, "6")
    phone.button("Ben says 6").tap()
    expect(asked).to_have_text("6: is the jack the starter’s suit?")
    tap_digits(phone, "⌫12")
    phone.button("Ben says 12").tap()
    expect(asked).to_have_text("12: are 4 or 5 cards the same suit?")
    expect(phone.page.locator(".query button")).to_have_text(["No", "Flush of 4", "Flush of 5"])
    phone.button("No, without a flush").tap()
    expect(phone.page.locator(".verdict")).to_have_text("12? Not quite. There’s less. Try again?")
    # What was asked at the first try is not asked again; the rest is, before the table corrects.
    phone.button("Show me").tap()
    expect(asked).to_have_text("Is the jack the starter’s suit?")
    phone.button("Undo: Show me").tap()
    tap_digits(phone, "12")
    phone.button("Ben says 12").tap()
    expect(asked).to_have_text("12: is the jack the starter’s suit?")
    phone.enter(phone.button("No, without nobs"))
    assert table.game.scores[1] == 6
    phone.enter(phone.key("Undo"))
    tap_digits(phone, "⌫⌫12")
    phone.button("Ben says 12").tap()
    phone.enter(phone.button("Flush of 5"))
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 12!with a flush")
    assert table.game.scores[1] == 12


def test_a_told_hand_opens_again_though_the_next_one_is_typed(table: Table) -> None:
    """What was typed waits meanwhile, whether Cribble counts or the players do."""
    for claim in (None, 4):
        table.deal("six-card", "5", options={"muggins": False}, show=True)
        table.do(do="count", cards=["2", "3", "9", "K"], claim=claim)
        phone = table.phone(viewport=SMALL)
        phone.place("K", "J", "A", "9")
        phone.button("✓ Ann").tap()
        counted = phone.page.locator(".explained .big .card b")
        expect(counted).to_have_text(["2", "3", "9", "K", "5"])
        phone.button("✓ Ann").tap()
        expect(phone.page.locator(".hand .card b")).to_have_text(["A", "9", "J", "K", "5"])


HANDS = (
    ["7", "Q", "Q", "K"],
    ["5", "6", "9", "10"],
    ["A", "A", "3", "K"],
    ["2", "8", "9", "J"],
)
"""Worth 6, 6, 6 and 0 with the queen of hearts."""
CRIB = ["A", "A", "K", "K"]

NAMED = """fetch("/api/v1/me", {
  method: "PUT", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({player: "Ann"}),
})"""
"""Else a phone asks whose it is."""


@pytest.fixture
def at_show(table: Table) -> Table:
    """Four at the show, where a claim too high costs what it is too high by."""
    options = {"muggins": True, "overcount": "fined"}
    table.deal("cribble", "QH", show=True, options=options)
    return table


def count(table: Table, *claims: int) -> None:
    """Claim these points for the next hands, and then for the crib."""
    for claim in claims:
        seat = table.game.counting
        if seat == "crib":
            table.do(do="crib", cards=CRIB, claim=claim)
        else:
            table.do(do="count", cards=HANDS[seat], claim=claim)


def anns(phone: Phone) -> Phone:
    """*phone*, as that of a player."""
    phone.page.evaluate(NAMED)
    phone.page.reload()
    return phone.settle()


def test_points_that_nobody_took_are_told_and_were_not_pegged(at_show: Table) -> None:
    phone = anns(at_show.phone(viewport=SHORT))
    count(at_show, 0, 6)
    phone.until(at_show.version)
    summary = phone.page.locator("details.explained summary")
    expect(summary).to_have_text("Ann said 0, it was 6; 6 went unclaimed.")
    count(at_show, 2, 0, 0)
    at_show.do(do="starter", card="9H", seen_by=phone)
    happened = phone.page.locator(".happened p")
    expect(happened).to_contain_text("Ben said 0 for the crib, it was 4; 4 went unclaimed.")
    phone.button("See what was counted").tap()
    told = phone.page.locator(".record .explained").first
    expect(told.locator("summary")).to_have_text("Dora’s crib4 (0 pegged)")
    expect(told.locator("li").first).to_be_visible()
    expect(phone.page.locator(".record .explained").last.locator("li").first).to_be_hidden()


def test_a_hand_that_is_looked_at_again_has_no_news_of_another(at_show: Table) -> None:
    phone = anns(at_show.phone(viewport=SHORT))
    count(at_show, 0, 0, 8)
    phone.until(at_show.version)
    verdict = "Ann said 8 for Carl’s hand. It’s only 6: Ben and Dora take 2."
    expect(phone.page.locator("details summary").last).to_have_text(verdict)
    phone.button("✓ Ben").tap()
    expect(phone.page.locator(".explained h2")).to_have_text("Ben’s hand6")
    expect(phone.page.locator(".claim-told")).to_contain_text("Ben said 0, it was 6")
    expect(phone.page.locator("main")).not_to_contain_text("Ann said 8")


def test_a_step_opens_where_its_count_is_public_also_while_a_claim_may_be_called(
    at_show: Table,
) -> None:
    phone = anns(at_show.phone(viewport=SHORT))
    count(at_show, 6, 2)
    phone.until(at_show.version)
    phone.see_whole(".windows", ".steps", ".hand .cards", ".pad")
    phone.check_fit()
    hidden = phone.button("✓ Ben")
    expect(hidden).to_have_attribute("aria-disabled", "true")
    hidden.tap(force=True)
    notice = phone.page.locator(".notice p")
    expect(notice).to_have_text("This count stays hidden while muggins is open")
    phone.button("✓ Ann").tap()
    expect(phone.page.locator(".explained h2")).to_contain_text("Ann’s hand")
    phone.menu("History of the deal")
    held = phone.page.locator(".record li", has_text="stays hidden while muggins is open")
    expect(held).to_have_count(1)
    expect(held).to_contain_text("Ben’s hand: 2 claimed")
    expect(phone.page.locator(".record .explained summary")).to_have_text("Ann’s hand6")


def test_a_win_by_muggins_is_told_once(table: Table) -> None:
    """And the record is of the hands, for which the captain spoke."""
    options = {"muggins": True, "overcount": "fined"}
    table.deal("cribble", "QH", show=True, scores=[0, 119], options=options)
    phone = anns(table.phone(viewport=SHORT))
    count(table, 4)
    table.do(do="muggins", team=1, points=2, seen_by=phone)
    expect(phone.page.locator(".winner")).to_have_text("Ben and Dora win!")
    expect(phone.page.locator("details summary").first).to_have_text(
        "Ann said 4, it was 6; Ben and Dora took 2."
    )
    expect(phone.page.locator("[data-key=callout]")).to_have_count(0)
    counted = phone.page.locator(".story .counted li")
    expect(counted.first).to_have_text("Ann’s hands: 0 of 1 counted right")
