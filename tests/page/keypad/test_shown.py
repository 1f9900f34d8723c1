"""The keypad's page shows the cards that everybody looks at, and says one thing at a time."""

from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.drivers.browser import SHORT, TALL, Phone, Table
from tests.kit.drivers.keypad_page import SMALL, press
from tests.kit.drivers.web_server import CODE
from tests.page.conftest import HOUR

FOUR: Final = ("1", "2", "3", "4")
LONG: Final = ("Marie-Hélène", "Ben", "Jean-Sébastien", "Dora")


WHOLE: Final = """() => {
  const said = document.querySelector(".said");
  return said.scrollHeight <= said.clientHeight + 1;
}"""
"""True if all that is said is in sight."""


def laid(table: Table, pad: Phone, cards: str) -> None:
    """Everybody plays the next of *cards*."""
    for card in cards.split():
        table.do(do="play", card=card, seen_by=pad)


def test_the_cards_of_a_claim_are_shown_as_long_as_it_may_be_called(
    table: Table, pad: Phone
) -> None:
    """Also while the points are typed that it missed; a hand that is typed takes their place."""
    claimed = pad.page.locator("[data-key=claimed] .card")
    known = pad.page.locator("[data-key=known]")
    table.deal("six-card", "5H", seen_by=pad)
    laid(table, pad, "4 6 10 5")
    table.do(do="show")
    table.do(do="count", cards=["6", "7"], claim=8, seen_by=pad)
    expect(claimed).to_have_text(["4", "6", "7", "10", "5♥"])
    expect(pad.page.locator("[data-key=call]")).to_have_text(
        "Ann’s hand: 8. Muggins? Hold OK, then 3."
    )
    assert "then\u00a03." in pad.page.locator("[data-key=call]").inner_text()
    for keys in (["HELD"], ["3"], ["2"]):
        press(pad, *keys)
        expect(claimed).to_have_count(5)
        expect(known).to_have_count(0)
    expect(pad.page.locator(".half")).to_have_text("Muggins on Ann’s hand: 2 points for Ben")
    press(pad, "UNDO", "UNDO", "UNDO", "J")
    expect(claimed).to_have_count(0)
    expect(known.locator(".card")).to_have_text(["5", "6", "J", ""])


@pytest.mark.parametrize("screen", [SHORT, *SMALL[:2]])
def test_the_hand_to_count_is_shown_beside_the_last_result(
    table: Table, pad: Phone, screen: ViewportSize
) -> None:
    """And the count has each line with its cards, or all in a line."""
    pad.resize(screen)
    table.deal("cribble", "5H", players=FOUR, options={"muggins": False}, seen_by=pad)
    laid(table, pad, "4 6 10 5 3 2 A 7")
    table.do(do="show")
    for cards in (["8"], ["9"], ["8"]):
        of = table.game.counting
        table.do(do="count", cards=[*cards, "J"], seen_by=pad)
        expect(pad.page.locator("[data-key=known] .card").first).to_be_in_viewport(ratio=1)
        expect(pad.page.locator(".said > .now")).to_contain_text(f"Player {of + 1}’s hand: ")
        looks = "all => new Set(all.map((one) => getComputedStyle(one).display)).size"
        assert pad.page.locator(".lines li:visible").evaluate_all(looks) == 1
        assert pad.fits()


@pytest.mark.parametrize("screen", [TALL, SHORT])
def test_the_cards_of_each_line_come_before_the_board(
    table: Table, pad: Phone, screen: ViewportSize
) -> None:
    """Beside the hand that is to be counted next: ten lines as well as three."""
    pad.resize(screen)
    for cards in ("4 10 6 J 7 Q 8 K", "4 10 4 J 5 Q 6 K"):
        table.deal("six-card", "5H", options={"muggins": False}, seen_by=pad)
        laid(table, pad, cards[:8])
        table.do(do="show")
        table.do(do="count", cards=cards.split()[4::2], seen_by=pad)
        expect(pad.page.locator("[data-key=known] .card").first).to_be_in_viewport(ratio=1)
        for cards_of in pad.page.locator(".counted-hand .lines .minis").all():
            expect(cards_of).to_be_in_viewport(ratio=1)
        pad.page.wait_for_function(WHOLE)


