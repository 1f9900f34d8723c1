"""The room of a page: scores, board and keys on every screen; the menu; first questions."""

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import CODE

FOUR = ["Marie", "Luc", "Paul", "Anne"]


def size(phone: Phone, width: int, height: int) -> None:
    """Make the screen of *phone* another one."""
    phone.resize({"width": width, "height": height})


def box(phone: Phone, selector: str) -> dict[str, float]:
    """Return where *selector* is on the screen."""
    return phone.boxes(selector)[0]


def test_board_stands_where_70_pixels_are_free(table: Table) -> None:
    table.deal("cribble", players=FOUR)
    phone = table.phone(viewport=SHORT)
    # As long as it is asked whose the phone is, there are none free at the cut.
    expect(phone.page.locator(".board")).to_be_hidden()
    phone.button("Anne").tap()
    for view in ("cut", "play"):
        size(phone, 390, 664)
        expect(phone.page.locator(".board")).to_be_visible()
        assert box(phone, ".board")["height"] >= 70, view
        size(phone, 375, 553)
        expect(phone.page.locator(".board")).to_be_hidden()
        assert box(phone, ".pad .undo")["bottom"] <= 553, view
        if view == "cut":
            table.do(do="starter", card="5", seen_by=phone)


def test_tablets_and_phones_on_their_side_have_two_columns(table: Table) -> None:
    table.deal("cribble", "KH", "7C", players=FOUR)
    phone = table.phone()
    for width, height in ((844, 390), (820, 1180), (1180, 820), (1920, 1080)):
        size(phone, width, height)
        board, felt = phone.boxes(".board", ".felt")
        assert board["right"] <= felt["left"], width
        assert box(phone, ".pad .undo")["bottom"] <= height, width
        assert phone.page.evaluate("document.documentElement.scrollHeight") <= height, width
        expect(phone.page.locator(".may-darken")).to_be_hidden()
    expect(phone.page.locator(".board svg [data-peg]")).to_have_count(4)
    size(phone, 820, 1180)
    board = box(phone, ".board")
    assert board["height"] > 2 * board["width"]


def test_a_touch_opens_the_board_large_and_another_closes_it(table: Table) -> None:
    table.deal("six-card", "5H", "7C", seen_by=(phone := table.phone()))
    table.do(do="peg", team=0, points=7, seen_by=phone)
    phone.page.locator("button.board").tap()
    large = phone.page.locator(".large .board")
    expect(large.locator("[data-peg]")).to_have_count(4)
    seen, drawn = box(phone, ".large .board"), large.locator("svg").get_attribute("viewBox")
    _, _, width, height = map(float, (drawn or "0 0 0 0").split())
    assert height > 2 * width, "it is upright"
    assert seen["height"] > 500
    assert phone.page.locator(".scores").is_visible()
    large.tap()
    expect(phone.page.locator(".felt")).to_be_visible()
    expect(phone.page.locator(".board [data-peg]")).to_have_count(4)


def test_menu_has_three_groups_and_the_ways_out_by_themselves(table: Table) -> None:
    table.deal("six-card", "5H", seen_by=(phone := table.phone()))
    phone.button("Menu").tap()
    groups = phone.page.locator(".menu > section")
    titles = ["This deal", "The table", "This phone", "End this deal or the game"]
    expect(groups.locator("h3")).to_have_text(titles)
    expect(groups.nth(0)).to_contain_text("Undo")
    expect(groups.nth(1)).to_contain_text("Let others join")
    expect(groups.nth(2)).to_contain_text("Settings")
    ends = groups.nth(3).locator(".item")
    expect(ends.last).to_contain_text("Call off this game")
    for item in ("Misdeal", "Skip this deal", "Concede", "Call off this game"):
        expect(groups.nth(3)).to_contain_text(item)
        expect(groups.first).not_to_contain_text(item)
    holes = """(groups) => groups.filter((group) => {
        const lowest = group.querySelector(".item:last-child").getBoundingClientRect();
        return Math.abs(lowest.right - group.getBoundingClientRect().right) > 1;
    }).length"""
    for width in (320, 390, 844):
        phone.resize({"width": width, "height": 664})
        assert phone.settle().page.locator(".menu .items").evaluate_all(holes) == 0


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


def test_letters_are_not_asked_where_his_heels_need_the_room(table: Table) -> None:
    table.deal("six-card", "JS")
    french = table.phone(lang="fr", viewport=SHORT)
    expect(french.page.locator(".happened")).to_contain_text("deux pour ses talons")
    expect(french.page.locator("[data-key=letters]")).to_have_count(0)


