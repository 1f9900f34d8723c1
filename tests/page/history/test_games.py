"""Past games on the page: the list, a game with its chart, and what is saved of them."""

import json
import re
from pathlib import Path

from playwright.sync_api import Route, expect

from scorekeeper.game.codec import read_asked
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import Site
from tests.page.history.conftest import ENTRIES, open_latest
from tests.web.test_history import PAD, enter


def test_the_list_and_a_game_in_it(phone: Phone) -> None:
    """Newest first; a game shows its scores as lines and as a table, best hands and averages."""
    phone.menu("Past games")
    games = phone.page.locator(".games .item")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("Ann 61")
    expect(games.first).to_contain_text("Six-card cribbage")
    games.first.tap()
    expect(phone.page.get_by_role("heading", name="Ann wins!")).to_be_visible()
    expect(phone.page.locator("[data-key=final]")).to_have_text("Ann 61 · Ben 37")
    chart = phone.page.get_by_role("img", name="Score by deal: Ann 61, Ben 37")
    expect(chart.locator(".line.team-0 circle")).to_have_count(4)
    expect(chart.locator(".line.team-1 rect")).to_have_count(4)
    line, mark = (
        chart.locator(where).first.evaluate("(one) => getComputedStyle(one).fill")
        for where in (".line.team-1", ".line.team-1 rect")
    )
    assert mark == line, "a mark has the colour of its team"
    averages = phone.page.locator(".figures").first.locator("tbody tr")
    expect(averages).to_have_text(
        ["Ann\t17.0\t0.0\t2.0", "Ben\t3.0\t8.0\t1.0"], use_inner_text=True
    )
    counted = phone.page.locator(".counted li")
    expect(counted).to_have_text(
        ["Ann got 0 of 2 counts right", "Ben got 1 of 1 count right", "Taken by muggins: Ben 2"]
    )
    expect(chart.locator(".grid text").filter(has_text="Deal")).to_have_count(1)
    best = phone.page.locator(".best li")
    expect(best.first).to_contain_text("22")
    expect(best.nth(1)).to_contain_text("(12 pegged)")
    phone.page.locator("summary", has_text="Score by deal").tap()
    rows = phone.page.locator("details .figures tbody tr")
    expect(rows).to_have_text(
        ["0\t0\t20", "1\t14\t37", "2\t38\t37", "3\t61\t37"], use_inner_text=True
    )
    phone.page.locator("summary", has_text="The last deal").tap()
    expect(phone.page.locator(".record")).to_contain_text("+10 (the last deal)")
    assert not phone.small_targets()


def test_times_are_written_in_one_way(table: Table) -> None:
    """In the history of a deal as in the list of past games."""
    for lang, item, deal, clock in (
        ("en", "Past games", "History of the deal", r"\d{1,2}:\d\d\s[ap]\.m\."),
        ("fr", "Parties jouées", "Historique de la donne", r"\b[1-9]?\d\sh\s\d\d"),
    ):
        phone = table.phone(lang=lang, viewport=SHORT)
        phone.menu(deal)
        expect(phone.page.locator(".record small").first).to_contain_text(re.compile(clock))
        phone.menu(item)
        expect(phone.page.locator(".games .item").first).to_contain_text(re.compile(clock))


def test_an_impatient_finger_gets_what_it_tapped_last(table: Table) -> None:
    """Older games are listed once, and a slow answer does not replace a game opened since."""
    with table.beside(Site(is_open=True)) as many:
        for guest in range(22):
            many.do(do="start", rules="six-card", players=["Ann", f"Guest {guest}"], dealer=0)
            many.do(do="peg", team=1, points=121)
        phone = many.phone(viewport=SHORT)
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        phone.menu("Past games")
        games = phone.page.locator(".games .item")
        expect(games).to_have_count(20)
        phone.page.route("**/api/v1/games?*", hold)
        for _ in range(2):
            phone.button("Older games").tap()
        phone.until_held(held)
        for route in held:
            with phone.page.expect_response("**/api/v1/games?*"):
                route.continue_()
        phone.page.unroute("**/api/v1/games?*")
        phone.page.wait_for_timeout(100)
        expect(games).to_have_count(22)
        asked = len(held)
        phone.page.route("**/api/v1/games/*", hold, times=1)
        games.first.tap()
        phone.button("Back to the table").tap()
        phone.menu("Past games")
        games.nth(1).tap()
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()
        with phone.page.expect_response("**/api/v1/games/*"):
            phone.until_held(held, asked + 1).continue_()
        phone.page.wait_for_timeout(100)
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()
        phone.button("All games").tap()
        expect(games).to_have_count(20)


