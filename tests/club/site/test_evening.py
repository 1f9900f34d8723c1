"""A whole night in Chromium: three phones, the wall and the director, in both languages."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from club.night.entry import End, NextRound, Noted, Open, Plan, PlayerReport, Reported, Rule
from club.night.entry import Phone as PhoneEntry
from mqtt.payloads import PlayedSeat, State
from tests.club.evening import NAMES, NIGHT, Evening
from tests.club.site.test_api import PAPER
from tests.kit.drivers.browser import TALL, Phone, chromium
from tests.kit.drivers.web_server import PIN
from tests.kit.oracles.page import faults, stand_still, unfit, wrong_tongue

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}

OWN_PHONES: Final = ("Luc", "Zoé", "Ben")
LONG_NAME: Final = "Wilhelmina Featherstonehaugh-Cholmondele"
"""Forty characters; one of its words is wider than a column of the wall."""

SPILT: Final = """() => {
  const right = (one) => one.getBoundingClientRect().right;
  return [...document.querySelectorAll(".seats-next span, .seated b, .standings .name")]
    .filter((one) => right(one) > right(one.parentElement) || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.innerText);
}"""
"""Names on the wall that overflow or are cut off."""

KEYS: Final = "items => items.map((item) => item.dataset.key)"

DARK: Final = ("different", "the end")
"""Moments that are also checked in dark mode, which changes only colours."""


class Hall:
    """All screens of one evening; ``check`` checks them all."""

    def __init__(self, browser: Browser, port: int, lang: str) -> None:
        self.browser, self.port, self.lang = browser, port, lang
        self.screens: dict[str, Phone] = {}
        self.faults: dict[str, Any] = {}
        self.seen: dict[str, str] = {}

    def screen(self, name: str, path: str, **screen: Any) -> Phone:
        phone = Phone(self.browser, self.port, lang=self.lang, **screen)
        phone.page.goto(phone.url + path)
        self.screens[name] = phone
        return phone

    def let_in(self) -> Page:
        """Open the director's page on a screen, and enter the PIN."""
        director = self.screen("director", "/director", viewport=TALL).page
        director.locator(".door input").fill(PIN)
        director.locator(".door .prime").tap()
        return director

    def put_away(self) -> None:
        for screen in self.screens.values():
            screen.put_away()

    def check(self, moment: str) -> None:
        """Check every screen: axe, language, and overflow."""
        for name, phone in self.screens.items():
            page = phone.page
            page.emulate_media(color_scheme="dark" if moment in DARK else "light")
            stand_still(page)
            text = re.sub(r"[\d:−]+", "", page.inner_text("body"))
            if self.seen.get(name) == text and moment not in DARK:
                continue
            self.seen[name] = text
            found = {"words": wrong_tongue(page, self.lang), "fit": unfit(page, tall=False)}
            if self.lang == "en":  # In other languages labels differ.
                found["axe"] = faults(page)
            self.faults |= {f"{moment}: {name}: {what}": one for what, one in found.items() if one}


@contextmanager
def hall_of(evening: Evening, lang: str = "en") -> Iterator[Hall]:
    """Context manager: serve *evening* to the screens of a hall, which are put away at the end."""
    with chromium() as browser, evening.served() as port:
        hall = Hall(browser, port, lang)
        yield hall
        hall.put_away()


@pytest.fixture
def hall(evening: Evening) -> Iterator[Hall]:
    with hall_of(evening) as hall:
        yield hall


