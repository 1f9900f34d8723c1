"""Sitting down on the page: few taps, ways to count and to enter, places, families, rematches."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.game.entry_mode import CountedBy, Entered, EntryMode
from scorekeeper.game.state import Phase
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.browser import NAMES, SHORT, TALL, Phone, Table
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import CODE, PIN, Site
from web.settings.schema import Family, SettingsPatch

MOST_TAPS = 7

FAMILY = Family(
    name="The Gagnons",
    rules="cribble",
    players=("Marie", "Luc", "Paul", "Anne"),
    counts="check",
    enters="cards",
)


ENTRY_MODE = {"counts": "check", "enters": "hands"}


@pytest.fixture
def table(table: Table) -> Table:
    """The table, after a match of three that told nobody how they went about it."""
    table.deal("three-handed")
    table.do(do="abandon")
    table.site.table.set_live(entry_mode=None)
    return table


@pytest.fixture
def phone(table: Table) -> Phone:
    """A phone that remembers nothing, with the set-up sheet open."""
    phone = table.phone(viewport=SHORT)
    sit_again(phone)
    return phone


def sit_again(phone: Phone) -> None:
    """Open the set-up sheet, whether a game was played before or not."""
    other = phone.page.locator("[data-key=new-match]")
    expect(other.or_(phone.page.locator(".setup")).first).to_be_visible()
    if other.is_visible():
        other.tap()
    expect(phone.page.locator(".setup")).to_be_visible()


def names_on(phone: Phone) -> list[str]:
    """Return what is typed at the places, by seat."""
    return [place.input_value() for place in phone.page.locator(".place input").all()]


def fill_names(phone: Phone, *names: str) -> None:
    """Type *names* at the places, by seat."""
    for seat, name in enumerate(names):
        phone.page.locator(".place input").nth(seat).fill(name)


def see_names(phone: Phone, *names: str) -> None:
    """Wait until *names* stand at the places, by seat."""
    for seat, name in enumerate(names):
        expect(phone.page.locator(".place input").nth(seat)).to_have_value(name)


def choose(phone: Phone, rules: str) -> None:
    """Tap how many play, and the game."""
    phone.pick("players", str(RULES[rules].players))
    phone.pick("rules", rules)


def entry_mode(table: Table) -> EntryMode:
    """The entry mode, as every phone is told."""
    return table.site.table.now.live.entry_mode


def test_from_a_phone_in_hand_to_the_first_card(table: Table) -> None:
    """With four names, on one screen: an answer folds its question, and says what is missing."""
    site = Site()
    taps = 0

    def tap(what: Locator) -> None:
        nonlocal taps
        what.tap()
        taps += 1

    with table.beside(site) as other:
        phone = other.phone(None, viewport=TALL)
        phone.page.goto(f"{phone.url}/j/{CODE.replace('-', '').lower()}")
        expect(phone.page.locator(".join .whole")).to_have_text(f"{CODE},")
        tap(phone.button("Keep score"))
        main, status = phone.page.locator(".setup"), phone.page.locator(".setup .bar p")
        expect(status).to_have_text("4 seats have no name yet")
        room = "(one) => [one.scrollHeight, one.querySelectorAll('.fold').length]"
        assert main.evaluate(room) == [main.evaluate("(one) => one.clientHeight"), 8]
        tap(phone.page.locator(".place input").first)
        for name in ("Marie", "Luc", "luc", "Anne"):
            phone.page.keyboard.insert_text(name)
            phone.page.keyboard.press("Enter")
        expect(status).to_have_text("luc is there twice.")
        phone.button("Start").tap()
        phone.page.keyboard.insert_text("Paul")
        expect(status).to_be_hidden()
        phone.page.set_viewport_size({"width": 320, "height": 568})
        value = phone.page.locator("[data-key=game] summary b")
        assert value.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        phone.page.set_viewport_size(TALL)
        dealing = phone.page.locator("[data-key=dealing] summary")
        tap(dealing)
        tap(phone.page.get_by_role("radio", name="Paul"))
        expect(dealing).to_have_text("Who deals Paul")
        expect(dealing).to_be_focused()
        expect(phone.page.locator(".fold[open]")).to_have_count(0)
        for entering in (phone.button("Start"), phone.key("5"), phone.key("J")):
            version = phone.version
            tap(entering)
            phone.until_newer(version)
    print(f"{taps} taps from a phone in hand to the first card laid")
    game = site.table.now.game
    assert (game.phase, game.players, game.dealer) == (Phase.PLAY, FAMILY.players, 2)
    mode = EntryMode(counted_by=CountedBy.PROGRAM, entered=Entered.CARDS)
    assert site.table.now.live.entry_mode == mode
    assert taps <= MOST_TAPS


def test_other_phones_learn_how_people_go_about_it(table: Table) -> None:
    one, other = table.phone(), table.phone(viewport=SHORT)
    sit_again(one)
    for question, answer in {"players": "2", "rules": "britannica", **ENTRY_MODE}.items():
        one.pick(question, answer)
    one.enter(one.page.locator(".setup .prime"))
    assert not table.game.rules.muggins
    mode = entry_mode(table)
    assert {"counts": mode.counted_by, "enters": mode.entered} == ENTRY_MODE

    other.until(table.version)
    other.button("Menu").tap()
    entering, counting = map(other.page.get_by_label, ("What we enter", "Who counts"))
    assert entering.locator("option:checked").inner_text() == "Hands only"
    assert counting.locator("option:checked").inner_text() == "We count"
    entering.select_option("cards")
    one.button("Menu").tap()
    late = table.phone()
    late.button("Menu").tap()
    for phone in (one, late):
        expect(phone.page.get_by_label("What we enter", exact=True)).to_have_value("cards")


def test_setup_proposes_what_was_chosen_last(phone: Phone, table: Table) -> None:
    phone.pick("enters", "hands")
    phone.sit_down("acc", "Zoé", "Yann", counts="check")
    table.do(do="abandon")
    phone.open()
    expect(phone.page.locator(".about")).to_have_text("Called off by mistake? Undo brings it back.")
    phone.see_whole("button.undo")
    sit_again(phone)
    for question, answer in {"rules": "acc", "counts": "check", "enters": "hands"}.items():
        chosen = phone.page.locator(f"input[name={question}]:checked")
        expect(chosen).to_have_value(answer)
    see_names(phone, "Zoé", "Yann")
    assert phone.small_targets() == []
    phone.page.locator(".place input").first.fill("")
    phone.button("Zoé").tap()
    see_names(phone, "Zoé", "Yann")


def test_two_places_are_tapped_to_change_them(phone: Phone, table: Table) -> None:
    choose(phone, "cribble")
    fill_names(phone, *NAMES)
    phone.pick("dealer", "1")
    for seat in (1, 1, 1, 2):
        phone.page.locator(f"[data-key=place-{seat}] .move").tap()
    see_names(phone, "Ann", "Carl", "Ben", "Dora")
    expect(phone.page.locator("[data-key=dealing] summary")).to_have_text("Who deals Ben")
    phone.enter(phone.button("Start"))
    assert (table.game.players, table.game.dealer) == (("Ann", "Carl", "Ben", "Dora"), 2)


def test_setup_without_cards_asks_who_deals(phone: Phone, table: Table) -> None:
    """Nor does a card find the partners."""
    phone.pick("enters", "hands")
    phone.pick("players", "4")
    phone.pick("rules", "four-handed")
    expect(phone.page.locator("[data-key=partnership] summary b")).to_have_text("As we sit")
    expect(phone.page.locator("input[name=partners]")).to_have_count(1)
    phone.sit_down("four-handed", *NAMES)
    assert table.game.rules.teams_by == "seating"
    expect(phone.page.locator(".pad")).to_have_count(0)
    assert phone.small_targets() == []
    phone.enter(phone.page.locator("[data-key=dealer-1]"))
    assert (table.game.phase, table.game.dealer, table.game.players) == (Phase.CUT, 1, NAMES)
    phone.lay("5")
    phone.enter(phone.button("To the show"))
    assert table.game.phase is Phase.SHOW


def test_no_player_is_alone_in_a_row_of_dealers(phone: Phone) -> None:
    phone.pick("players", "4")
    labels = phone.page.locator("[data-key=dealing] label")
    phone.unfold(labels.first)
    for width in (390, 375, 320):
        phone.page.set_viewport_size({"width": width, "height": 664})
        rows = Counter(labels.evaluate_all("(all) => all.slice(1).map((one) => one.offsetTop)"))
        assert (rows.total(), min(rows.values())) == (4, 2), rows


def test_partners_are_drawn_with_cards_or_by_the_program(phone: Phone, table: Table) -> None:
    """Two highest against two lowest, and the lowest deals; or chance seats everybody at once."""
    phone.sit_down("four-handed", *NAMES)
    phone.lay("K", "2", "Q", "A")
    assert table.game.players[table.game.dealer or 0] == "Dora"
    partner = table.game.players[((table.game.dealer or 0) + 2) % 4]
    assert partner == "Ben"

    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    phone.unfold(phone.page.locator("[data-key=partnership] .second")).tap()
    expect(phone.page.locator("input[name=partners]:checked")).to_have_value("seating")
    seated = names_on(phone)
    assert sorted(seated) == list(NAMES)
    phone.enter(phone.button("Start"))
    assert table.game.players == tuple(seated)
    assert table.game.phase is Phase.CUT, "nobody need draw for the deal"


def test_a_family_is_kept_at_the_table_by_any_phone_that_keeps_score(table: Table) -> None:
    """One tap seats it again, on every phone, though a browser forgets what it kept itself; the
    host's phone brings its colours along."""
    phone, other = table.phone(), table.phone()
    sit_again(phone)
    choose(phone, "cribble")
    fill_names(phone, *NAMES)
    phone.pick("counts", "muggins")
    phone.page.get_by_label("A claim too high", exact=True).select_option("corrected")
    keep(phone, "")
    phone.page.locator(".place input").first.fill("Zed")
    phone.pick("counts", "program")
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    see_names(phone, *NAMES)
    expect(phone.page.locator("input[name=counts]:checked")).to_have_value("muggins")
    expect(phone.page.get_by_label("A claim too high", exact=True)).to_have_value("corrected")

    become_host(phone)
    phone.page.evaluate("localStorage.clear()")
    sit_again(phone.open())
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    keep(phone, "Sunday")
    phone.button("Ann · Ben · Carl · Dora", exact=False).first.tap()
    phone.button("Forget Ann · Ben · Carl · Dora").tap()
    expect(phone.page.locator(".families button")).to_have_count(1)
    sit_again(other.open())
    other.button("Sunday", exact=False).tap()
    see_names(other, *NAMES)

    usual = table.site.settings.now.colours
    table.site.settings.change(SettingsPatch(colours=("#00ff00", "#ff00ff", "#ffffff")))
    expect(phone.page.locator("html")).to_have_attribute("style", re.compile("--blue"))
    phone.button("Sunday", exact=False).first.tap()
    phone.button("Forget Sunday").tap()
    expect(other.button("Sunday", exact=False)).to_have_count(0)
    soon(lambda: table.site.settings.now.colours == usual)
    assert table.site.settings.now.families == ()