@pytest.mark.parametrize("screen", [TALL, SHORT])
def test_a_lower_board_stays_where_the_board_has_no_room(
    table: Table, pad: Phone, screen: ViewportSize
) -> None:
    """Beside a claim that may be called and the next hand, and above a claim too high for it."""
    pad.resize(screen)
    board = pad.page.locator(".stand .board")
    table.deal("six-card", "5H", seen_by=pad)
    laid(table, pad, "4 10 4 J")
    table.do(do="go", all=True)
    laid(table, pad, "5 Q 6 K")
    table.do(do="count", claim=20, seen_by=pad)
    for keys in ((), ("3", "10", "OK")):
        press(pad, *keys)
        expect(board).to_be_in_viewport(ratio=1)
        assert 50 < board.bounding_box()["height"] < 70
        pad.page.wait_for_function(WHOLE)


@pytest.mark.parametrize("screen", SMALL[:2])
def test_the_question_on_letters_is_whole_or_left_out(table: Table, screen: ViewportSize) -> None:
    phone = table.phone(None, lang="fr", viewport=screen).join(CODE).open("/keys")
    note = phone.page.locator("[data-key=letters]")
    table.deal("six-card", "5H", show=True, seen_by=phone)
    for cards in ("4 4 5 6", "9 10 J Q", "4 6 7 8"):
        do = "count" if table.game.counting != "crib" else "crib"
        table.do(do=do, cards=cards.split(), claim=4, seen_by=phone)
    table.do(do="starter", card="9D", seen_by=phone)
    table.do(do="undo", by="Marie-Hélène", seen_by=phone)
    expect(phone.page.locator("[data-key=call]")).to_be_in_viewport(ratio=1)
    expect(note).to_be_hidden()
    table.do(do="abandon", seen_by=phone)
    table.do(do="start", rules="six-card", players=["Ann", "Ben"], seen_by=phone)
    expect(note).to_be_in_viewport(ratio=1)
    phone.page.wait_for_function(WHOLE)


@pytest.mark.parametrize("screen", SMALL[:2])
def test_a_hand_that_wins_says_why_on_the_smallest_phones(
    table: Table, screen: ViewportSize
) -> None:
    phone = table.phone(None, lang="fr", viewport=screen).join(CODE).open("/keys")
    table.deal("six-card", "5H", options={"muggins": False}, seen_by=phone)
    table.do(do="peg", team=0, points=99)
    table.do(do="show")
    table.do(do="count", cards=["4", "4", "5", "6"], seen_by=phone)
    expect(phone.page.locator(".counted-hand .lines li").first).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".counted-hand .rest")).to_contain_text("autres")
    phone.page.wait_for_function(WHOLE)


@pytest.mark.parametrize(("lang", "rest"), [("en", "and {n} more"), ("fr", "et {n} autres")])
def test_as_many_lines_are_shown_as_there_is_room_for(table: Table, lang: str, rest: str) -> None:
    """Below its total and its cards, on the smallest phone beside the hand to come."""
    phone = table.phone(None, lang=lang, viewport=SMALL[0]).join(CODE).open("/keys")
    names = ("Marie-Hélène", "Ben")
    table.deal("six-card", "5H", players=names, options={"muggins": False}, seen_by=phone)
    laid(table, phone, "4 10 4 J")
    table.do(do="go", all=True)
    laid(table, phone, "5 Q 6 K")
    table.do(do="count", claim=20, seen_by=phone)
    expect(phone.page.locator(".said > .now")).to_contain_text("24 (20 ")
    hand = phone.page.locator(".counted-hand > .pile .card")
    expect(hand).to_have_text(["4", "4", "5", "6", "5♥"])
    for shown in (hand.last, phone.page.locator("[data-key=known] .card").last):
        expect(shown).to_be_in_viewport(ratio=1)
    lines = phone.page.locator(".counted-hand .lines li")
    expect(lines).to_have_count(10)
    seen = [line.is_visible() for line in lines.all()]
    assert seen[0]
    assert seen == sorted(seen, reverse=True)
    expect(phone.page.locator(".counted-hand .rest")).to_have_text(rest.format(n=seen.count(False)))
    phone.page.wait_for_function(WHOLE)
    phone.resize(TALL)
    expect(lines.last).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".counted-hand .rest")).to_be_empty()


