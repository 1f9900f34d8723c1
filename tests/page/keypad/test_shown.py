"""The page of the sixteen keys: what it shows and says, and the small print on the keys."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import SMALL, hear_again, press
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


def test_the_hand_to_count_is_shown_beside_the_last_result(table: Table, pad: Phone) -> None:
    table.deal("cribble", "5H", players=FOUR, options={"muggins": False}, seen_by=pad)
    laid(table, pad, "4 6 10 5 3 2 A 7")
    table.do(do="show")
    for cards in (["8"], ["9"], ["8"]):
        of = table.game.counting
        table.do(do="count", cards=[*cards, "J"], seen_by=pad)
        expect(pad.page.locator(".said > .now")).to_contain_text(f"Player {of + 1}’s hand: ")
        for screen in (SHORT, *SMALL[:2]):
            pad.resize(screen)
            expect(pad.page.locator("[data-key=known] .card").first).to_be_in_viewport(ratio=1)
            assert pad.fits()


def test_who_counts_is_said_where_a_match_begins_and_where_it_changes(
    table: Table, pad: Phone
) -> None:
    """Muggins is a rule of the match: it is amended before the rest is chosen."""
    now = pad.page.locator(".said > .now")
    table.deal("six-card", options={"muggins": True})
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


def test_a_win_is_whole_on_the_smallest_phone(table: Table) -> None:
    """Also once it was taken back and made again, and in the language with more letters."""
    phone = table.phone(None, lang="fr", viewport=SMALL[0]).join(CODE).open("/keys")
    table.deal("cribble", "5H", players=LONG, seen_by=phone)
    for points in (99, 22):
        table.do(do="peg", team=0, points=points, seen_by=phone)
    said = phone.page.locator(".said")
    expect(said).to_contain_text("121–0")
    expect(said.locator(".now")).not_to_contain_text("gagne")
    table.do(do="undo", seen_by=phone)
    table.do(do="redo", seen_by=phone)
    expect(said.locator(".now")).to_contain_text("Rétabli")
    for screen in SMALL:
        phone.resize(screen)
        phone.page.wait_for_function(WHOLE)
        assert phone.fits()


def test_all_pages_of_keys_are_locked_at_once_and_say_why(table: Table, pad: Phone) -> None:
    """Until keys are heard again; what was armed is cleared for all of them."""
    other = table.phone(None, lang="fr", viewport=SHORT).join(CODE).open("/keys")
    table.deal("six-card", "5", "10", seen_by=pad)
    press(pad, "HELD", "OK")
    for phone, said in (
        (pad, "That key does nothing after OK held. Wait two seconds."),
        (other, "Cette touche ne fait rien après OK maintenu. Attendez deux secondes."),
    ):
        expect(phone.page.locator(".now.refused")).to_have_text(said)
        expect(phone.page.locator(".key:not(.off, .no)")).to_have_count(0)
    hear_again(table)
    press(pad, "7")
    for phone in (pad, other):
        expect(phone.page.locator(".now.refused")).not_to_be_attached()
        expect(phone.page.locator("[data-press='7'].off")).to_have_count(0)


def test_the_box_of_who_gets_the_points_is_lit(table: Table, pad: Phone) -> None:
    """Before digits are typed, while they are, and for a call of muggins."""
    lit = pad.page.locator(".team.asked b")
    table.deal("six-card", "5", seen_by=pad)
    press(pad, "HELD", "2", "GO")
    expect(lit).to_have_text(["Ben"])
    press(pad, "UNDO", "UNDO", "UNDO")
    expect(lit).to_have_text(["Ann"])
    table.set_mode(counted_by="program", entered="points")
    expect(pad.page.locator(".prompt")).to_have_text("Points for Ann?")
    expect(lit).to_have_text(["Ann"])
    press(pad, "GO", "3")
    expect(lit).to_have_text(["Ben"])


def test_a_replay_is_shown_whole_on_the_keys(table: Table, pad: Phone) -> None:
    """Scores, board and what is said are those of the entry that the lights show."""
    table.deal("six-card", "5", "10", "5", seen_by=pad)
    for points in (90, 31):
        table.do(do="peg", team=0, points=points, seen_by=pad)
    scores = pad.page.locator(".scores output")
    expect(scores).to_have_text(["121", "2"])
    game, *_ = pad.page.evaluate(
        """async () => (await (await fetch("/api/v1/games")).json()).games"""
    )
    name = f"{game['match']}.{game['place']}"
    answer = pad.page.evaluate(
        """async (body) => (await fetch("/api/v1/replay", {method: "PUT", body,
            headers: {"Content-Type": "application/json"}})).status""",
        f'{{"game": "{name}", "at": 4, "playing": false}}',
    )
    assert answer == 200
    expect(pad.page.locator(".prompt")).to_contain_text("Replay: entry 4 of ")
    expect(scores).to_have_text(["0", "2"])
    expect(pad.page.locator(".win-line")).not_to_be_attached()
    expect(pad.page.locator(".said > .now")).to_contain_text("Ben plays the 5")
    press(pad, "HELD")
    expect(pad.page.locator(".prompt")).to_have_text("Press the key for your game.")
    press(pad, "2", "2", "OK")
    expect(scores).to_have_text(["0", "0"])
    expect(pad.page.locator(".prompt")).not_to_contain_text("Replay")


def test_a_refused_key_leaves_the_count_that_is_read(table: Table, pad: Phone) -> None:
    said = pad.page.locator(".said")
    table.deal("six-card", "5H", show=True, options={"muggins": False}, seen_by=pad)
    press(pad, "4", "5", "6", "6", "A", "2", "OK")
    expect(said.locator("[data-key=now]")).to_have_text("Ann’s hand: 24 (12 claimed)")
    press(pad, "OK")
    expect(said.locator(".refused")).to_have_text("4 cards are missing.")
    expect(said.locator("[data-key=now]")).to_have_text("Ann’s hand: 24 (12 claimed)")
    expect(said.locator(".counted-hand .lines li").first).to_be_in_viewport(ratio=1)


def test_undo_of_a_count_leaves_its_cards_typed_on_the_page(table: Table, pad: Phone) -> None:
    known, asked = pad.page.locator("[data-key=known] .card"), pad.page.locator(".prompt")
    table.deal("six-card", "5H", show=True, seen_by=pad)
    press(pad, "4", "5", "6", "K", "A", "2", "OK", "UNDO")
    expect(known).to_have_text(["4", "5", "6", "K"])
    expect(asked).to_have_text("Ann’s count, or just OK.")
    press(pad, "A", "4", "OK")
    assert table.game.scores == (14, 0)


def test_a_question_leaves_its_answers_and_undo(table: Table, pad: Phone) -> None:
    """A claim that a flush makes right asks for it: the other keys are out."""
    table.deal("six-card", "JH", show=True, options={"muggins": False}, seen_by=pad)
    press(pad, "3", "5", "6", "7", "A", "A", "OK")
    expect(pad.page.locator(".now.half")).to_have_text("Ann’s hand")
    expect(pad.page.locator(".prompt")).to_have_text(
        re.compile(r"Does the .* include a flush. Go:\syes, OK:\sno")
    )
    expect(pad.page.locator("[data-press]:not(.off, .second)")).to_have_text(
        ["Go yes", "Undo", "OK no"]
    )
    press(pad, "UNDO")
    expect(pad.page.locator("[data-press='3'].off")).to_have_count(0)
