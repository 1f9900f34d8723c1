"""A moment fills phones and the wall for two seconds, takes no tap and no focus."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import Table

TO_BE_COUNTED = {"options": {"muggins": False}, "entry_mode": {"counted_by": "players"}}


def test_a_hand_of_24_is_celebrated_everywhere_and_can_be_switched_off(table: Table) -> None:
    table.deal("six-card", "5H", "4C", "7C", show=True, **TO_BE_COUNTED)
    phone, french, quiet = table.phone(), table.phone(lang="fr"), table.phone()
    quiet.page.evaluate("localStorage.setItem('cribble.celebrates', 'false')")
    quiet.page.reload()
    screens = (phone, french, table.phone("/board"))
    for one in (*screens, quiet):
        one.until(table.version)
        one.page.evaluate(
            """() => new MutationObserver(() => {
                const moment = document.querySelector(".moment");
                if (moment) window.celebrated = [moment.innerText, document.activeElement.tagName];
            }).observe(document.body, {childList: true})"""
        )
        one.page.evaluate("window.celebrated = null")
    focused = phone.page.evaluate("document.activeElement.tagName")
    table.do(do="count", cards=["4S", "6D", "6H"], claim=24)
    for one in screens:
        one.page.wait_for_function("() => window.celebrated")
    text, during = phone.page.evaluate("window.celebrated")
    assert text.startswith("24!")
    assert text.endswith("hand")
    assert during == focused
    assert french.page.evaluate("window.celebrated")[0].startswith("24\u00a0!")
    for one in screens:
        expect(one.page.locator(".moment")).to_have_count(0)
    assert quiet.page.evaluate("window.celebrated") is None
