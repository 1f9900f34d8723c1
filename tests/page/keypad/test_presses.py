"""Presses of the keypad's page: held, overlapping, from a keyboard, refused, lost on their way."""

import time

from playwright.sync_api import Locator, Route, expect

from scorekeeper.keypad.key import Key
from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import HOLD_STILL, KEYS, press, thumbs


def test_a_thumb_holds_ok(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", "7", seen_by=pad)
    ok = pad.page.locator("[data-press=OK]").bounding_box()
    pad.page.mouse.move(ok["x"] + 30, ok["y"] + 30)
    with pad.page.expect_response(KEYS) as heard:
        pad.page.mouse.down()
        time.sleep(HOLD_STILL)
    assert heard.value.json()["result"] == "typed"
    pad.page.mouse.up()
    expect(pad.page.locator(".keys.held")).to_be_attached()
    press(pad, "2", "3")
    with pad.page.expect_response(KEYS):
        pad.page.mouse.click(ok["x"] + 30, ok["y"] + 30)
    assert max(table.game.scores) == 3


def test_quick_thumbs_overlap(table: Table, pad: Phone, asked: list[str]) -> None:
    """Each key counts once, in the order of touching; OK that was held is no yes to such a key."""
    table.deal("six-card", "5", show=True, seen_by=pad)
    half = pad.page.locator(".now.half")

    def key(name: str) -> Locator:
        return pad.page.locator(f".key[data-press='{name}']")

    with pad.stopped_time():
        thumbs(pad, key, "+4 +5 -4 -5 +6 +7 -7 -6 +OK +8 -8 -OK")
    expect(half).to_have_text("Ben’s hand")
    expect(pad.page.locator("[data-key=known] .card")).to_have_text(["8", "", "", ""])
    expect(pad.page.locator("[data-key=known] .gap")).to_have_count(3)
    press(pad, "UNDO")
    thumbs(pad, key, "+OK ... +7 -7 -OK")
    expect(pad.page.locator(".prompt")).to_have_text("Call off the game? OK: yes, Undo: no")
    expect(half).not_to_be_attached()
    assert asked == ["4", "5", "6", "7", "OK", "8", "UNDO", "HELD", "7"]


def test_a_keyboard_presses_them_too(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", seen_by=pad)
    for typed in ("1", "*", "Q", "Backspace"):
        with pad.page.expect_response(KEYS):
            pad.page.keyboard.down(typed)
        pad.page.keyboard.down(typed)  # It repeats by itself.
        pad.page.keyboard.up(typed)
    play = table.game.deal.play
    assert [str(one.card) for one in play.laid] == ["A", "Q"]
    with pad.page.expect_response(KEYS):
        pad.page.keyboard.down("Enter")
    pad.page.keyboard.up("Enter")
    for typed in ("2", "0", "3"):
        with pad.page.expect_response(KEYS):
            pad.page.keyboard.press(typed)
    for typed in ("Enter", "5"):
        pad.page.keyboard.down(typed)
    for typed in ("Enter", "5"):
        pad.page.keyboard.up(typed)
    expect(pad.page.locator(".pile > b")).to_have_text("16")
    assert max(table.game.scores) == 3
    pad.page.locator("[data-press='7']").focus()
    press(pad, "HELD")
    with pad.page.expect_response(KEYS) as heard:
        pad.page.keyboard.press("Enter")
    assert heard.value.request.post_data_json["key"] == "OK"
    pad.page.get_by_role("link", name="Back to the table").focus()
    with pad.page.expect_navigation():
        pad.page.keyboard.press("Enter")
    assert max(table.game.scores) == 3


def test_a_key_that_is_forgotten_on_its_way_stops_no_other(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", seen_by=pad)
    press(pad, "HELD", "2")
    pad.page.route(KEYS, lambda route: route.abort(), times=1)
    for key in ("A", "2"):
        pad.page.locator(f"[data-press='{key}']").tap()
    again = pad.button("Send all again")
    expect(again).to_be_visible()
    held = pad.hold(KEYS)
    with pad.page.expect_request(KEYS):
        again.tap()
    pad.button("Forget them").tap()
    expect(again).not_to_be_attached()
    with pad.page.expect_response(KEYS):
        pad.until_held(held).continue_()
    expect(pad.page.locator(".now.half")).to_have_text("1 point for Ann")
    press(pad, "3")
    expect(pad.page.locator(".now.half")).to_have_text("13 points for Ann")


def test_enter_counts_where_it_went_down_and_came_up(
    table: Table, pad: Phone, asked: list[str]
) -> None:
    table.deal("six-card", "5", show=True, seen_by=pad)
    keyboard = pad.page.keyboard
    keyboard.up("Enter")
    pad.page.route(KEYS, lambda route: route.abort(), times=1)
    pad.page.locator("[data-press='3']").tap()
    pad.button("Send again").focus()
    with pad.page.expect_response(KEYS):
        keyboard.down("Enter")
    expect(pad.page.locator(".unanswered")).not_to_be_attached()
    keyboard.up("Enter")
    keyboard.down("Enter")
    pad.page.evaluate("dispatchEvent(new Event('blur'))")
    time.sleep(HOLD_STILL)
    keyboard.up("Enter")
    press(pad, "UNDO")
    assert asked == ["3", "3", "UNDO"]


def test_a_refusal_is_past_once_anybody_goes_on(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", seen_by=pad)
    refused, held = pad.page.locator(".now.refused"), pad.page.locator(".keys.held")
    press(pad, "OK")
    expect(refused).to_have_text("OK alone does nothing now: hold it.")
    table.do(do="play", card="7", seen_by=pad)
    expect(refused).not_to_be_attached()
    press(pad, "OK")
    expect(refused).to_be_visible()
    table.site.keys.press(Key.HELD)
    expect(held).to_be_visible()
    table.site.keys.press(Key.UNDO)
    expect(held).not_to_be_attached()
    expect(refused).not_to_be_attached()


def test_a_key_without_an_answer_is_pressed_once(table: Table, pad: Phone) -> None:
    """Sending it again is safe; what was pressed behind it waits, and is named."""
    table.deal("six-card", "5", seen_by=pad)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    press(pad, "HELD", "2")
    pad.page.route(KEYS, lose, times=1)
    keys = pad.page.locator(".keys").bounding_box()
    pad.page.locator("[data-press='3']").tap()
    expect(pad.button("Send again")).to_be_visible()
    for key in ("4", "UNDO"):
        pad.page.locator(f"[data-press='{key}']").tap()
    expect(pad.page.locator(".unanswered")).to_contain_text("Waiting: 3, 4, Undo")
    expect(pad.page.locator("header .link.live")).not_to_be_attached()
    assert pad.page.locator(".keys").bounding_box() == keys
    # The line reads the same after the 3 and after the undo: what follows must wait for the undo.
    with pad.page.expect_response(lambda answer: '"UNDO"' in (answer.request.post_data or "")):
        pad.button("Send all again").tap()
    expect(pad.page.locator(".unanswered")).not_to_be_attached()
    expect(pad.page.locator(".now.half")).to_have_text("3 points for Ann")
    pad.page.route(KEYS, lambda route: route.abort(), times=1)
    for _ in range(12):
        pad.page.locator("[data-press='4']").tap()
    waiting = pad.page.locator(".unanswered")
    expect(waiting).to_contain_text(f"Waiting: {', '.join('4' * 8)} ")
    assert pad.page.locator(".keys").bounding_box() == keys
    pad.button("Forget them").tap()
    expect(waiting).not_to_be_attached()
    expect(pad.page.locator(".now.half")).to_have_text("3 points for Ann")
    press(pad, "OK")


def test_quick_taps_go_out_in_order_but_none_behind_a_refused_one(table: Table, pad: Phone) -> None:
    """Once somebody was quicker nothing that follows may be taken for another table."""
    table.deal("six-card", "5", seen_by=pad)
    three_later = table.version + 3
    tap_at_once(pad, "A", "2", "4").continue_()
    pad.until(three_later)
    held = tap_at_once(pad, "7", "8", "9")
    table.do(do="play", card="5")
    held.continue_()
    expect(pad.page.locator(".now.refused")).to_have_text("Someone was first; yours wasn’t added.")
    pad.until(table.version)
    assert [str(one.card) for one in table.game.deal.play.laid] == ["A", "2", "4", "5"]


def tap_at_once(pad: Phone, *keys: str) -> Route:
    """Tap *keys* before the first of them gets through."""
    held = pad.hold(KEYS)
    for key in keys:
        pad.page.locator(f"[data-press='{key}']").tap()
    return pad.until_held(held)


def test_a_watcher_has_no_keys(table: Table) -> None:
    watcher = table.phone("/keys", viewport=SHORT)
    expect(watcher.page.get_by_role("link", name="Keep score")).to_be_visible()
    assert watcher.page.locator(".key").count() == 0
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.method))
    watcher.page.keyboard.press("5")
    watcher.page.evaluate("fetch('/favicon.ico')")
    assert "POST" not in asked
