"""Claims on the page: a child who counts, flush and nobs that are asked about, muggins."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.kit.drivers.at_show import at_the_show, tap_digits
from tests.kit.drivers.browser import PATIENCE, SHORT, Phone, Table

SMALL = ViewportSize(width=320, height=568)

NAMED = """(player) => fetch("/api/v1/me", {
  method: "PUT", body: JSON.stringify({player}), headers: {"Content-Type": "application/json"},
})"""


def test_a_child_who_counts_right_hears_so(table: Table) -> None:
    """On every phone; a verdict unfolds, and is none on the hand before or after."""
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, calm = (table.phone(viewport=SMALL), table.phone(reduced_motion="reduce"))
    verdict = calm.page.locator(".callout .right")
    expect(verdict).to_have_text("Right, 12!")
    expect(calm.page.locator(".callout summary")).to_contain_text("Ann’s hand")
    verdict.tap(force=True)
    expect(calm.page.locator(".callout .lines li").first).to_be_visible()
    tap_digits(phone, "24")
    counted = {"do": "count", "seat": 1, "claim": 24}
    phone.overtake("**/api/v1/actions*", lambda: table.do(**counted, by="Luc’s phone"))
    phone.enter(phone.button("Ben says 24"))
    already = "Ben’s hand: already counted (Luc’s phone)."
    expect(phone.page.get_by_role("alert")).to_have_text(already + "×")
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 24!", timeout=PATIENCE)
    assert "Right, 24!" in phone.page.locator("#spoken").inner_text()
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


def test_a_wrong_count_is_tried_again_once(table: Table) -> None:
    """Three taps at the most, and no keyboard; a slip of the finger is typed over, and nothing is
    given away before the second try."""
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, calm = (table.phone(viewport=SMALL), table.phone(reduced_motion="reduce"))
    ask = phone.button("Ben, count your hand")
    expect(ask).to_be_disabled()
    phone.see_whole(".count-pad", ".bar")
    assert phone.page.locator("main input").count() == 0
    try_in_vain(table, phone, calm)
    # Undo takes back the try, and no hand of somebody else.
    phone.button("Undo: 12").tap()
    expect(ask).to_be_disabled()
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 12!")
    expect(calm.page.locator(".verdict")).to_have_count(0)
    tap_digits(phone, "312")
    phone.button("Ben says 12").tap()
    expect(phone.page.locator(".verdict")).to_be_visible()
    assert table.game.scores == (12, 2)
    tap_digits(phone, "11")
    phone.enter(phone.button("Ben says 11"))
    expect(calm.page.locator("[data-key=callout]")).to_have_text("Ben said 11. It’s 24!")
    expect(calm.page.locator(".explained h2")).to_have_text("Ben’s hand24")
    assert calm.page.locator("#spoken").inner_text().count("fifteen two") == 1
    phone.enter(phone.key("Undo"))
    tap_digits(phone, "4")
    phone.button("Ben says 4").tap()
    phone.enter(phone.button("Show me"))
    phone.enter(phone.key("Undo"))


def try_in_vain(table: Table, phone: Phone, other: Phone) -> None:
    """A first try is the table's, and moves no key on the phone that typed it."""
    keys = phone.page.locator(".count-pad").bounding_box()
    tap_digits(phone, "312")
    phone.button("Ben says 12").tap()
    missed = phone.page.locator(".verdict")
    expect(missed).to_have_text("12? Not quite. There’s more. Try again?")
    expect(phone.page.locator("[data-key=callout]")).to_have_count(0)
    expect(other.page.locator(".verdict")).to_contain_text("There’s more. Try again?")
    expect(phone.page.locator(".callout .right")).to_have_count(0)
    phone.see_whole(".count-pad", ".bar", ".verdict")
    assert phone.page.locator(".count-pad").bounding_box() == keys
    assert table.game.scores == (12, 2)


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


def test_lines_gone_through_faster_than_the_table_hears_are_all_told(table: Table) -> None:
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, other = table.phone(), table.phone()
    phone.enter(phone.button("Show me"))
    expect(phone.page.locator(".explained output")).to_have_text("2")
    held = phone.hold("**/api/v1/show*")
    for points in (4, 6):
        phone.page.locator("[data-key=next-line]").tap()
        expect(phone.page.locator(".explained output")).to_have_text(str(points))
    with phone.page.expect_response("**/api/v1/show*"):
        held[0].continue_()
    phone.settle()
    phone.page.locator("[data-key=next-line]").tap()
    expect(other.page.locator(".explained output")).to_have_text("8")


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


