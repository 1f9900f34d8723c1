"""The overlay of a keypad: every key where it lies, in its true size, with what it means."""

from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pypdfium2
import pytest

from cribble.printing.keys import (
    CAP,
    FILM,
    NUMERIC,
    PRESSED,
    SQUARE,
    KeyPlace,
    overlay,
    touch_labels,
)
from hardware.keypads.usb import NUMERIC as CODES
from scorekeeper.board.marks import (
    MARGIN,
    PAPERS,
    TALL,
    Box,
    Circle,
    Page,
    Polyline,
    Rectangle,
    Text,
    text_width,
)
from scorekeeper.board.shape import Point
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.keypad.press import HOLD_ACTIONS, MODE_KEYS
from scorekeeper.words import Words
from scorekeeper.words.key_legends import AFTER_HOLD, SMALL, braille, dots, large, small
from tests.kit.drivers.command_line import typed
from tests.kit.oracles.page.pdf_pages import Printed

LAID = (
    (".", "KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS"),
    ("KEY_KP7", "KEY_KP8", "KEY_KP9", "KEY_KPPLUS"),
    ("KEY_KP4", "KEY_KP5", "KEY_KP6", "KEY_KPPLUS"),
    ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KPENTER"),
    ("KEY_KP0", "KEY_KP0", "KEY_KPDOT", "KEY_KPENTER"),
)
"""A numeric keypad, by the codes that its keys have in Linux."""


def covered(place: KeyPlace) -> set[tuple[int, int]]:
    """The keys of the grid on which a label lies."""
    across = range(place.x, place.x + place.wide)
    return {*product(across, range(place.y, place.y + place.high))}


def test_overlay_labels_lie_on_their_keys() -> None:
    for place in NUMERIC:
        assert {CODES[LAID[y][x]] for x, y in covered(place)} == {place.key}
    assert {place.key for place in NUMERIC} == {*SIXTEEN}
    assert [place.key for place in sorted(SQUARE, key=lambda one: (one.y, one.x))] == [*SIXTEEN]


def test_overlay_has_what_held_ok_gives() -> None:
    assert {*AFTER_HOLD} == {*HOLD_ACTIONS, *MODE_KEYS, Key.TWO, Key.THREE}
    assert {*SMALL} == {*AFTER_HOLD, Key.JACK, Key.OK}


DESCENT: Final = 0.22
"""The part of its height that a g reaches below its line."""


class Label(NamedTuple):
    """A key as it is printed: its box, and the words on it."""

    box: Box
    sign: Text
    small: tuple[Text, ...]


def labels(page: Page) -> list[Label]:
    """Return every rectangle with the words after it: those of the numeric keypad come first."""
    found = list[tuple[Box, list[Text]]]()
    for mark in page.marks:
        if isinstance(mark, Text) and found:
            found[-1][1].append(mark)
        elif isinstance(mark, Rectangle):
            found.append((mark.extent, []))
        elif isinstance(mark, Polyline):
            break  # The ruler, and no keys below it.
    return [Label(box, texts[0], tuple(texts[1:])) for box, texts in found if texts]


def right(text: Text) -> float:
    """Return where *text* ends."""
    return text.at.x + text_width(text.words, text.height)


LANGS = pytest.mark.parametrize("lang", ["en", "fr"])


@LANGS
def test_overlay_keys_have_their_meaning(lang: str) -> None:
    words = Words.of(lang)
    found = labels(overlay(PAPERS["a4"], words))
    for place, label in zip((*NUMERIC, *SQUARE), found, strict=True):
        assert label.sign.words == large(words, place.key)
        said = " ".join(text.words for text in label.small)
        assert said == small(words, place.key).replace("\u00a0", " ")


@LANGS
@pytest.mark.parametrize("pitch", [10, 20])
def test_overlay_words_fit_their_keys(pitch: float, lang: str) -> None:
    page = overlay(PAPERS["a4"], Words.of(lang), numeric=pitch, matrix=pitch)
    for box, sign, beneath in labels(page):
        top = box.top
        for text in (sign, *beneath):
            assert box.left < text.at.x
            assert text.at.x - box.left == pytest.approx(box.right - right(text))
            assert top < text.at.y - TALL * text.height
            top = text.at.y
        assert top + DESCENT * (*beneath, sign)[0].height < box.bottom


