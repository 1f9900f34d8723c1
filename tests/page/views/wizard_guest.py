"""A user with a phone, a fresh machine and a board; taps are counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.kit.drivers.browser import started
from tests.kit.drivers.wizard_table import BoardBuilder, FreshMachine

LARGE, SMALL = (390, 844), (320, 568)


@contextmanager
def wizard_phone(
    host: FreshMachine, lang: str = "en", size: tuple[int, int] = LARGE, **look: Any
) -> Iterator[Page]:
    """Context manager: a phone at the wizard's page, which must not report errors."""
    screen = {"width": size[0], "height": size[1]}
    context = started().new_context(
        is_mobile=True, has_touch=True, locale=f"{lang}-CA", viewport=screen, **look
    )
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on(
        "console",
        lambda said: said.type in {"error", "warning"} and complaints.append(said.text),
    )
    page.goto(f"http://127.0.0.1:{host.port}/setup")
    yield page
    context.close()
    refused = "Failed to load resource"
    assert [one for one in complaints if not one.startswith(refused)] == []


class WizardGuest:
    """Taps through the wizard on *page*, looking at the board by *builder*."""

    def __init__(self, page: Page, builder: BoardBuilder) -> None:
        self.page, self._builder, self.taps = page, builder, 0

    def tap(self, what: Locator) -> None:
        self.ready()
        what.tap()
        self.taps += 1

    def ready(self) -> None:
        """Wait until the table has answered."""
        expect(self.page.locator(".app[aria-busy=false]")).to_be_visible()

    def at(self, view: str) -> None:
        expect(self.page.locator(f".app[data-view={view}]")).to_be_visible()
        self.ready()

    def whole_way(self, lights: str, shape: str = "classic", kind: str = "60/m") -> None:
        self.at("names")
        self.tap(self.page.locator(".bar .prime"))
        self.at("lights")
        self.tap(self.page.locator(f"[data-name={lights}]").first)
        lit = self.page.locator(".app:is([data-view=boot], [data-view=colours], [data-view=count])")
        expect(lit).to_be_visible()
        self.ready()
        if self.page.locator(".app[data-view=boot]").count():
            self.tap(self.page.locator("[data-key=later]"))
            expect(self.page.locator(".app[data-view=boot]")).to_have_count(0)
        if self.page.locator(".app[data-view=colours]").count():
            self.name_colours()
        self.count()
        self.at("board")
        self.tap(self.page.locator(f"[data-key=shape-{shape}]"))
        self.tap(self.page.locator(f'[data-key="kind-{kind}"]'))
        self.tap(self.page.locator(".bar .prime"))
        self.find_holes()
        self.tap(self.page.locator("[data-key=yes]"))
        self.at("keypad")
        self.tap(self.page.locator(".offers .item").last)
        self.at("print")
        self.tap(self.page.locator(".bar .prime"))
        self.page.wait_for_url("**/")

    def count(self, ends: str = "Next") -> None:
        """Answer whether the last light is lit, until the button that *ends* the count."""
        self.at("count")
        question = self.page.locator(".question p").first
        expect(question).to_be_visible()
        while self.page.locator("[data-key=question]").count():
            asked = question.inner_text()
            answer = "yes" if self._builder.is_last_lit() else "no"
            self.tap(self.page.locator(f"[data-key={answer}]"))
            expect(question).not_to_have_text(asked)
            self.ready()
        expect(self.page.locator("[data-key=keep]")).to_have_text(ends)
        self.tap(self.page.locator("[data-key=keep]"))
        expect(self.page.locator(".app[data-view=count]")).to_have_count(0)
        self.ready()

    def name_colours(self) -> None:
        self.at("colours")
        question = self.page.locator(".question p").first
        while self.page.locator(".app[data-view=colours]").count():
            asked = question.inner_text()
            colour = self._builder.colour() or "several"
            self.tap(self.page.locator(f"main [data-key={colour}]"))
            expect(self.page.locator(".question p", has_text=asked)).to_have_count(0)
            self.ready()

    def find_holes(self) -> None:
        self.at("wiring")
        expect(self.page.locator(".tapping svg")).to_be_visible()
        while self.page.locator(".app[data-view=wiring]").count():
            self.ready()
            hole = self._builder.hole()
            circle = self.page.locator(f'[data-hole="{hole.track}-{hole.hole}"]')
            circle.scroll_into_view_if_needed()
            box = circle.bounding_box()
            assert box
            known = self.page.locator(".mark").count()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.touchscreen.tap(x, y)
            self.taps += 1
            expect(self.page.locator(".mark")).not_to_have_count(known)
            self.ready()
        self.at("walk")
