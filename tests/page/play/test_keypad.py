"""The page of the sixteen keys: a deal is played on it by thumb, and all others see it."""

import inspect
import re
import time
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from hardware.strips.capture import CaptureStrip
from scorekeeper.board.board import build
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.table import Table as Kept
from scorekeeper.table import set_entry_mode
from scorekeeper.table.keypad.state import LOCKOUT_SECONDS
from scorekeeper.words import Words, key_legends, keypad
from tests.keypad.test_remembered_key_games import GAMES
from tests.kit.drivers.browser import SHORT, TALL, Phone, Table, chromium
from tests.kit.drivers.lit_strip import lights_on
from tests.kit.drivers.web_server import CODE, Site, served
from tests.kit.formats.key_file import Step, steps
from tests.kit.players.two_thumbs import HOLD_STILL, thumbs
from web import Boards

KEYS: Final = "**/api/v1/keys*"
A_DEAL: Final = tuple(
    takewhile(lambda step: step.line.does != "typed 99 points for Ann", steps(GAMES["six-card"]))
)
"""From choosing the game to the crib."""

HIGH: Final[ViewportSize] = {"width": 390, "height": 980}
"""Room for the lights and the board above the keys."""

LISTEN: Final = """() => {
  window.heard = [];
  const spoken = document.querySelector("#spoken");
  const hear = () => heard.push(spoken.lastChild.textContent);
  new MutationObserver(hear).observe(spoken, {childList: true});
}"""
"""Keeps all that is said in the live region."""


