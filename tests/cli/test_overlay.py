"""The overlay of a keypad: every key where it lies, in its true size, with what it means."""

from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pypdfium2
import pytest

from cribble.printing.overlay import CAP, FILM, NUMERIC, PRESSED, SQUARE, KeyPlace, Pitches, overlay
from cribble.printing.touch_labels import touch_labels
from hardware.keypads.usb import NUMERIC as CODES
from scorekeeper.board.shape import Point
from scorekeeper.board.template.ink import TALL, Polyline, Ring, Text, reach
from scorekeeper.board.template.paper import MARGIN, PAPERS
from scorekeeper.board.template.pdf import as_pdf, width
from scorekeeper.board.template.sheet import Sheet
from scorekeeper.keypad.key import SIXTEEN, Key
from scorekeeper.keypad.press import HOLD_ACTIONS, MODE_KEYS
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words
from scorekeeper.words.key_legends import AFTER_HOLD, SMALL, braille, dots, large, small
from tests.kit.drivers.command_line import typed
from tests.kit.oracles.page.pdf_pages import Printed, ends_of_texts

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
    """A key as it is printed: where it begins and ends, and the words on it."""

    low: Point
    high: Point
    sign: Text
    small: tuple[Text, ...]


def labels(sheet: Sheet) -> list[Label]:
    """Every rectangle with the words that follow it: those of the numeric keypad come first."""
    found = list[tuple[Polyline, list[Text]]]()
    for mark in sheet.foot:
        if isinstance(mark, Text) and found:
            found[-1][1].append(mark)
        elif isinstance(mark, Polyline) and mark.closed:
            found.append((mark, []))
        elif isinstance(mark, Polyline):
            break  # The ruler, and no keys below it.
    return [Label(*reach(way), texts[0], tuple(texts[1:])) for way, texts in found if texts]


def right(text: Text) -> float:
    """Return where *text* ends."""
    return text.at.x + width(text.words, text.height)


LANGS = pytest.mark.parametrize("lang", ["en", "fr"])


@LANGS
def test_overlay_keys_have_their_meaning(lang: str) -> None:
    words = Words.of(lang)
    found = labels(overlay(PAPERS["a4"], Pitches(), words))
    assert len(found) == 2 * len(SIXTEEN)
    for place, label in zip((*NUMERIC, *SQUARE), found, strict=True):
        assert label.sign.words == large(words, place.key)
        said = " ".join(text.words for text in label.small)
        assert said == small(words, place.key).replace("\u00a0", " ")
        assert all(2.3 <= text.height <= 3 for text in label.small), said
        side = min(label.high.x - label.low.x, label.high.y - label.low.y)
        assert 3.5 < label.sign.height <= side / 2 + 0.01
        assert label.sign.height == pytest.approx(side / 2) or place.key is Key.UNDO


@LANGS
@pytest.mark.parametrize("pitch", [10, 16, 20])
def test_overlay_words_fit_their_keys(pitch: float, lang: str) -> None:
    for low, high, sign, beneath in labels(
        overlay(PAPERS["a4"], Pitches(pitch, pitch), Words.of(lang))
    ):
        top = low.y
        for text in (sign, *beneath):
            assert low.x < text.at.x
            assert text.at.x - low.x == pytest.approx(high.x - right(text))
            assert top < text.at.y - TALL * text.height
            top = text.at.y
        assert top + DESCENT * (*beneath, sign)[0].height < high.y


@LANGS
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("pitch", [19, 20])
def test_overlay_fits_the_paper(paper: str, pitch: int, lang: str, tmp_path: Path) -> None:
    path, words = tmp_path / "keys.pdf", Words.of(lang)
    options = ("--paper", paper, "--pitch", str(pitch), "--matrix-pitch", str(pitch))
    done = typed("board", "keys", "--out", str(path), *options, "--lang", lang)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    (page,) = pypdfium2.PdfDocument(path)
    said = " ".join(Printed(page).words.split())
    court = {"ace": large(words, Key.ACE), "jack": large(words, Key.JACK)}
    for sentence in (*(told for _, told in PRESSED), *(it.about for it in AFTER_HOLD.values())):
        assert words.say(sentence, **court).replace("\u00a0", " ") in said
    for rules in RULES:
        assert words.rules_title(rules) in said
    sheet = overlay(PAPERS[paper], Pitches(pitch, pitch), words)
    ways = [end for mark in sheet.foot for end in reach(mark) if isinstance(mark, Polyline)]
    texts = [mark for mark in sheet.foot if isinstance(mark, Text)]
    ends = [*ways, *(Point(right(text), text.at.y + DESCENT * text.height) for text in texts)]
    assert all(MARGIN <= x <= sheet.paper.width - MARGIN for x, _ in ends)
    assert all(MARGIN <= y <= sheet.paper.height - MARGIN for _, y in ends)


@LANGS
def test_pdf_width_is_that_of_printed_words(lang: str) -> None:
    sheet = overlay(PAPERS["a4"], Pitches(), Words.of(lang))
    texts = [mark for mark in sheet.foot if isinstance(mark, Text)]
    (page,) = pypdfium2.PdfDocument(as_pdf([sheet], "keys"))
    for text, printed in zip(texts, ends_of_texts(page), strict=True):
        assert printed == pytest.approx((text.at.x, right(text)), abs=0.2 * text.height), text


def boxes(pitches: Pitches) -> list[tuple[float, float, float, float]]:
    """The rectangles of the sheet, as left, top, width and height."""
    sheet = overlay(PAPERS["a4"], pitches, Words.of("en"))
    found = [reach(mark) for mark in sheet.foot if isinstance(mark, Polyline) and mark.closed]
    return [(low.x, low.y, high.x - low.x, high.y - low.y) for low, high in found]


def test_overlay_is_true_to_size() -> None:
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


def test_overlay_refuses_an_impossible_pitch(tmp_path: Path) -> None:
    done = typed("board", "keys", "--pitch", "9", "--out", str(tmp_path / "x.pdf"))
    assert (done.code, done.err) == (2, "cribble: --pitch cannot be 9; it is 10–20 mm.\n")
    assert not list(tmp_path.iterdir())


@LANGS
@pytest.mark.parametrize("paper", PAPERS)
def test_touch_labels_are_on_the_paper_in_large_print_and_braille(paper: str, lang: str) -> None:
    words = Words.of(lang)
    sheet = touch_labels(PAPERS[paper], words)
    signs = [mark for mark in sheet.foot if isinstance(mark, Text)][2:]
    assert [text.words for text in signs] == [large(words, key) for key in SIXTEEN]
    assert min(text.height for text in signs if len(text.words) < 3) == 22
    rings = [mark for mark in sheet.foot if isinstance(mark, Ring)]
    cells = [cell for key in SIXTEEN for cell in braille(large(words, key))]
    assert len(rings) == sum(len(dots(cell)) for cell in cells)
    rows = [reach(mark) for mark in sheet.foot if isinstance(mark, Polyline)]
    for ring in rings:
        assert any(
            low.x < ring.at.x < high.x and low.y < ring.at.y < high.y for low, high in rows
        ), "within its label"
    assert all(high.x < sheet.paper.width and high.y < sheet.paper.height for _, high in rows)
