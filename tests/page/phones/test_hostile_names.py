"""Names and notes are displayed as text only, whatever they contain."""

from typing import Final

from playwright.sync_api import Page, expect

from scorekeeper.game.actions import Start
from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.web_server import Site
from tests.kit.paths import DATA
from web.auth.devices import MAX_NAME
from web.settings import Family, SettingsPatch

HOSTILE: Final = tuple(
    line
    for line in (DATA / "hostile-names.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("# ")
)


GAMES = [HOSTILE[place : place + 4] for place in range(0, len(HOSTILE), 4)]

WATCH = """
window.reports = [];
document.addEventListener("securitypolicyviolation",
    (event) => window.reports.push(`${event.violatedDirective} ${event.blockedURI}`));
window.alert = window.confirm = window.prompt = () => window.reports.push("a dialog");
"""

ALIEN = (
    "#page :is(script, iframe, object, embed, base, link, meta, style, form, video, math, template,"
    " a[href^='javascript'], h1 h1, [onclick], [onerror], [onload], [onfocus])"
)
"""Elements that no view creates."""


def watched(table: Table, path: str) -> Phone:
    """A phone that records browser reports."""
    phone = table.phone(None)
    phone.context.add_init_script(WATCH)
    return phone.open(path)


def shows(page: Page, *texts: str) -> None:
    """Check that these are displayed as text, and created no elements."""
    page.wait_for_function(
        "(texts) => texts.every((text) => document.body.textContent.includes(text))",
        arg=list(texts),
    )
    assert page.locator(ALIEN).count() == 0
    assert page.evaluate("window.reports") == []


def test_names_and_notes_are_text_everywhere(table: Table) -> None:
    """Of players and of a phone named like one."""
    phone, wall = watched(table, "/"), watched(table, "/board")
    for number, names in enumerate(GAMES):
        players, note = [name[:40].strip() for name in names], " ".join(names)
        device = names[0][:MAX_NAME].strip()
        table.do(do="start", rules="four-handed", players=players)
        table.do(do="peg", team=0, points=7, reason=note, by=device)
        for one in (phone, wall):
            one.until(table.version)
        shows(phone.page, *players)
        shows(wall.page, *players, note)
        if number % 3 == 0:
            phone.menu("History")
            shows(phone.page, *players, note)
            phone.page.locator(".record button").first.tap()
            shows(phone.page, device)
            phone.to_table()
        table.do(do="peg", team=0, points=114, seen_by=phone)
    phone.menu("Past games")
    shows(phone.page, *(name[:40].strip() for names in GAMES for name in names))
    phone.button("Statistics").tap()
    phone.page.locator(".player").first.wait_for()
    shows(phone.page, *(name[:40].strip() for name in GAMES[-1]))
    phone.go_back()
    phone.page.locator(".games .item").first.tap()
    shows(phone.page, *players)
    phone.button("Replay, entry by entry").tap()
    expect(phone.page.get_by_label("Entry")).to_be_visible()
    shows(phone.page, *players)
    phone.to_table()
    phone.page.goto(f"{phone.url}/strip")
    shows(phone.page)


def test_families_and_what_is_typed_are_text_too(table: Table) -> None:
    with table.beside(Site(is_open=True)) as other:
        phone = watched(other, "/")
        for start in range(0, len(HOSTILE), 12):
            names = [name[:40].strip() for name in HOSTILE[start : start + 12]]
            families = [
                Family(name=name, start=Start(rules="six-card", players=(name, "Ben")))
                for name in names
            ]
            other.site.settings.change(SettingsPatch(families=tuple(families)))
            phone.open()
            shows(phone.page, *names)
        for code in ("<img src=x onerror=alert(1)>", "%22%3E%3Cscript%3Ealert(1)", "{code}"):
            phone.page.goto(f"{phone.url}/j/{code}")
            phone.button("Keep score").wait_for()
            shows(phone.page)
