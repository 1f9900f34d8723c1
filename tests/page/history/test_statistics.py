"""Averages on the page: of everybody, of a family, of a game."""

from pathlib import Path

from playwright.sync_api import expect

from scorekeeper.game.actions import Start
from tests.kit.drivers.browser import Phone, Table
from tests.kit.drivers.web_server import Site
from tests.page.history.conftest import open_latest
from web.settings import Family, SettingsPatch


def test_statistics_of_everybody_and_of_a_family(table: Table, phone: Phone) -> None:
    """All games, then only those of a family; a scorer saves them as tables."""
    family = Family(name="Gagnon", start=Start(rules="six-card", players=("Ann", "Ben")))
    table.site.settings.change(SettingsPatch(families=(family,)))
    phone.menu("Past games")
    phone.button("Statistics").tap()
    ann = phone.page.locator(".player").first
    expect(ann.locator("dl")).to_contain_text("1 of 2 (50%)")
    # All of these were missed, which has its line.
    expect(ann.locator("dl")).not_to_contain_text("not pegged")
    expect(phone.page.locator(".player dt", has_text="Skunks")).to_have_count(2)
    expect(phone.page.locator("dl").first).to_contain_text("Taken by mugginsBen 2")
    expect(ann.locator("dl")).to_contain_text(
        "Counted right0 of 2 (0%)Points missed2Lost to muggins2Claimed too high7"
    )
    expect(ann.locator(".figures tbody tr")).to_have_text(
        ["Dealing\t22.0\t0.0\t–", "Not dealing\t12.0\t–\t2.0"], use_inner_text=True
    )
    expect(phone.page.get_by_label("When").locator("option:checked")).to_have_text("All")
    expect(phone.page.locator(".player")).to_have_count(3)
    phone.page.get_by_label("Who").select_option("Gagnon")
    expect(phone.page.locator(".player")).to_have_count(2)
    expect(ann.locator("dl")).to_contain_text("1 of 1 (100%)")
    expect(phone.page.get_by_role("img", name="Games by margin, in holes: 0: 0")).to_be_visible()
    with phone.page.expect_download() as saved:
        phone.page.get_by_role("link", name="Hands (CSV)").click()
    rows = Path(saved.value.path()).read_text("utf-8-sig").splitlines()
    assert (len(rows), rows[0].split(",")[:4]) == (7, ["game", "ended", "deal", "player"])
    table.site.settings.change(SettingsPatch(families=None))


def test_statistics_have_what_claims_too_high_brought(table: Table) -> None:
    with table.beside(Site(is_open=True)) as own:
        own.deal("six-card", "5", show=True, options={"muggins": True, "overcount": "fined"})
        own.do(do="count", cards=["2", "3", "9", "K"], claim=7)
        own.do(do="peg", team=1, points=118)
        phone = own.phone()
        phone.menu("Past games")
        phone.button("Statistics").tap()
        facts = phone.page.locator("dl").first
        expect(facts).to_contain_text("From claims too highBen 3")
        expect(facts).not_to_contain_text("Taken by muggins")


def test_a_crib_is_in_its_own_deal_and_two_pages_have_one_average(table: Table) -> None:
    """Lines have the score after them, closed deals theirs; a deal cut short is in no average."""
    with table.beside(Site(is_open=True)) as own:
        own.do(do="start", rules="six-card", players=["Ann", "Zoé"], dealer=0)
        hands = ["5H", "JC", "QD", "KD"], ["7H", "8C", "9D", "AD"]
        for starter, crib in (("5S", ["KH", "KC", "6D", "6C"]), ("2S", None)):
            own.do(do="starter", card=starter)
            own.do(do="show")
            for hand in hands:
                own.do(do="count", seat=own.game.turn, cards=hand)
            if crib:
                own.do(do="crib", cards=crib)
        phone = own.phone(viewport={"width": 320, "height": 568})
        phone.menu("History of the deal")
        first = phone.page.locator("[data-key=deal-1]")
        expect(first.locator(".item")).to_contain_text("Ann dealt · 15 – 17 (+15, +17)")
        expect(first.locator(".record > li")).to_have_count(1)
        expect(first.locator(".record > li > p")).to_contain_text("eight. 15 – 17")
        expect(phone.page.locator(".record").first.locator("li > p .after")).to_have_text(
            ["24 – 22", "24 – 17"]
        )
        back = phone.page.locator("[data-key=back]")
        assert back.bounding_box()["height"] < 60, "in one line"
        first.locator(".item").tap()
        expect(first.locator(".record > li > p").last).to_contain_text("Ann deals")
        expect(first.locator(".record > li > p .after")).to_have_text(
            ["15 – 17", "7 – 17", "0 – 17"]
        )
        own.do(do="peg", team=0, points=121, seen_by=phone)
        open_latest(phone.open())
        averages = phone.page.locator(".figures").first.locator("tbody tr")
        expect(averages).to_have_text(["Ann\t7.0\t8.0\t–", "Zoé\t17.0\t–\t–"], use_inner_text=True)
        expect(phone.page.locator(".past")).to_contain_text("an unfinished last deal isn’t counted")
        phone.button("All games").tap()
        phone.button("Statistics").tap()
        bars = phone.page.locator(".bars").first
        expect(bars.locator("dt")).to_have_text(["Zoé", "Ann"])
        expect(bars.locator("dd span")).to_have_text(["17.0", "7.0"])