def test_a_family_keeps_the_match_that_it_began_last(phone: Phone, table: Table) -> None:
    """Saved at the table it is two taps a week later on every phone; on a phone, there too."""
    table.site.settings.change(SettingsPatch(families=(FAMILY,)))
    sit_again(phone.open())
    phone.button("The Gagnons", exact=False).tap()
    phone.pick("rules", "four-handed")
    phone.pick("partners", "seating")
    phone.pick("enters", "hands")
    phone.page.get_by_text("Head start", exact=True).tap()
    phone.page.get_by_label("Head start: Luc · Anne").fill("7")
    phone.enter(phone.button("Start"))
    first = table.game
    table.do(do="abandon")
    other = table.phone()
    sit_again(other)
    other.button("The Gagnons", exact=False).tap()
    other.enter(other.button("Start"))
    again = table.game
    assert (again.rules, again.players, again.scores) == (first.rules, FAMILY.players, (0, 7))
    assert (again.key, entry_mode(table).entered) == ("four-handed", "hands")
    table.site.settings.change(SettingsPatch(families=None))

    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    choose(phone, "six-card")
    keep(phone, "We two")
    phone.pick("target", "61")
    phone.enter(phone.button("Start"))
    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    choose(phone, "acc")
    phone.button("We two", exact=False).tap()
    expect(phone.page.locator("input[name=rules]:checked")).to_have_value("six-card")
    expect(phone.page.locator("input[name=target]:checked")).to_have_value("61")


