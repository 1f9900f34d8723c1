"""Hands of past games as questions."""

import pytest
from playwright.sync_api import expect

from tests.kit.drivers.at_show import at_the_show
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import Site


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