class Scenes:
    def __init__(self, hall: Hall, evening: Evening) -> None:
        self.check, self.evening = hall.check, evening
        self.wall = hall.screen("wall", "/", viewport=WIDE).page
        self.director = hall.let_in()
        self.tab = self.director.locator(".tab")
        self.open_the_night()
        self.phones = [hall.screen(name, "/me").page for name in OWN_PHONES]

    def play(self) -> None:
        self.choose_names()
        self.begin()
        self.disagree()
        self.rule()
        self.finish_the_round()
        self.pair_again()
        self.hide_and_end()

    def open_the_night(self) -> None:
        self.director.locator("[data-key=opening] .prime").tap()
        for name in (*NAMES[:4], LONG_NAME):
            self.enter(name)
            person = self.director.locator(".person", has_text=re.compile(rf"^{name}"))
            expect(person).to_be_visible()

    def enter(self, name: str) -> None:
        self.director.locator(".adding input").fill(name)
        self.director.locator(".adding .prime").tap()

    def choose_names(self) -> None:
        self.check("names")
        for page, name in zip(self.phones, OWN_PHONES, strict=True):
            page.locator(".people .item", has_text=re.compile(f"^{name}$")).tap()
            expect(page.locator(".not-me")).to_be_visible()

    def begin(self) -> None:
        self.tab.nth(1).tap()
        rounds = self.director.locator("[data-key=form] input[type=number]")
        expect(rounds.nth(0)).to_have_value("5")  # The maximum for five players.
        self.evening.do(Plan(rounds=5, minutes=40))  # On another phone of the director.
        expect(rounds.nth(1)).to_have_value("40")
        rounds.nth(1).fill("25")
        self.director.locator("[data-key=ask] .second").first.tap()
        expect(self.director.locator(".preview .panel")).to_have_count(5)
        self.check("preview")
        self.director.locator("[data-key=begin] .prime").tap()
        expect(self.wall.locator(".table")).to_have_count(2)
        expect(self.wall.locator(".clock")).to_be_visible()
        expect(self.wall.locator(".standings .name", has_text=LONG_NAME)).to_be_visible()
        assert self.wall.evaluate(SPILT) == []

    def disagree(self) -> None:
        """Zoé and Ben, at table 2, report different results; Luc is at table 1."""
        _, zoe, ben = self.phones
        zoe.locator(".seat-now .prime").tap()
        zoe.context.set_offline(True)
        zoe.locator("[data-key=n-34]").tap()
        expect(zoe.locator("[data-key=refused]")).to_be_visible()
        zoe.context.set_offline(False)
        expect(zoe.locator("[data-key=refused]")).to_have_count(0)
        zoe.locator("[data-key=n-34]").tap()
        zoe.locator(".great summary").tap()
        zoe.locator(".great [data-key=hand_24]").tap()
        expect(zoe.locator(".great [aria-pressed=true]")).to_have_text("24")
        expect(ben.locator(".seat-now .result")).to_contain_text("34")
        ben.locator(".change summary").tap()
        ben.locator(".change .prime").tap()
        ben.locator("[data-key=n-5]").tap()
        expect(self.director.locator(".tab .count")).to_have_text("1")

    def rule(self) -> None:
        self.tab.nth(2).tap()
        self.check("different")
        self.director.locator("[data-key=decide] .reports button").first.tap()
        expect(self.phones[1].locator(".seat-now.done")).to_contain_text("34")
        self.director.locator(".taking .second").first.tap()
        self.director.locator("[data-key=decide] .item").tap()
        editor = self.director.locator("[data-key=decide] .editor")
        editor.locator(".chip").first.tap()
        editor.locator("input").fill("43")
        editor.locator(".prime").tap()
        expect(self.phones[1].locator(".seat-now.done")).to_contain_text("43")

    def finish_the_round(self) -> None:
        """Enter the other game: the wall shows the next seats."""
        game = self.director.locator("[data-key=games-1] .game").first
        game.locator(".item").tap()
        game.locator(".editor .chip").first.tap()
        game.locator(".editor input").fill("3")
        game.locator(".editor .prime").tap()
        expect(game.locator(".item")).to_contain_text("118")
        expect(self.wall.locator(".seats-next li")).to_have_count(2)
        assert self.wall.locator(".seats-next .long").count() == 1
        assert self.wall.evaluate(SPILT) == []
        self.check("next seats")

    def pair_again(self) -> None:
        """Pair a late player from the second round on."""
        self.tab.nth(0).tap()
        self.enter("Zita <img src=x onerror=alert(1)>")
        expect(self.director.locator(".person")).to_have_count(6)
        expect(self.director.locator(".adding input")).to_be_focused()
        expect(self.director.locator("[data-key=paired]")).to_be_visible()
        expect(self.wall.locator(".seats-next li")).to_have_count(3)
        self.tab.nth(1).tap()
        self.director.locator("[data-key=ask] .second").first.tap()
        expect(self.director.locator(".preview .panel")).to_have_count(4)
        self.director.locator("[data-key=begin] .prime").tap()
        expect(self.director.locator("[data-key=next] .prime")).to_be_visible()
        self.director.locator("[data-key=rounds] .chip").tap()
        self.director.locator("[data-key=next] .prime").tap()
        expect(self.director.locator("[data-key=games-2] .game")).to_have_count(3)
        expect(self.wall.locator(".table")).to_have_count(3)

    def hide_and_end(self) -> None:
        zoe = self.phones[1]
        self.tab.nth(3).tap()
        expect(self.director.locator("[data-key=standings] tbody tr")).to_have_count(6)
        papers = self.director.locator("[data-key=paper] li").evaluate_all(KEYS)
        assert {*papers} == {*PAPER}
        self.director.get_by_role("switch").tap()
        expect(self.wall.locator(".hidden-until")).to_be_visible()
        zoe.locator("[data-key=played] summary").tap()
        self.director.locator("button[data-key=end]").tap()
        expect(self.director.locator("[data-key=missing]")).to_contain_text("3")
        self.director.locator("[data-key=end-sure]").tap()
        expect(self.wall.locator(".final tbody tr")).to_have_count(6)
        expect(self.wall.locator(".final .feats")).to_contain_text("24")
        self.tab.nth(2).tap()
        expect(self.director.locator("[data-key=sheet] .paid")).to_have_count(1)
        expect(self.director.locator("[data-key=sheet] .feats")).to_contain_text("24")
        self.tab.nth(3).tap()
        zoe.locator("[data-key=standings] summary").tap()
        expect(zoe.locator("[data-key=standings] tbody tr")).to_have_count(6)
        expect(zoe.locator("[data-key=played] li")).to_have_count(2)
        self.check("the end")


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.slow)])
def test_an_evening_of_five_with_a_late_comer(evening: Evening, lang: str) -> None:
    """An odd number, a corrected result, a late player, hidden standings, the end."""
    with hall_of(evening, lang) as hall:
        Scenes(hall, evening).play()
    rows = evening.phone().get("/api/v1/standings").json
    assert rows[0]["net"] == 43
    assert not hall.faults, json.dumps(hall.faults, indent=1, ensure_ascii=False)[:6000]