def keep(phone: Phone, name: str) -> None:
    """Keep those who sit here as a family; without a name it is called as they are."""
    phone.page.get_by_text("Save as a family", exact=True).tap()
    phone.page.get_by_label("Name of the family").fill(name)
    phone.button("Save").tap()
    expect(phone.page.locator(".families [aria-pressed=true]")).to_contain_text(name)


def bottom(part: Locator) -> float:
    """Return where *part* ends on the screen."""
    box = part.bounding_box()
    return box["y"] + box["height"]


def become_host(phone: Phone) -> None:
    """Show the host's PIN from this phone."""
    phone.page.evaluate(
        "(pin) => fetch('/api/v1/host', {method: 'POST', body: JSON.stringify({pin}),"
        " headers: {'Content-Type': 'application/json'}})",
        PIN,
    )
    phone.open()


def test_a_rematch_is_one_tap_and_a_small_change_a_few(phone: Phone, table: Table) -> None:
    choose(phone, "six-card")
    phone.pick("target", "61")
    for players in ("3", "4", "2"):
        phone.pick("players", players)
        expect(phone.page.locator("input[name=target]:checked")).to_have_value("61")
    choose(phone, "six-card")
    see_names(phone, "Ann", "Ben")
    phone.button("Carl").tap()
    see_names(phone, "Ann", "Carl")
    phone.page.locator("[data-key=place-1] .move").tap()
    phone.button("Ben").tap()
    see_names(phone, "Ann", "Ben")
    phone.page.get_by_text("Options", exact=True).tap()
    phone.page.get_by_label("His heels", exact=True).fill("5")
    phone.page.get_by_text("Head start", exact=True).tap()
    field, bar = phone.page.get_by_label("Head start: Ben"), phone.page.locator(".setup > .bar")
    soon(lambda: bottom(field) < bar.bounding_box()["y"])
    field.fill("70")
    expect(bar.locator("p")).to_have_text("A head start in a game of 61 is at most 60.")
    phone.unfold(phone.page.get_by_label("Another length"))
    expect(field).to_be_hidden()
    phone.button("Start").tap()
    phone.page.keyboard.press("Control+A")
    phone.page.keyboard.insert_text("20")
    expect(bar.locator("p")).to_be_hidden()
    phone.pick("enters", "points")
    phone.enter(phone.button("Start"))
    first = table.game
    table.do(do="abandon", seen_by=phone)
    phone.enter(phone.button("Rematch"))
    again = table.game
    assert again.phase is Phase.DRAW
    assert (again.rules, again.players, again.scores) == (first.rules, first.players, (0, 20))
    assert entry_mode(table).entered == "points"

    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    phone.pick("target", "121")
    expect(phone.page.locator("input[name=counts]")).to_have_count(0)
    phone.pick("enters", "cards")
    phone.pick("counts", "muggins")
    phone.enter(phone.button("Start"))
    changed = table.game.rules
    assert (changed.target, changed.skunks, changed.heels) == (121, ((91, 2),), 5)
    assert (changed.muggins, table.game.scores) == (True, (0, 20))


