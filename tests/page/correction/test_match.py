"""Points by hand, the dealer and the rules put right, and a win that follows."""

from playwright.sync_api import expect

from scorekeeper.game.actions import Entered
from tests.kit.drivers.browser import Phone, Table
from tests.kit.players.mender import Mender


def test_points_by_hand_and_who_dealt(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5")
    start = table.version - 1
    table.do(do="peg", team=0, points=16)
    mender = Mender(phone).look_back().choose(table.version)
    for key, points in (("3", "3"), ("−", "−3"), ("⌫", "−"), ("3", "−3"), ("−", "3")):
        phone.page.locator(".digits .key", has_text=key).tap()
        expect(phone.page.locator(".typed")).to_have_text(f"16 → {points}")
    mender.told("Ann 16 → 3")
    mender.stand()
    mender.choose(table.version - 1)
    phone.page.get_by_role("group", name="Team").get_by_text("Ben").tap()
    mender.told("Ann 3 → 0", "Ben 0 → 3")
    mender.stand()
    assert table.game.scores == (0, 3)
    mender.choose(start)
    phone.page.get_by_label("Who deals").select_option(label="Ann")
    phone.page.get_by_label("Player\u00a02").fill("Béatrice")
    mender.told("Béatrice")
    mender.stand()
    assert (table.game.dealer, table.game.players) == (0, ("Ann", "Béatrice"))


def test_a_table_of_points_alone_is_not_asked_about_muggins(table: Table, phone: Phone) -> None:
    """Nobody claims anything there; where cards are entered, the start may be put right."""
    table.deal("six-card", seen_by=phone)
    start = table.version
    for entered, count in ((Entered.POINTS, 0), (Entered.CARDS, 1)):
        table.set_mode(counted_by="program", entered=entered)
        expect(phone.page.locator(".byhand")).to_have_count(1 - count)
        Mender(phone).look_back().choose(start)
        expect(phone.page.get_by_label("Who deals")).to_be_visible()
        expect(phone.page.get_by_label("Muggins", exact=True)).to_have_count(count)
        phone.open()


def test_points_that_were_forgotten_before_others_begin_with_none(
    table: Table, phone: Phone
) -> None:
    table.deal("six-card")
    table.do(do="peg", team=1, points=7, seen_by=phone)
    mender = Mender(phone).look_back().choose(table.version)
    phone.button("Add one before").tap()
    expect(phone.button("Add one before")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("output.typed")).to_have_text("0")
    phone.page.locator(".digits .key", has_text="6").tap()
    expect(phone.page.locator("output.typed")).to_have_text("6")
    mender.told("Ann 0 → 6", "Ann +6; Ben +7.")
    expect(phone.page.locator(".effects s")).to_have_count(0)
    expect(phone.button("Add it")).to_be_enabled()
    mender.stand()
    assert table.game.scores == (6, 7)


def test_a_match_that_began_with_the_wrong_rules(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "6", "9", options={"muggins": False})
    start = table.version - 3
    mender = Mender(phone).look_back().choose(start)
    phone.page.get_by_label("Game of").select_option("61")
    phone.page.get_by_label("Muggins", exact=True).select_option("muggins")
    phone.page.get_by_text("Options", exact=True).tap()
    phone.page.get_by_label("Muggins until").select_option("next_deal")
    phone.page.get_by_text("Head start", exact=True).tap()
    phone.page.get_by_label("Head start: Ben").fill("70")
    expect(phone.page.locator("[data-key=too-much]")).to_have_text(
        "A head start in a game of 61 is at most 60."
    )
    mender.told("A head start in a game of 61 is at most 60.")
    skunks = phone.page.get_by_label("Skunks").locator("option")
    expect(skunks).to_have_text(["as the rules say", "none", "below 31: 2 games"])
    phone.page.get_by_label("Head start: Ben").fill("10")
    expect(phone.page.get_by_text("Head start Ben 10", exact=True)).to_be_visible()
    mender.told("Ben 2 → 12")
    mender.stand()
    rules = table.game.rules
    assert (rules.target, rules.muggins, rules.muggins_until) == (61, True, "next_deal")
    assert (table.game.scores, table.laid) == ((0, 12), ["6", "9"])
    assert (table.game.entry_mode.counted_by, table.game.head_start) == ("players", (0, 10))
    mender.choose(start)
    phone.page.get_by_label("The game").select_option("seven-card")
    mender.told("Ben 12 → 2")
    mender.stand()
    assert (table.game.key, table.laid) == ("seven-card", ["6", "9"])
    table.do(do="abandon")
    table.do(do="next")
    Mender(phone.open()).look_back()
    expect(phone.page.locator(".middle")).to_contain_text("during its first game")


def test_a_win_by_a_correction_is_seen_like_any_other(table: Table, phone: Phone) -> None:
    table.deal("six-card", scores=[110, 0])
    table.do(do="peg", team=1, points=11, seen_by=phone)
    mender = Mender(phone).look_back().choose(table.version)
    phone.page.get_by_role("group", name="Team").get_by_text("Ann").tap()
    mender.told("Ann 110 → 121")
    phone.enter(phone.button("Save the change"))
    expect(phone.page.locator(".winner")).to_have_text("Ann wins!")