def test_another_language_in_the_middle_of_it(phone: Phone) -> None:
    open_latest(phone)
    phone.page.locator("summary", has_text="The last deal").tap()
    phone.button("Français").tap()
    expect(phone.page.locator(".record")).to_contain_text("Ann\u00a0: +13")
    phone.button("La revoir pas à pas").tap()
    phone.page.get_by_label("Entrée").fill("3")
    expect(phone.page.locator(".felt")).to_contain_text("Ann joue le roi de pique")
    phone.button("English").tap()
    expect(phone.page.locator(".felt")).to_contain_text("Ann plays the king of spades")
    phone.menu("The rules of this game")
    expect(phone.page.locator(".sheet section")).to_have_count(5)
    expect(phone.page.locator(".sheet")).to_contain_text("First to 61 wins")
    phone.button("Français").tap()
    expect(phone.page.locator(".sheet")).to_contain_text("Le premier rendu à 61 gagne")


def test_save_buttons_download_the_journal_and_a_game(phone: Phone, table: Table) -> None:
    phone.menu("Past games")
    with phone.page.expect_download() as download:
        phone.page.get_by_text("Save the whole journal").tap()
    kept = Path(download.value.path()).read_text().splitlines()
    assert json.loads(kept[0])["entries"] == len(kept) - 1 == table.version
    phone.page.locator(".games .item").first.tap()
    with phone.page.expect_download() as download:
        phone.page.get_by_text("Save this game").tap()
    actions = [read_asked(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert len(actions) == ENTRIES


def test_a_watcher_reads_past_games_but_saves_and_shows_none(table: Table) -> None:
    """The list and the replay are for everybody; the journal and the lights are not. A draw is
    replayed too, while others play."""
    with table.beside(Site()) as other:
        drawn = re.sub("; Ben deals(.*)", r"\1\nAnn draws KS\nBen draws 9C", PAD.read_text())
        enter(other.site.table, drawn)
        other.do(do="next")
        phone = other.phone(lang="fr")
        phone.menu("Parties jouées")
        expect(phone.page.locator(".save")).to_have_count(0)
        phone.page.locator(".games .item").first.tap()
        expect(phone.page.locator(".figures").first).to_contain_text("17,0")
        expect(phone.page.locator(".save")).to_have_count(0)
        phone.button("La revoir pas à pas").tap()
        expect(phone.page.get_by_role("heading", name="Entrée 1 sur 23")).to_be_attached()
        phone.button("Avancer", exact=False).tap()
        expect(phone.page.locator(".drawer").first).to_contain_text("Ann")
        expect(phone.page.locator(".drawers")).to_contain_text("pige")
        expect(phone.page.locator("[data-key=share]")).to_have_count(0)


def test_a_game_that_was_conceded_or_called_off_says_so(table: Table) -> None:
    for end in ({"do": "concede", "team": 0}, {"do": "abandon"}):
        table.deal("six-card", scores=[14, 8])
        table.do(**end)
    for lang, list_of, ends in (
        ("en", "Past games", ("called off", "conceded by Ann")),
        ("fr", "Parties jouées", ("abandonnée", "concédée par Ann")),
    ):
        phone = table.phone(lang=lang, viewport=SHORT)
        phone.menu(list_of)
        for at, said in enumerate(ends):
            expect(phone.page.locator(".games .item").nth(at)).to_contain_text(f"· {said}")
