"""The next match: what was chosen last is proposed again, with a head start if there was one."""

from playwright.sync_api import Locator, expect

from scorekeeper.game.state import Phase
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.waiting import soon
from tests.page.setup.conftest import choose, entry_mode, see_names, sit_again


def bottom(part: Locator) -> float:
    """Return where *part* ends on the screen."""
    box = part.bounding_box()
    return box["y"] + box["height"]


def test_setup_proposes_what_was_chosen_last(phone: Phone, table: Table) -> None:
    phone.pick("entered", "hands")
    phone.sit_down("acc", "Zoé", "Yann", counts="players")
    table.do(do="abandon")
    phone.open()
    expect(phone.page.locator(".about")).to_have_text("Called off by mistake? Undo brings it back.")
    phone.see_whole("button.undo")
    sit_again(phone)
    for question, answer in {"rules": "acc", "counting": "players", "entered": "hands"}.items():
        chosen = phone.page.locator(f"input[name={question}]:checked")
        expect(chosen).to_have_value(answer)
    see_names(phone, "Zoé", "Yann")
    assert phone.small_targets() == []
    phone.page.locator(".place input").first.fill("")
    phone.button("Zoé").tap()
    see_names(phone, "Zoé", "Yann")


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
    phone.pick("entered", "points")
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
    expect(phone.page.locator("input[name=counting]")).to_have_count(0)
    phone.pick("entered", "cards")
    phone.pick("counting", "muggins")
    phone.enter(phone.button("Start"))
    changed = table.game.rules
    assert (changed.target, changed.skunks, changed.heels) == (121, ((91, 2),), 5)
    assert (changed.muggins, table.game.scores) == (True, (0, 20))


def test_a_head_start_is_said_and_offered_again_in_the_next_game(table: Table) -> None:
    """On the phone by one tap, before anybody has a point; nobody has to take it."""
    start = {"players": ["Suzanne", "Luc", "Zoé"], "scores": [5, 0, 15], "dealer": 2}
    table.deal("three-handed", **start)
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
