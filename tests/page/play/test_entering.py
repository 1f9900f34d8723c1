"""Entering cards and points on the page, and putting them right."""

import re
from functools import partial

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, TALL, Phone, Table
from tests.kit.players.two_thumbs import thumbs

TO_NINES = ("5", "7", "8", "9")
"""A starter, and a count of 24."""

LONG_NAMES = ["Marie-Ève", "Jean-Christophe", "Guillaume", "Anne-Sophie"]

ON_THE_FELT = """() => {
    const boxes = (what) =>
        [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const steps = (some, from) => some.slice(1).map((box, at) => box.left - some[at][from]);
    return {
        rows: new Set(boxes(".laid .card").map((box) => box.top)).size,
        seen: Math.min(...steps(boxes(".laid .card"), "left")),
        between_gains: Math.min(...steps(boxes(".brought"), "right")),
        to_the_starter: Math.min(...steps(boxes(".laid:last-child .card, .labelled"), "right")),
    };
}"""
"""The rows that the cards lie in, how much of each is seen, the room between what might meet."""

WHOLE = """(one) => {
    const [box, above] = [one, one.closest(".above")].map((it) => it.getBoundingClientRect());
    return box.top >= above.top - 1 && box.bottom <= above.bottom + 1;
}"""
"""True if nothing of it is scrolled out of sight."""


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
    expect(phone.key("Go")).to_have_attribute("aria-disabled", "true")
    phone.lay("5")
    expect(phone.key("Go")).not_to_have_attribute("aria-disabled", "true")
    phone.lay("Go", "Nobody can")
    assert table.game.count == 0


SEEN_OF_EACH = {"2 9 10": 40, "2 3 4 10": 36, "2 2 3 3 J": 30, "2S 2 3 3S 4 4S": 28}
"""The cards of a count, and how many pixels of each are seen at least."""


def test_all_cards_of_a_count_are_seen(table: Table, phone: Phone) -> None:
    for laid, least in SEEN_OF_EACH.items():
        table.deal("cribble", "5H", *laid.split(), players=LONG_NAMES, seen_by=phone)
        for screen in (SHORT, TALL):
            phone.page.set_viewport_size(screen)
            felt = phone.page.evaluate(ON_THE_FELT)
            assert (felt["rows"], felt["seen"] >= least) == (1, True), felt
            assert min(felt["between_gains"], felt["to_the_starter"]) >= 0, felt
            assert phone.fits()


def test_a_suit_is_chosen_for_one_card(table: Table, phone: Phone) -> None:
    """The next card has any suit again, whatever comes between, and the same cannot come twice."""
    page, undo = phone.page, phone.key("Undo")

    def choose(suit: str, *taps: str) -> None:
        phone.suit(suit).check(force=True)
        for rank in taps:
            phone.key(rank).tap()

    def until(suit: str) -> None:
        expect(page.locator(".pad [data-key=key-A]")).to_be_visible()
        expect(phone.suit(suit)).to_be_checked()

    until_any = partial(until, "Any suit")

    table.deal("six-card", seen_by=phone)
    phone.suit("spades").check(force=True)
    phone.lay("5")
    phone.enter(undo)
    until_any()
    phone.lay("5")
    phone.suit("hearts").check(force=True)
    phone.lay("7")
    until_any()
    assert str(table.game.deal.play.laid[0].card) == "7H"
    choose("hearts")
    expect(page.get_by_role("button", name="7 of hearts: it’s on the table")).to_be_visible()
    for way_on in ("Keep as is", "Save the change"):
        choose("spades")
        page.locator(".laid").first.tap()
        until("hearts")  # That is the card's own.
        choose("diamonds", "9")
        phone.button("Choose another").tap()
        until("hearts")
        choose("clubs")
        phone.button("Add one before").tap()
        until_any()
        choose("clubs")
        phone.button("Edit", exact=True).tap()
        choose("diamonds", "9")
        phone.button(way_on).tap()
        expect(page.locator(".felt")).to_be_visible()
        until_any()
    assert str(table.game.deal.play.laid[0].card) == "9D"
    for do in ("undo", "redo"):
        choose("clubs")
        phone.enter(phone.button(do.capitalize(), exact=False))
        until_any()
    choose("clubs")
    phone.button("Menu").tap()
    phone.button("Back to the table").tap()
    until_any()
    choose("clubs")
    phone.open()
    until_any()
    table.do(do="show", seen_by=phone)
    choose("clubs", "2")
    until_any()
    choose("clubs")
    undo.tap()
    until_any()


