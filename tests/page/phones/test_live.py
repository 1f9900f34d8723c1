"""Several phones at one table: they follow live, and enter nothing based on an outdated state."""

import json

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.journal import Journal
from scorekeeper.table import Table as TableKept
from scorekeeper.words.grammar import le, to_first
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.waiting import limit
from tests.kit.drivers.web_server import CODE, Site, host_name, served
from tests.words.test_grammar import DE

ACTIONS = "**/api/v1/actions*"

BUZZES = """() => {
  window.felt = [];
  navigator.vibrate = (pattern) => felt.push(String(pattern));
}"""


@pytest.fixture
def phone(table: Table) -> Phone:
    table.deal("six-card", "5", "7")
    return table.phone(viewport=SHORT)


def test_taps_quicker_than_the_table_are_entered_in_order(table: Table, phone: Phone) -> None:
    held = phone.hold(ACTIONS)
    phone.suit("hearts").check(force=True)
    for card in "8899":
        phone.key(card).tap()
    first, both = phone.until_held(held), table.version + 2
    assert len(held) == 1
    first.continue_()
    phone.until(both)
    assert table.laid == ["7", "8H", "9"]
    assert phone.page.get_by_role("alert").count() == 0


def test_waiting_taps_are_dropped_after_another_entry(table: Table, phone: Phone) -> None:
    held = phone.hold(ACTIONS)
    phone.place("8", "9", "10")

    phone.overtake(ACTIONS, lambda: table.do(do="peg", team=0, points=1))
    phone.until_held(held).continue_()
    told = phone.page.get_by_role("alert")
    expect(told).to_contain_text("Another phone was first: Ann +1.")
    expect(told).to_contain_text("Not added: 9, 10")
    phone.until(table.version)
    assert table.laid == ["7", "8"]


def test_an_entry_without_an_answer_is_sent_again_once(table: Table, phone: Phone) -> None:
    keys: list[str] = []

    def lose_the_answer(route: Route) -> None:
        keys.append(json.loads(route.request.post_data or "")["key"])
        if len(keys) > 1:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    phone.page.route(ACTIONS, lose_the_answer)
    phone.enter(phone.key("8"))
    expect(phone.page.get_by_role("alert")).to_contain_text("Waiting: 8")
    expect(phone.page.get_by_role("alert")).to_have_count(0)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert table.laid == ["7", "8"]


def test_focus_and_half_typed_cards_survive_other_entries(table: Table, phone: Phone) -> None:
    phone.suit("hearts").check(force=True)
    phone.key("8").focus()
    table.do(do="play", card="9", seen_by=phone)
    expect(phone.key("8")).to_be_focused()
    phone.lay("8")
    assert table.laid == ["7", "9", "8H"]
    table.do(do="show", seen_by=phone)
    phone.key("2").tap()
    table.do(do="peg", team=0, points=1, seen_by=phone)
    expect(phone.page.locator(".hand .card.gap")).to_have_count(1)


def test_each_phone_speaks_its_own_language(table: Table, phone: Phone) -> None:
    other = table.phone(lang="fr")
    expect(other.page.locator("html")).to_have_attribute("lang", "fr")
    expect(other.page.locator(".prompt")).to_contain_text("À Ben")
    expect(other.key("J")).to_have_attribute("aria-label", "valet")
    phone.button("Français").tap()
    expect(phone.page.locator(".prompt")).to_contain_text("À Ben")
    phone.open()
    phone.menu("Réglages")
    phone.page.get_by_label("Lettres des cartes").select_option("VDR")
    phone.to_table()
    phone.lay("D")
    assert str(table.game.deal.play.pile[-1]) == "Q"


def test_the_page_joins_names_as_the_table_does(phone: Phone) -> None:
    """Contractions on buttons too: de Hans, d'Hélène, Au joueur 2, by rules in the catalogue."""
    joined = phone.page.evaluate(
        """async (names) => {
            const main = document.querySelector("script[type=module]").src;
            const { loadTranslator } = await import(main.replace("phone.js", "core/i18n.js"));
            const words = await loadTranslator("fr", "VDR");
            const sentences = ["{name}’s hand", "{name}, count the crib", "Muggins for {name}"];
            return sentences.map((said) => names.map((name) => words(said, { name })));
        }""",
        list(DE),
    )
    assert joined == [
        [f"Main {name}" for name in DE.values()],
        [f"{to_first(name)} de compter le crib" for name in DE],
        [f"Muggins pour {le(name)}" for name in DE],
    ]