def test_a_family_sits_down_with_the_keyboard_only(phone: Phone, table: Table) -> None:
    """Tab and arrows reach every question, in the order in which they stand."""
    keyboard = phone.page.keyboard
    chosen = phone.page.locator("input[name=players]:checked")
    chosen.focus()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowLeft")
    expect(chosen).to_have_value("3")
    keyboard.press("Tab")
    for name in NAMES[:3]:
        keyboard.press("Control+A")
        keyboard.insert_text(name[::-1])
        keyboard.press("Tab")
        keyboard.press("Tab")

    def walk(fact: str) -> None:
        while not phone.page.evaluate(f"((one) => {fact})(document.activeElement)"):
            keyboard.press("Tab")

    folds = (
        ("game", "target", "Left"),
        ("counting", "counts", "Up"),
        ("dealing", "dealer", "Right"),
    )
    for key, question, arrow in folds:
        walk(f"one.parentNode.dataset.key === '{key}'")
        keyboard.press("Enter")
        walk(f"one.name === '{question}'")
        keyboard.press(f"Arrow{arrow}")
    expect(phone.page.locator(".fold[open]")).to_have_count(1)
    walk("one.textContent === 'Start'")
    version = phone.version
    keyboard.press("Enter")
    phone.until_newer(version)
    assert (table.game.key, table.game.rules.target) == ("three-handed", 61)
    assert (table.game.players, table.game.dealer) == (("nnA", "neB", "lraC"), 0)
    assert entry_mode(table).counted_by == "check"


