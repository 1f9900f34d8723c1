"""Hands put right: their cards, their suits, and what was claimed."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone, Table
from tests.kit.players.mender import Mender


def test_cards_of_a_hand_and_what_was_said_of_suits(table: Table, phone: Phone) -> None:
    """Only the wrong card is typed; suits and a say can be given later."""
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"])
    table.do(do="count", seat=1, cards=["4", "6", "K"])
    ann = table.version - 1
    mender = Mender(phone).look_back().choose(ann)
    phone.page.locator(".slot").nth(2).tap()
    expect(phone.key("K")).to_be_in_viewport(ratio=1)
    phone.suit("hearts").check(force=True)
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
    """In four taps from the counted hand, whether or not the count said its suits."""
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
        told = Mender(phone).told("Ann 12 → 8", "Ann plays the 10", "and a pair is eight")
        expect(phone.page.locator(".correct")).to_contain_text("the play changes too")
        assert "Removed" not in told.page.locator(".effects").inner_text()
        phone.see_whole(".correct .bar .prime")
        assert phone.small_targets() == []
        phone.enter(phone.page.locator(".correct .bar .prime"))
        ranks = [str(card).rstrip("CDHS") for card in table.game.deal.hands[0]]
        assert sorted(ranks) == ["10", "7", "8", "8"]
        expect(phone.page.locator("main.show")).to_be_visible()


def test_a_say_that_the_rules_do_not_know_is_not_offered(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", options={"nobs": 0}, show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"], seen_by=phone)
    Mender(phone).look_back().choose(table.version)
    expect(phone.page.locator(".slot")).to_have_count(3)
    expect(phone.button("Nobs")).to_have_count(0)


def test_nothing_is_shown_of_what_a_claim_missed(table: Table, phone: Phone) -> None:
    """It can still be put right, unseen; the history tells the claim alone."""
    table.deal("cribble", "5", show=True)
    table.do(do="count", cards=["5", "5", "6", "J"], claim=2)
    mender = Mender(phone).look_back()
    expect(phone.page.locator(".record")).not_to_contain_text("fifteen")
    mender.choose(table.version)
    expect(phone.page.locator(".editor p:has(+ .stepper)")).to_have_text("Points claimed")
    phone.page.locator(".slot").first.tap()
    phone.key("4").tap()
    mender.told("You’ll see the effect after saving. No hints while muggins is open.")
    expect(phone.page.locator(".effects")).not_to_contain_text("→")
    mender.stand()
    assert table.game.windows[0].claim == 2