def test_a_page_on_the_kitchen_s_network_has_nothing_to_complain_of(table: Table) -> None:
    """By host name the page is no secure context, for which browsers report some headers."""
    table.deal("six-card", "5", "7")
    phone = table.phone(None)
    phone.url = phone.url.replace("127.0.0.1", host_name())
    phone.open()
    assert phone.complaints == []


def test_a_watcher_enters_nothing_until_the_code_is_typed(table: Table) -> None:
    with table.beside(Site()) as closed:
        closed.deal("six-card", "5", "7", "8")
        watcher = closed.phone()
        expect(watcher.page.locator(".felt .card")).to_have_count(3)
        assert watcher.page.locator(".key").count() == 0
        watcher.button("Keep score").tap()
        watcher.page.get_by_role("textbox").fill("AAAA-AA")
        watcher.button("Keep score").tap()
        told = "“AAAA-AA” isn’t this table’s code. The right one is under Invite"
        expect(watcher.page.get_by_role("alert")).to_contain_text(told)
        watcher.page.get_by_role("textbox").fill("")
        watcher.page.get_by_role("textbox").press_sequentially(CODE.lower())
        watcher.button("Keep score").tap()
        watcher.button("Ben").tap()
        watcher.lay("9")
        assert closed.site.table.now.record[-1].by == "Ben’s phone"


def test_joining_and_naming_without_an_answer_say_so(table: Table, phone: Phone) -> None:
    phone.menu("Settings")
    phone.page.route("**/api/v1/me*", lambda route: route.abort())
    phone.page.get_by_label("This phone’s name").fill("Kitchen")
    phone.page.get_by_role("heading", name="Settings").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("No answer from the table")

    with table.beside(Site()) as closed:
        watcher = closed.phone("/join")
        watcher.page.route("**/api/v1/join*", lambda route: route.abort())
        watcher.page.get_by_role("textbox").fill(CODE)
        watcher.button("Keep score").tap()
        expect(watcher.page.get_by_role("alert")).to_contain_text("No answer from the table")


def test_the_page_is_right_again_soon_after_the_server_was_away(table: Table) -> None:
    journal = Journal.in_memory()
    site = Site(table=TableKept(journal), is_open=True)
    with served(site) as port:
        away = Table(site, port, table.browser)
        away.deal("six-card", "5", "7")
        away.set_mode(counted_by="players")
        phone = away.phone()
    expect(phone.page.locator(".link.reconnecting")).to_be_attached()
    away.do(do="play", card="8")
    again = Site(table=TableKept(journal), is_open=True)
    with served(again, port=port):
        expect(phone.page.locator("[data-link=live]")).to_be_attached(timeout=1000 * limit(3))
        phone.until(away.version)
        phone.lay("9")
        assert again.table.now.is_counted_by_players


def test_a_phone_is_its_players_in_every_chair(table: Table) -> None:
    with table.beside(Site()) as closed:
        closed.deal("six-card", "5", "7")
        phone = closed.phone(None, viewport=SHORT).join(CODE, "Ben")
        other = closed.phone(None, lang="fr", viewport=SHORT).join(CODE)
        phone.lay("8")
        closed.do(do="play", card="9", seen_by=phone)
        phone.enter(phone.page.locator(".undo"))
        other.until(closed.version)
        expect(other.page.locator("#spoken p:last-child")).to_contain_text(
            "Le téléphone de Ben a défait le 9 "
        )
        expect(phone.page.locator(".happened")).to_contain_text("This phone undid ")

        phone.page.evaluate(BUZZES)
        phone.menu("Settings")
        phone.page.get_by_role("switch", name="Buzz when it’s my turn").tap()
        phone.to_table()
        closed.do(do="rename", seat=1, name="Benoît", seen_by=phone)
        ask = {"do": "start", "rules": "six-card", "players": ["Benoît", "Ann"], "dealer": 1}
        closed.do(do="abandon", seen_by=phone)
        closed.do(**ask, seen_by=phone)
        phone.page.wait_for_function("() => felt.includes('80,80,80')")
        phone.enter(phone.key("4"))
        assert closed.site.table.now.record[-1].by == "Benoît’s phone"
        phone.page.reload()
        expect(phone.page.locator(".pad")).to_be_visible()
        assert phone.button("Just keep score").count() == 0
        ask["players"] = ["Carl", "Ann"]
        closed.do(do="abandon", seen_by=phone)
        closed.do(**ask)
        phone.button("Just keep score").tap()
        expect(phone.page.locator(".pad")).to_be_visible()
        assert other.button("Seulement tenir la marque").count() == 0
