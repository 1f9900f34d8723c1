"""The small print on the keys of the keypad's page: what each would do, whole on small screens."""

import inspect
import re
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import ViewportSize, expect

from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.words import Words, key_legends, keypad
from tests.kit.drivers.browser import SHORT, TALL, Phone, Table
from tests.kit.drivers.keypad_page import LYING, SMALL, press
from tests.kit.drivers.web_server import CODE


def test_a_question_leaves_its_answers_and_undo(table: Table, pad: Phone) -> None:
    """A claim that a flush makes right asks for it: the other keys are out."""
    table.deal("six-card", "JH", show=True, options={"muggins": False}, seen_by=pad)
    press(pad, "3", "5", "6", "7", "A", "A", "OK")
    expect(pad.page.locator(".now.half")).to_have_text("Ann’s hand")
    expect(pad.page.locator(".prompt")).to_have_text(
        re.compile(r"Does the .* include a flush. Go:\syes, OK:\sno")
    )
    expect(pad.page.locator("[data-press]:not(.off, .second)")).to_have_text(
        ["Go yes", "Undo", "OK no"]
    )
    press(pad, "UNDO")
    expect(pad.page.locator("[data-press='3'].off")).to_have_count(0)


def test_digits_of_points_are_not_grey(table: Table, pad: Phone) -> None:
    """They are printed on the keys 2 to 9; A and 10 are named, the jack where it turns points. OK
    has its word once it pegs something."""
    table.deal("six-card", "5", show=True, seen_by=pad)
    table.site.keys.press(Key.HELD)
    table.site.keys.press(Key.TWO)
    lit = pad.page.locator(".key:not(.off) b")
    expect(lit).to_have_text([*"A23456789", "10", "J", "Go", "Undo"])
    table.site.keys.drop()
    table.set_mode(entered="points")
    prompt = pad.page.locator(".prompt")
    expect(prompt).to_have_text("Points for Ann?")
    expect(lit).to_have_text([*"A23456789", "10", "J", "Go", "Undo", "OK"])
    press(pad, "GO")
    expect(prompt).to_have_text("Points for Ben?")
    press(pad, "A", "2")
    expect(prompt).to_have_text("OK pegs 12.")
    press(pad, "J")
    expect(prompt).to_have_text("OK takes back 12.")


def test_open_muggins_is_named_with_its_keys(table: Table, pad: Phone) -> None:
    table.deal("cribble", "5H", show=True, seen_by=pad)
    table.do(do="count", cards=["6", "7", "8", "K"], claim=4, seen_by=pad)
    call = pad.page.locator("[data-key=call]")
    expect(call).to_have_text("Ann’s hand: 4. Muggins? Hold OK, then\u00a03.")
    press(pad, "HELD", "3", "4", "OK")
    expect(call).not_to_be_attached()


def test_cards_drawn_for_the_deal_are_shown_with_their_names(table: Table, pad: Phone) -> None:
    table.deal("six-card", "5")
    table.do(do="abandon")
    table.do(do="start", rules="six-card", players=["Ann", "Ben"], seen_by=pad)
    press(pad, "9")
    expect(pad.page.locator("[data-key=drawn]")).to_have_text("Ann9")


DIGITS: Final = {"A": "1", "10": "0"}


ANYTIME: Final = {
    "2": "points",
    "5": "next deal",
    "7": "call off",
    "9": "hands only",
    "10": "points only",
    "UNDO": "back",
}


NARROW: Final[ViewportSize] = {"width": 360, "height": 740}


CLAIMS: Final = "4 4 6 9 3 OK 4 4 6 9 3 OK HELD 3"
"""One by each team, and the second is to be called."""


IN_PLAY: Final = {**ANYTIME, "4": "show", "6": "misdeal", "Q": "no cards"}

PRINTED: Final = (
    ("six-card", "", "", {"OK": "hold: more"}),
    ("six-card", "", "HELD", {**ANYTIME, "6": "misdeal"}),
    ("six-card", "5", "HELD", IN_PLAY),
    ("six-card", "5 10 Q", "HELD", IN_PLAY),
    ("six-card", "5 10 Q 2", "HELD", {**IN_PLAY, "GO": "all go"}),
    ("six-card", "5 10 undo", "HELD", {**IN_PLAY, "A": "redo"}),
    ("six-card", "5", "HELD 4", {"OK": "yes", "UNDO": "no"}),
    ("six-card", "5", "HELD 2", {**DIGITS, "J": "minus", "GO": "next player"}),
    ("six-card", "5", "HELD 2 3", {**DIGITS, "J": "minus", "GO": "next player", "OK": "peg"}),
    ("six-card", "5D show", "4 4 6", {}),
    ("six-card", "5D show", "4 7 6 J", {**DIGITS, "GO": "nobs, flush", "OK": "Cribble counts"}),
    ("acc", "JH show", "3 5 6 7", {**DIGITS, "GO": "flush", "OK": "count {name}"}),
    ("britannica", "5D 4H 10C 4S QC show", "6 7", {**DIGITS, "OK": "count {name}"}),
    ("cribble", "5 show", "4 4 6 9 3 OK HELD", {**ANYTIME, "3": "muggins"}),
    ("cribble", "5 show", "4 4 6 9 3 OK HELD 3 2", {**DIGITS, "OK": "peg"}),
    ("six-card", "5 show", f"{CLAIMS} 2", {**DIGITS, "OK": "peg", "GO": "next player"}),
    ("six-card", "5 show", f"{CLAIMS} 2 OK HELD", {**ANYTIME, "3": "muggins"}),
)
"""The small text on the keys of a game, by what was entered and the keys pressed then."""


