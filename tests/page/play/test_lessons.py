"""Players who count: two tries, and an explanation line by line."""

from typing import Final

from playwright.sync_api import expect

from tests.kit.drivers.browser import PATIENCE, SMALL, Phone, Table, at_the_show, tap_digits

CHECKED: Final = {"options": {"muggins": False}, "entry_mode": {"counted_by": "players"}}
"""A start in which players count, with checks."""


def test_people_may_count_and_the_program_checks(table: Table, phone: Phone) -> None:
    other = table.phone(lang="fr")
    table.deal("britannica", "5", "J", show=True, seen_by=phone)
    phone.place("4", "6", "K")
    phone.menu("What and who counts")
    for answer in ("Keep as is", "Change it for everyone"):
        expect(phone.page.get_by_role("radio", name="Cribble counts")).to_be_checked()
        phone.page.get_by_role("radio", name="We count").tap()
        assert not table.site.table.now.is_counted_by_players
        phone.button(answer).tap()
    expect(other.page.locator(".callout")).to_contain_text("vous comptez et Cribble vérifie")
    expect(phone.button("Ann, count your hand")).to_be_disabled()
    tap_digits(phone, "1")
    phone.button("Ann says 1").tap()
    phone.button("Show me").tap()
    phone.enter(phone.button("No"))
    for _ in range(3):
        phone.button("Next line").tap()
    phone.until_scores(9, 0)
    expect(phone.page.locator("[data-key=callout]")).to_have_text("Ann said 1. It’s 9!")


def test_a_child_who_counts_right_hears_so(table: Table) -> None:
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, calm = (table.phone(viewport=SMALL), table.phone(reduced_motion="reduce"))
    verdict = calm.page.locator(".callout .right")
    expect(verdict).to_have_text("Right, 12!")
    tap_digits(phone, "24")
    counted = {"do": "count", "seat": 1, "claim": 24}
    phone.overtake("**/api/v1/actions*", lambda: table.do(**counted, by="Luc’s phone"))
    phone.enter(phone.button("Ben says 24"))
    already = "Ben’s hand: already counted (Luc’s phone)."
    expect(phone.page.get_by_role("alert")).to_have_text(already + "×")
    expect(phone.page.locator(".callout .right")).to_have_text("Right, 24!", timeout=PATIENCE)
    assert "Right, 24!" in phone.page.locator("#spoken").inner_text()
    table.do(do="crib", cards=["4S", "5S", "6D", "6C"], claim=24, seen_by=phone)
    expect(calm.page.locator(".cap .right")).to_have_text("Right, 24!")
    table.do(do="undo", seen_by=phone)
    for _ in range(4):
        phone.page.locator("[data-key^=typed-]").last.tap()
    type_one_crib(phone, calm)
    see_one_lesson(phone, calm)


def test_a_wrong_count_is_tried_again_once(table: Table) -> None:
    at_the_show(table, muggins=False)
    table.do(do="count", claim=12)
    phone, calm = (table.phone(viewport=SMALL), table.phone(reduced_motion="reduce"))
    ask = phone.button("Ben, count your hand")
    expect(ask).to_be_disabled()
    keys = phone.page.locator(".number-pad").bounding_box()
    tap_digits(phone, "312")
    phone.button("Ben says 12").tap()
    missed = phone.page.locator(".verdict")
    expect(missed).to_have_text("12? Not quite. There’s more. Try again?")
    expect(calm.page.locator(".verdict")).to_contain_text("There’s more. Try again?")
    expect(phone.page.locator("[data-key=callout]")).to_have_count(0)
    phone.see_whole(".number-pad", ".bar", ".verdict")
    assert phone.page.locator(".number-pad").bounding_box() == keys, "no key moved"
    assert table.game.scores == (12, 2)
    # Undo removes the try, and not another player's hand.
    phone.button("Undo: 12").tap()
    expect(ask).to_be_disabled()
    expect(calm.page.locator(".verdict")).to_have_count(0)
    tap_digits(phone, "12")
    phone.button("Ben says 12").tap()
    expect(missed).to_be_visible()
    tap_digits(phone, "11")
    phone.enter(phone.button("Ben says 11"))
    expect(calm.page.locator("[data-key=callout]")).to_have_text("Ben said 11. It’s 24!")
    expect(calm.page.locator(".explained h2")).to_have_text("Ben’s hand24")


def type_one_crib(phone: Phone, other: Phone) -> None:
    """Cards typed on one phone are shown on the other, which can only continue by taking over."""
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
    """No other phone is ahead of the asking one, and the deal goes on with it."""
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
    table.deal("six-card", "J", show=True, **CHECKED)
    table.do(do="count", cards=["2", "3", "9", "K"], claim=4)
    phone = table.phone(viewport=SMALL)
    phone.place("5", "Q", "J", "5")
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
        phone.until_held(held).continue_()
    phone.settle()
    phone.page.locator("[data-key=next-line]").tap()
    expect(other.page.locator(".explained output")).to_have_text("8")
