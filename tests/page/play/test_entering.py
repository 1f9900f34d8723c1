"""Entering cards and points on the page, in the play and from the menu; misdeals."""

from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, SMALL, Phone, Table

TO_NINES = ("5", "7", "8", "9")
"""A starter, and cards to a count of 24."""


def test_a_key_that_cannot_be_meant_says_why(table: Table, phone: Phone) -> None:
    table.deal("six-card", *TO_NINES, seen_by=phone)
    barred = phone.page.locator('.pad .key[aria-disabled="true"]')
    expect(barred).to_have_text(["8", "9", "10", "J", "Q", "K"], use_inner_text=True)
    expect(phone.key("8")).to_have_attribute("aria-label", "8: that would make 32")
    phone.key("K").tap(force=True)
    expect(phone.page.get_by_role("alert")).to_contain_text("that would make 34")
    assert phone.version == table.version

    table.deal("six-card", "4", "4", "4", "4", seen_by=phone)
    expect(phone.key("4")).to_have_attribute("aria-label", "4: all four are on the table")

    table.deal("six-card", "5", "10", "9", seen_by=phone)
    phone.lay("5", "Go", "No one can play")
    assert table.game.count == 0


def test_a_notice_leaves_by_itself_and_covers_neither_header_nor_scores(table: Table) -> None:
    table.deal("six-card", *TO_NINES)
    for screen in (SHORT, SMALL):
        phone = table.phone(None, viewport=screen)
        phone.page.clock.install()
        phone.open()
        phone.key("K").tap(force=True)
        alert = phone.page.get_by_role("alert")
        expect(alert).to_contain_text("that would make 34")
        top = (alert.bounding_box() or {})["y"]
        scores = phone.page.locator(".scores").bounding_box() or {}
        assert top >= scores["y"] + scores["height"]
        phone.page.clock.fast_forward(8000)
        expect(alert).to_have_count(0)


def test_a_suit_is_chosen_for_one_card(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", seen_by=phone)
    phone.suit("hearts").check(force=True)
    phone.lay("7")
    assert table.laid == ["7H"]
    expect(phone.suit("Any suit")).to_be_checked()
    phone.suit("hearts").check(force=True)
    expect(phone.button("7 of hearts: it’s on the table")).to_be_visible()
    phone.enter(phone.key("Undo"))
    expect(phone.suit("Any suit")).to_be_checked()


def test_points_by_hand_go_forward_and_back(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", seen_by=phone)
    phone.menu("Add points")
    phone.button("Ann").tap()
    phone.enter(phone.button("+3"))
    assert phone.scores == [3, 0]
    phone.page.locator("button.team").first.tap()
    phone.button("Minus").tap()
    phone.page.locator(".digits .key", has_text="2").tap()
    phone.page.get_by_label("Why (if you like)").fill("counted twice")
    phone.enter(phone.button("Take 2 back from Ann"))
    assert phone.scores == [1, 0]
    phone.menu("History")
    expect(phone.page.locator(".record")).to_contain_text("counted twice")


def test_everything_else_is_in_the_menu(table: Table, phone: Phone) -> None:
    table.deal("six-card", seen_by=phone)
    phone.menu("This deal or game")
    phone.enter(phone.page.locator(".item", has_text="Misdeal").first)
    assert phone.scores == [2, 0]
    phone.menu("This deal or game", "Skip this deal")
    phone.enter(phone.button("Skip it"))
    assert table.game.dealer == 0
    phone.enter(phone.key("Undo"))
    assert table.game.dealer == 1
    phone.button("Menu").tap()
    phone.enter(phone.page.locator(".item", has_text="Redo"))
    phone.enter(phone.key("Undo"))
    phone.menu("This deal or game", "Call off this game")
    phone.enter(phone.button("Call it off"))
    phone.enter(phone.key("Undo"))
    phone.menu("Rules and names")
    phone.unfold(phone.page.get_by_label("Player\u00a02")).fill("Benoît <b>")
    phone.enter(phone.button("Rename").last)
    phone.to_table()
    expect(phone.page.locator(".scores")).to_contain_text("Benoît <b>")


def test_a_misdeal_found_in_the_play_takes_its_points_back(table: Table) -> None:
    table.deal("six-card", "5", "10")
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    phone.enter(phone.key("5"))
    phone.until_scores(0, 2)
    phone.menu("This deal or game", "Misdeal")
    asked = phone.page.locator("main")
    expect(asked.get_by_role("heading", name="Misdeal?")).to_be_visible()
    expect(asked).to_contain_text(
        "The pegs go back to where they were before the play, and Ben deals again. "
        "Then the other side gets 2 points."
    )
    phone.enter(phone.button("Deal again"))
    phone.until_scores(2, 0)
    for view in (phone.page.locator(".callout"), wall.page.locator("main")):
        expect(view).to_contain_text("Misdeal: two for Ann.")
    phone.enter(phone.key("Undo"))
    phone.until_scores(0, 2)
    expect(phone.page.locator(".felt .laid, .felt button.laid")).to_have_count(2)


def test_cards_before_a_misdeal_are_not_those_of_the_play(table: Table) -> None:
    table.deal("six-card", "5", "10", "5")
    table.do(do="misdeal")
    table.do(do="starter", card="K")
    table.do(do="play", card="10")
    phone = table.phone()
    expect(phone.page.locator(".brought")).to_have_count(0)
    phone.page.locator("[data-key=laid-0]").tap()
    phone.key("9").tap()
    phone.enter(phone.button("Save the change"))
    assert table.laid == ["9"]
    phone.page.locator(".felt .touched").tap()
    phone.key("Q").tap()
    phone.enter(phone.button("Save the change"))
    assert str(table.game.deal.starter) == "Q"


def test_the_others_play_on_without_a_player_who_has_no_cards_left(table: Table) -> None:
    table.deal("britannica", "5", "10", "4")
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    phone.menu("This deal or game", "Ann has no cards left")
    expect(wall.page.locator("main")).to_contain_text("Ann has no cards left.")
    expect(phone.page.locator(".prompt")).to_contain_text("Ben")
    phone.lay("9", "8", "7")
    assert table.game.phase is Phase.SHOW
    expect(phone.page.locator(".hand .card:not(.gap)")).to_have_count(2)
    expect(phone.page.locator(".hand .gap")).to_have_count(0)
    phone.enter(phone.button("Count Ann’s hand"))


def test_a_deal_out_of_turn_goes_to_the_player_named(table: Table) -> None:
    table.deal("six-card", "5")
    phone = table.phone(viewport=SHORT)
    phone.menu("This deal or game", "Skip this deal")
    dealers = phone.page.locator("[data-key=dealers] button")
    expect(dealers).to_have_text(["Ann", "Ben"])
    phone.enter(dealers.last)
    assert (table.game.dealer, table.game.deal.number) == (1, 2)
    expect(phone.page.locator(".callout")).to_have_text("On to the next deal; Ben deals.")
