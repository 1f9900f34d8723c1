"""Remembered games on sixteen keys are valid, and give the same journal as by API."""

import re
from typing import Final

import pytest

from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import HOLD_ACTIONS, MODE_KEYS
from scorekeeper.rules.variants import RULES
from tests.kit.formats.game_file import DoesNotHold
from tests.kit.formats.key_file import FOLDER, GAMES, holds, steps


@pytest.mark.parametrize("name", GAMES)
def test_remembered_key_game_holds(name: str) -> None:
    """Every key has the effect written beside it, and another table gets the same as actions."""
    holds(GAMES[name])


def test_the_example_for_new_games() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    holds(text.split("```\n")[1])


def test_the_key_games_press_every_key() -> None:
    assert GAMES.keys() == {*RULES, "points-only", "hands-only"}
    pressed = [" ".join(step.keys) for text in GAMES.values() for step in steps(text)]
    assert {key for keys in pressed for key in keys.split()} == set(Key)
    for key in (*HOLD_ACTIONS, *MODE_KEYS, Key.TWO, Key.THREE):
        assert any(keys.startswith(f"HELD {key}") for keys in pressed), key


@pytest.mark.parametrize("name", RULES)
def test_the_key_games_are_played_to_the_end(name: str) -> None:
    lines = [step.line for step in steps(GAMES[name])]
    assert any(re.search(r"wins|abandon", " ".join((it.does, *it.written))) for it in lines)


LIES: Final = {
    "another card": "K | starter Q",
    "an award that there is none for": "K | starter K | heels 2 to 2",
    "another refusal": "GO | refused over_31",
    "another team": "HELD 2 3 OK | 2 pegs 3",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_key_pad_with_a_wrong_fact_fails(lie: str) -> None:
    start = "HELD 2 2 OK | six-card: 1, 2; 2 deals | 2 deals\n"
    holds(f"{start} K | starter K | in play")
    with pytest.raises(DoesNotHold, match="line 2"):
        holds(start + LIES[lie])