def test_only_cards_that_were_not_laid_are_asked_for(table: Table, phone: Phone) -> None:
    """The hand shows those that were; a wrong one is taken back before it is counted."""
    table.deal("britannica", "5", "J", "10", seen_by=phone)
    phone.menu("Skip to the hands")
    expect(phone.page.locator(".hand small")).to_have_text("3 cards to enter")
    for rank in ("4", "5", "K"):
        phone.key(rank).tap()
        if rank == "4":
            phone.key("Delete ⌫").tap()
            phone.key("6").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "6", "5", "K"]


def test_a_count_is_explained_line_by_line(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", cards=["5", "5", "6"], nobs=True, seen_by=phone)
    lines = phone.page.locator(".explained li")
    expect(lines).to_have_count(6)
    expect(lines.nth(4)).to_contain_text("Three of a kind")
    assert lines.first.locator(".card").count() == 2
    expect(lines.first).to_contain_text("Fifteen two")
    expect(lines.last).to_contain_text("nobs")
    # What each line is worth, and how far the count has come with it.
    worth = ["+2", "+2", "+2", "+2", "+6", "+1"]
    expect(phone.page.locator(".explained li > small")).to_have_text(worth)
    totals = ["2", "4", "6", "8", "14", "15"]
    expect(phone.page.locator(".explained li > b")).to_have_text(totals)


SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

CHIPS = [
    ("5", "2 3 4 6", "9", ["Flush of 4", "Flush of 5"]),
    ("5", "2 2 4 6", "9", []),
    ("5", "2 J 4 4", "9", ["Nobs"]),
    ("5H", "2C 3D 4 JH", "9", []),
    ("4C", "2 J 6 6", "JC", []),
    ("4C", "2 J 6 6", "JH", ["Nobs"]),
    ("5", "2H 3 4 6", "3H", []),
    ("5", "2H 3 4 6", "5H", ["Flush of 4"]),
]
"""The starter, a hand, a card that lies elsewhere, and the chips of the hand."""


def test_flush_and_nobs_are_offered_only_where_they_can_be(table: Table, phone: Phone) -> None:
    offered = phone.page.locator(".claim .chips .chip")
    for starter, hand, elsewhere, chips in CHIPS:
        first, *others = hand.split()
        table.deal("britannica", starter, first, elsewhere, show=True, seen_by=phone)
        for card in others:
            if card[-1] in SUITS:
                phone.suit(SUITS[card[-1]]).check(force=True)
            phone.key(card.rstrip("CDHS")).tap()
        expect(offered).to_have_text(chips, use_inner_text=True)
        assert phone.page.locator(".claim .chip:not([aria-pressed=false])").count() == 0
        phone.enter(phone.button("Count Ann’s hand"))


def test_two_thumbs_that_overlap_lose_no_card(table: Table, phone: Phone) -> None:
    """One that slides off presses nothing, and one alone presses once."""
    table.deal("six-card", "5", show=True, seen_by=phone)
    placed = phone.page.locator(".hand .cards .card b")
    thumbs(phone, phone.key, "+2 +9 -2 +J -9 -J")
    expect(placed).to_have_text(["2", "9", "J", "5"])
    thumbs(phone, phone.key, "+J -J")
    expect(placed).to_have_text(["2", "9", "J", "J", "5"])


def test_the_pad_stays_in_place_at_the_show(table: Table, phone: Phone) -> None:
    """Cards, call and every key are seen whole; whoever calls muggins gets the room of the pad."""
    table.deal("cribble", "5", show=True)
    table.do(do="count", cards=["5", "5", "6", "J"], claim=0, seen_by=phone)
    assert phone.fits()
    below = phone.page.locator(".pad").evaluate(
        "pad => innerHeight - pad.getBoundingClientRect().bottom"
    )
    assert 0 <= below < 20
    phone.see_whole(".call", ".hand .cards", ".pad")
    phone.page.locator(".call").tap()
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.see_whole(".calling")
    phone.button("Cancel").tap()
    expect(phone.page.locator(".pad")).to_be_visible()


def test_the_last_count_may_be_called_when_the_next_deal_has_begun(
    table: Table, phone: Phone
) -> None:
    """Its cards are no longer among those of the deal; what may be said of them is the same."""
    table.deal("six-card", "5", options={"muggins": True}, show=True)
    for _ in table.game.players:
        table.do(do="count", cards=["2", "4", "9", "K"], claim=0)
    table.do(do="crib", cards=["5", "6", "J", "Q"], claim=0, seen_by=phone)
    phone.page.locator("[data-key=windows] .call").first.tap()
    expect(phone.page.locator(".calling .count-pad")).to_be_visible()
    expect(phone.page.locator(".calling .chip")).to_have_count(0)
    phone.page.locator(".calling .digits").get_by_text("6").tap()
    phone.button("Muggins: 6 for Ann").tap()
    phone.enter(phone.button("No, without nobs"))
    assert table.game.scores == (6, 0)


def test_of_many_claims_the_newest_is_called_first(table: Table, phone: Phone) -> None:
    """It is seen whole above the pad, with the verdict; older ones unfold where the pad was."""
    names = ["Jean-François", "Zoé", "Marie-Hélène"]
    table.deal("three-handed", "5H", players=names, show=True)
    table.do(do="count", seat=0, cards=["8", "4", "10", "K"], claim=2)
    table.do(do="count", seat=1, cards=["2", "3", "9", "Q"], claim=0)
    table.do(do="count", seat=2, cards=["7", "6", "A", "2"], claim=19, seen_by=phone)
    claims = phone.page.locator(".window > p")
    verdict = phone.page.locator(".callout summary")
    expect(claims).to_have_text(["Zoé’s hand: 0 points claimed"], use_inner_text=True)
    expect(verdict).to_have_text("Marie-Hélène said 19. It’s only 7.")
    for screen in (TALL, SHORT):
        phone.page.set_viewport_size(screen)
        phone.see_whole(".callout summary", ".windows", ".pad")
        assert verdict.evaluate(WHOLE)

    table.do(do="crib", cards=["5", "5", "10", "6"], claim=2, seen_by=phone)
    expect(claims).to_have_text(["The crib: 2 points claimed"], use_inner_text=True)
    for screen in (TALL, SHORT):
        phone.page.set_viewport_size(screen)
        phone.see_whole(".windows", ".pad")
        phone.check_fit()
    phone.button("2 more claims").tap()
    assert len(claims.all()) == 3
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.page.locator("[data-key='0-1']").tap()
    hand = phone.page.locator(".window .card b")
    expect(hand).to_have_text(["4", "8", "10", "K", "5"], use_inner_text=True)
    phone.button("Cancel").tap()
    phone.button("Hide").tap()
    expect(phone.button("2 more claims")).to_be_visible()
    expect(phone.page.locator(".pad")).to_be_visible()

    phone.suit("hearts").check(force=True)
    phone.enter(phone.key("J"))
    expect(phone.page.locator(".happened")).to_contain_text("two for his heels.")
    expect(phone.button("See what was counted")).to_be_visible()


def test_a_count_is_said_once_above_the_next_pad(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", options={"muggins": False}, show=True)
    table.do(do="count", cards=["2", "6", "6", "7"], seen_by=phone)
    for screen in ({"width": 320, "height": 568}, SHORT):
        phone.page.set_viewport_size(screen)
        phone.see_whole(".explained .cards.big", ".explained .lines", ".pad")
    happened = phone.page.get_by_label("What just happened").locator("p")
    expect(phone.page.locator(".explained li").first).to_be_visible()
    expect(happened).to_have_count(0)
    phone.key("3").tap()
    expect(happened).to_have_count(1)
    expect(phone.page.locator(".explained li").first).to_be_hidden()
    phone.see_whole("[aria-label='What just happened'] p", ".explained summary")


def test_the_next_hand_is_in_sight_beside_the_count_before(table: Table, phone: Phone) -> None:
    """Its cards, what may be said of it, and what pegs it; only the lines may have to scroll."""
    table.deal("six-card", "6H", *"J5564", options={"muggins": False})
    table.do(do="go", all=True)
    for card in "7JK":
        table.do(do="play", card=card)
    table.do(do="count", seat=0, seen_by=phone)
    expect(phone.page.locator(".explained li")).to_have_count(5)
    for screen in (TALL, SHORT):
        phone.page.set_viewport_size(screen)
        phone.see_whole(".hand", ".claim", ".bar", ".explained h2")
        claim, bar = phone.boxes(".claim", ".bar")
        assert claim["bottom"] <= bar["top"]
        assert phone.fits()


def test_a_page_that_is_loaded_again_keeps_what_was_half_typed(table: Table, phone: Phone) -> None:
    table.deal("britannica", "5", "J", "10", show=True, seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    phone.place("4", "6")
    expect(typed).to_have_text(["4", "6"])
    phone.page.reload()
    expect(typed).to_have_text(["4", "6"])
    phone.place("K")
    phone.enter(phone.button("Count Ann’s hand"))
    assert [str(card) for card in table.game.deal.hands[0]] == ["J", "4", "6", "K"]


def test_typed_cards_are_taken_back_one_by_one_and_outlast_an_undo_elsewhere(
    table: Table, phone: Phone
) -> None:
    """Undo takes what was typed here first, and then goes on at the table."""
    table.deal("britannica", "5", "J", "10", show=True)
    table.do(do="count", seat=0, cards=["4", "6", "K"], seen_by=phone)
    typed = phone.page.locator("[data-key^=typed-] b")
    undo = phone.page.locator(".key.undo")
    for rank in ("2", "3", "9"):
        phone.key(rank).tap()
    expect(undo).to_have_attribute("aria-label", "Undo: 9, not counted yet")
    undo.tap()
    phone.button("Take out: 2").tap()
    expect(typed).to_have_text(["3"])
    assert phone.version == table.version
    table.do(do="undo", seen_by=phone)
    expect(typed).to_have_text(["4", "6", "K"])
    expect(undo).to_have_attribute("aria-label", re.compile("Undo: (?!.*not counted)"))
    table.do(do="redo", seen_by=phone)
    expect(typed).to_have_text(["3"])
    phone.place("8", "7")
    phone.enter(phone.button("Count Ben’s hand"))
    assert [str(card) for card in table.game.deal.hands[1]] == ["10", "3", "8", "7"]


def test_a_flush_is_said_or_proved_by_its_suits(table: Table, phone: Phone) -> None:
    """A tap on the chip says it, and takes it back; cards that were laid are given suits."""
    table.deal("britannica", "K", "2", show=True, seen_by=phone)
    phone.place("4", "6", "8")
    for size in (4, 5, 5, 4):
        phone.button(f"Flush of {size}").tap()
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)
    table.do(do="undo", seen_by=phone)
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.suit("clubs").check(force=True)
    phone.place("4", "6", "8")
    phone.button("hearts").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♥", "♣"])
    phone.check_fit()
    phone.button("Undo: Give suits").tap()
    expect(phone.page.locator(".hand .card i")).to_have_text(["♣"])
    phone.button("Start over").tap()
    phone.button("Give suits").tap()
    phone.place("4", "6", "8")
    phone.button("All: clubs").tap()
    expect(phone.page.locator(".claim .chips .chip")).to_have_text(
        ["Flush of 5"], use_inner_text=True
    )
    phone.enter(phone.button("Count Ann’s hand"))
    assert table.game.scores == (4, 0)


def test_people_may_count_and_the_program_checks(table: Table, phone: Phone) -> None:
    """Without muggins the truth is pegged and the difference told. The menu asks before it changes
    who counts, every phone is told, and nothing at the show changes it."""
    other = table.phone(lang="fr")
    table.deal("britannica", "5", "J", show=True, seen_by=phone)
    phone.place("4", "6", "K")
    expect(phone.button("Count Ann’s hand")).to_be_visible()
    expect(phone.page.locator(".claim .chip", has_text="count")).to_have_count(0)
    phone.button("Menu").tap()
    counts = phone.page.get_by_label("Who counts")
    phone.page.set_viewport_size({"width": 320, "height": 480})
    for answer in ("Keep as is", "Change it for everyone"):
        counts.select_option("We count")
        phone.see_whole(".counts h2", ".counts .second", ".counts .prime")
        expect(phone.button("Back to the table")).to_have_count(0)
        assert table.site.table.now.live.entry_mode is None
        phone.button(answer).tap()
        asked = "Cribble counts" if answer == "Keep as is" else "We count"
        expect(counts.locator("option:checked")).to_have_text(asked)
    expect(other.page.locator(".notice")).to_contain_text("vous comptez et Cribble vérifie")
    expect(phone.page.locator(".notice")).to_contain_text("you count and Cribble checks")
    phone.button("Back to the table").tap()
    expect(phone.button("Ann, count your hand")).to_be_disabled()
    digits = phone.page.locator(".claim .digits")
    for digit in "91":
        digits.get_by_text(digit, exact=True).tap()
    phone.button("Ann says 1").tap()
    phone.button("Show me").tap()
    phone.enter(phone.button("No, neither"))
    for _ in range(3):
        phone.button("Next line").tap()
    phone.until_scores(9, 0)
    expect(phone.page.locator("[data-key=callout]")).to_have_text("Ann said 1. It’s 9!")
    phone.button("Next: Ben").tap()


def test_points_by_hand_go_forward_and_back(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", seen_by=phone)
    phone.menu("Add points")
    expect(phone.page.locator("main .prompt")).to_have_text("Points for which team?")
    phone.button("Ann").tap()
    phone.enter(phone.button("+3"))
    assert phone.scores == [3, 0]
    phone.page.locator("button.team").first.tap()
    phone.button("Minus").tap()
    phone.page.locator(".digits .key", has_text="2").tap()
    assert phone.fits()
    phone.page.get_by_label("Why (if you like)").fill("counted twice")
    phone.enter(phone.button("Take 2 back from Ann"))
    assert phone.scores == [1, 0]
    phone.menu("History of the deal")
    expect(phone.page.locator(".record")).to_contain_text("counted twice")


def test_everything_else_is_in_the_menu(table: Table, phone: Phone) -> None:
    """A misdeal, another name, a deal that is left: each can be undone there."""
    table.deal("six-card", seen_by=phone)
    phone.button("Menu").tap()
    phone.enter(phone.page.locator(".item", has_text="Misdeal").first)
    assert phone.scores == [2, 0]
    phone.button("Menu").tap()
    phone.page.locator(".item", has_text="Skip this deal").tap()
    expect(phone.page.get_by_text("Undo brings it back.")).to_be_visible()
    phone.button("Keep playing").tap()
    phone.page.locator(".item", has_text="Skip this deal").tap()
    phone.enter(phone.button("Skip it"))
    assert table.game.dealer == 0
    phone.button("Menu").tap()
    phone.enter(phone.page.locator(".item", has_text="Undo"))
    assert table.game.dealer == 1
    phone.menu("Call off this game")
    expect(phone.page.get_by_role("heading", name="Call off this game?")).to_be_visible()
    phone.enter(phone.button("Call it off"))
    phone.enter(phone.key("Undo"))
    phone.menu("Names")
    phone.page.get_by_label("Player\u00a02").fill("Benoît <b>")
    phone.enter(phone.button("Rename").last)
    phone.button("Back to the table").tap()
    expect(phone.page.locator(".seats")).to_contain_text("Benoît <b>")
