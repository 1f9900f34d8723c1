"""Corrections on the page, with a preview of their effect."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table, tap_digits
from tests.page.mender import Mender


def test_another_card_was_laid(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10S", "5", "K")
    mender = Mender(phone).open_history().choose(table.version - 2)
    expect(phone.suit("spades")).to_be_checked()
    expect(phone.page.locator(".present")).to_have_text("10")
    phone.key("9").tap()
    mender.told("Ann 0", "Ben 2 → 0", "Ben plays the 5.")
    assert table.game.scores == (0, 2)
    mender.stand()
    assert (table.laid, table.game.scores) == (["9S", "5", "K"], (0, 0))
    expect(phone.page.locator("[data-key=righted]")).to_contain_text("Ben −2")
    mender.choose(table.version - 2)
    phone.suit("clubs").click(force=True)
    mender.told("Ben plays the 5 of clubs")
    mender.stand()
    assert table.laid == ["9S", "5C", "K"]
    phone.to_table()
    expect(phone.suit("Any suit")).to_be_checked()


def test_a_correction_drops_what_no_longer_holds_after_showing_it(
    table: Table, phone: Phone
) -> None:
    table.deal("six-card", "5", "A", "10", "10", "10")
    last = table.version
    mender = Mender(phone).open_history().choose(last - 3)
    phone.key("2").tap()
    mender.told(str(last), "22 + 10 = 32", "Ben plays the 10")
    mender.stand(drops=True)
    assert table.laid == ["2", "10", "10"]


def test_a_forgotten_card_and_points_come_before_and_an_entry_is_taken_out(
    table: Table, phone: Phone
) -> None:
    table.deal("six-card", "4", "10", "5", "3", "K")
    three = table.version - 1
    mender = Mender(phone).open_history().choose(three + 1)
    phone.button("Delete").tap()
    mender.told("Deleted: ")
    mender.stand()
    assert table.laid == ["10", "5", "3"]
    mender.choose(three - 1)
    phone.button("Add one before").tap()
    phone.key("7").tap()
    mender.told("Ben plays the 7; Ann plays the 5")
    mender.stand()
    assert table.laid == ["10", "7", "5", "3"]
    mender.choose(three)
    phone.button("Add one before").tap()
    phone.key("2").tap()
    mender.told("Ben plays the 2; Ann plays the 3")
    phone.button("Points").tap()
    phone.page.locator(".digits .key", has_text="2").tap()
    mender.told("Ann 0 → 2")
    mender.stand()
    assert table.game.scores == (2, 0)


def test_a_go_that_was_a_card(table: Table, phone: Phone) -> None:
    table.deal("six-card", "4", "10", "9", "7")
    table.do(do="go", all=True)
    mender = Mender(phone).open_history().choose(table.version)
    phone.key("3").tap()
    mender.told("You’ll see the effect after saving. No looking ahead.")
    mender.stand()
    assert table.laid == ["10", "9", "7", "3"]


def test_an_earlier_deal_is_fetched_and_put_right(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", "5")
    ten = table.version - 1
    table.do(do="deal")
    table.do(do="starter", card="J")
    mender = Mender(phone).open_history()
    expect(phone.page.locator(f'[data-key="entry-{ten}"]')).to_have_count(0)
    phone.page.locator('[data-key="deal-1"] .item').tap()
    mender.choose(ten)
    phone.key("9").tap()
    mender.told("Ann 2", "Ben 2 → 0")
    mender.stand()
    expect(phone.page.locator(f'[data-key="entry-{ten}"]')).to_contain_text("Ann plays the 9")
    expect(phone.page.locator('[data-key="deal-1"]')).to_contain_text("0 – 0")


def test_cards_of_a_hand_and_what_was_said_of_suits(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"])
    table.do(do="count", seat=1, cards=["4", "6", "K"])
    ann = table.version - 1
    mender = Mender(phone).open_history().choose(ann)
    phone.page.locator(".slot").nth(2).tap()
    phone.suit("hearts").check(force=True)
    expect(phone.page.locator(".slot").nth(2)).to_contain_text("♥")
    phone.key("5").tap()
    mender.told("Ann 9 →")
    assert phone.page.locator(".chosen .card b").all_inner_texts() == ["J", "4", "6", "5"]
    mender.stand()
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "4", "6", "5H"]
    before = table.game.scores[0]
    mender.choose(ann)
    phone.button("Nobs").tap()
    mender.told(f"Ann {before} → {before + 1}")
    mender.stand()
    assert table.game.scores[0] == before + 1


def test_a_wrong_card_of_a_hand_that_was_played_is_put_right_in_the_play(table: Table) -> None:
    phone = table.phone(viewport={"width": 320, "height": 568})
    for said in (["7C", "8D", "8S", "9H"], None):
        table.deal("six-card", "5H", options={"muggins": False})
        for card in ["7", "4", "8", "5", "9", "6", "8", "6"]:
            if table.game.count + int(card) > 31:
                table.do(do="go", all=True)
            table.do(do="play", card=card)
        table.do(do="count", **({"cards": said} if said else {}), seen_by=phone)
        phone.button("Edit cards").tap()
        if said is None:
            phone.button("Give suits").tap()
        slots = phone.page.locator(".slot b")
        expect(slots).to_have_count(4)
        slots.get_by_text("9").tap()
        phone.key("10").tap()
        Mender(phone).told("Ann 12 → 8", "Ann plays the 10", "and a pair is eight")
        expect(phone.page.locator(".correct")).to_contain_text("the play changes too")
        phone.enter(phone.page.locator(".correct .bar .prime"))
        ranks = [str(card).rstrip("CDHS") for card in table.game.deal.hands[0]]
        assert sorted(ranks) == ["10", "7", "8", "8"]
        expect(phone.page.locator("main.show")).to_be_visible()


def test_nothing_is_shown_of_what_a_claim_missed(table: Table, phone: Phone) -> None:
    table.deal("cribble", "5", show=True)
    table.do(do="count", cards=["5", "5", "6", "J"], claim=2)
    mender = Mender(phone).open_history()
    expect(phone.page.locator(".record")).not_to_contain_text("fifteen")
    mender.choose(table.version)
    phone.page.locator(".slot").first.tap()
    phone.key("4").tap()
    mender.told("You’ll see the effect after saving. No hints while muggins is open.")
    expect(phone.page.locator(".effects")).not_to_contain_text("→")
    tap_digits(phone, "4", ".editor")
    mender.stand()
    assert table.game.windows[0].claim == 4


def test_points_by_hand_and_who_dealt(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5")
    start = table.version - 1
    table.do(do="peg", team=0, points=16)
    mender = Mender(phone).open_history().choose(table.version)
    phone.page.locator(".digits .key", has_text="3").tap()
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


def test_a_match_that_began_with_the_wrong_rules(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "6", "9", options={"muggins": False})
    start = table.version - 3
    mender = Mender(phone).open_history().choose(start)
    phone.page.get_by_label("Game of").select_option("61")
    phone.pick("counting", "muggins")
    phone.unfold(phone.page.get_by_label("Muggins until")).select_option("next_deal")
    head_start = phone.unfold(phone.page.get_by_label("Head start: Ben"))
    head_start.fill("70")
    mender.told("A head start in a game to 61 can be at most 60.")
    head_start.fill("10")
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


def test_a_correction_that_was_overtaken_is_not_made(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "10", "5")
    mender = Mender(phone).open_history().choose(table.version - 1)
    phone.key("9").tap()
    mender.told("Ann 0", "Ben 2 → 0")
    phone.overtake("**/api/v1/actions*", lambda: table.do(do="peg", team=0, points=1))
    phone.button("Save the change").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("was first: Ann +1.")
    mender.told("Ann 1", "Ben 2 → 0")
    assert table.laid == ["10", "5"]
    mender.stand()
    assert (table.laid, table.game.scores) == (["9", "5"], (1, 0))
