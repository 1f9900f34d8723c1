"""Remembered games on sixteen keys hold, and end in the journal of the same game by API."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from scorekeeper.keys import Key
from scorekeeper.keys.reading import MORE
from scorekeeper.rules import RULES
from tests.game_file import DoesNotHold
from tests.key_file import holds, steps

FOLDER: Final = Path(__file__).parent / "keys"

GAMES: Final = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.keys")}


@pytest.mark.parametrize("name", RULES)
def test_game(name: str) -> None:
    """Every key does what stands beside it, and another table is told the same by actions."""
    holds(GAMES[name])


def test_the_example_for_new_games() -> None:
    """The game that the folder's page shows how to write one by holds too."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    holds(text.split("```\n")[1])


def test_every_key_is_remembered() -> None:
    """Together the games press every key, and every key after OK was held."""
    assert GAMES.keys() == RULES.keys()
    pressed = [" ".join(step.keys) for text in GAMES.values() for step in steps(text)]
    assert {key for keys in pressed for key in keys.split()} == set(Key)
    for key in (*MORE, Key.TWO, Key.THREE):
        assert any(keys.startswith(f"HELD {key}") for keys in pressed), key


LIES: Final = {
    "another card": "K | starter Q",
    "a done that is only typed": "HELD | starter K",
    "an award that there is none for": "K | starter K | heels 2 to 2",
    "one that is kept silent": "J | starter J",
    "a refusal that is none": "K | refused",
    "another refusal": "GO | refused over_31",
    "another sentence": "HELD 2 3 | typed 4 points for 1 | ghost 1 3",
    "another ghost": "HELD 2 3 | typed 3 points for 1 | ghost 1 4",
    "another team": "HELD 2 3 OK | 2 pegs 3",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_pad_that_lies_is_found_out(lie: str) -> None:
    """Wherever on a line it does."""
    start = "HELD 2 2 OK | six-card: 1, 2; 2 deals | 2 deals\n"
    holds(f"{start} K | starter K | in play")
    with pytest.raises(DoesNotHold, match="line 2"):
        holds(start + LIES[lie])