@LANGS
@pytest.mark.parametrize("paper", PAPERS)
def test_overlay_fits_the_paper_with_all_that_keys_do(
    paper: str, lang: str, tmp_path: Path
) -> None:
    path, words = tmp_path / "keys.pdf", Words.of(lang)
    options = ("--paper", paper, "--pitch", "20", "--matrix-pitch", "20", "--lang", lang)
    done = typed("board", "keys", "--out", str(path), *options)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    (page,) = pypdfium2.PdfDocument(path)
    said = " ".join(Printed(page).words.split())
    court = {"ace": large(words, Key.ACE), "jack": large(words, Key.JACK)}
    for sentence in (*(told for _, told in PRESSED), *(it.about for it in AFTER_HOLD.values())):
        assert words.say(sentence, **court).replace("\u00a0", " ") in said
    sheet = overlay(PAPERS[paper], words, numeric=20, matrix=20)
    inside = sheet.area.trimmed(MARGIN, MARGIN)
    for mark in sheet.marks:
        if isinstance(mark, Text):
            assert inside.holds(Point(right(mark), mark.at.y + DESCENT * mark.height))
        else:
            assert inside.holds(Point(mark.extent.left, mark.extent.top))
            assert inside.holds(Point(mark.extent.right, mark.extent.bottom))


def boxes(numeric: float = 19, matrix: float = 16) -> list[Box]:
    """Return the rectangles of the sheet."""
    page = overlay(PAPERS["a4"], Words.of("en"), numeric=numeric, matrix=matrix)
    return [mark.extent for mark in page.marks if isinstance(mark, Rectangle)]


def test_overlay_is_true_to_size() -> None:
    """Keys 19 mm apart with caps of 13.5 mm, a film of 69 × 77 mm, or as far apart as is said."""
    caps = boxes()[: len(NUMERIC)]
    film, *keys = boxes()[len(NUMERIC) :]
    assert caps[1].left - caps[0].left == pytest.approx(19)
    assert caps[0][2:] == pytest.approx((CAP, CAP))
    assert caps[6][2:] == pytest.approx((CAP, CAP + 19)), "Go is two keys high"
    assert film[2:] == pytest.approx(FILM)
    assert keys[1].left - keys[0].left == keys[4].top - keys[0].top == pytest.approx(16)
    wide = boxes(17, 18)
    assert wide[1].left - wide[0].left == pytest.approx(17)
    assert wide[len(NUMERIC) + 2].left - wide[len(NUMERIC) + 1].left == pytest.approx(18)


def test_overlay_refuses_an_impossible_pitch(tmp_path: Path) -> None:
    done = typed("board", "keys", "--pitch", "9", "--out", str(tmp_path / "x.pdf"))
    assert (done.code, done.err) == (2, "cribble: --pitch cannot be 9; it is 10–20 mm.\n")
    assert not list(tmp_path.iterdir())


@LANGS
@pytest.mark.parametrize("paper", PAPERS)
def test_touch_labels_are_on_the_paper_in_large_print_and_braille(paper: str, lang: str) -> None:
    words = Words.of(lang)
    page = touch_labels(PAPERS[paper], words)
    signs = [mark for mark in page.marks if isinstance(mark, Text)][2:]
    assert [text.words for text in signs] == [large(words, key) for key in SIXTEEN]
    assert min(text.height for text in signs if len(text.words) < 3) == 22
    rows = [mark.extent for mark in page.marks if isinstance(mark, Rectangle)]
    printed = [mark.at for mark in page.marks if isinstance(mark, Circle)]
    cells = [cell for key in SIXTEEN for cell in braille(large(words, key))]
    assert len(printed) == sum(len(dots(cell)) for cell in cells)
    assert all(any(row.holds(dot) for row in rows) for dot in printed), "within its label"
    assert all(page.area.holds(Point(row.right, row.bottom)) for row in rows)
