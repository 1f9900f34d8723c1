"""The room of a page: scores, board and keys on every screen; the menu; first questions."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Table
from tests.kit.drivers.web_server import CODE


def test_a_touch_opens_the_board_large_and_another_closes_it(table: Table) -> None:
    table.deal("six-card", "5H", "7C", seen_by=(phone := table.phone()))
    table.do(do="peg", team=0, points=7, seen_by=phone)
    phone.page.locator("button.board").tap()
    large = phone.page.locator(".large .board")
    expect(large.locator("[data-peg]")).to_have_count(4)
    large.tap()
    expect(phone.page.locator(".felt")).to_be_visible()
    expect(phone.page.locator(".board [data-peg]")).to_have_count(4)


def test_letters_of_the_cards_are_asked_once_in_french_alone(table: Table) -> None:
    table.deal("six-card")
    small = {"width": 320, "height": 568}
    english, french = table.phone(), table.phone(lang="fr", viewport=small)
    expect(english.page.locator("[data-key=letters]")).to_have_count(0)
    asked = french.page.locator("[data-key=letters]")
    expect(french.key("J")).to_be_visible()
    french.button("Fermer").tap()
    # It waits for its answer, though another phone turned up the starter.
    table.do(do="starter", card="5S", seen_by=french)
    asked.get_by_role("button", name="V D R").tap()
    expect(french.key("V")).to_be_visible()
    expect(asked).to_have_count(0)
    french.page.reload()
    expect(french.key("V")).to_be_visible()
    expect(asked).to_have_count(0)


NOTHING_CUT = """() => {
    const above = document.querySelector(".above");
    return above.scrollHeight <= above.clientHeight + 1;
}"""
"""True if no line is cut below what is read."""

WIDER = (
    "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
)
"""The text of all that is cut at its side."""


def test_four_long_names_are_whole_on_small_phones_to_the_end_of_a_deal(table: Table) -> None:
    """Beside three digits, on the tabs of the show, and where muggins may be called."""
    names = ["Luc", "Maxime", "Geneviève", "Jean-François"]
    table.deal("cribble", "5H", "7C", players=names, scores=[100, 100])
    phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
    whole = phone.page.locator(".team :is(b, small), .seat b, .steps span")
    assert whole.evaluate_all(WIDER) == []
    table.do(do="show")
    for seat, cards in enumerate((("2", "4", "8"), *[("2", "4", "6", "8")] * 3)):
        table.do(do="count", seat=seat, cards=cards, claim=1, seen_by=phone)
        assert whole.evaluate_all(WIDER) == []
    phone.page.locator(".call").first.tap()
    assert phone.small_targets() == []
    phone.button("Annuler").tap()
    table.do(do="crib", cards=["A", "3", "9", "K"], claim=2, seen_by=phone)
    expect(phone.page.locator(".windows")).to_be_visible()
    assert phone.page.evaluate(NOTHING_CUT)


def test_a_touched_choice_has_no_ring_and_one_of_the_keyboard_has(table: Table) -> None:
    if table.game.rules:
        table.do(do="abandon")
    phone = table.phone()
    if phone.page.locator("[data-key=new-match]").count():
        phone.page.locator("[data-key=new-match]").tap()
    phone.pick("players", "3")
    ring = "(one) => getComputedStyle(one.closest('.pick')).outlineStyle"
    chosen = phone.page.locator("input[name=players]:checked")
    assert chosen.evaluate(ring) == "none"
    chosen.press("ArrowRight")
    assert phone.page.locator("input[name=players]:checked").evaluate(ring) != "none"


def test_a_game_of_a_match_says_which_it_is_and_where_the_match_is(table: Table) -> None:
    names = ["Jean-Christophe", "Marguerite", "Élise", "Geneviève"]
    table.deal("four-handed", players=names, options={"best_of": 3}, scores=[120, 100])
    phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
    expect(phone.page.locator("header p")).to_have_text("Partie 1/3 · Donne 1")
    table.do(do="peg", team=0, points=1, seen_by=phone)
    match = "Parties gagnées : Bleus 1 · Rouges 0, il en faut 2"
    expect(phone.page.locator(".match")).to_have_text(match)


def test_the_page_behind_a_scanned_code_does_not_move_under_a_finger(table: Table) -> None:
    """Though the style of the end comes late: a tap on *Keep score* would only watch."""
    table.deal("six-card", "5", "7")
    table.do(do="peg", team=0, points=121)
    phone = table.phone(None, viewport=SHORT)
    phone.page.add_init_script(
        """window.tops = new Set();
        (function look() {
            const button = document.querySelector(".join .prime");
            if (button) tops.add(Math.round(button.getBoundingClientRect().top));
            requestAnimationFrame(look);
        })()"""
    )
    phone.page.goto(f"{phone.url}/j/{CODE}")
    phone.settle().page.wait_for_timeout(150)
    assert phone.page.evaluate("tops.size") == 1
