"""The show of partners whose captain speaks, with muggins: who said what, and what nobody took."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.drivers.browser import NAMES, SHORT, SMALL, Phone, Table

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


@pytest.mark.parametrize(("lang", "screen"), [("en", SHORT), ("fr", SMALL)])
def test_a_crib_that_was_claimed_too_high_says_so_from_the_top(
    at_show: Table, lang: str, screen: ViewportSize
) -> None:
    phone = anns(at_show.phone(lang=lang, viewport=screen))
    count(at_show, 6, 6, 2, 0, 9)
    phone.until(at_show.version)
    lesson, above = ".lesson", ".above"
    phone.see_whole(lesson, ".explained .cap", ".explained .lines li:last-child", ".pad")
    told, box = phone.boxes(lesson, above)
    assert told["y"] >= box["y"]
    assert phone.page.locator(above).evaluate("(box) => box.scrollTop") == 0
    unnamed = at_show.phone(lang=lang, viewport=screen)
    unnamed.see_whole(lesson)


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


def test_a_notice_that_a_count_is_hidden_goes_with_its_claim(at_show: Table) -> None:
    """Within the time that other notices are left to be read."""
    phone = anns(at_show.phone(viewport=SHORT))
    count(at_show, 6, 2)
    phone.until(at_show.version)
    phone.button("✓ Ben").tap(force=True)
    notice = phone.page.locator(".notice p")
    expect(notice).to_have_text("This count stays hidden while muggins is open")
    at_show.do(do="muggins", team=0, points=1, seen_by=phone)
    expect(notice).to_be_visible()
    count(at_show, 6)
    phone.until(at_show.version)
    expect(notice).to_have_count(0)


def test_a_count_that_is_unfolded_leaves_the_next_hand_in_sight(at_show: Table) -> None:
    phone = anns(at_show.phone(viewport=SHORT))
    count(at_show, 6, 2, 8)
    phone.until(at_show.version)
    phone.place("2", "8", "9", "J")
    phone.page.locator("details summary").first.tap()
    expect(phone.page.locator("details[open] .lines")).to_be_visible()
    phone.see_whole(".hand .cards", ".count-pad", ".bar")
    phone.check_fit()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_correction_leaves_the_hand_to_be_counted_whole_on_the_smallest_phone(
    table: Table, lang: str
) -> None:
    """While its cards are typed, and while it is asked about nobs."""
    options = {"muggins": True, "overcount": "fined"}
    table.deal("cribble", "5", show=True, options=options)
    phone = anns(table.phone(lang=lang, viewport=SMALL))
    hand = {"do": "count", "seat": 0, "cards": ["2", "4", "6", "J"]}
    table.do(**hand, claim=3, nobs=True)
    table.do(
        do="amend",
        entry=table.version,
        actions=[{**hand, "claim": 2, "nobs": True}],
        by="Le téléphone de Marie",
        seen_by=phone,
    )
    seen = (".hand .cards > :first-child", ".hand .cards > :last-child")
    phone.see_whole(*seen, ".windows", ".pad")
    for card in ("2", "3", "9", "J"):
        phone.place(card)
        phone.see_whole(*seen, ".windows", ".bar, .pad")
        hand_box, pad = phone.boxes(".hand", ".pad, .claim")
        assert hand_box["bottom"] <= pad["top"] + 1
    phone.page.locator(".claim .digits").get_by_text("2", exact=True).tap()
    phone.page.locator("[data-key=count]").tap()
    phone.see_whole(*seen, ".windows", ".query", ".undo")
    question, undo = phone.boxes(".query", ".undo")
    assert undo["top"] < question["bottom"]
    phone.check_fit()


def test_accents_on_capitals_are_whole_and_names_with_a_hyphen_stay_in_one_line(
    table: Table,
) -> None:
    players = ["Suzanne", "Luc", "Marie-Ève"]
    table.deal("three-handed", "K", show=True, dealer=0, players=players, options={"muggins": True})
    phone = table.phone()
    phone.until(table.version)
    table.do(do="count", cards=["4", "5", "6", "9"], claim=2, seen_by=phone)
    expect(phone.page.locator(".hand-name")).to_have_text("Marie-Ève’s hand")
    for name in (".hand-name", ".steps [aria-current] span"):
        room = phone.page.locator(name).evaluate(
            "(one) => parseFloat(getComputedStyle(one).paddingTop)"
            " / parseFloat(getComputedStyle(one).fontSize)"
        )
        assert room > 0.15
    expect(phone.page.locator(".call .whole")).to_have_text("Marie-Ève")


def test_older_claims_are_folded_once_one_is_called(table: Table) -> None:
    """And while somebody calls, undo is in its corner."""
    table.deal("three-handed", "K", show=True, options={"muggins": True})
    phone = anns(table.phone())
    for cards in (["3", "4", "8", "J"], ["4", "5", "6", "9"], ["7", "8", "9", "J"]):
        table.do(do="count", cards=cards, claim=2)
    table.do(do="crib", cards=["2", "2", "3", "K"], claim=2, seen_by=phone)
    phone.page.locator(".others").tap()
    phone.page.locator(".call").first.tap()
    undo, bottom = phone.boxes(".undo", ".app")
    assert bottom["bottom"] - undo["bottom"] < 16
    phone.button("Cancel").tap()
    expect(phone.page.locator(".others")).to_have_attribute("aria-expanded", "true")
    table.do(do="muggins", team=2, points=1, of=1, seen_by=phone)
    expect(phone.page.locator(".others")).to_have_attribute("aria-expanded", "false")
    phone.see_whole(".pad")


def test_the_heading_of_a_claimed_hand_stays_although_cribble_counts(
    table: Table,
) -> None:
    """Though what came of its claim takes several lines."""
    players = ["Ann", "Marguerite", "Jean-François", "Maximilienne"]
    table.deal("cribble", "QH", show=True, players=players, options={"muggins": True})
    table.set_mode(counted_by="program")
    phone = anns(table.phone(lang="fr", viewport=SMALL))
    count(table, 0, 2, 0)
    phone.until(table.version)
    phone.see_whole(".windows", ".explained .cap h2")
    heading, box = phone.boxes(".explained .cap h2", ".above")
    assert heading["y"] >= box["y"]


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


def test_a_win_by_a_claim_too_high_tells_what_such_claims_brought(table: Table) -> None:
    options = {"muggins": True, "overcount": "fined"}
    table.deal("cribble", "QH", show=True, scores=[0, 119], options=options)
    phone = anns(table.phone(lang="fr", viewport=SMALL))
    count(table, 8)
    phone.until(table.version)
    expect(phone.page.locator(".story .counted li")).to_have_text(
        [
            "Mains d’Ann, comptes justes\u00a0: 0 sur 1",
            "Reçus pour annonces trop hautes\u00a0: Ben · Dora\u00a02",
        ]
    )


def test_a_name_and_its_article_stay_in_one_line(table: Table) -> None:
    """Beside the key for the suits, in smaller letters where they must be."""
    players = ["Geneviève", *NAMES[1:]]
    table.deal("cribble", "QH", show=True, players=players, options={"muggins": True})
    phone = anns(table.phone(lang="fr", viewport=SMALL))
    phone.place("7", "8", "9", "10")
    name, heading = phone.boxes(".hand-name", ".hand h2")
    assert name["height"] < 30
    assert name["width"] <= heading["width"] + 1


def test_what_a_score_gained_is_clear_of_its_digits_on_the_smallest_phone(at_show: Table) -> None:
    phone = anns(at_show.phone(viewport=SMALL))
    count(at_show, 6)
    phone.until(at_show.version)
    gain, digits = phone.boxes(".team-0 .gain", ".team-0 output")
    # Digits are some three quarters of the height of their letters.
    assert digits["y"] + digits["height"] / 8 - gain["y"] - gain["height"] >= 6