def test_of_two_players_the_other_is_named_whose_card_it_may_be(table: Table) -> None:
    table.deal("six-card", "5", "K", "8", "9")
    phone = table.phone(viewport=SHORT)
    expect(phone.page.locator(".hint")).to_have_text("Ann’s card? Tap that name.")
    table.deal("three-handed", "5", "K", "8", "9")
    expect(phone.page.locator(".hint")).to_have_text("Someone else’s card? Tap their name.")


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
        suit, badge = phone.boxes(".hand .labelled i", ".hand .labelled .under")
        assert suit["bottom"] <= badge["top"] + 2
        table.do(do="count", seat=seat, cards=cards, claim=1, seen_by=phone)
        assert whole.evaluate_all(WIDER) == []
        size(phone, 360, 640)
        assert whole.evaluate_all(WIDER) == []
        size(phone, 320, 568)
    phone.page.locator(".call").first.tap()
    assert phone.small_targets() == []
    phone.button("Annuler").tap()
    table.do(do="crib", cards=["A", "3", "9", "K"], claim=2, seen_by=phone)
    expect(phone.page.locator(".windows")).to_be_visible()
    assert phone.page.evaluate(NOTHING_CUT)


def test_the_draw_is_whole_and_says_who_is_to_draw_at_the_same_place(table: Table) -> None:
    if table.game.rules:
        table.do(do="abandon")
    names = ["Luc", "Maxime", "Geneviève", "Jean-François"]
    table.do(do="start", rules="cribble", players=names)
    phone = table.phone(lang="fr", viewport=SHORT)
    table.do(do="draw", seat=0, card="K", seen_by=phone)
    for width, height in ((390, 664), (320, 568)):
        size(phone, width, height)
        assert phone.page.evaluate(NOTHING_CUT)
        lefts = phone.page.locator("button.drawer").evaluate_all(
            "all => all.map((one) => [...one.querySelectorAll('b, small')]"
            ".map((part) => part.getBoundingClientRect().left))"
        )
        assert len(lefts) == 3
        assert all(name == word for name, word in lefts), lefts


def test_three_names_tabs_and_badges_are_whole_on_the_smallest_phone(table: Table) -> None:
    """Points lie beside the word crib, and no name of the show is cut."""
    names = ["Suzanne", "Luc", "Marie-Ève"]
    table.deal("three-handed", "5", show=True, options={"muggins": False}, players=names)
    phone = table.phone(viewport={"width": 320, "height": 568})
    for cards in (("2", "3", "K"), ("A", "6", "8"), ("6", "7", "8")):
        table.do(do="count", cards=[*cards, "7"], seen_by=phone)
        where = ".team b, .steps :is(li, button, span)"
        assert phone.page.locator(where).evaluate_all(WIDER) == []
    gain, crib = phone.boxes(".team-2 .gain", ".team-2 .crib-of")
    assert crib["right"] <= gain["x"]


@pytest.mark.usefixtures("holding")
def test_the_smallest_phone_shows_four_players_whole(table: Table) -> None:
    """Who draws and what is asked; names, the cards they hold, and no word below a card."""
    names = ["Marie", "Luc", "Suzanne", "Jean-Guy"]
    if table.game.rules:
        table.do(do="abandon")
    table.do(do="start", rules="cribble", players=names)
    phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
    phone.see_whole(".above .prompt", "[data-key=drawer-0]", "[data-key=drawer-3]")
    assert phone.page.evaluate(NOTHING_CUT)
    for seat, card in enumerate(("4", "9", "J", "2")):
        table.do(do="draw", seat=seat, card=card, seen_by=phone)
    phone.see_whole("[data-key=who]", ".prompt")
    phone.button("Jean-Guy").tap()
    phone.see_whole("[data-key=letters]")
    opened = phone.page.locator(".asked summary")
    opened.tap()
    phone.see_whole(".asked .about", ".key.undo")
    opened.tap()
    # What a correction did is said before anything is asked.
    table.do(do="amend", entry=table.version - 3, actions=[{"do": "draw", "seat": 0, "card": "3"}])
    phone.until(table.version)
    phone.see_whole(".callout.righted", ".prompt")
    expect(phone.page.locator(".once")).to_be_hidden()
    for do, card in (("starter", "5S"), *(("play", one) for one in ("7S", "KS", "3D", "4D"))):
        table.do(do=do, card=card, seen_by=phone)
    expect(phone.page.locator(".dealer")).to_have_text("B")
    for name in phone.page.locator(".seat b").all():
        assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), name.inner_text()
    assert [one.is_visible() for one in phone.page.locator(".seat .left").all()] == [True] * 4
    table.do(do="play", card="7D", seen_by=phone)
    held, ring = phone.boxes(".count.held b", ".count.held svg")
    assert held["width"] < 0.8 * ring["width"]
    felt, cards, starter, last = phone.boxes(
        ".felt", ".felt .cards", ".felt .under", ".felt .laid:last-child .card"
    )
    lowest = max(cards["bottom"], starter["bottom"])
    assert last["right"] <= starter["left"] <= starter["right"] <= felt["right"] - 4
    words = (
        "(one) => { const all = document.createRange(); all.selectNode(one.firstChild);"
        " return all.getBoundingClientRect().top; }"
    )
    assert phone.page.locator(".to-history").evaluate(words) >= lowest - 1
    other = [{"do": "play", "card": "6D"}]
    table.do(do="amend", entry=table.version, actions=other, by="Suzanne’s phone", seen_by=phone)
    expect(phone.page.locator(".cost")).to_have_text("Marie et Suzanne\u00a0: −2.")
    for height in (568, 480):
        phone.resize({"width": 320, "height": height})
        phone.see_whole(".cost")


