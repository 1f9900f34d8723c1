"""Corrections on the page."""

from typing import Self

from playwright.sync_api import expect

from tests.kit.drivers.browser import Phone


class Mender:
    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    def open_history(self) -> Self:
        self.phone.menu("History")
        return self

    def choose(self, entry: int) -> Self:
        line = self.page.locator(f'[data-key="entry-{entry}"]')
        line.get_by_role("button", name="Edit", exact=True).tap()
        return self

    def told(self, *texts: str) -> Self:
        thought = self.page.locator(".effects")
        for text in texts:
            expect(thought).to_contain_text(text)
        return self

    def stand(self, *, drops: bool = False) -> None:
        """Save with one tap on a fully visible button; then the history is shown again."""
        button = self.page.locator(".drops" if drops else ".correct .bar .prime")
        expect(button).to_be_in_viewport(ratio=1)
        self.phone.enter(button)
        expect(self.page.locator(".record").first).to_be_visible()
