"""The entry mode, every card, hands or points alone, can always be changed."""

import time

from playwright.sync_api import expect

from scorekeeper.board.scene import scene_of
from scorekeeper.game.state import Phase
from scorekeeper.table.keypad import LOCKOUT_SECONDS
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import press


def enters(phone: Phone, what: str) -> None:
    """Choose in the menu what is entered."""
    phone.button("Menu").tap()
    phone.page.get_by_label("What we enter").select_option(label=what)
    phone.button("Back to the table").tap()


def pegs(phone: Phone, team: str, points: str) -> None:
    """Tap one of the quick keys of a team."""
    phone.enter(
        phone.page.get_by_role("group", name=team).get_by_role("button").get_by_text(points)
    )


def test_hands_only_pegs_the_play_by_hand(table: Table, phone: Phone) -> None:
    """Then whole hands are asked for at the show; cards can be entered again at any time."""
    table.deal("six-card", "5", seen_by=phone)
    enters(phone, "Hands only")
    expect(phone.page.locator(".pad")).to_have_count(0)
    pegs(phone, "Ann", "+2")
    pegs(phone, "Ben", "+1")
    for digit in "12":
        phone.page.locator(".digits .key", has_text=digit).first.tap()
    pegs(phone, "Ben", "+1")
    phone.enter(phone.button("Peg 12 for Ben"))
    assert phone.scores == [2, 14], "what is half typed stays for its own key"
    phone.check_fit()
    phone.enter(phone.button("To the show"))
    expect(phone.page.locator(".hand small")).to_have_text("4 cards to enter")
    phone.enter(phone.key("Undo"))
    enters(phone, "Every card")
    phone.lay("7")
    assert table.game.deal.play.laid


def test_a_table_of_points_alone_goes_from_deal_to_deal(table: Table, phone: Phone) -> None:
    """Nobody is asked for a card, not even for the starter; every phone does the same."""
    table.deal("six-card", seen_by=phone)
    other = table.phone()
    enters(phone, "Points only")
    expect(other.page.locator(".callout")).to_have_text("From now on, we enter points only.")
    with_others = table.phone(lang="fr")
    expect(with_others.page.get_by_role("button", name="Donne suivante")).to_be_visible()
    phone.button("Menu").tap()
    expect(phone.page.locator(".item", has_text="Names")).to_be_visible()
    expect(phone.page.locator(".item", has_text="Add points")).to_have_count(0)
    phone.button("Menu").tap()
    dealer = table.game.dealer
    pegs(phone, "Ann", "+3")
    phone.button("Ann +3.").tap()
    expect(phone.page.locator(".record > li").first).to_contain_text("Ann +3.")
    phone.button("Back to the table").tap()
    phone.enter(phone.button("Next deal"))
    assert table.game.dealer != dealer
    assert table.game.phase is Phase.CUT
    phone.enter(phone.button("Undo: ", exact=False))
    assert (table.game.dealer, phone.scores) == (dealer, [3, 0])
    assert phone.fits()
    for digit in "40":
        phone.page.locator(".digits .key", has_text=digit).tap()
    expect(phone.page.locator(".above .prompt")).to_contain_text("No hand has more than 29")
    table.do(do="peg", team=1, points=5, seen_by=phone)
    expect(phone.page.locator(".above .callout")).to_have_text("Ben +5.")  # Though 40 is typed.
    table.do(do="undo", seen_by=phone)
    give = phone.page.locator(".give").first
    expect(give).to_have_attribute("aria-disabled", "true")
    expect(give).to_have_attribute(
        "aria-label", "Peg 40 for Ann: no hand has more than 29; for more, tap a score"
    )
    version = phone.version
    phone.button("Undo: 40, not pegged yet").tap()
    expect(phone.button("Next deal")).to_be_visible()
    assert phone.version == version
    phone.enter(phone.button("Undo: ", exact=False))
    assert table.game.scores == (0, 0)


def test_with_points_only_a_claim_ends_with_the_next_deal(table: Table, phone: Phone) -> None:
    """No starter is turned that would end it; while its own deal is on, it may be called."""
    table.deal("six-card", "Q", options={"muggins": True}, show=True)
    table.do(do="count", cards=["2", "4", "6", "8"], claim=0)
    table.do(do="count", cards=["2", "4", "6", "8"], claim=0)
    table.do(do="crib", cards=["3", "7", "9", "K"], claim=0)
    phone.until(table.version)
    enters(phone, "Points only")
    claims = phone.page.locator(".windows")
    expect(claims).to_contain_text("The crib: 0 points claimed")
    assert scene_of(table.site.table.now).window_open
    phone.enter(phone.button("Next deal"))
    expect(claims).to_have_count(0)
    assert not scene_of(table.site.table.now).window_open, "no amber light"
    phone.enter(phone.button("Undo: ", exact=False))
    expect(claims).to_contain_text("The crib: 0 points claimed")


def test_keys_and_phones_ask_alike(table: Table, phone: Phone) -> None:
    pad = table.phone("/keys", viewport=SHORT)
    prompt, half = pad.page.locator(".prompt"), pad.page.locator(".now.half")

    def printed(key: str) -> str:
        return pad.page.locator(f"[data-press='{key}'] small").inner_text()

    table.deal("six-card", seen_by=phone)
    enters(phone, "Every card")
    table.do(do="abandon", seen_by=pad)
    press(pad, "HELD", "2")
    expect(pad.page.locator("[data-press='9'] small")).to_have_text("hands only")
    assert printed("10") == "points only"
    assert printed("OK") == "draw for the deal"
    press(pad, "10")
    expect(half).to_have_text("Six-card cribbage, points only")
    assert [printed(key) for key in ("8", "OK")] == ["every card", "start the match"]
    press(pad, "OK")
    expect(prompt).to_have_text("Who deals?")
    expect(phone.page.locator(".prompt")).to_have_text("Who deals?")
    assert printed("2").endswith("deals")
    press(pad, "2")
    expect(prompt).to_contain_text("Points for ")
    expect(phone.button("Next deal")).to_be_visible()
    assert (printed("A"), printed("GO"), printed("OK")) == ("1", "next player", "next deal")
    pad.check_fit()
    press(pad, "A", "2")
    expect(half).to_contain_text("12 points for")
    press(pad, "OK")
    phone.until(table.version)
    assert phone.scores == [12, 0]
    press(pad, "OK")
    assert table.game.dealer == 0
    phone.until(table.version)
    press(pad, "5")
    expect(half).to_be_visible()
    enters(phone, "Every card")
    expect(half).not_to_be_attached()
    expect(prompt).to_contain_text("cuts")
    press(pad, "5")
    expect(pad.page.locator(".now.refused")).to_contain_text("entered first")
    time.sleep(LOCKOUT_SECONDS)
    press(pad, "5")
    assert str(table.game.deal.starter) == "5"
    enters(phone, "Hands only")
    expect(prompt).to_contain_text("Points for ")
    assert printed("OK") == "to the show"
    press(pad, "OK")
    assert table.game.phase is Phase.SHOW