def test_night_of_winners_who_go_up_on_every_screen(evening: Evening, hall: Hall) -> None:
    """Seats are known when a round begins; after the last round there is no pairing."""
    evening.begin(4, movement="winners-up", rounds=3)
    evening.do(Rule(1, "1", (121, 100)), Rule(1, "2", (121, 80), 1))
    wall = hall.screen("wall", "/", viewport=WIDE).page
    phone = hall.screen("phone", "/me").page
    phone.locator(".people .item", has_text="Ann").tap()
    expect(wall.locator("[data-key=awaited]")).to_contain_text("Round 2")
    expect(phone.locator("[data-key=next]")).to_contain_text("Seats in a moment")
    evening.do(NextRound(2))
    expect(wall.locator(".table")).to_have_count(2)
    expect(phone.locator("[data-key=next]")).to_have_count(0)
    director = hall.let_in()
    director.locator(".tab").nth(1).tap()
    expect(director.locator("[data-key=begin] .prime")).to_contain_text("round 3")
    evening.do(Rule(2, "1", (121, 100)), Rule(2, "2", (121, 100)), NextRound(3))
    expect(director.locator("[data-key=again]")).to_contain_text("Round 3 is the last one")
    expect(director.locator("[data-key=begin]")).to_have_count(0)
    director.locator("[data-key=form] input[type=number]").first.fill("4")
    expect(director.locator("[data-key=begin] .prime")).to_contain_text("round 4")
    evening.do(End())
    expect(wall.locator(".feats li")).to_have_text("Zoé skunked Ben · Round 1")
    director.locator(".tab").nth(2).tap()
    expect(director.locator("[data-key=games-3] .item").first).to_contain_text("no result yet")


