"""Keys of the keypad page: held, overlapping, by keyboard, and lost; and what is displayed."""

from playwright.sync_api import Locator, Request, Route, expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.web_server import CODE
from tests.page.keypad.conftest import KEYS, hear_again, press, thumbs


def test_quick_thumbs_overlap(table: Table, pad: Phone) -> None:
    """Each key counts once, in order; OK that is held down does not confirm such a key."""
    table.deal("six-card", "5", show=True, seen_by=pad)
    half, asked = pad.page.locator(".now.half"), list[str]()

    def hear(request: Request) -> None:
        if request.method == "POST":
            asked.append(request.post_data_json["key"])

    pad.page.on("request", hear)

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
        pad.page.keyboard.down(typed)  # The key auto-repeats.
        pad.page.keyboard.up(typed)
    play = table.game.deal.play
    assert [str(one.card) for one in play.laid] == ["A", "Q"]
    pad.page.get_by_role("link", name="Back to the table").focus()
    with pad.page.expect_navigation():
        pad.page.keyboard.press("Enter")


def test_a_key_without_an_answer_is_pressed_once(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", seen_by=pad)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    press(pad, "HELD", "2")
    pad.page.route(KEYS, lose, times=1)
    pad.page.locator("[data-press='3']").tap()
    expect(pad.button("Send again")).to_be_visible()
    for key in ("4", "UNDO"):
        pad.page.locator(f"[data-press='{key}']").tap()
    expect(pad.page.locator(".unanswered")).to_contain_text("Waiting: 3, 4, Undo")
    with pad.page.expect_response(lambda answer: '"UNDO"' in (answer.request.post_data or "")):
        pad.button("Send all again").tap()
    expect(pad.page.locator(".unanswered")).not_to_be_attached()
    expect(pad.page.locator(".now.half")).to_have_text("3 points for Ann")
    press(pad, "OK")


def test_quick_taps_go_out_in_order_but_none_behind_a_refused_one(table: Table, pad: Phone) -> None:
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
    held = pad.hold(KEYS)
    for key in keys:
        pad.page.locator(f"[data-press='{key}']").tap()
    return pad.until_held(held)


def test_a_watcher_has_no_keys(table: Table) -> None:
    watcher = table.phone("/keys", viewport=SHORT)
    expect(watcher.page.get_by_role("link", name="Keep score")).to_be_visible()
    assert watcher.page.locator(".key").count() == 0


def test_the_cards_of_a_claim_are_shown_as_long_as_it_may_be_called(
    table: Table, pad: Phone
) -> None:
    """Also while the missed points are typed; a hand being typed takes their place."""
    claimed = pad.page.locator("[data-key=claimed] .card")
    known = pad.page.locator("[data-key=known]")
    table.deal("six-card", "5H", seen_by=pad)
    for card in ("4", "6", "10", "5"):
        table.do(do="play", card=card)
    table.do(do="show")
    table.do(do="count", cards=["6", "7"], claim=8, seen_by=pad)
    expect(claimed).to_have_text(["4", "6", "7", "10", "5♥"])
    expect(pad.page.locator("[data-key=call]")).to_have_text(
        "Ann’s hand: 8. Muggins? Hold OK, then 3."
    )
    for keys in (["HELD"], ["3"], ["2"]):
        press(pad, *keys)
        expect(claimed).to_have_count(5)
        expect(known).to_have_count(0)
    expect(pad.page.locator(".half")).to_have_text("Muggins on Ann’s hand: 2 points for Ben")
    press(pad, "UNDO", "UNDO", "UNDO", "J")
    expect(claimed).to_have_count(0)
    expect(known.locator(".card")).to_have_text(["5", "6", "J", ""])


def test_all_pages_of_keys_are_locked_at_once_and_say_why(table: Table, pad: Phone) -> None:
    other = table.phone(None, lang="fr", viewport=SHORT).join(CODE).open("/keys")
    table.deal("six-card", "5", "10", seen_by=pad)
    press(pad, "HELD", "OK")
    for phone, said in (
        (pad, "That key does nothing after holding OK. Wait two seconds."),
        (other, "Cette touche ne fait rien après OK maintenu. Attendez deux secondes."),
    ):
        expect(phone.page.locator(".now.refused")).to_have_text(said)
        expect(phone.page.locator(".key:not(.off, .no)")).to_have_count(0)
    hear_again(table)
    press(pad, "7")
    for phone in (pad, other):
        expect(phone.page.locator(".now.refused")).not_to_be_attached()
        expect(phone.page.locator("[data-press='7'].off")).to_have_count(0)
