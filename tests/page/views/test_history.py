"""Past games on the page: the list, a game with its chart, averages, replay, quiz, rules sheet."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from hardware.strips.capture import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.game.codec import read_asked
from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import SHORT, Phone, Table, open_table
from tests.kit.drivers.lit_strip import lights_on, lit, until_lit
from tests.kit.drivers.web_server import Site
from tests.web.test_history import PAD, enter
from web.settings.schema import Family, SettingsPatch

ENTRIES = 21


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table at which the score sheet's game is over, and one with a guest."""
    with open_table() as table:
        table.do(do="start", rules="six-card", players=["Ann", "Zoé"], dealer=0)
        table.do(do="peg", team=1, points=121)
        enter(table.site.table, PAD.read_text())
        yield table


@pytest.fixture
def phone(table: Table) -> Phone:
    """A small phone."""
    return table.phone(viewport=SHORT)


def replayed(phone: Phone) -> Locator:
    """The keys that turn the pages."""
    return phone.page.get_by_role("region", name="Replay")


def open_latest(phone: Phone) -> None:
    """Look at the latest of the past games."""
    phone.menu("Past games")
    phone.page.locator(".games .item").first.tap()


def see_again(phone: Phone) -> None:
    """See the latest of the past games again, from its first entry."""
    open_latest(phone)
    phone.button("Replay, entry by entry").tap()


def at(phone: Phone, entry: int) -> None:
    """Wait until the replay is at *entry*."""
    expect(replayed(phone)).to_contain_text(f"Entry {entry} of {ENTRIES}")


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


def test_statistics_of_everybody_and_of_a_family(table: Table, phone: Phone) -> None:
    """All games, then only those of a family; a scorer saves them as tables."""
    family = Family(name="Gagnon", rules="six-card", players=("Ann", "Ben"))
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
        for route in held:
            with phone.page.expect_response("**/api/v1/games?*"):
                route.continue_()
        phone.page.unroute("**/api/v1/games?*")
        phone.page.wait_for_timeout(100)
        expect(games).to_have_count(22)
        phone.page.route("**/api/v1/games/*", hold, times=1)
        games.first.tap()
        phone.button("Back to the table").tap()
        phone.menu("Past games")
        games.nth(1).tap()
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()
        with phone.page.expect_response("**/api/v1/games/*"):
            held[-1].continue_()
        phone.page.wait_for_timeout(100)
        expect(phone.page.get_by_role("heading", name="Guest 20 wins!")).to_be_visible()
        phone.button("All games").tap()
        expect(games).to_have_count(20)


def test_replay_shows_a_finished_game_entry_by_entry(phone: Phone, table: Table) -> None:
    see_again(phone)
    at(phone, 1)
    for entry in range(2, 8):
        phone.button("Forward").tap()
        at(phone, entry)
    phone.until_scores(2, 20)
    expect(phone.page.locator(".felt")).to_contain_text("Ann plays the 5 of diamonds")
    phone.button("Back").tap()
    at(phone, 6)
    phone.until_scores(0, 20)
    phone.button("Speed: 1").tap()
    phone.button("Speed: 2").tap()
    phone.button("Play").tap()
    expect(replayed(phone)).to_contain_text(re.compile(rf"Entry ([89]|[12]\d) of {ENTRIES}"))
    slider = replayed(phone).get_by_label("Entry")
    slider.fill("10")
    expect(phone.page.locator(".hand .card").first).to_be_visible()
    slider.fill("18")
    at(phone, 18)
    expect(phone.page.locator(".explained")).to_contain_text("22")
    phone.until_scores(38, 37)
    assert table.game.scores == (61, 37)
    phone.button("Back to the table").tap()
    phone.until_scores(61, 37)


def test_a_replay_for_everybody_and_the_strip(table: Table) -> None:
    site, strip, board = Site(is_open=True), CaptureStrip(), build()
    lights = lights_on(site.table, board, strip, source=site.replay.seen)
    with lights, table.beside(site) as table:
        enter(table.site.table, PAD.read_text().replace("target 61", "target 121"))
        table.do(do="abandon")
        one, other, wall = table.phone(), table.phone(), table.phone("/board")
        see_again(one)
        one.button("Show everyone").tap()
        other.button("Replay: entry 1 of 22").tap()
        replayed(one).get_by_label("Entry").fill("12")
        expect(replayed(other)).to_contain_text("Entry 12 of 22")
        assert one.scores == other.scores
        assert other.scores == [14, 23]
        until_lit(board, strip, 14, 23)
        expect(wall.page.locator("header")).to_contain_text("Replay: entry 12 of 22")
        expect(wall.page.locator("header")).not_to_contain_text("Live")
        frame = "one => getComputedStyle(one).outlineStyle"
        assert wall.page.locator(".board").evaluate(frame) == "dashed"
        expect(wall.page.locator(".side output")).to_have_text(["14", "23"])
        expect(wall.page.locator("[data-peg=front-1]")).to_be_attached()
        table.do(do="next")
        table.do(do="peg", team=0, points=5)
        for phone in (one, other):
            expect(replayed(phone)).not_to_contain_text("follow this replay")
            phone.button("Back to the table").tap()
            phone.until(table.version)
            phone.until_scores(5, 0)
        expect(wall.page.locator(".side output")).to_have_text(["5", "0"])
        expect(wall.page.locator(".again, .replayed")).to_have_count(0)
        until = time.monotonic() + 30
        while strip.frames[-1] and lit(board, strip.frames[-1])[0] != 5:
            assert time.monotonic() < until, "the strip shows the table again"
            strip.after(strip.shown, 0.2)


