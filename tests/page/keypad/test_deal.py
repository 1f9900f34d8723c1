"""A deal is played on the keypad page, and displayed on all others."""

import re
from itertools import takewhile
from typing import Final

from playwright.sync_api import expect

from scorekeeper.keypad.key import Key
from tests.kit.drivers.browser import SHORT, SMALL, Phone, Table
from tests.kit.formats.key_file import GAMES, Step, steps
from tests.kit.oracles.page import unfit
from tests.page.keypad.conftest import hear_again, press

A_DEAL: Final = tuple(
    takewhile(lambda step: step.line.does != "typed 99 points for Ann", steps(GAMES["six-card"]))
)
"""From choosing the game to the crib."""


def follow(table: Table, pad: Phone, watcher: Phone, step: Step) -> None:
    """Do one line of a `.keys` file, and check what both phones show."""
    version = table.version
    press(pad, *step.keys)
    what, _, rest = step.line.does.partition(" ")
    if what == "typed":
        hand = re.fullmatch(r"(\w+’s (?:hand|crib)): ([^,a-z]+)(.*)", rest)
        if hand:
            rest = hand[1] + re.sub("^, ", ": ", hand[3])
            cards = [card.strip("_") for card in hand[2].split()]
            expect(pad.page.locator("[data-key=known] .card")).to_have_text(cards)
        shown = rest[:1].upper() + rest[1:] if rest != "nothing" else ""
        half, everywhere = pad.page.locator(".now.half"), watcher.page.locator(".title .half")
        is_asked = rest in ("which game?", "more: press a key") or rest.startswith("_ points")
        is_prompted = is_asked or rest.endswith("? OK")
        if shown and not is_prompted:
            expect(half).to_have_text(shown)
        else:
            expect(half).not_to_be_attached()
        expect(everywhere).to_have_count(1 if shown and not rest.startswith("more") else 0)
    elif what == "refused":
        expect(pad.page.locator(".now.refused")).to_be_visible()
        expect(pad.page.locator(".key.no")).to_have_count(1)
        assert table.version == version
        if step.keys[0] is Key.HELD:
            hear_again(table)
    elif not step.keys:
        seat = step.line.does.split()[0]
        table.do(do="rename", seat=int(seat) - 1, name=step.line.does.split()[-1], seen_by=pad)


def test_a_deal_is_played_on_the_keys_while_a_phone_watches(table: Table, pad: Phone) -> None:
    watcher = table.phone(viewport=SHORT, lang="fr")
    keys = pad.page.locator(".keys").bounding_box()
    for step in A_DEAL:
        follow(table, pad, watcher, step)
        assert pad.page.locator(".keys").bounding_box() == keys, "no key moved"
        if play := table.game.phase == "play" and table.game.deal and table.game.deal.play:
            laid = [str(one.card) for one in play.open]
            expect(pad.page.locator(".pile > b")).to_have_text(str(table.game.count))
            expect(pad.page.locator(".pile .card")).to_have_text(laid)
            if not pad.page.locator(".half").count():
                fits = 10 + table.game.count <= 31
                expect(pad.page.locator("[data-press=K].off")).to_have_count(0 if fits else 1)
    assert unfit(pad.page) == []
    assert (table.game.phase, table.game.scores) == ("cut", (16, 17))
    for phone in (pad, watcher):
        expect(phone.page.locator(".scores output")).to_have_text(["16", "17"])
    assert all(entry.by.startswith("Phone ") for entry in table.site.table.now.record)
    expect(pad.page.locator(".lit .light:not([fill=none])").first).to_be_attached()


def test_keys_show_the_totals_and_tell_their_lines(table: Table, pad: Phone) -> None:
    heard = pad.page.locator("#spoken p:last-child")
    table.deal("six-card", "5D", show=True)
    for claim in ({}, {"claim": 28}):
        table.do(do="count", cards=["4", "4", "5", "6"], **claim, seen_by=pad)
        expect(pad.page.locator(".counted-hand > b")).to_have_text(re.compile("hand: 24$"))
        assert heard.inner_text().count("fifteen eight") == 1
    expect(pad.page.locator(".said > .now")).to_have_text("Ben said 28. It’s only 24.")
    assert "Ben said 28. It’s only 24." in heard.inner_text()


def test_cards_typed_on_the_keys_lie_on_phones_and_walls(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5D", show=True, seen_by=pad)
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    press(pad, "7", "8")
    for one, hand in ((phone, ".hand .cards"), (wall, "[data-key=waiting-cards]")):
        expect(one.page.locator(f"{hand} .card b")).to_have_text(["7", "8", "5"])
        expect(one.page.locator(f"{hand} .gap")).to_have_count(2)
    expect(phone.page.locator(".hand small")).to_have_text("2 cards to enter")


def test_a_count_appears_line_by_line_with_the_newest_in_sight(table: Table) -> None:
    table.deal("six-card", "5D", show=True)
    slow = table.phone("/keys", viewport=SMALL, reduced_motion="no-preference")
    table.do(do="count", cards=["4", "4", "5", "6"], seen_by=slow)
    expect(slow.page.locator(".lines .coming").first).to_be_attached()
    expect(slow.page.locator(".lines li:not(.coming)")).to_have_count(10)
    slow.see_whole(".lines li:last-child")
    expect(slow.page.locator(".counted-hand > b")).to_have_text("Ann’s hand: 24")
