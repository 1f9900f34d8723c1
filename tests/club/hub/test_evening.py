"""A whole night in Chromium: three phones, the wall and the director, in both languages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.club.hub.evening import NAMES, Evening
from tests.kit.drivers.browser import TALL, Phone, chromium
from tests.kit.drivers.web_server import PIN
from tests.kit.oracles.page_fit import unfit
from tests.kit.oracles.page_language import wrong_tongue
from tests.page.views.test_all_views import LOOK_FOR_FAULTS

WIDE: Final[ViewportSize] = {"width": 1280, "height": 720}

DARK: Final = ("different", "next seats", "the end")
"""Moments that are looked at in the dark, too: it changes nothing but colours."""


@pytest.fixture
def browser() -> Iterator[Browser]:
    """The browser, whose phones are put away after the test."""
    with chromium() as found:
        yield found


class Hall:
    """Everybody's screens at one evening; ``look`` checks them all."""

    def __init__(self, browser: Browser, port: int, lang: str) -> None:
        self.browser, self.port, self.lang = browser, port, lang
        self.screens: dict[str, Phone] = {}
        self.faults: dict[str, Any] = {}
        self.seen: dict[str, str] = {}

    def screen(self, name: str, path: str, **screen: Any) -> Phone:
        """Open *path* on another screen."""
        phone = Phone(self.browser, self.port, lang=self.lang, **screen)
        phone.page.goto(phone.url + path)
        self.screens[name] = phone
        return phone

    def look(self, moment: str) -> None:
        """Look at every screen as it is: axe, the language, and whether all of it fits."""
        for name, phone in self.screens.items():
            page = phone.page
            page.wait_for_timeout(100)
            text = re.sub(r"[\d:−]+", "", page.inner_text("body"))
            if self.seen.get(name) == text and moment not in DARK:
                continue
            self.seen[name] = text
            found = {"words": wrong_tongue(page, self.lang), "fit": unfit(page, tall=False)}
            if self.lang == "en":  # In another language everything has another name, and no more.
                found |= self._axe(page, dark=moment in DARK)
            self.faults |= {f"{moment}: {name}: {what}": one for what, one in found.items() if one}

    def _axe(self, page: Page, *, dark: bool) -> dict[str, Any]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found = {"axe": page.evaluate(LOOK_FOR_FAULTS, {})}
        if dark:
            page.emulate_media(color_scheme="dark")
            found["dark"] = page.evaluate(LOOK_FOR_FAULTS, {"runOnly": ["color-contrast"]})
            page.emulate_media(color_scheme="light")
        return found


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.slow)])
def test_an_evening_of_five_with_a_late_comer(tmp_path: Path, browser: Browser, lang: str) -> None:
    """An odd number, a result put right, somebody late, hidden standings, the end."""
    evening = Evening(tmp_path / "night.sqlite")
    with evening.served() as port:
        hall = Hall(browser, port, lang)
        _play(evening, hall)
        for phone in hall.screens.values():
            phone.put_away()
    evening.close()
    assert not hall.faults, json.dumps(hall.faults, indent=1, ensure_ascii=False)[:6000]