TOLD_LATE = """
    window.EventSource = class extends EventSource {
        set onmessage(hear) { super.onmessage = (event) => setTimeout(hear, 400, event); }
    };
"""
"""A script that lets the event stream arrive later than answers."""


@contextmanager
def late(phone: Phone, pattern: str) -> Iterator[None]:
    """Return what is asked first by *pattern* is answered after what is done meanwhile."""
    held = phone.hold(pattern)
    yield
    assert held, f"nobody asked for {pattern}"
    held[0].continue_()


def test_what_happened_is_whole_in_a_replay_on_a_small_phone(table: Table) -> None:
    """Also with the longest names, and two for his heels."""
    names = ["Jean-François", "Marie-Hélène", "Geneviève", "Maximilien"]
    with table.beside(Site(is_open=True)) as table:
        table.deal("cribble", "JH", "7C", "4C", "AC", "2C", players=names)
        table.do(do="abandon")
        phone = table.phone(lang="fr", viewport={"width": 320, "height": 568})
        phone.menu("Parties jouées")
        phone.page.locator(".games .item").first.tap()
        phone.button("La revoir pas à pas").tap()
        for entry in range(2, 7):
            phone.page.locator(".turning input").fill(str(entry))
            expect(phone.page.locator(".turning")).to_contain_text(f"Entrée {entry} sur 7")
            felt = phone.page.locator(".felt")
            assert felt.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


def test_a_page_turned_while_the_table_is_slow_stays_turned(table: Table) -> None:
    one, other = table.phone(None), table.phone()
    one.run_first(TOLD_LATE)
    one.open()
    see_again(one)
    expect(replayed(one)).to_contain_text("Entry 1 of")
    with late(one, "**/api/v1/replay*"):
        one.button("Show everyone").tap()
        replayed(one).get_by_label("Entry").fill("12")
    expect(replayed(one)).to_contain_text("Entry 12 of")

    with late(other, "**/api/v1/board*"):
        with other.page.expect_request("**/api/v1/board*"):
            other.button("Replay: entry 12 of", exact=False).tap()
        with other.page.expect_response("**/api/v1/games/*/13*"):
            one.button("Forward").tap()
    expect(replayed(other)).to_contain_text("Entry 13 of")
    other.settle()
    expect(replayed(other)).to_contain_text("Entry 13 of")
    one.button("End the replay").tap()


def test_quiz_explains_each_answer_and_counts_right_ones(phone: Phone) -> None:
    """Hands that were shown tonight, those claimed wrong first and the newest last; the answer is
    explained, and right ones are counted for good."""
    phone.menu("Quiz")
    expect(phone.page.locator(".puzzle")).to_contain_text("Ann’s hand")
    expect(phone.page.locator(".explained")).to_have_count(0)
    assert phone.page.locator(".choices button").count() == 4
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
    phone.menu("Quiz")
    expect(phone.page.get_by_text("Right so far: 1 of 2")).to_be_visible()


@pytest.mark.parametrize("size", [(375, 553), (320, 568)])
def test_the_answer_of_the_quiz_is_in_sight_on_a_small_phone(
    table: Table, size: tuple[int, int]
) -> None:
    """With all of its lines, without a finger that scrolls."""
    with table.beside(Site(is_open=True)) as table:
        at_the_show(table, muggins=False)
        for _ in range(2):
            table.do(do="count")
        phone = table.phone(lang="fr", viewport={"width": size[0], "height": size[1]})
        phone.menu("Quiz")
        for _ in range(2):
            phone.page.locator(".choices button").first.tap()
            phone.see_whole(".puzzle .cards", ".quiz .explained h2", ".quiz [data-key=next]")
            last, key = phone.boxes(".quiz .lines li:last-child", ".quiz [data-key=next]")
            assert last["bottom"] <= key["top"]
            phone.page.locator(".quiz [data-key=next]").tap()


def test_the_quiz_says_that_a_count_is_still_open_to_muggins(table: Table) -> None:
    """It was entered, and nobody may hear yet what it is worth."""
    with table.beside(Site(is_open=True)) as table:
        at_the_show(table, muggins=True)
        phone = table.phone(viewport=SHORT)
        phone.menu("Quiz")
        said = phone.page.locator(".quiz .prompt")
        expect(said).to_contain_text("No hands have been entered")
        table.do(do="count", claim=8, seen_by=phone)
        expect(said).to_have_text("Counts stay hidden while muggins is open. Come back after that.")


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
        ("en", "Past games", ("called off", "conceded")),
        ("fr", "Parties jouées", ("abandonnée", "concédée")),
    ):
        phone = table.phone(lang=lang, viewport=SHORT)
        phone.menu(list_of)
        for at, said in enumerate(ends):
            expect(phone.page.locator(".games .item").nth(at)).to_contain_text(f"· {said}")
