"""The browser's Back, and sheets that are closed by events at the table."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import CODE, Site

CAME_THERE = "(view) => (history.state?.trail?.at(-1)?.sheet ?? 'play') === view"
"""True once the browser's history, which changes asynchronously, is in step."""


def see(phone: Phone, view: str) -> None:
    """Wait until the page shows *view*, and the browser's history is in step."""
    expect(phone.page.locator(".app")).to_have_attribute("data-view", view)
    phone.page.wait_for_function(CAME_THERE, arg=view)


def test_back_closes_sheets_and_goes_back_through_past_games(table: Table) -> None:
    table.deal("six-card", "5")
    table.do(do="peg", team=0, points=121)
    table.deal("six-card", "5", "7")
    phone = table.phone(viewport=SHORT)
    page = phone.page
    phone.menu("Past games")
    page.locator(".games .item").first.tap()
    page.locator(".past .prime").tap()
    see(phone, "replay")
    for view in ("game", "games", "menu", "play"):
        page.go_back()
        see(phone, view)
    phone.lay("8")

    phone.menu("Past games")
    page.locator(".games .item").first.tap()
    for view in ("games", "menu", "play"):
        phone.button("Go back").tap()
        see(phone, view)
    phone.menu("Past games")
    page.locator(".games .item").first.tap()
    see(phone, "game")
    page.reload()
    see(phone, "game")
    page.locator(".past .prime").tap()
    see(phone, "replay")
    page.reload()
    see(phone, "play")
    phone.menu("Settings")
    see(phone, "settings")
    page.keyboard.press("Escape")
    see(phone, "play")
    assert page.evaluate("history.state?.trail ?? []") == []


def test_back_leaves_a_correction_for_the_history(table: Table, phone: Phone) -> None:
    table.deal("six-card", "5", "7", "8", seen_by=phone)
    phone.menu("History")
    edit = phone.page.locator(f'[data-key="entry-{table.version}"] > button')
    edit.tap()
    see(phone, "correct")
    phone.page.go_back()
    see(phone, "history")
    phone.page.go_forward()
    see(phone, "history")
    edit.tap()
    phone.key("9").tap()
    phone.enter(phone.page.locator(".correct .bar .prime"))
    see(phone, "history")
    phone.to_table()
    see(phone, "play")
    assert table.laid == ["7", "9"]


def test_a_set_up_begun_here_survives_a_start_elsewhere(table: Table) -> None:
    with table.beside(Site(is_open=True)) as fresh:
        phone = fresh.phone()
        phone.pick("players", "2")
        name = phone.page.get_by_role("textbox", name="Player\u00a01", exact=True)
        name.fill("Grand-maman")
        fresh.deal("cribble", "5", seen_by=phone)
        alert = phone.page.get_by_role("alert")
        expect(alert).to_have_text("Someone else started a game. Your set-up is kept.×")
        fresh.do(do="abandon", seen_by=phone)
        phone.button("New players or rules").tap()
        expect(name).to_have_value("Grand-maman")
        expect(phone.page.locator("input[name=players]:checked")).to_have_value("2")


def test_a_sheet_of_a_game_that_is_undone_gives_way_to_the_set_up(table: Table) -> None:
    with table.beside(Site(is_open=True)) as fresh:
        fresh.do(do="start", rules="six-card", players=["Marie", "Luc"], dealer=1)
        phones = [fresh.phone(viewport=SHORT) for _ in range(3)]
        for one, sheet in zip(phones, ("Add points", "History", "Rules and names"), strict=True):
            one.until(fresh.version)
            one.menu(sheet)
        fresh.do(do="undo")
        for one in phones:
            one.until(fresh.version)
            expect(one.button("Deal")).to_be_visible()
        phones[0].settle()
        phones[0].enter(phones[0].button("Deal"))
        assert fresh.game.rules


def test_the_page_behind_a_scanned_code_does_not_move_under_a_finger(table: Table) -> None:
    """Though the end's style sheet loads late: a tap on *Keep score* could hit another button."""
    table.deal("six-card", "5", "7")
    table.do(do="peg", team=0, points=121)
    phone = table.phone(None, viewport=SHORT)
    phone.page.add_init_script(
        """window.tops = new Set();
        (function record() {
            const button = document.querySelector("[data-key=keep-score]");
            if (button) tops.add(Math.round(button.getBoundingClientRect().top));
            requestAnimationFrame(record);
        })()"""
    )
    phone.page.goto(f"{phone.url}/j/{CODE}")
    phone.settle()
    assert phone.page.evaluate("tops.size") == 1
