"""Set-up of a match on the page: few taps, seats, dealers, entry modes, options."""

from playwright.sync_api import Locator, expect

from scorekeeper.game.actions import EntryMode
from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import NAMES, TALL, Phone, Table
from tests.kit.drivers.web_server import CODE, Site
from tests.page.setup.conftest import FAMILY, sit_again

MAX_TAPS = 7


def test_from_a_phone_in_hand_to_the_first_card(table: Table) -> None:
    """With four names, on one screen: an answer folds its question, and missing input is named."""
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
        status = phone.page.locator(".setup .bar p")
        expect(status).to_have_text("4 seats have no name yet")
        tap(phone.page.locator(".place input").first)
        for name in ("Marie", "Luc", "luc", "Anne"):
            phone.page.keyboard.insert_text(name)
            phone.page.keyboard.press("Enter")
        expect(status).to_have_text("luc is listed twice.")
        phone.button("Start").tap()
        phone.page.keyboard.insert_text("Paul")
        expect(status).to_be_hidden()
        dealing = phone.page.locator("[data-key=dealing] summary")
        tap(dealing)
        tap(phone.page.get_by_role("radio", name="Paul"))
        expect(dealing).to_have_text("Who deals Paul")
        expect(dealing).to_be_focused()
        for entering in (phone.button("Start"), phone.key("5"), phone.key("J")):
            version = phone.version
            tap(entering)
            phone.until_newer(version)
    game = site.table.now.game
    assert (game.phase, game.players, game.dealer) == (Phase.PLAY, FAMILY.start.players, 2)
    assert game.entry_mode == EntryMode()
    assert taps <= MAX_TAPS


def test_setup_without_cards_asks_who_deals(phone: Phone, table: Table) -> None:
    """Nor are partners drawn by card."""
    phone.pick("entered", "hands")
    phone.sit_down("four-handed", *NAMES)
    assert table.game.rules.teams_by == "seating"
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.enter(phone.page.locator("[data-key=dealer-1]"))
    assert (table.game.phase, table.game.dealer, table.game.players) == (Phase.CUT, 1, NAMES)


def test_partners_are_drawn_with_cards_or_by_the_program(phone: Phone, table: Table) -> None:
    """Two highest against two lowest, and the lowest deals; or everyone is seated at random."""
    phone.sit_down("four-handed", *NAMES)
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
    phone.enter(phone.button("Start"))
    assert table.game.players == tuple(seated)
    assert table.game.phase is Phase.CUT, "nobody need draw for the deal"


def test_a_family_sits_down_with_the_keyboard_only(phone: Phone, table: Table) -> None:
    """Tab and arrow keys reach every question, in order."""
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
        ("counting", "counting", "Up"),
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
    assert table.game.entry_mode.counted_by == "players"
