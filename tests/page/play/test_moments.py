"""A moment fills phones and the wall for two seconds, takes no tap and no focus."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import Table
from tests.kit.formats.game_file import PAD, enter

TO_BE_COUNTED = {"options": {"muggins": False}, "entry_mode": {"counted_by": "players"}}

SEE_MOMENTS = """() => {
    new MutationObserver(() => {
        const moment = document.querySelector(".moment");
        if (moment?.offsetHeight === innerHeight)
            window.celebrated = [moment.innerText, document.activeElement.tagName];
    }).observe(document.body, {childList: true});
}"""


def test_a_hand_of_24_is_celebrated_everywhere_and_can_be_switched_off(table: Table) -> None:
    enter(table.site.table, PAD.read_text())
    table.deal("six-card", "5H", "4C", "7C", show=True, **TO_BE_COUNTED)
    phone, french, quiet = table.phone(), table.phone(lang="fr"), table.phone()
    quiet.page.evaluate("localStorage.setItem('cribble.celebrates', 'false')")
    quiet.page.reload()
    screens = (phone, french, table.phone("/board"))
    for one in (*screens, quiet):
        one.until(table.version)
        one.page.evaluate(SEE_MOMENTS)
    focused = phone.page.evaluate("document.activeElement.tagName")
    table.do(do="count", cards=["4S", "6D", "6H"], claim=24)
    for one in screens:
        one.page.wait_for_function("() => window.celebrated")
    text, during = phone.page.evaluate("window.celebrated")
    assert text.startswith("24!")
    assert text.endswith("Best hand of the evening")
    assert during == focused
    assert french.page.evaluate("window.celebrated")[0].startswith("24\u00a0!")
    for one in screens:
        expect(one.page.locator(".moment")).to_have_count(0)
    assert quiet.page.evaluate("window.celebrated") is None


HANDS = {
    0: (["4C", "4S", "6D", "9H"], 14),
    1: (["7C", "8C", "QS", "KD"], 6),
    "crib": (["2C", "2D", "3S", "8H"], 8),
}
"""Hands and their worth with the 5 of hearts."""


def test_three_counts_right_at_the_first_try_give_their_player_a_badge(table: Table) -> None:
    table.deal("six-card", **TO_BE_COUNTED)
    phone = table.phone()
    phone.menu("Settings")
    phone.button("Ann").tap()
    expect(phone.button("Ann")).to_have_attribute("aria-pressed", "true")
    phone.to_table()
    phone.settle()
    phone.page.evaluate(SEE_MOMENTS)
    for _ in range(2):
        table.do(do="starter", card="5H")
        table.do(do="show", seen_by=phone)
        expect(phone.page.locator("main.show")).to_be_visible()
        while (of := table.game.counting) is not None:
            cards, worth = HANDS[of]
            counted = {"do": "crib"} if of == "crib" else {"do": "count"}
            table.do(**counted, cards=cards, claim=worth, seen_by=phone)
    phone.page.wait_for_function("() => window.celebrated?.[0].startsWith('Three right in a row!')")
    expect(phone.page.locator(".moment")).to_have_count(0)
