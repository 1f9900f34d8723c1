"""The show on a wall: hands that are typed, claimed, called and told."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.cards import Card
from scorekeeper.game.live import AtShow, Lesson, UnfinishedCount, WrongClaim
from tests.kit.drivers.browser import Table
from tests.page.wall.measures import EVERY_DEVICE, WIDE, check_screens


def test_the_show_is_told_with_its_cards_and_in_whole_sentences(table: Table) -> None:
    """Whose crib it is, the hand that may be called, and what the claims before were worth."""
    table.deal("cribble", "5H", players=["Marie-Ève", "Jean-Philippe", "Paul", "Anne"], show=True)
    walls = [table.phone(f"/board?lang={lang}") for lang in ("en", "fr")]
    hands = (["7C", "8D", "8S", "9H"], ["4C", "5D", "6S", "6H"], ["2C", "3D", "3S", "10H"])
    for hand, claim in zip(hands, (8, 12, 29), strict=True):
        table.do(do="count", cards=hand, claim=claim)
        for wall in walls:
            wall.until(table.version)
    for wall in walls:
        check_screens(wall, EVERY_DEVICE)
    for wall in walls:
        expect(wall.page.locator(".side.team-1 .crib-of")).to_have_count(1)
        expect(wall.page.locator("section.callout .cards.big .card")).to_have_count(5)
        expect(wall.page.locator(".saying")).to_contain_text("24")
    happened = walls[0].page.locator(".saying .happened")
    expect(happened).to_have_text(re.compile(r"It’s only 8\.$"))
    table.deal("six-card", *("5S", "4C", "8D", "KH", "6", "3", "J", "Q", "2"))
    waiting = walls[0].page.locator("[data-key=waiting] .card b")
    expect(waiting).to_have_text(["3", "4", "Q", "K", "5"])


def test_what_phones_are_in_the_middle_of_is_on_the_wall(table: Table) -> None:
    """A try that was wrong, cards as they are typed, no verdict before its line; and nothing of a
    claim that may be called."""
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    hand, saying = (wall.page.locator(one) for one in (".hands", ".saying"))
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=12)
    expect(wall.page.locator("section.now")).to_contain_text("Right, 12!")
    assert wall.page.locator("section.now").inner_text().count("Right, 12!") == 1
    expect(saying).to_contain_text("Ben, 4 cards to enter.")
    lesson = Lesson(version=table.version, writer="a", line=0)
    table.site.table.set_live(at_show=AtShow(lesson=lesson))
    expect(saying).to_have_text("Ann’s hand, line by line")
    expect(wall.page.locator(".asked")).to_have_count(1)
    expect(wall.page.locator(".side.asked")).to_contain_text("Ann")
    fill(table, "4C", "5D", "6S", "6H", missed=WrongClaim(claim=8, hint="more"))
    expect(saying).to_have_text("8? Not quite. There’s more. Try again?")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")
    table.do(do="count", cards=["4C", "5D", "6S", "6H"], claim=8)
    expect(saying).to_contain_text("Ben said 8. It’s 24!")
    table.site.table.set_live(
        at_show=AtShow(lesson=Lesson(version=table.version, writer="a", line=0))
    )
    expect(wall.page.locator(".lines .coming").first).to_be_attached()
    expect(wall.page.locator("section.now")).not_to_contain_text("24!")
    expect(saying).to_have_text("8? Not quite.")
    expect(wall.page.locator(".side.asked")).to_contain_text("Ben")
    unfinished = "(one) => getComputedStyle(one, '::after').content"
    assert "…" in wall.page.locator(".explained .cap output").evaluate(unfinished)
    fill(table, "3C", "3D")
    expect(hand.locator("h2")).to_have_text("The crib")
    expect(hand.locator(".card b")).to_have_text(["3", "3", "5"])
    expect(hand.locator(".gap")).to_have_count(2)
    check_screens(wall, EVERY_DEVICE)
    table.deal("six-card", "5H", options={"muggins": True}, show=True)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=6)
    fill(table, "4C", "5D", "6S", "6H")
    titles = hand.locator("h2")
    expect(titles).to_have_text(["Ben’s hand", "Ann’s hand: 6 points claimed"])
    expect(hand.locator("[data-key=waiting] .card b")).to_have_text(["4", "5", "6", "6", "5"])
    expect(saying.locator(".card")).to_have_count(0)
    table.do(do="muggins", team=1, points=6)
    expect(saying).to_contain_text("Muggins! Ben takes 6")
    expect(hand.locator("h2")).to_have_text("Ben’s hand")


def fill(table: Table, *cards: str, missed: WrongClaim | None = None) -> None:
    """Some phone has typed *cards* of the count that is asked for, and tried a claim in vain."""
    game = table.game
    assert game.deal
    assert game.counting is not None
    count = UnfinishedCount(
        game=game.number,
        deal=game.deal.number,
        of=game.counting,
        cards=tuple(map(Card.parse, cards)),
        missed=missed,
        writer="a",
    )
    table.site.table.set_live(at_show=AtShow(count=count))


def test_a_hand_to_be_typed_has_its_places_and_is_asked_for_card_by_card(table: Table) -> None:
    """The starter is among them from the beginning."""
    table.deal("cribble", "5H", show=True, players=("Ann", "Ben", "Carl", "Dora"))
    wall = table.phone("/board", viewport=WIDE)
    hand, prompt = wall.page.locator(".hands"), wall.page.locator(".prompt")
    expect(hand.locator(".gap")).to_have_count(4)
    expect(hand.locator(".labelled b")).to_have_text("5")
    expect(prompt).to_have_text("Ann, 4 cards to enter.")
    fill(table, "4C", "5D", "6S")
    expect(hand.locator(".gap")).to_have_count(1)
    expect(prompt).to_have_text("Ann, 1 card to enter.")
    fill(table, "4C", "5D", "6S", "6H")
    expect(prompt).to_have_text("Ann, count your hand.")


@pytest.mark.usefixtures("moving")
def test_the_large_words_are_about_a_hand_until_its_last_line(table: Table) -> None:
    """Whose it is, and that player is lit; then the next is asked for theirs."""
    table.deal("six-card", "5H", options={"muggins": False}, show=True)
    wall = table.phone("/board", viewport=WIDE)
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=10)
    # All at once: the lines go on.
    wall.page.wait_for_function(
        """() => document.querySelector(".lines .coming")
            && document.querySelector(".asked")?.innerText.startsWith("Ann")
            && document.querySelector(".prompt").innerText === "10? Not quite." """
    )
    expect(wall.page.locator(".counted-as")).to_have_text("Ann said 10. It’s 12!")
    expect(wall.page.locator(".prompt")).to_have_text("Ben, 4 cards to enter.")
    expect(wall.page.locator(".side.asked")).to_contain_text("Ben")


def test_an_open_claim_names_muggins_and_what_was_called_on_it(table: Table) -> None:
    """The latest call is said in words, and those before it beside the question."""
    names = ("Suzanne", "Luc", "Jean-Christophe")
    table.deal("three-handed", "5H", players=names, dealer=1, options={"muggins": True}, show=True)
    walls = [table.phone(f"/board?lang={lang}", viewport=WIDE) for lang in ("en", "fr")]
    table.do(do="count", cards=["7C", "8D", "8S", "9H"], claim=4)
    for wall, asked in zip(walls, ("Muggins?", "Muggins\u00a0?"), strict=True):
        expect(wall.page.locator(".muggins")).to_have_text(asked)
    wall = walls[0]
    table.do(do="muggins", team=0, points=4, seen_by=wall)
    expect(wall.page.locator(".saying .prompt")).to_contain_text("Suzanne takes 4")
    expect(wall.page.locator(".muggins .called")).to_have_count(0)
    table.do(do="peg", team=1, points=1, seen_by=wall)
    expect(wall.page.locator(".muggins .called")).to_have_text("Suzanne 4")
    check_screens(wall)
