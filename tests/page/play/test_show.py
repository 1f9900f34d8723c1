"""The show as the table hears it: the hand that is told stands large, and counts are typed."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import PATIENCE, SHORT, TALL, Phone, Table

HANDS = (("7C", "8D", "8S", "9H"), ("4C", "5D", "6S", "6H"))
NARROW = ViewportSize(width=360, height=640)
SMALL = ViewportSize(width=320, height=568)

ALL_LINES = """() => {
  const above = document.querySelector(".above").getBoundingClientRect();
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
    if (count) window.held = [count, cards];
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Keeps the count that is held, and how many cards lie there: a busy test may look too late."""


NAMED = """(player) => fetch("/api/v1/me", {
  method: "PUT", body: JSON.stringify({player}), headers: {"Content-Type": "application/json"},
})"""


def at_the_show(table: Table, **options: object) -> None:
    """Play all cards, so that every hand is known."""
    table.deal("six-card", "5H", options=options)
    for card in (card for pair in zip(*HANDS, strict=True) for card in pair):
        if table.game.phase is Phase.PLAY and table.game.count + min(int(card[0]), 10) > 31:
            table.do(do="go", all=True)
        table.do(do="play", card=card)


def tap_digits(phone: Phone, points: str, where: str = ".claim") -> None:
    """Type points on the pad for counts."""
    for digit in points:
        phone.page.locator(f"{where} .digits").get_by_text(digit, exact=True).tap()


@pytest.mark.usefixtures("moving")
def test_the_hand_that_is_told_is_large_and_the_next_one_waits(table: Table) -> None:
    """All lines are seen on every phone, the board too where it can be; a told step opens again."""
    at_the_show(table, muggins=False)
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator("main .cards.big .card")).to_have_count(5)
    phone.enter(phone.button("Count Ann’s hand"))
    told = phone.page.locator("section.explained")
    expect(told.locator(".cards.big .card")).to_have_count(5)
    expect(told.locator("output")).to_have_text("12", timeout=PATIENCE)
    expect(phone.page.locator(".next")).to_contain_text("Next: Ben")
    expect(phone.page.locator(".next .card.mini")).to_have_count(4)
    for screen in (SHORT, NARROW, TALL, SMALL):
        phone.page.set_viewport_size(screen)
        expect(phone.button("Count Ben’s hand")).to_be_in_viewport(ratio=1)
        phone.page.wait_for_function(ALL_LINES)
        assert phone.fits()
        assert phone.small_targets() == []
    for screen in (SHORT, TALL):
        phone.page.set_viewport_size(screen)
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


def test_a_child_who_counts_right_hears_so(table: Table) -> None:
    """Three taps at the most, and no keyboard; a slip of the finger is typed over. A wrong count is
    tried again once, and nothing is told before it is made."""
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, calm = (table.phone(viewport=SMALL), table.phone(reduced_motion="reduce"))
    verdict = calm.page.locator(".callout .right")
    expect(verdict).to_have_text("Right, 12!")
    expect(calm.page.locator(".callout summary")).to_contain_text("Ann’s hand")
    verdict.tap(force=True)
    expect(calm.page.locator(".callout .lines li").first).to_be_visible()
    ask, missed = phone.button("Ben, count your hand"), phone.page.locator(".verdict")
    expect(ask).to_be_disabled()
    phone.see_whole(".count-pad", ".bar")
    assert phone.page.locator("main input").count() == 0
    keys = phone.page.locator(".count-pad").bounding_box()
    for claim in ("312", "11"):
        tap_digits(phone, claim)
        said = phone.button(f"Ben says {claim[-2:]}")
        if claim == "11":
            phone.enter(said)
        else:
            said.tap()
            expect(missed).to_have_text("12? Not quite. There’s more. Try again?")
            expect(phone.page.locator("[data-key=callout]")).to_have_count(0)
            # The try is the table's.
            expect(calm.page.locator(".verdict")).to_contain_text("There’s more. Try again?")
            expect(phone.page.locator(".callout .right")).to_have_count(0)
            phone.see_whole(".count-pad", ".bar", ".verdict")
            assert phone.page.locator(".count-pad").bounding_box() == keys
            # Undo takes back the try, and no hand of somebody else.
            phone.button("Undo: 12").tap()
            expect(ask).to_be_disabled()
            expect(phone.page.locator(".callout .right")).to_have_text("Right, 12!")
            expect(calm.page.locator(".verdict")).to_have_count(0)
            tap_digits(phone, claim)
            said.tap()
            expect(missed).to_be_visible()
            assert table.game.scores == (12, 2)
    expect(calm.page.locator("[data-key=callout]")).to_have_text("Ben said 11. It’s 24!")
    expect(calm.page.locator(".explained h2")).to_have_text("Ben’s hand24")
    assert calm.page.locator("#spoken").inner_text().count("fifteen two") == 1
    phone.enter(phone.key("Undo"))
    tap_digits(phone, "4")
    phone.button("Ben says 4").tap()
    phone.enter(phone.button("Show me"))
    phone.enter(phone.key("Undo"))
    tap_digits(phone, "24")
    counted = {"do": "count", "seat": 1, "claim": 24}
    phone.overtake("**/api/v1/actions*", lambda: table.do(**counted, by="Luc’s phone"))
    phone.enter(phone.button("Ben says 24"))
    already = "Ben’s hand: already counted (Luc’s phone)."
    expect(phone.page.get_by_role("alert")).to_have_text(already + "×")
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 24!", timeout=PATIENCE)
    assert "Right, 24!" in phone.page.locator("#spoken").inner_text()
    # That verdict is not one on the hand before.
    phone.button("✓ Ann").tap()
    expect(phone.page.locator(".explained h2")).to_contain_text("Ann’s hand")
    expect(phone.page.locator(".callout .right")).to_have_count(0)
    table.do(do="crib", cards=["4S", "5S", "6D", "6C"], claim=24, seen_by=phone)
    calm.page.set_viewport_size(SMALL)
    expect(calm.page.locator(".cap .right")).to_have_text("Right, 24!")
    calm.see_whole(".cap .right")
    table.do(do="undo", seen_by=phone)
    phone.button("Start over").tap()
    type_one_crib(phone, calm)
    see_one_lesson(phone, calm)


def type_one_crib(phone: Phone, other: Phone) -> None:
    """What one phone types is seen on the other, which may only go on where it takes over."""
    cards = other.page.locator(".hand .card b")
    phone.place("4", "5")
    expect(cards).to_have_text(["4", "5", "5"])
    expect(other.page.locator(".hand small")).to_contain_text("is entering the cards")
    expect(other.key("6")).to_have_count(0)
    other.button("Enter them here").tap()
    expect(phone.key("6")).to_have_count(0)
    other.place("6", "6")
    for one in (phone, other):
        expect(one.page.locator(".hand .card b")).to_have_text(["4", "5", "6", "6", "5"])


def see_one_lesson(phone: Phone, other: Phone) -> None:
    """Nobody is told more than the phone that asked, and the deal goes on when it does."""
    before = phone.scores
    phone.enter(phone.button("Show me"))
    for points in (2, 4):
        for one in (phone, other):
            expect(one.page.locator(".explained output")).to_have_text(str(points))
            assert one.scores == [before[0], before[1] + points]
            expect(one.page.locator("header p")).to_have_text("Deal 1")
            expect(one.page.locator(".team-1 .crib-of")).to_be_attached()
        phone.button("Next line").tap()
    other.button("All lines").tap()
    expect(other.page.locator(".explained output")).to_have_text("24")
    expect(phone.page.locator(".explained output")).to_have_text("6")
    news = [one.page.locator("#spoken").inner_text().split("\n") for one in (phone, other)]
    assert "Fifteen four" in news[0]
    assert not any("24" in line or "twenty-four" in line for line in news[0][-2:])
    assert "twenty-four" in news[1][-1]
    other.button("Next deal").tap()
    expect(other.page.locator("header p")).to_have_text("Deal 2")
    expect(phone.page.locator("header p")).to_have_text("Deal 1")


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
            phone.page.set_viewport_size(screen)
            phone.page.wait_for_function(ALL_LINES)
            phone.see_whole("[data-key=callout]", "[data-key=go-on]")
            phone.check_fit()
        expect(phone.page.locator(".key:not(.undo)")).to_have_count(0)
        phone.button(name).tap()
        expect(phone.page.locator(".key:not(.undo)").first).to_be_visible()
        hand = phone.page.locator(".show section.explained")
        expect(hand).to_have_count(0)


LIFTED = """() => [...document.querySelectorAll(".cards.big .card")]
  .flatMap((card, at) => card.matches(".lit") ? [at] : []).join("")"""


def test_a_child_who_cannot_count_is_shown_each_line_with_its_own_cards(table: Table) -> None:
    """Before any number, at a tap for each line and as often as one likes; without suits, too."""
    table.deal("six-card", "J", options={"muggins": False}, show=True)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=4)
    phone = table.phone(viewport=SMALL)
    phone.place("5", "Q", "J", "5")
    phone.see_whole(".count-pad", "[data-key=show-me]", "[data-key=count]")
    phone.enter(phone.button("Show me"))
    lifted = []
    for points in (2, 4, 6, 8, 10, 12, 14, 16, 2):
        expect(phone.page.locator(".explained output")).to_have_text(str(points))
        lifted.append(phone.page.evaluate(LIFTED))
        assert phone.scores[1] == 2 + points
        phone.page.locator("[data-key=next-line]").tap()
    # Sorted, the starter last: 5 5 J Q and J.
    assert sorted(lifted[:6]) == ["02", "03", "04", "12", "13", "14"]
    assert lifted[6:] == ["01", "24", lifted[0]]
    phone.check_fit()
    phone.button("Next: the crib").tap()
    phone.until_scores(4, 18)


HAND = ("A", "4", "J", "9")


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


CALLING = """() => fetch("/api/v1/show", {
  method: "PUT", headers: {"Content-Type": "application/json"},
  body: JSON.stringify({writer: "another", sheets: [{of: 0, team: 1}]}),
})"""


def test_a_call_of_muggins_asks_about_nobs_and_dies_with_its_claim(table: Table) -> None:
    """It asks where no suit settles it, nor the claim had it. A sheet opens by a tap alone, and
    whose call comes too late hears so."""
    options = {"muggins": True}
    phone = table.phone(viewport=SMALL)
    first = phone.page.locator(".call").first
    missed = phone.page.locator(".calling .digits").get_by_text("1", exact=True)
    for starter, hand, more, asks in (
        ("Q", HAND, {}, True),
        ("QH", ("A", "4", "JC", "9"), {}, False),
        ("Q", HAND, {"nobs": True}, False),
    ):
        table.deal("six-card", starter, options=options, show=True)
        table.do(do="count", cards=hand, claim=4, seen_by=phone, **more)
        first.tap()
        missed.tap()
        call = phone.button("Muggins: 1 for Ben")
        if not asks:
            phone.enter(call)
            continue
        call.tap()
        expect(phone.page.locator(".query b")).to_have_text("1, with nobs?")
        phone.see_whole(".calling", ".query")
        phone.enter(phone.button("Yes, with nobs"))
        assert table.game.scores == (4, 1)

    table.do(do="undo", seen_by=phone)
    sheet, heard = phone.page.locator(".calling"), phone.page.locator(".notice p")
    expect(phone.page.locator(".window p")).to_have_text("Ann’s hand: 4 points claimed, with nobs")
    first.tap()
    missed.tap()
    table.do(do="undo", seen_by=phone)
    expect(phone.page.locator(".callout")).to_contain_text("Undone: Ann’s hand (4).")
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    expect(first).to_be_visible()
    expect(sheet).to_have_count(0)
    first.tap()
    missed.tap()
    table.do(do="count", cards=["2", "3", "8", "K"], claim=0, seen_by=phone)
    expect(phone.button("Muggins: 1 for Ben")).to_be_visible()
    table.do(do="crib", cards=["2", "3", "8", "K"], claim=0)
    table.do(do="starter", card="7", seen_by=phone)
    expect(heard).to_have_text("Too late for muggins (1): the next deal is on")

    # A flush that the claim was asked about is a chip, and no question.
    table.deal("six-card", "KH", options=options, show=True)
    table.do(do="count", cards=["6", "7", "8", "10"], claim=4, seen_by=phone)
    first.tap()
    phone.page.locator(".calling .digits").get_by_text("4", exact=True).tap()
    expect(phone.page.locator(".calling .chip")).to_have_text(["Flush of 4"])
    phone.enter(phone.button("Muggins: 4 for Ben"))

    table.deal("six-card", "Q", options={**options, "muggins_until": "next_count"}, show=True)
    table.do(do="count", cards=HAND, claim=3, seen_by=phone)
    first.tap()
    missed.tap()
    sheets = table.site.table.now.live.at_show.sheets
    assert [(sheet.of, sheet.team) for sheet in sheets] == [(0, 1)]
    table.do(do="count", cards=["2", "3", "8", "K"], claim=0, seen_by=phone)
    expect(heard).to_have_text("Too late for muggins (1): the next hand is in")
    table.do(do="undo", seen_by=phone)
    expect(sheet).to_have_count(0)
    # Before this phone cuts a call on another one short, it asks.
    phone.page.evaluate(CALLING)
    phone.place("2", "3", "8", "K")
    tap_digits(phone, "0")
    phone.button("Peg 0 for Ben").tap()
    expect(phone.page.locator(".query b")).to_have_text("Ben is calling muggins")
    phone.button("Wait").tap()
    phone.button("Peg 0 for Ben").tap()
    phone.enter(phone.button("Count anyway"))


def test_a_claim_that_a_flush_makes_right_is_asked_about_and_no_other(table: Table) -> None:
    """Where the truth is pegged anyway: twelve is six and a flush of five with its nobs."""
    table.deal("six-card", "5", options={"muggins": False}, show=True)
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
    expect(asked).to_have_text("6, with nobs?")
    tap_digits(phone, "⌫12")
    phone.button("Ben says 12").tap()
    expect(asked).to_have_text("12, with a flush?")
    phone.button("No, without a flush").tap()
    expect(phone.page.locator(".verdict")).to_have_text("12? Not quite. Try again?")
    # What was asked at the first try is not asked again; the rest is, before the table corrects.
    phone.button("Show me").tap()
    expect(asked).to_have_text("With nobs?")
    phone.button("Undo: Show me").tap()
    tap_digits(phone, "12")
    phone.button("Ben says 12").tap()
    expect(asked).to_have_text("12, with nobs?")
    phone.enter(phone.button("No, without nobs"))
    assert table.game.scores[1] == 6
    phone.enter(phone.key("Undo"))
    tap_digits(phone, "⌫⌫12")
    phone.button("Ben says 12").tap()
    phone.enter(phone.button("Yes, with a flush"))
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 12!with a flush")
    assert table.game.scores[1] == 12


def test_a_child_is_asked_about_nobs_only_where_it_decides_and_once_in_two_tries(
    table: Table,
) -> None:
    """A count that is wrong with nobs and without is told so; what was said of nobs stays said."""
    table.deal("six-card", "5", options={"muggins": False}, show=True)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=4)
    phone = table.phone(viewport=SMALL)
    phone.place("K", "J", "A", "9")
    asked = phone.page.locator(".query b")
    for first, second, answer, worth in (
        ("3", "4", "No, neither", 6),
        ("7", "6", None, 6),
        ("4", "7", "Yes, with nobs", 7),
        ("3", "9", "Flush of 5", 12),
    ):
        tap_digits(phone, first)
        phone.button(f"Ben says {first}").tap()
        if second == "6":
            expect(asked).to_have_text("7, with nobs?")
            phone.button("No, without nobs").tap()
        expect(phone.page.locator(".verdict")).to_contain_text(f"{first}? Not quite.")
        tap_digits(phone, second)
        said = phone.button(f"Ben says {second}")
        if answer:
            said.tap()
        phone.enter(phone.button(answer) if answer else said)
        assert table.game.scores[1] == worth
        phone.enter(phone.key("Undo"))
        tap_digits(phone, "⌫")


def test_the_team_of_this_phone_may_call_muggins_first(table: Table) -> None:
    table.deal("three-handed", "5", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SHORT)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=2, seen_by=phone)
    calls = phone.page.locator(".call[data-key]")
    expect(calls).to_have_text(["Ben calls muggins", "Carl calls muggins"])
    phone.page.evaluate(NAMED, "Carl")
    phone.page.reload()
    expect(calls).to_have_text(["Carl calls muggins", "Ben calls muggins"])


def test_people_who_count_see_the_hand_that_is_theirs(table: Table) -> None:
    """The count before is one line that says who got what, and claims are one row beside a pad."""
    options = {"muggins": True, "muggins_until": "next_count"}
    table.deal("six-card", "5", options=options, show=True)
    phone = table.phone(viewport=SMALL)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=2)
    table.do(do="muggins", team=1, points=2)
    table.do(do="count", cards=["6", "7", "7", "8"], claim=13, seen_by=phone)
    line = phone.page.locator(".callout")
    expect(line).to_have_count(1)
    expect(line.locator("summary")).to_have_text("Ann said 2, it was 4; Ben took 2.")
    expect(phone.page.locator(".hand h2")).to_contain_text("The crib")
    expect(phone.page.locator(".next")).to_have_count(0)
    for screen in (SMALL, SHORT):
        phone.page.set_viewport_size(screen)
        phone.see_whole(".windows", ".window .minis", ".callout summary", ".hand .cards", ".pad")
        phone.check_fit()
    table.do(do="crib", cards=["10", "J", "6", "8"], claim=0, seen_by=phone)
    phone.page.set_viewport_size(SMALL)
    expect(phone.page.locator(".windows")).to_contain_text("The crib: 0 points claimed")
    expect(line.locator("summary")).to_have_text("Ben said 13. It’s 14!")
    phone.see_whole(".windows", ".window .minis", ".callout summary", ".pad")


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
        expect(wall.page.locator(".claimed-hand .card")).to_have_count(5)
        expect(phone.page.locator(".window .card")).to_have_count(5)
        pages = [one.page.locator("main").inner_text() for one in (phone, wall)]
        seen.append([re.sub(rf"\b{claim}\b", "#", text) for text in pages])
        state = phone.page.evaluate("fetch('/api/v1/state').then((answer) => answer.json())")
        assert state["latest"]["right"] is None
        table.do(do="undo", seen_by=phone)
    assert seen[0] == seen[1]


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
        assert one.page.evaluate("window.held") == ["31!", 4]
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
    at_the_show(table, muggins=False)
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
    options = {"muggins": False}
    table.deal("six-card", "5H", "7C", "4C", scores=[110, 20], options=options, show=True)
    phone, calm = table.phone(viewport=SHORT), table.phone(reduced_motion="reduce")
    page, wall = phone.page, table.phone("/board").page
    colour = "(one) => getComputedStyle(one).backgroundColor"
    table.do(do="count", cards=["8D", "8S", "9H"], claim=8)
    expect(wall.locator(".win")).to_contain_text("Ann wins!")
    fills = [wall.locator(".win").evaluate(colour)]
    assert wall.locator(".win .final").inner_text().split() == ["Ann", "121", "Ben", "20"]
    expect(page.locator(".winner")).to_have_text("Ann wins!")
    expect(page.locator(".team-0 .gain")).to_have_text("+11")
    fills += [page.locator(one).first.evaluate(colour) for one in (".app.won", ".team-0 .peg")]
    assert len(set(fills)) == 1
    for screen in (SMALL, SHORT):
        page.set_viewport_size(screen)
        phone.see_whole(".star", ".winner", ".skunk-line", "[data-key=rematch]", ".ending .prime")
    expect(page.locator(".skunk-line")).to_contain_text("Ben didn’t reach 91")
    expect(page.locator(".best-hand")).to_contain_text("hand")
    expect(page.locator(".story .counted li")).to_have_text(["Ann counted 0 of 1 right in the end"])
    expect(page.locator(".story .chart svg").first).to_be_attached()
    hidden = "(all) => all.every((one) => getComputedStyle(one).display === 'none')"
    assert calm.page.locator(".confetti").evaluate_all(hidden)
    running = "document.getAnimations().length"
    assert calm.page.evaluate(running) == 0
    assert calm.page.locator("#spoken").inner_text().count("Ann wins the game.") == 1
    assert phone.small_targets() == []
    expect(wall.locator(".win")).to_have_count(0)
    expect(wall.locator(".side.wins")).to_have_count(1)
    # The skunk counts two: games and what they were worth are not the same.
    heads = page.locator(".standings thead th, .standings tbody tr:first-child td")
    expect(heads).to_have_text(["Players", "Points", "Games won", "Game points", "121", "1", "2"])
    phone.enter(phone.button("Rematch"))
    assert table.game.phase is Phase.DRAW
