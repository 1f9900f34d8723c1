"""The overlay of a keypad: every key where it lies, in its true size, with what it means."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pypdfium2
import pytest

from cribble.printing.overlay import CAP, FILM, NUMERIC, SQUARE, Pitches, Place, overlay
from hardware.keypads.usb import NUMERIC as CODES
from scorekeeper.board.template import PAPERS
from scorekeeper.board.template.ink import Text, Way, reach
from scorekeeper.board.template.paper import MARGIN
from scorekeeper.keys import SIXTEEN, Key
from scorekeeper.keys.reading import MORE
from scorekeeper.rules import RULES
from scorekeeper.words import Words
from scorekeeper.words.legends import AFTER_HELD, SMALL, large
from tests.command_line import typed
from tests.printed import Printed

LAID = (
    (".", "KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS"),
    ("KEY_KP7", "KEY_KP8", "KEY_KP9", "KEY_KPPLUS"),
    ("KEY_KP4", "KEY_KP5", "KEY_KP6", "KEY_KPPLUS"),
    ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KPENTER"),
    ("KEY_KP0", "KEY_KP0", "KEY_KPDOT", "KEY_KPENTER"),
)
"""A numeric keypad, by the codes that its keys have in Linux."""


def covered(place: Place) -> set[tuple[int, int]]:
    """The keys of the grid on which a label lies."""
    across = range(place.x, place.x + place.wide)
    return {*product(across, range(place.y, place.y + place.high))}


def test_every_label_lies_on_its_key() -> None:
    """As the keys of a numeric keypad mean, and on sixteen keys row by row."""
    for place in NUMERIC:
        assert {CODES[LAID[y][x]] for x, y in covered(place)} == {place.key}
    assert {place.key for place in NUMERIC} == {*SIXTEEN}
    assert [place.key for place in sorted(SQUARE, key=lambda one: (one.y, one.x))] == [*SIXTEEN]


def test_what_ok_held_gives_is_on_the_keys() -> None:
    """No more and no less than the keys can do."""
    assert {*AFTER_HELD} == {*MORE, Key.TWO, Key.THREE}
    assert {*SMALL} == {*AFTER_HELD, Key.JACK, Key.OK}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_paper(paper: str, lang: str, tmp_path: Path) -> None:
    """Each sign twice, each small word, every game; nothing where no printer reaches."""
    path, words = tmp_path / "keys.pdf", Words.of(lang)
    done = typed("board", "keys", "--out", str(path), "--paper", paper, "--lang", lang)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    (page,) = pypdfium2.PdfDocument(path)
    said = " ".join(Printed(page).words.split())
    for key in SIXTEEN:
        assert said.count(large(words, key)) >= 2
    for small in SMALL.values():
        assert said.count(words.say(small).replace("\u00a0", " ")) >= 2
    for rules in RULES:
        assert words.rules_title(rules) in said
    sheet = overlay(PAPERS[paper], Pitches(), words)
    ends = [end for mark in sheet.foot for end in reach(mark) if isinstance(mark, Way)]
    assert all(MARGIN <= x <= sheet.paper.width - MARGIN for x, _ in ends)
    assert all(MARGIN <= y <= sheet.paper.height - MARGIN for _, y in ends)


def boxes(pitches: Pitches) -> list[tuple[float, float, float, float]]:
    """The rectangles of the sheet, as left, top, width and height."""
    sheet = overlay(PAPERS["a4"], pitches, Words.of("en"))
    found = [reach(mark) for mark in sheet.foot if isinstance(mark, Way) and mark.closed]
    return [(low.x, low.y, high.x - low.x, high.y - low.y) for low, high in found]


def test_it_is_true_to_size() -> None:
    """Keys 19 mm apart with caps of 13.5 mm, a film of 69 × 77 mm, or as far apart as is said."""
    caps = boxes(Pitches())[: len(NUMERIC)]
    film, *keys = boxes(Pitches())[len(NUMERIC) :]
    assert caps[1][0] - caps[0][0] == pytest.approx(19)
    assert caps[0][2:] == pytest.approx((CAP, CAP))
    assert caps[6][2:] == pytest.approx((CAP, CAP + 19)), "Go is two keys high"
    assert film[2:] == pytest.approx(FILM)
    assert keys[1][0] - keys[0][0] == keys[4][1] - keys[0][1] == pytest.approx(16)
    wide = boxes(Pitches(17, 18))
    assert wide[1][0] - wide[0][0] == pytest.approx(17)
    assert wide[len(NUMERIC) + 2][0] - wide[len(NUMERIC) + 1][0] == pytest.approx(18)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_word_stays_on_its_key(lang: str) -> None:
    """In Helvetica, whose letters are half as wide as high, more or less."""
    sheet = overlay(PAPERS["a4"], Pitches(10, 10), Words.of(lang))
    marks = iter(sheet.foot)
    for mark in marks:
        if isinstance(mark, Way) and mark.closed:
            low, high = reach(mark)
            continue
        if isinstance(mark, Text) and mark.words in map(Words.of(lang).say, SMALL.values()):
            wide = 0.53 * mark.height * len(mark.words)
            assert low.x <= mark.at.x <= mark.at.x + wide <= high.x + 0.1


def test_a_pitch_that_no_keypad_has_is_refused(tmp_path: Path) -> None:
    """Nothing is written then."""
    done = typed("board", "keys", "--pitch", "9", "--out", str(tmp_path / "x.pdf"))
    assert (done.code, done.err) == (2, "cribble: --pitch cannot be 9; it is 10–20 mm.\n")
    assert not list(tmp_path.iterdir())
