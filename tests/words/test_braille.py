"""Labels in braille, letter by letter."""

import pytest

from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.words import Words
from scorekeeper.words.key_legends import braille, dots, large


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A", "⠁"),
        ("7", "⠼⠛"),
        ("10", "⠼⠁⠚"),
        ("Go", "⠛⠕"),
        ("ok", "⠕⠅"),
        ("défaire", "⠙⠿⠋⠁⠊⠗⠑"),
        ("a 1", "⠁⠀⠼⠁"),
    ],
)
def test_a_label_is_written_cell_by_cell(text: str, cells: str) -> None:
    assert braille(text) == cells


def test_dots_are_numbered_down_each_side() -> None:
    assert [dots(cell) for cell in braille("q1")] == [(1, 2, 3, 4, 5), (3, 4, 5, 6), (1,)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_key_has_a_label_of_its_own(lang: str) -> None:
    assert len({braille(large(Words.of(lang), key)) for key in SIXTEEN}) == len(SIXTEEN)