def call_first(phone: Phone, points: str = "1") -> None:
    """Open the first sheet for a call of muggins, and type what was missed."""
    phone.page.locator(".call").first.tap()
    tap_digits(phone, points, ".calling")


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
    sheets = table.site.table.now.live.at_show.sheets
    assert [(sheet.of, sheet.team) for sheet in sheets] == [(0, 1)]
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
    expect(asked).to_have_text("6: is the jack the starter’s suit?")
    tap_digits(phone, "⌫12")
    phone.button("Ben says 12").tap()
    expect(asked).to_have_text("12: are 5 cards the same suit?")
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
    phone.enter(phone.button("Yes, with a flush"))
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
            expect(asked).to_have_text("7: is the jack the starter’s suit?")
            phone.button("No, without nobs").tap()
            less = "Without a flush, there’s less. Try again?"
            expect(phone.page.locator(".verdict span")).to_have_text(less)
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
    calls = phone.page.locator(".call[data-key] small")
    expect(calls).to_have_text(["Ben", "Carl"])
    phone.page.evaluate(NAMED, "Carl")
    phone.page.reload()
    expect(calls).to_have_text(["Carl", "Ben"])


def test_a_claim_has_one_layout_whoever_may_call_it(table: Table) -> None:
    """Above the cards what was claimed and called, beside them the keys: one, two, or Cancel."""
    table.deal("three-handed", "5H", options={"muggins": True}, show=True)
    phone = table.phone(viewport=SMALL, lang="fr")
    table.do(do="count", cards=["2C", "3D", "9S", "KD"], claim=2, seen_by=phone)
    for screen in (SMALL, SHORT):
        phone.page.set_viewport_size(screen)
        see_one_layout(phone)
        phone.page.locator(".call").first.tap()
        see_one_layout(phone)
        phone.button("Annuler").tap()
    # As keys call it: on the newest claim.
    table.do(do="muggins", team=1, points=1, seen_by=phone)
    called = "Muggins\u00a0! Ben prend 1 dans la main d’Ann."
    expect(phone.page.locator(".window small").first).to_have_text(called, use_inner_text=True)
    expect(phone.page.locator("main")).to_contain_text("Ben prend 1")
    assert phone.page.locator("main").inner_text().replace("\u00a0", " ").count("Ben prend 1") == 1
    see_one_layout(phone)
    table.do(do="count", cards=["6C", "7D", "7S", "KH"], claim=4, seen_by=phone)
    phone.button("1 autre annonce").tap()
    assert phone.page.locator(".window").count() == 2
    see_one_layout(phone)


def see_one_layout(phone: Phone) -> None:
    """The words begin where the cards do, and the keys end at the edge, beside both."""
    for at in range(1, phone.page.locator(".window").count() + 1):
        of = f".window:nth-child({at})"
        keys = f"{of} .calls"
        phone.see_whole(f"{of} p", f"{of} .minis", keys)
        box, words, cards, last, beside = phone.boxes(
            ".windows", f"{of} p", f"{of} .minis", f"{of} .card:nth-child(5)", keys
        )
        assert words["left"] == cards["left"]
        assert words["bottom"] <= cards["top"]
        assert last["right"] < beside["left"]
        assert 0 <= box["right"] - beside["right"] < 16
    phone.check_fit()


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
    table.do(do="muggins", team=0, points=1, seen_by=phone)
    phone.page.locator(".steps button", has_text="Ann").tap()
    told = phone.page.locator(".explained .claim-told")
    expect(told).to_have_text("Ann said 2, it was 4; Ben took 2.")
    phone.menu("History of the deal")
    hands = phone.page.locator(".record li:has(.explained)")
    expect(hands.locator("> p")).to_contain_text(["Ann’s hand: 2 claimed"])
    expect(hands.locator(".explained summary")).to_have_text(["Ann’s hand4 (2 pegged)"])
    phone.button("Back to the table").tap()
    table.do(do="undo", seen_by=phone)
    table.do(do="crib", cards=["10", "J", "6", "8"], claim=0, seen_by=phone)
    phone.page.set_viewport_size(SMALL)
    expect(phone.page.locator(".windows")).to_contain_text("The crib: 0 points claimed")
    expect(line.locator("summary")).to_have_text("Ben said 13, it was 14; 1 went unclaimed.")
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
        expect(wall.page.locator("[data-key^=claimed] .card")).to_have_count(5)
        expect(phone.page.locator(".window .card")).to_have_count(5)
        pages = [one.page.locator("main").inner_text() for one in (phone, wall)]
        seen.append([re.sub(rf"\b{claim}\b", "#", text) for text in pages])
        state = phone.page.evaluate("fetch('/api/v1/state').then((answer) => answer.json())")
        assert state["latest"]["right"] is None
        table.do(do="undo", seen_by=phone)
    assert seen[0] == seen[1]