def test_a_correction_that_cost_two_teams_leaves_the_prompt_its_line(table: Table) -> None:
    """On the smallest phone, in French, with a name that takes another line."""
    table.deal("cribble", "5H", "8", "8", "8", players=["Marie", "Luc", "Suzanne", "Jean-Guy"])
    phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
    other = [{"do": "play", "card": "9"}]
    table.do(do="amend", entry=table.version - 1, actions=other, seen_by=phone)
    expect(phone.page.locator(".felt .cost")).to_contain_text("Luc et Jean-Guy")
    phone.see_whole(".felt .righted", ".felt .prompt")
    assert phone.fits()


@pytest.mark.parametrize("screen", [(390, 664), (375, 553), (320, 568)])
def test_the_letters_are_not_asked_about_beside_what_a_correction_cost(
    screen: tuple[int, int], table: Table
) -> None:
    """The first entry of a deal, put right before a card is laid, tells its cost as any other."""
    table.deal("cribble", "J", players=["Marie", "Luc", "Suzanne", "Jean-Guy"])
    phone = table.phone(lang="fr", viewport={"width": screen[0], "height": screen[1]})
    other = [{"do": "starter", "card": "9"}]
    table.do(do="amend", entry=table.version, actions=other, by="Suzanne’s phone", seen_by=phone)
    phone.see_whole(".felt .righted", ".felt .cost", ".felt .prompt")
    expect(phone.page.locator("[data-key=letters]")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 375, 320])
def test_beside_redo_the_title_has_one_line(width: int, table: Table) -> None:
    """As before and after, so that nothing below it moves; in smaller letters, if need be."""
    phone = table.phone(viewport={"width": width, "height": 568})
    table.deal("three-handed", "9", "5", "10", seen_by=phone)
    [before] = phone.boxes("header")
    table.do(do="undo", seen_by=phone)
    header, title, deal, redo = phone.boxes("header", ".title h1", ".title p", ".redo")
    assert header["height"] == before["height"]
    assert title["height"] < 20
    assert title["bottom"] <= deal["top"] + 1
    assert title["right"] <= redo["left"]


@pytest.mark.parametrize("screen", [(375, 553), (320, 568)])
def test_three_lines_of_a_count_stand_below_each_other_above_the_pad(
    screen: tuple[int, int], table: Table
) -> None:
    """Before the crib of three players: nobody has to look for the next line on the right."""
    table.deal("three-handed", "KH", show=True, players=["Suzanne", "Luc", "Marie-Ève"], dealer=1)
    table.set_mode(counted_by="program", entered="cards")
    phone = table.phone(viewport={"width": screen[0], "height": screen[1]})
    for hand in (["3", "4", "8", "J"], ["4", "5", "6", "9"], ["6", "7", "8", "9"]):
        table.do(do="count", cards=hand, seen_by=phone)
    lines = (f".above .lines li:nth-child({at})" for at in (1, 2, 3))
    first, second, third = phone.boxes(*lines)
    assert first["left"] == second["left"] == third["left"]
    assert first["bottom"] <= second["top"] <= third["top"]
    phone.see_whole(".above .lines li:last-child", ".hand.next", ".key.undo")


def test_points_are_given_in_the_colour_of_their_team(table: Table) -> None:
    table.deal("six-card", seen_by=(phone := table.phone()))
    looks = []
    for team in (0, 1):
        phone.page.locator(f"[data-key=team-{team}]").tap()
        colour = phone.page.locator(".quick .key").first
        expect(colour).to_be_visible()
        looks.append(colour.evaluate("(one) => getComputedStyle(one).backgroundColor"))
        phone.button("Close").tap()
    assert looks[0] != looks[1]


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