def test_a_head_start_is_said_and_offered_again_in_the_next_game(table: Table) -> None:
    """On the phone by one tap, before anybody has a point; nobody has to take it."""
    start = {"players": ["Suzanne", "Luc", "Zoé"], "scores": [5, 0, 15], "dealer": 2}
    table.deal("three-handed", **start)
    mode = EntryMode(counted_by=CountedBy.PROGRAM, entered=Entered.CARDS, head_start=(5, 0, 15))
    table.site.table.set_live(entry_mode=mode)
    phone, french = table.phone(viewport=SHORT), table.phone(lang="fr", viewport=SHORT)
    told = "New match, Three-handed cribbage: Suzanne, Luc and Zoé; head start: 5 for Suzanne"
    expect(phone.page.locator(".callout")).to_contain_text(told)
    expect(french.page.locator(".callout")).to_contain_text("avance\u00a0: 5 à Suzanne et 15 à Zoé")
    phone.menu("Concede")
    expect(phone.page.locator("[data-key^=concede-] [data-key=winner]")).to_have_text(
        ["winner: Zoé", "winner: Zoé", "winner: Suzanne"]
    )
    phone.enter(phone.page.locator("[data-key=concede-1]"))
    assert table.game.winner == 2
    table.do(do="next", seen_by=french)
    offer = phone.page.locator("[data-key=head-start]")
    expect(french.button("Suzanne +5, Zoé +15")).to_be_visible()
    phone.button("Suzanne +5, Zoé +15").tap()
    phone.until_scores(5, 0, 15)
    expect(offer).to_have_count(0)
    expect(french.page.locator(".callout")).to_contain_text("+15 (avance).")
    phone.enter(phone.key("Undo"))
    # One Undo for each team; what is left to give is offered again.
    expect(offer).to_contain_text("Zoé +15")
    expect(offer).not_to_contain_text("Suzanne")
    table.do(do="undo", seen_by=phone)
    french.button("Autre").tap()
    expect(french.page.get_by_role("textbox")).to_have_value("avance")
    phone.page.locator("[data-key=head-start]").get_by_role("button", name="Close").tap()
    expect(offer).to_have_count(0)
    phone.enter(phone.key("9"))
    expect(french.button("Suzanne +5, Zoé +15")).to_have_count(0)


def test_options_stand_under_headings_and_points_need_fewer(phone: Phone) -> None:
    """Each once; a table that enters only points is not asked about claims."""
    phone.page.locator("[data-key=options] summary").tap()
    options = phone.page.locator("[data-key=options]")
    heads = options.locator("h3")
    expect(heads).to_have_text(["The deal", "The play", "The show", "The win", "The table"])
    titles = options.locator(".field > label").all_inner_texts()
    assert len(titles) == len(set(titles)) > 10
    expect(options.get_by_role("combobox", name="Wrong go")).to_have_count(0)
    phone.pick("enters", "points")
    expect(heads).to_have_text(["The deal", "The win", "The table"])
    phone.unfold(phone.page.get_by_label("Best of")).select_option("3")
    expect(phone.page.locator("[data-key=game] summary b")).to_contain_text("to 121, best of 3")
    skunks = phone.page.get_by_label("Skunks").locator("option")
    expect(skunks.first).to_have_text("below 91: 1 game, as the rules say")


CUT_SHORT = """(lists) => lists.filter((list) => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(list);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const arrow = 24;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - arrow;
    return pen.measureText(list.selectedOptions[0].text).width > room;
}).map((list) => list.selectedOptions[0].text)"""
"""The answers that a list cannot show whole."""


def test_answers_of_options_are_whole_on_the_smallest_phone_in_french(table: Table) -> None:
    small = table.phone(viewport={"width": 320, "height": 568}, lang="fr")
    sit_again(small)
    choose(small, "cribble")
    small.page.locator("summary", has_text="Options").tap()
    lists = small.page.locator(".options select")
    expect(lists.first).to_be_visible()
    assert lists.evaluate_all(CUT_SHORT) == []