class Clock:
    """The time, and what tests would have waited for beside it."""

    def __init__(self) -> None:
        self.waited = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.waited


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table with its lights, at which the join code is asked for."""
    clock, board = Clock(), build()
    kept = Kept(Journal.in_memory(), ticks=clock)
    with lights_on(kept, board, CaptureStrip(), clock) as lights, chromium() as browser:
        site = Site(table=kept, boards=Boards(strip=board, shown=lights.shown), clock=clock)
        with served(site) as port:
            yield Table(site, port, browser)


@pytest.fixture
def pad(table: Table) -> Phone:
    """A small phone with the sixteen keys, on which nothing is typed."""
    table.site.keys.drop()
    hear_again(table)
    phone = table.phone(None, viewport=SHORT).join(CODE).open("/keys")
    expect(phone.page.locator(".keys")).to_be_visible()
    return phone


def hear_again(table: Table) -> None:
    """So long nobody presses a key that they are heard again."""
    table.site.clock.waited += LOCKOUT_SECONDS


def press(phone: Phone, *keys: str) -> None:
    """Tap keys, each once the table has answered the one before."""
    for key in keys:
        with phone.page.expect_response(KEYS):
            phone.page.locator(f"[data-press='{key}']").tap()


def follow(table: Table, pad: Phone, watcher: Phone, step: Step) -> None:
    """Do one line of a `.keys` file, and see on both phones what it says."""
    version = table.version
    press(pad, *step.keys)
    what, _, rest = step.line.does.partition(" ")
    if what == "typed":
        hand = re.fullmatch(r"(.+’s (?:hand|crib)): ([^,]+)(.*)", rest)
        if hand:
            rest = hand[1] + hand[3]
            cards = [card.strip("_") for card in hand[2].split()]
            expect(pad.page.locator("[data-key=known] .card")).to_have_text(cards)
        shown = rest[:1].upper() + rest[1:] if rest != "nothing" else ""
        half, everywhere = pad.page.locator(".now.half"), watcher.page.locator(".title .half")
        is_prompted = rest == "which game?"
        if shown and not is_prompted:
            expect(half).to_have_text(shown)
        else:
            expect(half).not_to_be_attached()
        expect(everywhere).to_have_count(1 if shown and not rest.startswith("more") else 0)
    elif what == "refused":
        expect(pad.page.locator(".now.refused")).to_be_visible()
        expect(pad.page.locator(".key.no")).to_have_count(1)
        assert table.version == version
        if step.keys[0] is Key.HELD:
            hear_again(table)
    elif not step.keys:
        seat = step.line.does.split()[0]
        table.do(do="rename", seat=int(seat) - 1, name=step.line.does.split()[-1], seen_by=pad)


def test_a_deal_is_played_on_the_keys_while_a_phone_watches(table: Table, pad: Phone) -> None:
    watcher = table.phone(viewport=SHORT, lang="fr")
    watcher.page.evaluate(LISTEN)
    keys = pad.page.locator(".keys").bounding_box()
    for step in A_DEAL:
        follow(table, pad, watcher, step)
        means = table.game.phase == "play" and table.game.count > 21
        if not pad.page.locator("[data-press=GO] small").count():
            expect(pad.page.locator("[data-press=GO].off")).to_have_count(0 if means else 1)
        assert pad.page.locator(".keys").bounding_box() == keys
        if table.game.phase == "play" and not pad.page.locator(".half").count():
            fits = 10 + table.game.count <= 31
            expect(pad.page.locator("[data-press=K].off")).to_have_count(0 if fits else 1)
        if play := table.game.phase == "play" and table.game.deal and table.game.deal.play:
            laid = [str(one.card) for one in play.open]
            expect(pad.page.locator(".pile > b")).to_have_text(str(table.game.count))
            expect(pad.page.locator(".pile .card")).to_have_text(laid)
        if step.line.does == "typed Ann’s hand, claim 13":
            half = "Au clavier\u00a0: la main d’Ann, annonce de 13"
            expect(watcher.page.locator(".title .half")).to_have_text(half)
            expect(watcher.page.locator("#spoken p:last-child")).to_have_text(half)
            height = watcher.page.locator("header").bounding_box()["height"]
            assert height == pad.page.locator("header").bounding_box()["height"]
        assert pad.fits()
    assert pad.small_targets() == []
    assert (table.game.phase, table.game.scores) == ("cut", (16, 17))
    expect(pad.page.locator(".lit text").get_by_text("S", exact=True)).to_be_attached()
    ids = pad.page.evaluate("[...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len({*ids}), "each drawing refers to its own parts"
    for phone in (pad, watcher):
        expect(phone.page.locator(".scores output")).to_have_text(["16", "17"])
    assert all(entry.by.startswith("Phone ") for entry in table.site.table.now.record)
    expect(pad.page.locator(".lit .light:not([display=none])").first).to_be_attached()
    for screen, shown in ((HIGH, True), (TALL, False), (SHORT, False)):
        pad.page.set_viewport_size(screen)
        expect(pad.page.locator(".stand .board")).to_be_visible(visible=shown)
        assert pad.fits()
    heard = watcher.page.evaluate("heard")
    assert "Au clavier\u00a0: la main d’Ann, annonce de 1" not in heard
    assert len([text for text in heard if text.startswith("Au clavier")]) < len(A_DEAL) // 10
    press(pad, "HELD")
    expect(pad.page.locator(".now.half")).to_be_attached()
    expect(watcher.page.locator(".title .half")).to_have_count(0)


def test_keys_show_the_totals_and_tell_their_lines(table: Table, pad: Phone) -> None:
    """For the eyes there are two lines at most, none of them cut; ears have each count once."""
    now, heard = pad.page.locator(".now"), pad.page.locator("#spoken p:last-child")
    table.deal("six-card", "5D", show=True)
    for claim, line, said in (
        ({}, "Ann’s hand: 24", "Ann’s hand: 24. Fifteen two, "),
        ({"claim": 28}, "Ben’s hand: 24 (28 claimed)", "Ben said 28. It’s only 24. Fifteen two, "),
    ):
        table.do(do="count", cards=["4", "4", "5", "6"], **claim, seen_by=pad)
        expect(now).to_have_text(line)
        assert heard.inner_text().startswith(said)
        assert heard.inner_text().count("fifteen eight") == 1
        assert heard.inner_text().endswith("is twenty-four.")
    options = {"muggins": True, "muggins_until": "next_count", "overcount": "fined"}
    table.deal("cribble", "5H", options=options, show=True)
    table.do(do="count", cards=["6", "7", "8", "K"], claim=4)
    table.do(do="muggins", team=1, points=4)
    table.do(do="count", cards=["5", "10", "J", "Q"], claim=19, seen_by=pad)
    expect(now).to_have_text("Ann: 8 (4 claimed) · Ben: 17 (19 claimed)")
    assert heard.inner_text().count("fifteen twelve") == 1
    lines = "one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"
    assert now.evaluate(lines) < 2.1
    assert pad.page.locator(".said").evaluate("one => one.scrollHeight <= one.clientHeight")
    table.deal("six-card", "5D")
    table.do(do="peg", team=0, points=100)
    table.do(do="show")
    table.do(do="count", cards=["4", "4", "5", "6"], seen_by=pad)
    expect(pad.page.locator("#spoken p:last-child")).to_contain_text("twenty-four. Ann wins")


def test_cards_typed_on_the_keys_lie_on_phones_and_walls(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5D", show=True, seen_by=pad)
    phone, wall = table.phone(viewport=SHORT), table.phone("/board")
    press(pad, "7", "8")
    for one, hand in ((phone, ".hand .cards"), (wall, "[data-key=waiting-cards]")):
        expect(one.page.locator(f"{hand} .card b")).to_have_text(["7", "8", "5"])
        expect(one.page.locator(f"{hand} .gap")).to_have_count(2)
    expect(phone.page.locator(".hand small")).to_have_text("2 cards to enter")


def test_a_digit_too_many_leaves_in_sight_what_ok_pegs(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5D", seen_by=pad)
    press(pad, "HELD", "2", "A", "A", "A")
    refused = pad.page.locator(".now.refused")
    expect(refused).to_have_text("Two digits at most. 11 points for Ann")
    press(pad, "OK")
    assert table.game.scores == (11, 0)


TOTALS: Final = """() => {
  window.totals = [];
  const total = () => document.querySelector(".said > .now")?.textContent.match(/: (\\d+)$/)?.[1];
  const lines = () => document.querySelectorAll(".lines li:not(.coming)").length;
  const see = () => total() && totals.push([Number(total()), lines()]);
  new MutationObserver(see).observe(document.body,
    {childList: true, subtree: true, attributes: true, characterData: true});
}"""
"""Keeps each total that is shown, with the number of lines beside it."""


def test_a_count_appears_line_by_line_where_there_is_room(table: Table) -> None:
    """Its total never comes before its lines; a small screen has the cards alone."""
    table.deal("six-card", "5D", show=True)
    slow = table.phone("/keys", viewport=TALL, reduced_motion="no-preference")
    slow.page.evaluate(TOTALS)
    table.do(do="count", cards=["9", "J", "Q", "K"], seen_by=slow)
    expect(slow.page.locator(".said > .now")).to_have_text("Ann’s hand: 9")
    hand = slow.page.locator(".counted-hand > .pile .card")
    expect(hand).to_have_text(["9", "J", "Q", "K", "5♦"])
    expect(slow.page.locator(".lines li:not(.coming)")).to_have_count(4)
    assert [list(it) for it in dict.fromkeys(map(tuple, slow.page.evaluate("totals")))] == [
        [2, 1],
        [4, 2],
        [6, 3],
        [9, 4],
    ]
    said = slow.page.locator(".said")
    for screen in (TALL, *SMALL):
        slow.page.set_viewport_size(screen)
        assert said.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), screen
        expect(hand.last).to_be_in_viewport()
        expect(slow.page.locator(".lines li").last).to_be_in_viewport(ratio=1)


def test_a_thumb_holds_ok(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", "7", seen_by=pad)
    ok = pad.page.locator("[data-press=OK]").bounding_box()
    pad.page.mouse.move(ok["x"] + 30, ok["y"] + 30)
    with pad.page.expect_response(KEYS) as heard:
        pad.page.mouse.down()
        time.sleep(HOLD_STILL)
    assert heard.value.json()["heard"] == "typed"
    pad.page.mouse.up()
    expect(pad.page.locator(".keys.held")).to_be_attached()
    press(pad, "2", "3")
    with pad.page.expect_response(KEYS):
        pad.page.mouse.click(ok["x"] + 30, ok["y"] + 30)
    assert max(table.game.scores) == 3


def test_the_page_says_what_is_known_and_what_waits(table: Table, pad: Phone) -> None:
    """The starter, the hand to count, that all is typed, what OK held cost, and dead keys."""
    prompt = pad.page.locator(".prompt")
    table.deal("five-card", "5", *"442266", seen_by=pad)
    expect(pad.page.locator(".up .card")).to_have_text("5")
    expect(pad.page.locator(".pile .card")).to_have_text(["2", "4", "6"])
    press(pad, "HELD", "OK")
    refused = pad.page.locator(".now.refused")
    expect(refused).to_have_text("Cancelled. Wait two seconds.")
    press(pad, "4")
    expect(refused).to_contain_text("Wait two seconds.")
    hear_again(table)
    press(pad, "OK", "OK", "9", "10", "6")
    expect(prompt).to_have_text("Ben’s crib: enter its 4 cards.")
    press(pad, "6")
    expect(prompt).to_have_text("All the cards are in: OK counts them.")
    press(pad, "OK")
    for points in (50, 11):
        table.do(do="peg", team=0, points=points, seen_by=pad)
    assert table.game.phase == "over"
    won = pad.page.locator(".win-line.team-0")
    expect(won).to_contain_text("Ann wins!")
    expect(won).to_contain_text("By ")
    expect(pad.page.locator(".key:not(.off)")).to_have_count(2)
    pad.page.set_viewport_size(TALL)
    expect(pad.page.locator(".lit")).not_to_be_attached()
    assert pad.page.locator(".stand .board").bounding_box()["height"] > 60


def test_quick_thumbs_overlap(table: Table, pad: Phone, asked: list[str]) -> None:
    """Each key counts once, in the order of touching; OK that was held is no yes to such a key."""
    table.deal("six-card", "5", show=True, seen_by=pad)
    half = pad.page.locator(".now.half")

    def key(name: str) -> Locator:
        return pad.page.locator(f".key[data-press='{name}']")

    thumbs(pad, key, "+4 +5 -4 -5 +6 +7 -7 -6 +OK +8 -8 -OK")
    expect(half).to_have_text("Ben’s hand")
    expect(pad.page.locator("[data-key=known] .card")).to_have_text(["8", "", "", ""])
    expect(pad.page.locator("[data-key=known] .gap")).to_have_count(3)
    press(pad, "UNDO")
    thumbs(pad, key, "+OK ... +7 -7 -OK")
    expect(half).to_have_text("Call off the game? OK")
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
        held[0].continue_()
    expect(pad.page.locator(".now.half")).to_have_text("1 point for Ann")
    press(pad, "3")
    expect(pad.page.locator(".now.half")).to_have_text("13 points for Ann")


def test_a_question_leaves_its_answers_and_undo(table: Table, pad: Phone) -> None:
    """A claim that is too high without a flush asks for it: the other keys are out."""
    table.deal("six-card", "JH", show=True, options={"muggins": False}, seen_by=pad)
    press(pad, "3", "5", "6", "7", "A", "A", "OK")
    expect(pad.page.locator(".now.half")).to_contain_text("with a flush?")
    expect(pad.page.locator("[data-press]:not(.off, .second)")).to_have_text(
        ["Go yes", "Undo", "OK no"]
    )
    press(pad, "UNDO")
    expect(pad.page.locator("[data-press='3'].off")).to_have_count(0)


@pytest.fixture
def asked(pad: Phone) -> list[str]:
    """The keys that *pad* has sent."""
    sent: list[str] = []
    pad.on("request", lambda one: one.method == "POST" and sent.append(one.post_data_json["key"]))
    return sent


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


def test_letters_and_digits_can_be_switched_off(pad: Phone, asked: list[str]) -> None:
    pad.page.evaluate("localStorage.setItem('cribble.shortcuts', 'false')")
    pad.page.reload()
    pad.settle()
    expect(pad.page.locator(".keys")).to_be_visible()
    for typed in ("5", "g", "*", "+", " "):
        pad.page.keyboard.press(typed)
    for typed in ("Backspace", "Enter"):
        with pad.page.expect_response(KEYS):
            pad.page.keyboard.press(typed)
    assert asked == ["UNDO", "OK"]


def test_a_refusal_is_past_once_anybody_goes_on(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5", seen_by=pad)
    refused, half = pad.page.locator(".now.refused"), pad.page.locator(".now.half")
    press(pad, "OK")
    expect(refused).to_be_visible()
    table.do(do="play", card="7", seen_by=pad)
    expect(refused).not_to_be_attached()
    press(pad, "OK")
    expect(refused).to_be_visible()
    table.site.keys.press(Key.HELD)
    expect(half).to_be_visible()
    table.site.keys.press(Key.UNDO)
    expect(half).not_to_be_attached()
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
    with pad.page.expect_response(KEYS):
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


def test_undo_tells_what_it_took_back(table: Table, pad: Phone) -> None:
    """This phone knows itself; what was only typed is not news; an entry mode is told."""
    table.deal("six-card", "5", seen_by=pad)
    now = pad.page.locator(".now")
    table.do(do="play", card="9", seen_by=pad)
    press(pad, "UNDO")
    expect(now).to_have_text("This phone undid Ann’s 9.")
    press(pad, "HELD", "UNDO")
    expect(now).to_have_text("Cleared.")
    for choice, entered in (("9", "hands only"), ("8", "every card")):
        press(pad, "HELD", choice, "OK")
        expect(now).to_contain_text(f"From now on {entered}.")


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
    return held[0]


DIGITS: Final = {"A": "1", "10": "0"}
ANYTIME: Final = {
    "2": "points",
    "5": "next deal",
    "7": "call off",
    "8": "every card",
    "9": "hands only",
    "10": "points only",
}

CLAIMS: Final = "4 4 6 9 3 OK 4 4 6 9 3 OK HELD 3"
"""One by each team, and the second is to be called."""

PRINTED: Final = (
    ("six-card", "", "", {"OK": "hold: more"}),
    ("six-card", "", "HELD", {**ANYTIME, "6": "misdeal"}),
    ("six-card", "5", "HELD", {**ANYTIME, "4": "show", "6": "misdeal"}),
    ("six-card", "5 10 Q", "HELD", {**ANYTIME, "4": "show"}),
    ("six-card", "5 10 Q 2", "HELD", {**ANYTIME, "4": "show", "GO": "all go"}),
    ("six-card", "5 10 undo", "HELD", {**ANYTIME, "A": "redo", "4": "show", "6": "misdeal"}),
    ("six-card", "5", "HELD 4", {"OK": "yes"}),
    ("six-card", "5", "HELD 2", {**DIGITS, "J": "minus", "GO": "other player"}),
    ("six-card", "5", "HELD 2 3", {**DIGITS, "J": "minus", "GO": "other player", "OK": "peg"}),
    ("six-card", "5D show", "4 4 6", {}),
    ("six-card", "5D show", "4 7 6 J", {**DIGITS, "GO": "flush, nobs", "OK": "Cribble counts"}),
    ("acc", "JH show", "3 5 6 7", {**DIGITS, "GO": "flush", "OK": "count {name}"}),
    ("britannica", "5D 4H 10C 4S QC show", "6 7", {**DIGITS, "OK": "count {name}"}),
    ("cribble", "5 show", "4 4 6 9 3 OK HELD", {**ANYTIME, "3": "muggins"}),
    ("cribble", "5 show", "4 4 6 9 3 OK HELD 3 2", {**DIGITS, "OK": "peg"}),
    ("six-card", "5 show", f"{CLAIMS} 2", {**DIGITS, "OK": "peg", "GO": "other player"}),
    ("six-card", "5 show", f"{CLAIMS} 2 OK HELD", {**ANYTIME, "3": "muggins"}),
)
"""The small text on the keys of a game, by what was entered and the keys pressed then."""


SMALL: Final = ({"width": 320, "height": 568}, {"width": 375, "height": 553}, SHORT)

CUT: Final = """(texts) => texts.filter((text) => ["10", "GO", "OK"].some((name) => {
    const key = document.querySelector(`[data-press="${name}"]`);
    const small = document.createElement("small");
    key.querySelector("small")?.remove();
    key.classList.toggle("worded", text.length > 1);
    key.classList.toggle("long", text.length > 17);
    key.append(" ", small);
    small.textContent = text;
    const [box, air] = [key.getBoundingClientRect(), 3];
    const words = [...text.matchAll(/[^ -]+/g)].map((word) => {
        const range = document.createRange();
        range.setStart(small.firstChild, word.index);
        range.setEnd(small.firstChild, word.index + word[0].length);
        return [...range.getClientRects()];
    });
    words.push([key.querySelector("b").getBoundingClientRect()]);
    const isWhole = words.every(([first, ...more]) =>
        more.every(({ top }) => top === first.top) &&
        first.left >= box.left + air && first.right <= box.right - air &&
        first.top >= box.top + 1 && first.bottom <= box.bottom - 1);
    small.remove();
    return !isWhole;
}))"""
"""The texts that would not be whole on some key, with air beside, or with a word in two lines."""


def all_legends() -> Iterator[str]:
    """Every text that may stand on a key, in both languages, with names of the usual length."""
    source = inspect.getsource(key_legends).split("def _by_itself")[1]
    for words in (Words.of("en"), Words.of("fr")):
        yield from map(words.say, re.findall(r'say\("([^"{]+)"\)', source))
        yield from (keypad.small(words, key) for key in keypad.SMALL)
        yield from key_legends.games(words).values()
        for name in ("Jean-François", "Marie-Ève", "Guillaume", "Élisabeth"):
            yield words.say("{name} deals", name=name)
            yield words.say("{name} agrees", name=name)
            yield words.say("count {name}", name=name)
        yield words.say("claim {points}", points=88)


def test_small_print_on_the_keys_is_what_they_do(table: Table) -> None:
    """And all of it is whole on the smallest screens."""
    set_entry_mode(table.site.table, None)
    phone = table.phone(None, lang="fr", viewport=SHORT).join(CODE).open("/keys")
    words = Words.of("fr")
    # A phone begins with J Q K in French too.
    large = [
        keypad.large(words, key).translate(str.maketrans("VDR", "JQK"))
        if len(key.value) == 1
        else keypad.large(words, key)
        for key in SIXTEEN
    ]
    expect(phone.page.locator(".key b")).to_have_text(large)
    for rules, entered, keys, small in PRINTED:
        table.site.keys.drop()
        table.deal(rules)
        for one in entered.split():
            table.do(**enters(table, one))
        for key in keys.split():
            table.site.keys.press(Key(key))
        expect(phone.page.locator(".key small")).to_have_text(
            [words.say(small[key], name="Ann") for key in SIXTEEN if key in small]
        )
        expect(phone.page.locator(".key:has(small)")).to_have_count(len(small))
        if keys == "HELD":
            expect(phone.page.locator(".key:not(:has(small), .off)")).to_have_text(
                [words.say("Undo"), "OK"]
            )
    table.site.keys.drop()
    for screen in SMALL:
        phone.page.set_viewport_size(screen)
        assert phone.page.evaluate(CUT, [*all_legends()]) == [], screen


def enters(table: Table, what: str) -> dict[str, str]:
    """An action by its name, or by a card."""
    if what in {"show", "undo"}:
        return {"do": what}
    return {"do": "starter" if table.game.phase == "cut" else "play", "card": what}


def test_a_watcher_has_no_keys(table: Table) -> None:
    watcher = table.phone("/keys", viewport=SHORT)
    expect(watcher.page.get_by_role("link", name="Keep score")).to_be_visible()
    assert watcher.page.locator(".key").count() == 0
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.method))
    watcher.page.keyboard.press("5")
    watcher.page.evaluate("fetch('/favicon.ico')")
    assert "POST" not in asked


def test_players_without_names_are_spoken_of_by_their_places(table: Table) -> None:
    table.deal("six-card", "5", players=["1", "2"], show=True)
    phone = table.phone(lang="fr", viewport=SHORT)
    expect(phone.page.locator(".team b")).to_have_text(["Joueur 1", "Joueur 2"])
    expect(phone.page.locator(".steps")).to_contain_text("Joueur 2")
    expect(phone.page.get_by_role("heading", name="Main du joueur 1")).to_be_visible()
    expect(phone.page.locator("[aria-label^='Joueur 2\u00a0: 0 point']")).to_be_visible()


NOT_STACKED: Final = """() => [...document.querySelectorAll(".team")].filter((team) => {
    const box = (part) => team.querySelector(part).getBoundingClientRect();
    const [name, front, back] = [box(".who"), box("output"), box(".pegs small")];
    const isWhole = [team, ...team.querySelectorAll(".pegs, .pegs small")]
      .every((one) => one.scrollWidth <= one.clientWidth);
    return !(isWhole && name.width > team.clientWidth - 16 && name.bottom <= front.top + 4 &&
      front.right < back.left && back.top > front.top && back.bottom < front.bottom + 4);
}).length"""
"""The tiles whose name is not above both pegs, in full width, or whose pegs are not in one line."""


def test_every_score_has_its_name_above_both_pegs(table: Table, pad: Phone) -> None:
    """That of the player who is asked too, and with three digits each."""
    for rules, players in (
        ("six-card", ("Guillaume", "Zoé")),
        ("three-handed", ("Maude", "Cid", "Jean-François")),
        ("cribble", ("Ann", "Ben", "Marie-Ève", "Jean-François")),
        ("six-handed", ("Ann", "Ben", "Marie-Ève", "Jean-François", "Eve", "Maude")),
    ):
        table.deal(rules, "5", players=players)
        for points in (100, 18):
            for team in range(len(table.game.scores)):
                table.do(do="peg", team=team, points=points, seen_by=pad)
        for screen in SMALL:
            pad.page.set_viewport_size(screen)
            assert pad.page.locator(".team.asked").count() == 1
            assert pad.page.evaluate(NOT_STACKED) == 0, (rules, screen)
            assert pad.fits()


LONGEST: Final = (
    "Marie-Christine-Élisabeth de Montmorency",
    "Jean-Sébastien-Alexandre Lavoie-Bélanger",
    "Marguerite-Bourgeoys d’Youville-Duplessi",
    "Anne-Sophie-Geneviève Tremblay-Gagnon-Ro",
)


def test_the_longest_names_leave_room_for_what_is_typed(table: Table, pad: Phone) -> None:
    """All of it stays in sight, in French too, and keys say that somebody deals."""
    table.deal("cribble", players=LONGEST, dealer=0, seen_by=pad)
    pad.page.get_by_role("button", name="Français").tap()
    press(pad, "HELD", "2", "A", "2")
    half = pad.page.locator(".now.half")
    expect(half).to_contain_text("12 points pour Jean-Sébastien")
    room, typed = pad.boxes(".said", ".now.half")
    assert typed["bottom"] <= room["bottom"] + 1
    press(pad, "UNDO", "UNDO", "UNDO", "UNDO")
    table.do(do="abandon", seen_by=pad)
    press(pad, "HELD", "A")
    said = pad.page.locator(".key small")
    expect(said.first).to_have_text("Marie-Christi… brasse")
    assert said.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight + 1)")
    table.site.keys.drop()


def test_a_wall_shows_what_is_half_typed(table: Table) -> None:
    table.deal("six-card", "5", "7")
    wall = table.phone("/board?lang=fr", lang="fr")
    asked = wall.page.locator(".prompt").inner_text()
    for key in ("HELD", "2", "3"):
        table.site.keys.press(Key(key))
    expect(wall.page.locator(".prompt")).to_have_text("Au clavier\u00a0: 3 points pour Ben")
    table.site.keys.drop()
    expect(wall.page.locator(".prompt")).to_have_text(asked)
