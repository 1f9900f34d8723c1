"""What keys say of themselves and of what is typed: in print, in prompts, and in braille."""

from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace

from scorekeeper.game.actions import CountedBy, EntryMode
from scorekeeper.game.live import PendingEntry
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.key import SIXTEEN
from scorekeeper.keypad.press import pending_entry
from scorekeeper.words import LANGUAGES, Words
from scorekeeper.words.key_legends import braille, dots, large, legends
from scorekeeper.words.keypad import prompt
from tests.keypad.conftest import keys
from tests.keypad.test_press import (
    CHECKED,
    CLAIMED,
    CRIB,
    IDLE,
    LEFT,
    NOBS_FOR_FOUR,
    NOBS_FOR_TWO,
    PLAY,
    SHOW,
)
from tests.kit.paths import DATA
from tests.kit.players.key_typist import on_the_table, typed

SCRIPT: Final = DATA / "told" / "keys.txt"

TABLES: Final = {
    "no game": IDLE,
    "play": PLAY,
    "show, all cards were laid": SHOW,
    "show, no card was laid": LEFT,
    "show, claims are checked": CHECKED,
    "show, nobs are two points": NOBS_FOR_TWO,
    "show, nobs are four points": NOBS_FOR_FOUR,
    "show, a hand was claimed": CLAIMED,
    "crib": CRIB,
}


def test_keys_are_told_word_for_word() -> None:
    """What is half typed, what is asked for now, and what is printed on the keys."""
    script = SCRIPT.read_text(encoding="utf-8")
    assert "".join(f"{line}\n" for line in retold(script)) == script


def retold(script: str) -> Iterator[str]:
    """Yield the tables and keys of *script*, and what is said of them in both languages."""
    game = IDLE
    for line in script.splitlines():
        mark, _, rest = line.partition(" ")
        if not line or mark == "#":
            yield line
        elif mark == "=":
            yield line
            table, _, counted_by = rest.partition("; counted by the ")
            players = ("Ann", "Ben") if table != "no game" else ()
            mode = EntryMode(counted_by=CountedBy(counted_by))
            game = replace(TABLES[table], players=players, entry_mode=mode)
        elif mark == ">":
            yield line
            now = on_the_table(game)
            pending = pending_entry(now, typed(game, keys(rest)).buffer) if rest else None
            for lang in LANGUAGES:
                yield from said(now, pending, Words.of(lang))
            if pending and pending.ghost:
                yield f"ghost {pending.ghost}"


def said(now: Snapshot, pending: PendingEntry | None, words: Words) -> Iterator[str]:
    """Yield all that *words* says at the table of *now*, where *pending* is half typed."""
    if pending:
        yield f"{words.lang}  {words.pending_entry(pending, now.game)}"
    if asked := prompt(words, now, pending):
        yield f"{words.lang}? {asked}"
    if printed := legends(words, now, pending):
        yield f"{words.lang}k " + " | ".join(f"{key}: {legend}" for key, legend in printed.items())


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A", "⠁"),
        ("10", "⠼⠁⠚"),
        ("Go", "⠛⠕"),
        ("défaire", "⠙⠿⠋⠁⠊⠗⠑"),
        ("a 1", "⠁⠀⠼⠁"),
    ],
)
def test_a_label_is_written_cell_by_cell(text: str, cells: str) -> None:
    assert braille(text) == cells


def test_dots_are_numbered_down_each_side() -> None:
    assert [dots(cell) for cell in braille("q1")] == [(1, 2, 3, 4, 5), (3, 4, 5, 6), (1,)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_a_label_of_its_own(lang: str) -> None:
    assert len({braille(large(Words.of(lang), key)) for key in SIXTEEN}) == len(SIXTEEN)
