"""Printed sheets: the keypad overlay at exact size, and stickers with the table's address."""

from itertools import product
from pathlib import Path
from typing import Final

import pypdfium2
import pytest
import segno

from cribble.own_wifi import own_login
from cribble.printing.keys import CAP, FILM, NUMERIC, PRESSED, SQUARE, overlay, touch_labels
from cribble.printing.sticker import COLUMNS, EDGE, HIGH, QR, ROWS, WIDE
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
from tests.kit.oracles.pdf_pages import Printed, Spot
from web import Secrets

LAID = (
    (".", "KEY_KPSLASH", "KEY_KPASTERISK", "KEY_KPMINUS"),
    ("KEY_KP7", "KEY_KP8", "KEY_KP9", "KEY_KPPLUS"),
    ("KEY_KP4", "KEY_KP5", "KEY_KP6", "KEY_KPPLUS"),
    ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KPENTER"),
    ("KEY_KP0", "KEY_KP0", "KEY_KPDOT", "KEY_KPENTER"),
)
"""A numeric keypad, by its key codes in Linux."""


def test_overlay_labels_lie_on_their_keys() -> None:
    for place in NUMERIC:
        across, down = range(place.x, place.x + place.wide), range(place.y, place.y + place.high)
        assert {CODES[LAID[y][x]] for x, y in product(across, down)} == {place.key}
    assert {place.key for place in NUMERIC} == {*SIXTEEN}
    assert [place.key for place in sorted(SQUARE, key=lambda one: (one.y, one.x))] == [*SIXTEEN]


def test_overlay_has_what_held_ok_gives() -> None:
    assert {*AFTER_HOLD} == {*HOLD_ACTIONS, *MODE_KEYS, Key.TWO, Key.THREE}
    assert {*SMALL} == {*AFTER_HOLD, Key.JACK, Key.OK}


DESCENT: Final = 0.22
"""Fraction of the font size by which a g descends below the baseline."""


def labels(page: Page) -> list[tuple[Box, Text, list[Text]]]:
    """Return the box of each key with its label and the words below, numeric keypad first."""
    found = list[tuple[Box, list[Text]]]()
    for mark in page.marks:
        if isinstance(mark, Text) and found:
            found[-1][1].append(mark)
        elif isinstance(mark, Rectangle):
            found.append((mark.extent, []))
        elif isinstance(mark, Polyline):
            break  # The ruler; no keys follow.
    return [(box, texts[0], texts[1:]) for box, texts in found if texts]


def right(text: Text) -> float:
    return text.at.x + text_width(text.words, text.height)


LANGS = pytest.mark.parametrize("lang", ["en", "fr"])


@LANGS
@pytest.mark.parametrize("pitch", [10, 20])
def test_overlay_keys_have_their_meaning_in_words_that_fit(pitch: float, lang: str) -> None:
    words = Words.of(lang)
    found = labels(overlay(PAPERS["a4"], words, numeric=pitch, matrix=pitch))
    for place, (box, sign, beneath) in zip((*NUMERIC, *SQUARE), found, strict=True):
        assert sign.words == large(words, place.key)
        said = " ".join(text.words for text in beneath)
        assert said == small(words, place.key).replace("\u00a0", " ")
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


def test_overlay_is_true_to_size() -> None:
    page = overlay(PAPERS["a4"], Words.of("en"))
    boxes = [mark.extent for mark in page.marks if isinstance(mark, Rectangle)]
    caps, (film, *keys) = boxes[: len(NUMERIC)], boxes[len(NUMERIC) :]
    assert caps[1].left - caps[0].left == pytest.approx(19)
    assert caps[0][2:] == pytest.approx((CAP, CAP))
    assert caps[6][2:] == pytest.approx((CAP, CAP + 19)), "Go is two keys high"
    assert film[2:] == pytest.approx(FILM)
    assert keys[1].left - keys[0].left == keys[4].top - keys[0].top == pytest.approx(16)


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


ADDRESS = "cribble.local:8121"


def printed(path: Path, *options: str) -> Printed:
    done = typed("board", "sticker", "--name", "cribble.local", "--out", str(path), *options)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    (page,) = pypdfium2.PdfDocument(path)
    return Printed(page)


@pytest.mark.parametrize(("paper", "lang"), [("a4", "en"), ("letter", "fr")])
def test_every_sticker_leads_to_the_table(tmp_path: Path, paper: str, lang: str) -> None:
    sheet = printed(tmp_path / "sticker.pdf", "--paper", paper, "--lang", lang)
    assert sheet.words.count(ADDRESS) == COLUMNS * ROWS
    wanted = segno.make(f"http://{ADDRESS}/join", error="q", micro=False).matrix
    side = QR / len(wanted)
    left, top = (sheet.size.x - COLUMNS * WIDE) / 2, (sheet.size.y - ROWS * HIGH) / 2
    strokes = [it for it in sheet.shapes if it.width == pytest.approx(1.03 * side, abs=0.01)]
    ends = [(it.middle.y, it.low.x, it.high.x) for it in strokes]
    for row, column in ((0, 0), (ROWS - 1, COLUMNS - 1)):
        corner = Spot(left + column * WIDE + EDGE, top + row * HIGH + EDGE)
        for down, squares in enumerate(wanted):
            y = corner.y + (down + 0.5) * side
            near = [(low, high) for middle, low, high in ends if abs(middle - y) < side / 8]
            for at, dark in enumerate(squares):
                x = corner.x + (at + 0.5) * side
                assert any(low < x < high for low, high in near) == bool(dark)


def test_a_sticker_is_drawn_as_svg_too(tmp_path: Path) -> None:
    path = tmp_path / "sticker.svg"
    done = typed("board", "sticker", "--name", "kitchen.lan", "--port", "80", "--out", str(path))
    assert (done.code, done.err) == (0, "")
    assert "kitchen.lan:80" in path.read_text(encoding="utf-8")


def test_sticker_refuses_an_address_that_changes(tmp_path: Path) -> None:
    done = typed("board", "sticker", "--out", str(tmp_path / "x.pdf"), "--port", "0")
    assert done.code == 2
    assert "a sticker needs a fixed one" in done.err
    assert not list(tmp_path.iterdir())


def test_the_table_s_own_wifi_is_on_its_stickers(tmp_path: Path) -> None:
    config = tmp_path / "it.toml"
    config.write_text('own_wifi = "on"\n')
    given = ("--config", str(config), "--data", str(tmp_path / "data"))
    sheet = printed(tmp_path / "sticker.pdf", *given, "--lang", "en")
    login = own_login(Secrets.load(tmp_path / "data" / "secrets.json").key)
    assert sheet.words.count(f"No network? Wi-Fi {login.ssid}, password {login.password}") == 8
    without = printed(tmp_path / "plain.pdf", "--data", str(tmp_path / "data"))
    assert "Wi-Fi" not in without.words
