"""Past games on the page: the list, a game, quiz and statistics."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from scorekeeper.game.actions import Start
from scorekeeper.game.codec import read_asked
from tests.kit.drivers.browser import SHORT, SMALL, Phone, Table
from tests.kit.drivers.web_server import Site
from tests.kit.formats.game_file import PAD, enter
from tests.page.history.conftest import ENTRIES
from web.settings import Family, SettingsPatch


def test_the_list_and_a_game_in_it(phone: Phone) -> None:
    phone.menu("Past games")
    games = phone.page.locator(".games .item")
    expect(games).to_have_count(2)
    expect(games.first).to_have_accessible_name("Ann 61 won Ben 37")
    games.first.tap()
    expect(phone.page.get_by_role("heading", name="Ann wins!")).to_be_visible()
    expect(phone.page.locator("[data-key=final]")).to_have_text("Ann 61 · Ben 37")
    expect(phone.page.get_by_role("img", name="Score by deal: Ann 61, Ben 37")).to_be_visible()
    averages = phone.page.locator(".figures").first.locator("tbody tr")
    expect(averages).to_have_text(
        ["Ann\t17.0\t0.0\t2.0", "Ben\t3.0\t8.0\t1.0"], use_inner_text=True
    )
    expect(phone.page.locator(".best li").first).to_contain_text("22")
    phone.page.locator("summary", has_text="Score by deal").tap()
    rows = phone.page.locator("details .figures tbody tr")
    expect(rows).to_have_text(
        ["0\t0\t20", "1\t14\t37", "2\t38\t37", "3\t61\t37"], use_inner_text=True
    )


def test_a_late_answer_does_not_replace_a_game_opened_since(table: Table) -> None:
    with table.beside(Site(is_open=True)) as many:
        for guest in range(22):
            many.do(do="start", rules="six-card", players=["Ann", f"Guest {guest}"], dealer=0)
            many.do(do="peg", team=1, points=121)
        phone = many.phone(viewport=SHORT)
        phone.menu("Past games")
        games = phone.page.locator(".games .item")
        expect(games).to_have_count(20)
        phone.button("Older games").tap()
        expect(games).to_have_count(22)
        held = phone.hold("**/api/v1/games/*")
        phone.goes_elsewhere(games.first)
        phone.to_table()
        phone.menu("Past games")
        games.nth(1).tap()
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()
        with phone.page.expect_response("**/api/v1/games/*"):
            phone.until_held(held).continue_()
        phone.settle()
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()


def test_save_buttons_download_the_journal_and_a_game(phone: Phone, table: Table) -> None:
    phone.menu("Past games")
    with phone.page.expect_download() as download:
        phone.page.locator("summary", has_text="Keep and bring back").tap()
        phone.page.get_by_text("Download all games").tap()
    kept = Path(download.value.path()).read_text().splitlines()
    assert json.loads(kept[0])["entries"] == len(kept) - 1 == table.version
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("link", name="Hands (CSV)").tap()
    rows = Path(saved.value.path()).read_text("utf-8-sig").splitlines()
    assert rows[0].split(",")[:4] == ["game", "ended", "deal", "player"]
    phone.page.locator(".games .item").first.tap()
    with phone.page.expect_download() as download:
        phone.page.get_by_text("Save this game").tap()
    actions = [read_asked(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert len(actions) == ENTRIES


def test_a_watcher_reads_past_games_but_saves_and_shows_none(table: Table) -> None:
    """A draw is replayed too, while others play."""
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
        phone.button("Revoir la partie pas à pas").tap()
        expect(phone.page.get_by_role("heading", name="Entrée 1 sur 23")).to_be_attached()
        phone.button("Avancer", exact=False).tap()
        expect(phone.page.locator(".drawer").first).to_contain_text("Ann")
        expect(phone.page.locator(".drawers")).to_contain_text("pige")
        expect(phone.page.locator("[data-key=share]")).to_have_count(0)


def test_quiz_explains_each_answer_and_counts_right_ones(phone: Phone) -> None:
    """Hands shown tonight, wrong claims first and the newest last; answers are explained, and
    scores are kept."""
    phone.menu("Past games")
    phone.button("Quiz").tap()
    expect(phone.page.locator(".puzzle")).to_contain_text("Ann’s hand")
    expect(phone.page.locator(".explained")).to_have_count(0)
    phone.page.locator(".choices button:not([data-key=choice-22])").first.tap()
    explained = phone.page.locator(".explained")
    expect(explained.locator("h2")).to_have_text("It’s 22")
    expect(explained.locator(".lines li").last).to_contain_text("22")
    phone.see_whole(".quiz [data-key=next]")
    phone.button("Next hand").tap()
    expect(phone.page.locator(".puzzle")).to_contain_text("Ann’s hand")
    phone.page.locator("[data-key=choice-14]").tap()
    expect(phone.page.get_by_role("status").filter(has_text="Right!")).to_be_visible()
    expect(phone.page.get_by_text("Right so far: 1 of 2")).to_be_visible()
    phone.open()
    phone.menu("Past games")
    phone.button("Quiz").tap()
    expect(phone.page.get_by_text("Right so far: 1 of 2")).to_be_visible()


def test_phones_see_each_others_answers_to_a_hand_of_the_quiz(phone: Phone, table: Table) -> None:
    """The same hand first on all phones; answers of others show once this phone has its own."""
    french = table.phone(lang="fr", viewport=SMALL)
    french.menu("Réglages")
    french.button("Ann").tap()
    for one, past in ((phone, "Past games"), (french, "Parties jouées")):
        one.menu(past)
        one.button("Quiz").tap()
    others = [one.page.locator(".others") for one in (phone, french)]
    phone.page.locator("[data-key=choice-22]").tap()
    expect(phone.page.locator(".explained")).to_be_visible()
    expect(french.page.locator(".puzzle")).to_contain_text("La main d’Ann")
    expect(others[1]).to_have_count(0)
    french.page.locator("[data-key=choice-24]").tap()
    expect(others[0]).to_contain_text("Ann 24 ✗")
    expect(others[1]).to_contain_text(re.compile(r"téléphone\s[0-9]+\s22\s✓"))


def test_statistics_of_everybody_and_of_a_family(table: Table, phone: Phone) -> None:
    family = Family(name="Gagnon", start=Start(rules="six-card", players=("Ann", "Ben")))
    table.site.settings.change(SettingsPatch(families=(family,)))
    phone.menu("Past games")
    phone.button("Statistics").tap()
    ann = phone.page.locator(".player").first
    won = phone.page.locator(".bars").first.locator("dd span")
    expect(won.first).to_have_text("1 of 2")
    expect(ann.locator("dl")).to_contain_text("Counted right0 of 2 (0%)Points missed2")
    expect(ann.locator(".figures tbody tr")).to_have_text(
        ["Dealing\t22.0\t0.0\t–", "Not dealing\t12.0\t–\t2.0"], use_inner_text=True
    )
    expect(phone.page.locator(".player")).to_have_count(3)
    phone.page.get_by_label("Who").select_option("Gagnon")
    expect(phone.page.locator(".player")).to_have_count(2)
    expect(won.first).to_have_text("1 of 1")
    table.site.settings.change(SettingsPatch(families=None))