def test_small_board_of_a_table_marks_the_skunk_lines_of_the_night(
    evening: Evening, hall: Hall
) -> None:
    evening.begin(2)
    state = State(
        table="1",
        phase="play",
        target=121,
        players=("A", "L"),
        teams=((0,), (1,)),
        scores=(80, 40),
        pegs=((80, 74), (40, 31)),
        seat=PlayedSeat(night=NIGHT, round=1, players=("p1", "p2")),
    )
    evening.tables.change("1", online=True, state=state)
    wall = hall.screen("wall", "/", viewport=WIDE).page
    skunks = wall.get_by_role("img", name="Board: A 80; L 40").locator(".skunk")
    expect(skunks).to_have_count(2)
    lines = skunks.evaluate_all("all => all.map((one) => one.x1.baseVal.value)")
    assert lines == pytest.approx([8 + points * 228 / 121 for points in (91, 61)])


def test_no_row_or_great_hand_is_out_of_sight_on_a_full_wall(evening: Evening, hall: Hall) -> None:
    evening.begin(11)
    evening.do(*(Noted(f"p{number}", 1, "hand_24") for number in range(2, 6)))
    wall = hall.screen("wall", "/", viewport=WIDE).page
    expect(wall.locator(".sidebar")).to_be_visible()
    wall.clock.set_fixed_time(8)
    evening.do(Noted("p6", 1, "four_of_a_kind"))
    hands = wall.locator(".feats li")
    expect(hands).to_have_count(5)
    expect(hands.last).to_be_in_viewport(ratio=1)
    wall.clock.set_fixed_time(0)
    wall.get_by_role("button", name="How to join").click()
    wall.locator(".qr").evaluate("image => image.decode()")
    expect(wall.locator(".standings tbody tr").last).to_be_in_viewport(ratio=1)


def test_phone_says_that_the_table_contradicts_both_players(four: Evening, hall: Hall) -> None:
    four.do(PlayerReport("p1", 1, True, 12), PlayerReport("p2", 1, False, 12))
    four.do(Reported("1", "412.1", 1, ("p1", "p2"), (100, 121)))
    phone = hall.screen("phone", "/me").page
    phone.locator(".people .item", has_text="Ann").tap()
    expect(phone.locator(".seat-now .result")).to_contain_text("The table")
    expect(phone.get_by_role("button", name="Agree")).to_have_count(0)


def test_phone_whose_name_was_freed_asks_for_a_name(four: Evening, hall: Hall) -> None:
    phone = hall.screen("phone", "/me").page
    phone.locator(".people .item", has_text="Ann").tap()
    phone.locator(".seat-now .prime").tap()
    four.do(PhoneEntry("p1", None))
    expect(phone.locator(".people .item").first).to_be_enabled()


def test_name_typed_before_the_last_one_is_answered_stays(evening: Evening, hall: Hall) -> None:
    evening.do(Open(NIGHT))
    director = hall.let_in()
    name = director.locator(".adding input")
    name.fill("Ann")

    def type_the_next(request: Route) -> None:
        name.fill("Luc")
        request.continue_()

    director.route("**/director/entries*", type_the_next)
    director.locator(".adding .prime").tap()
    expect(director.locator(".person")).to_contain_text("Ann")
    expect(director.locator(".adding .prime")).to_be_enabled()
    expect(name).to_have_value("Luc")


def test_game_opened_before_a_ruling_is_answered_stays_open(evening: Evening, hall: Hall) -> None:
    evening.begin(4, rounds=1)
    director = hall.let_in()
    director.locator(".tab").nth(2).tap()
    games = director.locator("button.item")
    margin = director.locator("[data-key=editor] input")

    def open_the_other(request: Route) -> None:
        games.nth(1).tap()
        margin.fill("7")
        request.continue_()

    games.nth(0).tap()
    director.locator("[data-key=editor] .chip").first.tap()
    margin.fill("12")
    director.route("**/director/entries*", open_the_other)
    director.locator("[data-key=editor] .prime").tap()
    expect(games.nth(0)).to_contain_text("121 – 109")
    expect(margin).to_have_value("7")