CUT: Final = """(texts) => texts.filter(([text, isName]) => ["10", "GO", "OK"].some((name) => {
    const key = document.querySelector(`[data-press="${name}"]`);
    const small = document.createElement("small");
    key.querySelector("small")?.remove();
    key.classList.toggle("worded", text.length > 1);
    key.append(" ", small);
    const [box, air] = [key.getBoundingClientRect(), 3];
    const words = text.split(isName ? /(?<= )/ : /(?<=[ -])/).map((word) => {
        const span = document.createElement("span");
        if (isName && word.includes("-")) {
            span.className = "whole";
            span.style.fontSize = "10px";
        }
        small.append(span, word.endsWith(" ") ? " " : "");
        span.textContent = word.trim();
        return span;
    }).map((span) => [...span.getClientRects()]);
    words.push([key.querySelector("b").getBoundingClientRect()]);
    const isWhole = words.every(([first, ...more]) =>
        more.every(({ top }) => top === first.top) &&
        first.left >= box.left + air && first.right <= box.right - air &&
        first.top >= box.top + 1 && first.bottom <= box.bottom - 1);
    small.remove();
    return !isWhole;
}))"""
"""The texts that would not be whole on some key, with air beside, or with a word in two lines; a
name stays in one line with its hyphen, in the smallest letters if need be."""


def all_legends() -> Iterator[tuple[str, bool]]:
    """Every text that may stand on a key, in both languages, with names of the usual length; True
    where it has one."""
    source = inspect.getsource(key_legends).split("def _by_itself")[1]
    for words in (Words.of("en"), Words.of("fr")):
        plain = {
            *map(words.say, re.findall(r'say\("([^"{]+)"\)', source)),
            *(keypad.small(words, key) for key in keypad.SMALL),
            *key_legends.games(words).values(),
            words.say("claim {points}", points=88),
        }
        yield from ((text, False) for text in sorted(plain))
        for name in ("Jean-François", "Marie-Ève", "Guillaume", "Élisabeth"):
            for said in ("{name} deals", "{name} agrees", "count {name}"):
                yield words.say(said, name=name), True


def test_small_print_on_the_keys_is_what_they_do(table: Table) -> None:
    """And all of it is whole on the screens of phones."""
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
            expect(phone.page.locator(".key:not(:has(small), .off)")).to_have_text([])
    table.site.keys.drop()
    for screen in (*SMALL, NARROW, TALL, LYING):
        phone.resize(screen)
        assert phone.page.evaluate(CUT, [*all_legends()]) == [], screen


def test_small_print_is_as_large_as_its_key_allows(table: Table) -> None:
    """On a small key two lines of it leave the sign above them clear of the edge."""
    phone = table.phone(None, lang="fr", viewport=TALL).join(CODE).open("/keys")
    table.deal("six-card", "5", seen_by=phone)
    small = phone.page.locator("[data-press=OK] small")
    expect(small).to_have_text("tenir\u00a0: options")
    assert small.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 14
    phone.resize(SMALL[0])
    above, below = small.evaluate("""one => {
      const box = one.parentElement.getBoundingClientRect();
      const sign = one.parentElement.querySelector("b").getBoundingClientRect();
      return [sign.top - box.top, box.bottom - one.getBoundingClientRect().bottom];
    }""")
    assert above >= 4
    assert below >= 4


def enters(table: Table, what: str) -> dict[str, str]:
    """An action by its name, or by a card."""
    if what in {"show", "undo"}:
        return {"do": what}
    return {"do": "starter" if table.game.phase == "cut" else "play", "card": what}


def test_a_fine_for_a_claim_too_high_is_told_on_the_keys(table: Table, pad: Phone) -> None:
    options = {"muggins": True, "overcount": "fined"}
    table.deal("three-handed", "5H", options=options, show=True, seen_by=pad)
    table.do(do="count", cards=["4", "5", "6", "6"], claim=29, seen_by=pad)
    expect(pad.page.locator(".said > .now")).to_contain_text("It’s only 24: ")
