"""The page of the first board says what its config builds, in both languages."""

import re
from pathlib import Path

import pytest

from cribble.boards import board_of
from cribble.config.file import parse_config
from tests.kit.paths import ROOT

DOCS = ROOT / "docs"
PAGES = (DOCS / "first-board.md", DOCS / "fr" / "first-board.md")
BOARD = DOCS / "boards" / "first.toml"


@pytest.mark.parametrize("page", PAGES, ids=["en", "fr"])
def test_the_page_has_the_figures_of_its_board(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    config = parse_config(BOARD.read_bytes(), BOARD.name)
    board = board_of(config)
    holes, size = board.tracks * board.holes, board.shape.size
    assert f"{size.x:.0f} × {size.y:.0f}" in text
    assert f"{holes} " in text
    assert f"{board.pixels - holes} " in text
    assert board.pixels == 3 * 50
    assert f"{config.board.pitch:.0f} mm" in text
    assert f"{config.board.light_mm:.0f} mm" in text


@pytest.mark.parametrize("page", PAGES, ids=["en", "fr"])
def test_the_page_leads_the_string_through_the_holes_of_its_wiring(page: Path) -> None:
    """Lights are counted from 1; each row is a run in which the holes go up or down."""
    wiring = board_of(parse_config(BOARD.read_bytes(), BOARD.name)).wiring
    wanted = {
        pixel + 1: (track, hole)
        for track, pixels in enumerate(wiring.tracks, 1)
        for hole, pixel in enumerate(pixels, 1)
        if pixel is not None
    }
    text = page.read_text(encoding="utf-8")
    row = re.compile(r"^\| (\d+)–(\d+) \| (\d) \| \D*(\d+).*? \| \D*(\d+).* \|$", re.MULTILINE)
    shown: dict[int, tuple[int, int]] = {}
    for first, last, track, start, end in (map(int, cells) for cells in row.findall(text)):
        step = 1 if end > start else -1
        holes = range(start, end + step, step)
        numbers = range(first, last + 1)
        shown |= {n: (track, hole) for n, hole in zip(numbers, holes, strict=True)}
    assert shown == wanted
    assert sorted(shown) == [*range(1, 123)]


def test_french_figures_are_the_english_ones() -> None:
    english, french = (
        re.findall(r"\d+(?:[.,]\d+)?", page.read_text(encoding="utf-8")) for page in PAGES
    )
    figures = [figure.replace(",", ".") for figure in french]
    assert sorted({*english} - {*figures}) == []