def test_a_star_is_a_captain_and_a_peg_a_game_that_was_won(table: Table) -> None:
    table.deal("cribble", players=FOUR, options={"captain": True})
    phone = table.phone()
    names = phone.page.locator(".team small")
    expect(names.filter(has_text="★")).to_have_count(2)
    table.deal("three-handed", scores=[120, 110, 112])
    table.do(do="peg", team=0, points=1)
    table.do(do="next", seen_by=phone)
    expect(phone.page.locator(".team .won")).to_have_text(["●1"])
    expect(phone.page.locator(".scores")).not_to_contain_text("★")


def test_settings_ask_whose_phone_it_is_above_the_names(table: Table) -> None:
    table.deal("six-card", "5H")
    phone = table.phone(viewport=SHORT)
    phone.menu("Settings")
    asked = phone.page.get_by_role("heading", name="Who has this phone?")
    names = phone.page.locator(".settings .chips")
    assert asked.evaluate("(one) => one.nextElementSibling.className") == "chips"
    expect(names).to_contain_text("Ann")


def test_the_advice_on_auto_lock_is_no_taller_than_its_button(table: Table) -> None:
    table.deal("six-card")
    for lang in ("en", "fr"):
        phone = table.phone(None, lang=lang, viewport={"width": 320, "height": 740})
        phone.run_first("delete Navigator.prototype.wakeLock")
        phone.open().button("Ann").tap()
        if lang == "fr":
            phone.button("J Q K").tap()
        advice, button = (phone.page.locator(f".may-darken {one}") for one in ("p", "button"))
        expect(advice).to_be_visible()
        tall = [one.evaluate("(one) => one.offsetHeight") for one in (advice, button)]
        assert tall[0] <= tall[1]


def test_a_tip_points_down_till_the_end_of_a_win_is_seen(table: Table) -> None:
    names = ["Suzanne", "Luc", "Marie-Ève"]
    table.deal("three-handed", "5H", players=names, scores=[119, 100, 80], show=True)
    table.do(do="count", cards=["4", "6", "J", "K"])
    phone = table.phone(viewport=SHORT)
    tip = """(opacity) => {
        const ending = document.querySelector(".ending");
        return getComputedStyle(ending, "::after").opacity === opacity;
    }"""
    expect(phone.page.locator(".story .chart")).to_be_visible()
    phone.page.wait_for_function(tip, arg="1")
    phone.page.locator(".standings").evaluate("(one) => one.parentElement.scrollTo(0, 9999)")
    phone.page.wait_for_function(tip, arg="0")
    for viewport in (SHORT, {"width": 320, "height": 568}):
        phone.resize(viewport)
        phone.page.locator(".standings").evaluate("(one) => one.parentElement.scrollTo(0, 9999)")
        last, ending = phone.boxes(".standings", ".ending")
        assert last["bottom"] <= ending["top"] - 22, "clear of what fades"


def test_a_game_of_a_match_says_which_it_is_and_where_the_match_is(table: Table) -> None:
    names = ["Jean-Christophe", "Marguerite", "Élise", "Geneviève"]
    table.deal("four-handed", players=names, options={"best_of": 3}, scores=[120, 100])
    phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
    expect(phone.page.locator("header p")).to_have_text("Partie 1/3 · Donne 1")
    table.do(do="peg", team=0, points=1, seen_by=phone)
    match = "Parties gagnées : Bleus 1 · Rouges 0, il en faut 2"
    expect(phone.page.locator(".match")).to_have_text(match)
    assert box(phone, ".standings")["right"] <= 320


def test_partners_who_enter_points_see_who_deals(table: Table) -> None:
    table.deal("cribble", players=FOUR)
    table.set_mode(counted_by="program", entered="points")
    table.do(do="peg", team=0, points=2, seen_by=(phone := table.phone()))
    expect(phone.page.locator(".byhand .prompt")).to_have_text("Anne deals")


def test_a_game_left_before_a_point_is_not_among_the_past_ones(table: Table) -> None:
    table.deal("six-card", scores=[3, 0])
    table.do(do="abandon")
    table.deal("six-card")
    table.do(do="abandon")
    phone = table.phone()
    phone.menu("Past games")
    expect(phone.page.locator(".games li").first).to_contain_text("3")
    for scores in phone.page.locator(".games .sides").all():
        assert set("".join(filter(str.isdigit, scores.inner_text()))) != {"0"}


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