def _play(evening: Evening, hall: Hall) -> None:
    wall = hall.screen("wall", "/", viewport=WIDE)
    director = hall.screen("director", "/director", viewport=TALL)
    hall.look("before")
    director.page.locator(".door input").fill(PIN)
    director.page.locator(".door .prime").tap()
    director.page.locator("[data-key=opening] .prime").tap()
    for name in NAMES[:5]:
        director.page.locator(".adding input").fill(name)
        director.page.locator(".adding .prime").tap()
        expect(director.page.locator(".person", has_text=re.compile(rf"^{name}"))).to_be_visible()
    phones = [hall.screen(name, "/me") for name in ("Luc", "Zoé", "Ben")]
    hall.look("names")
    for phone, name in zip(phones, ("Luc", "Zoé", "Ben"), strict=True):
        phone.page.locator(".people .item", has_text=re.compile(f"^{name}$")).tap()
        expect(phone.page.locator(".not-me")).to_be_visible()
    tab = director.page.locator(".tab")
    tab.nth(1).tap()
    rounds = director.page.locator("[data-key=form] input[type=number]")
    rounds.nth(0).fill("5")
    rounds.nth(1).fill("25")
    director.page.locator("[data-key=ask] .second").first.tap()
    expect(director.page.locator(".preview .panel")).to_have_count(5)
    hall.look("preview")
    director.page.locator("[data-key=begin] .prime").tap()
    expect(wall.page.locator(".table")).to_have_count(2)
    expect(wall.page.locator(".clock")).to_be_visible()

    # Zoé and Ben meet at table 2; Luc is at table 1.
    _, zoe, ben = phones
    zoe.page.locator(".seat-now .prime").tap()
    hall.look("margin")
    zoe.page.locator("[data-key=n-34]").tap()
    expect(ben.page.locator(".seat-now .result")).to_contain_text("34")
    ben.page.locator(".change summary").tap()
    ben.page.locator(".change .prime").tap()
    ben.page.locator("[data-key=n-5]").tap()
    expect(director.page.locator(".tab .count")).to_have_text("1")
    tab.nth(2).tap()
    hall.look("different")
    director.page.locator("[data-key=decide] .item").tap()
    editor = director.page.locator("[data-key=decide] .editor")
    editor.locator(".chip").first.tap()
    editor.locator("input").fill("43")
    hall.look("to decide")
    editor.locator(".prime").tap()
    expect(zoe.page.locator(".seat-now.done")).to_contain_text("43")

    # Of the other game nobody says a word but Luc; the director puts it in, wrongly first.
    game = director.page.locator("[data-key=games-1] .game").first
    for margin in ("3", "30"):
        game.locator(".item").tap()
        game.locator(".editor .chip").first.tap()
        game.locator(".editor input").fill(margin)
        game.locator(".editor .prime").tap()
        expect(game.locator(".item")).to_contain_text(str(121 - int(margin)))
    director.page.locator(".taking .second").first.tap()
    expect(game.locator(".item")).to_contain_text("118")
    expect(wall.page.locator(".seats-next li")).to_have_count(2)
    hall.look("next seats")

    # A late comer is paired from the second round on; standings are hidden.
    tab.nth(0).tap()
    director.page.locator(".adding input").fill("Zita <img src=x onerror=alert(1)>")
    director.page.locator(".adding .prime").tap()
    expect(director.page.locator(".person")).to_have_count(6)
    expect(director.page.locator(".adding input")).to_be_focused()
    expect(director.page.locator("[data-key=paired]")).to_be_visible()
    hall.look("somebody late")
    tab.nth(1).tap()
    director.page.locator("[data-key=ask] .second").nth(1).tap()
    expect(director.page.locator(".preview .panel")).to_have_count(4)
    director.page.locator("[data-key=begin] .prime").tap()
    expect(director.page.locator("[data-key=next] .prime")).to_be_visible()
    expect(director.page.locator("[data-key=paired]")).to_have_count(0)
    director.page.locator("[data-key=rounds] .chip").tap()
    director.page.locator("[data-key=next] .prime").tap()
    expect(director.page.locator("[data-key=games-2] .game")).to_have_count(3)
    expect(wall.page.locator(".table")).to_have_count(3)
    tab.nth(3).tap()
    expect(director.page.locator(".standings tbody tr")).to_have_count(6)
    director.page.locator("[data-key=hide] input").tap()
    expect(wall.page.locator(".hidden-until")).to_be_visible()
    zoe.page.locator("[data-key=played] summary").tap()
    hall.look("second round")
    director.page.locator("button[data-key=end]").tap()
    expect(director.page.locator("[data-key=missing]")).to_contain_text("3")
    director.page.locator("[data-key=end-sure]").tap()
    expect(wall.page.locator(".final tbody tr")).to_have_count(6)
    zoe.page.locator("[data-key=standings] summary").tap()
    expect(zoe.page.locator("[data-key=standings] tbody tr")).to_have_count(6)
    expect(zoe.page.locator("[data-key=played] li")).to_have_count(2)
    hall.look("the end")
    rows = evening.phone().get("/api/v1/standings").json
    assert rows[0]["net"] == 43
    director.page.locator("button[data-key=open]").tap()
    hall.look("another night")
    director.page.locator("[data-key=open-sure]").tap()
    expect(wall.page.locator(".waiting")).to_be_visible()
