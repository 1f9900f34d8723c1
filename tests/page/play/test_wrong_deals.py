"""Wrong deals on the page: a misdeal found in the play, too few cards, a deal out of turn."""

from playwright.sync_api import expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, Table


def test_a_misdeal_found_in_the_play_takes_its_points_back(table: Table) -> None:
    """The page asks, and says what goes back; Undo brings the play back."""
    table.deal("six-card", "5", "10")
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    phone.enter(phone.key("5"))
    phone.until_scores(0, 2)
    phone.menu("Misdeal")
    asked = phone.page.locator("main")
    expect(asked.get_by_role("heading", name="Misdeal?")).to_be_visible()
    expect(asked).to_contain_text(
        "The pegs go back to where they were before the play, and Ben deals again. "
        "Then the other side gets 2 points."
    )
    phone.check_fit()
    phone.button("Keep playing").tap()
    assert phone.scores == [0, 2]
    phone.page.locator(".item", has_text="Misdeal").first.tap()
    phone.enter(phone.button("Deal again"))
    phone.until_scores(2, 0)
    expect(phone.page.locator(".prompt")).to_have_text("Ben deals, Ann cuts the starter.")
    for view in (phone.page.locator(".callout"), wall.page.locator("main")):
        expect(view).to_contain_text("Misdeal: two for Ann.")
        expect(view).to_contain_text("The pegs go back to where they were before the play.")
    phone.menu("History of the deal")
    expect(phone.page.locator(".record li p").first).to_contain_text("Misdeal: two for Ann.")
    phone.button("Back to the table").tap()
    phone.enter(phone.key("Undo"))
    phone.until_scores(0, 2)
    expect(phone.page.locator(".felt .laid, .felt button.laid")).to_have_count(2)


def test_cards_before_a_misdeal_are_not_those_of_the_play(table: Table) -> None:
    """A card on the felt opens its own correction, and has its own points."""
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
    """At any count; the hand is then what was laid, and is counted without being asked for more."""
    table.deal("britannica", "5", "10", "4")
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    phone.menu("Ann has no cards left")
    expect(phone.page.locator(".happened")).to_have_text("Ann has no cards left.")
    expect(wall.page.locator("main")).to_contain_text("Ann has no cards left.")
    expect(phone.page.locator(".prompt")).to_contain_text("Ben")
    phone.lay("9", "8", "7")
    assert table.game.phase is Phase.SHOW
    expect(phone.page.locator(".hand .card:not(.gap)")).to_have_count(2)
    expect(phone.page.locator(".hand .gap")).to_have_count(0)
    phone.enter(phone.button("Count Ann’s hand"))
    phone.menu("History of the deal")
    expect(phone.page.locator(".record")).to_contain_text("Ann has no cards left.")


def test_players_who_enter_no_card_of_the_play_need_not_say_that_they_have_none(
    table: Table,
) -> None:
    table.deal("britannica", "5")
    table.set_mode(entered="hands")
    phone = table.phone()
    phone.button("Menu").tap()
    expect(phone.page.locator(".item", has_text="Skip to the hands")).to_be_visible()
    expect(phone.page.locator(".item", has_text="no cards left")).to_have_count(0)


def test_a_hand_without_any_card_is_passed(table: Table) -> None:
    table.deal("britannica", "5")
    phone = table.phone(viewport=SHORT)
    phone.menu("Ann has no cards left")
    phone.lay("10", "9", "6", "A")
    phone.enter(phone.button("Pass Ann’s hand"))
    expect(phone.button("Count Ben’s hand")).to_be_visible()


def test_a_deal_out_of_turn_goes_to_the_player_named(table: Table) -> None:
    """Ben has dealt, and deals again; in turn it would be Ann's deal."""
    table.deal("six-card", "5")
    phone = table.phone(viewport=SHORT)
    phone.button("Menu").tap()
    phone.page.locator(".item", has_text="Skip this deal").tap()
    dealers = phone.page.locator("[data-key=dealers] button")
    expect(dealers).to_have_text(["Ann", "Ben"])
    phone.check_fit()
    phone.enter(dealers.last)
    assert (table.game.dealer, table.game.deal.number) == (1, 2)
    expect(phone.page.locator(".callout")).to_have_text("On to the next deal; Ben deals.")