def test_the_hand_to_count_is_shown_beside_a_claim_that_may_be_called(
    table: Table, pad: Phone
) -> None:
    """The board gives way: the scores are in figures."""
    table.deal("six-card", "5H", seen_by=pad)
    laid(table, pad, "4 6 10 5")
    table.do(do="show")
    table.do(do="count", cards=["6", "7"], claim=8, seen_by=pad)
    for screen in (SHORT, TALL, *SMALL):
        pad.resize(screen)
        expect(pad.page.locator("[data-key=known] .card").last).to_be_in_viewport(ratio=1)
        expect(pad.page.locator("[data-key=claimed] .card").last).to_be_in_viewport(ratio=1)
        pad.page.wait_for_function(WHOLE)


def test_who_counts_is_said_where_a_match_begins_and_where_it_changes(
    table: Table, pad: Phone
) -> None:
    """Muggins is a rule of the match: it is amended before the rest is chosen."""
    now = pad.page.locator(".said > .now")
    if table.game.phase not in ("idle", "over"):
        table.do(do="abandon", seen_by=pad)
    press(pad, "HELD", "2", "2", "OK")
    expect(now).to_contain_text("You count, with muggins.")
    table.set_mode(counted_by="program")
    expect(now).to_have_text("From now on, Cribble counts.")
    start = table.site.table.now.record[0]
    amended = {"do": "start", "rules": "six-card", "players": list(table.game.players), "dealer": 1}
    table.do(do="amend", entry=start.entry, actions=[{**amended, "options": {"muggins": False}}])
    table.set_mode(counted_by="players")
    expect(now).to_have_text("From now on, you count and Cribble checks.")


def test_whose_points_are_asked_for_is_said_once(table: Table, pad: Phone) -> None:
    table.deal("cribble", "5H", players=FOUR, seen_by=pad)
    asked, half = pad.page.locator(".prompt"), pad.page.locator(".half")
    press(pad, "HELD", "2")
    expect(asked).to_have_text("Points for Player 1 and Player 3?")
    expect(half).to_have_count(0)
    press(pad, "5")
    expect(asked).to_have_text("OK pegs 5.")
    expect(half).to_have_text("5 points for Player 1 and Player 3")


def test_partners_see_who_deals_who_has_said_go_and_the_cards_left(
    table: Table, pad: Phone
) -> None:
    """Two players see it by the turn and the crib."""
    chips = pad.page.locator(".seats .seat")
    table.deal("six-card", "5H", seen_by=pad)
    expect(chips).to_have_count(0)
    table.deal("cribble", "5H", players=FOUR, seen_by=pad)
    laid(table, pad, "10 K Q")
    press(pad, "GO")
    expect(chips).to_have_count(4)
    expect(chips.nth(3).locator("small")).to_have_text("go")
    expect(chips.nth(3).locator(".dealer")).to_be_visible()
    expect(chips.nth(0).locator(".left i")).to_have_count(3)
    for screen in (SHORT, *SMALL):
        pad.resize(screen)
        assert pad.fits()
        pad.page.wait_for_function(WHOLE)
        expect(chips.first).to_be_visible()


@pytest.mark.usefixtures("holding")
def test_a_count_of_31_stays_for_a_moment(table: Table, pad: Phone) -> None:
    pad.page.clock.install()
    table.deal("six-card", "5H", seen_by=pad)
    laid(table, pad, "10 J A")
    count = pad.page.locator("[data-key=pile]")
    table.do(do="play", card="10")
    expect(count).to_have_text("31!10JA10")
    pad.page.clock.fast_forward(HOUR)
    expect(count).to_have_text("0")


def test_what_was_cleared_is_said_alone_and_for_a_while(table: Table, pad: Phone) -> None:
    """Beside it a count would read as if it had been cleared."""
    pad.page.clock.install()
    table.deal("six-card", "5H", show=True, seen_by=pad)
    table.do(do="count", cards=["4", "4", "5", "6"], seen_by=pad)
    expect(pad.page.locator(".now")).to_have_text("Ann’s hand: 24")
    press(pad, "HELD", "UNDO")
    expect(pad.page.locator(".now")).to_have_text("OK is no longer held.")
    press(pad, "7", "UNDO")
    expect(pad.page.locator(".now")).to_have_text("What was typed is cleared.")
    pad.page.clock.fast_forward(4000)
    expect(pad.page.locator(".now")).to_have_text("Ann’s hand: 24")


