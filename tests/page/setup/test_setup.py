"""The first page, and set-up of a match: few taps, seats, dealers, entry modes."""

from playwright.sync_api import expect

from scorekeeper.game.actions import EntryMode
from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import NAMES, TALL, Phone, Table
from tests.kit.drivers.web_server import CODE, Site
from tests.page.setup.conftest import choose, fill_names, sit_again

NEXT_DAY = "const now = Date.now; Date.now = () => now() + 24 * 3600 * 1000"


def test_new_people_type_their_names_and_tell_whose_phone_it_is(table: Table) -> None:
    site = Site()
    with table.beside(site) as other:
        phone = other.phone(None, viewport=TALL).join(CODE)
        phone.page.locator(".place input").first.tap()
        for name in ("Maude", "Tom"):
            phone.page.keyboard.insert_text(name)
            phone.page.keyboard.press("Enter")
        expect(phone.page.get_by_role("radio", name="no one’s")).to_be_checked()
        phone.pick("own", "Tom")
        phone.enter(phone.button("Deal"))
        phone.enter(phone.key("5"))
        phone.until(other.version)
    assert site.table.now.game.players == ("Maude", "Tom")
    assert (site.table.now.game.phase, site.table.now.game.entry_mode) == (Phase.DRAW, EntryMode())
    assert site.table.now.record[-1].by == "Tom’s phone"


def test_a_family_that_came_before_begins_with_one_tap(table: Table) -> None:
    with table.beside(Site(is_open=True)) as other:
        other.deal("six-card", players=["Maude", "Tom"])
        for number, winner in enumerate((0, 1, 1)):
            other.do(do="peg", team=1 - winner, points=100)
            other.do(do="peg", team=winner, points=121)
            if number < 2:
                other.do(do="next")
        phone, french = (other.phone(None, lang=lang) for lang in ("en", "fr"))
        for one in (phone, french):
            one.context.add_init_script(NEXT_DAY)
            one.open()
        family = phone.page.locator(".family")
        expect(family.get_by_role("heading")).to_have_text("Maude 1 – Tom 2")
        expect(family.locator("li")).to_have_text(
            ["Tom has won two in a row", "Last: yesterday, by 21"]
        )
        expect(french.page.locator(".family li")).to_have_text(
            ["Tom a gagné deux fois de suite", "La dernière\u00a0: hier, par 21"]
        )
        french.button("Autres joueurs ou règles").tap()
        typed = french.page.locator(".place input").first
        expect(typed).to_have_value("Maude")
        typed.fill("Léa")
        french.open()
        expect(typed).to_have_value("Léa")
        phone.enter(phone.button("Deal"))
        assert (other.game.number, other.game.phase) == (4, Phase.CUT)


def test_a_name_that_is_listed_twice_is_shown(phone: Phone, table: Table) -> None:
    phone.pick("players", "2")
    first, second = phone.page.locator(".place input").all()
    first.fill("Luc")
    second.fill("luc")
    expect(phone.page.locator(".setup .bar p")).to_have_text("luc is listed twice.")
    phone.button("Deal").tap()
    phone.page.keyboard.insert_text("Paul")
    phone.enter(phone.button("Deal"))
    assert table.game.players == ("Luc", "Paul")


def sit_down_four(phone: Phone) -> None:
    choose(phone, "four-handed")
    fill_names(phone, *NAMES)
    phone.enter(phone.button("Deal"))


def test_setup_without_cards_asks_who_deals(phone: Phone, table: Table) -> None:
    phone.pick("entered", "hands")
    sit_down_four(phone)
    assert table.game.rules.teams_by == "seating"
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.enter(phone.page.locator("[data-key=dealer-1]"))
    assert (table.game.phase, table.game.dealer, table.game.players) == (Phase.CUT, 1, NAMES)


def test_partners_are_drawn_with_cards_or_by_the_program(phone: Phone, table: Table) -> None:
    """Two highest against two lowest, and the lowest deals; or everyone is seated at random."""
    sit_down_four(phone)
    phone.lay("K", "2", "Q", "A")
    assert table.game.players[table.game.dealer or 0] == "Dora"
    partner = table.game.players[((table.game.dealer or 0) + 2) % 4]
    assert partner == "Ben"

    table.do(do="abandon", seen_by=phone)
    sit_again(phone)
    phone.unfold(phone.page.locator("[data-key=partnership] .second")).tap()
    expect(phone.page.locator("input[name=partners]:checked")).to_have_value("seating")
    seated = [place.input_value() for place in phone.page.locator(".place input").all()]
    assert sorted(seated) == list(NAMES)
    phone.enter(phone.button("Deal"))
    assert table.game.players == tuple(seated)
    assert table.game.phase is Phase.CUT, "nobody need draw for the deal"


def test_a_match_is_set_up_with_the_keyboard_only(phone: Phone, table: Table) -> None:
    keyboard = phone.page.keyboard
    chosen = phone.page.locator("input[name=players]:checked")
    chosen.focus()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowLeft")
    expect(chosen).to_have_value("3")

    def walk(fact: str) -> None:
        while not phone.page.evaluate(f"((one) => {fact})(document.activeElement)"):
            keyboard.press("Tab")

    walk("one.closest('.place')")
    keyboard.press("Control+A")
    keyboard.insert_text("Zed")
    walk("one.parentNode.dataset.key === 'all'")
    keyboard.press("Enter")
    for key, question, arrow in (("game", "target", "Left"), ("dealing", "dealer", "Right")):
        walk(f"one.parentNode.dataset.key === '{key}'")
        keyboard.press("Enter")
        walk(f"one.name === '{question}'")
        keyboard.press(f"Arrow{arrow}")
    walk("one.textContent === 'Deal'")
    version = phone.version
    keyboard.press("Enter")
    phone.until_newer(version)
    assert (table.game.key, table.game.rules.target) == ("three-handed", 61)
    assert (table.game.players[0], table.game.dealer) == ("Zed", 0)


def asked_about(phone: Phone, option: str) -> bool:
    return phone.page.get_by_label(option, exact=True).count() == 1


def test_only_options_that_mean_something_are_asked_about(phone: Phone, table: Table) -> None:
    choose(phone, "acc")
    phone.pick("counting", "players")
    phone.unfold(phone.page.get_by_label("A claim too low"))
    with_muggins = ("Muggins for too much", "Muggins until")
    assert asked_about(phone, "A claim too low")
    assert not any(asked_about(phone, option) for option in (*with_muggins, "Captains"))
    assert not asked_about(phone, "Dealer of the next game")
    phone.unfold(phone.page.get_by_label("Who wins")).select_option("low")
    assert not asked_about(phone, "Skunks")
    phone.pick("counting", "muggins")
    assert all(asked_about(phone, option) for option in with_muggins)
    assert not asked_about(phone, "A claim too low")
    first = phone.page.get_by_label("First deal of the next game")
    phone.unfold(first).select_option("cut")
    games = phone.page.get_by_label("Number of games")
    phone.unfold(games).select_option("5")
    phone.enter(phone.button("Deal"))
    rules = table.game.rules
    assert (rules.best_of, rules.wins, rules.first_deal) == (5, "low", "cut")