def test_a_new_deal_has_no_cards_of_the_last(table: Table, pad: Phone) -> None:
    """Of its claims, which could be called until then, those are told that were wrong."""
    now, cards = pad.page.locator(".said > .now"), pad.page.locator(".counted-hand .card")
    for claims, said in (
        ((20, 10, 0), "Last deal: Ann 24 (20 claimed) · crib 24 (0 claimed)"),
        ((24, 10, 24), ""),
        ((None, None, None), "The starter is the 9 of diamonds."),
    ):
        table.deal("six-card", "5H", options={"muggins": claims[0] is not None}, show=True)
        for hand, claim in zip(("4 4 5 6", "9 10 J Q", "4 4 5 6"), claims, strict=True):
            do = "count" if table.game.counting != "crib" else "crib"
            table.do(do=do, cards=hand.split(), claim=claim)
        table.do(do="starter", card="9D", seen_by=pad)
        expect(now).to_have_text(said)
        expect(cards).to_have_count(0)
        expect(pad.page.locator(".up .card")).to_have_text("9♦")


def test_who_draws_first_is_said_on_the_keys(table: Table, pad: Phone) -> None:
    """A phone draws for whom it likes, a key for the first who has not."""
    table.deal("six-card", seen_by=pad)
    table.do(do="abandon", seen_by=pad)
    table.do(do="start", rules="six-card", players=["Ann", "Ben"], seen_by=pad)
    asked = pad.page.locator(".prompt")
    expect(asked).to_have_text("Ann draws first: low card deals.")
    press(pad, "7")
    expect(asked).to_have_text("Still to draw: Ben.")
    partners = {"rules": "four-handed", "options": {"teams_by": "draw"}, "players": list(FOUR)}
    table.do(do="abandon", seen_by=pad)
    table.do(do="start", **partners, seen_by=pad)
    expect(asked).to_have_text("Player 1 draws first, for partners.")


@pytest.mark.parametrize("names", [("Marie-Hélène", "Jean-Sébastien"), LONG])
def test_a_win_is_whole_on_the_smallest_phone(table: Table, names: tuple[str, ...]) -> None:
    """Also once it was taken back and made again, and in the language with more letters."""
    phone = table.phone(None, lang="fr", viewport=SMALL[0]).join(CODE).open("/keys")
    rules = "six-card" if len(names) == 2 else "cribble"
    table.deal(rules, "5H", players=names, seen_by=phone)
    for points in (99, 22):
        table.do(do="peg", team=0, points=points, seen_by=phone)
    said = phone.page.locator(".said")
    expect(said).to_contain_text("121–0")
    expect(said.locator(".now")).not_to_contain_text("gagne")
    phone.page.wait_for_function(WHOLE)
    table.do(do="undo", seen_by=phone)
    table.do(do="redo", seen_by=phone)
    expect(said.locator(".now")).to_contain_text("Rétabli")
    for screen in SMALL:
        phone.resize(screen)
        phone.page.wait_for_function(WHOLE)
        assert phone.fits()


def test_players_without_names_have_an_article_in_french(table: Table) -> None:
    """And their number stays beside the word."""
    phone = table.phone("/keys", lang="fr", viewport=SHORT)
    table.deal("six-card", players=("1", "2"), seen_by=phone)
    expect(phone.page.locator(".prompt")).to_have_text("Le joueur 2 brasse, le joueur 1 coupe.")
    assert "joueur\u00a01" in phone.page.locator(".prompt").inner_text()


def test_after_a_game_it_is_said_that_ok_held_begins_another_match(
    table: Table, pad: Phone
) -> None:
    """OK alone goes on with the match."""
    said = pad.page.locator(".said")
    table.deal("six-card", "5H", seen_by=pad)
    table.do(do="abandon", seen_by=pad)
    expect(said).to_contain_text("Hold OK for a new match.")
    table.deal("six-card", "5H")
    for points in (99, 22):
        table.do(do="peg", team=0, points=points, seen_by=pad)
    expect(said.locator(".win-line")).to_contain_text("Hold OK for a new match.")
    expect(pad.page.locator("[data-press=OK] small")).to_have_text("next game")
    press(pad, "HELD")
    expect(said).not_to_contain_text("Hold OK for a new match.")
