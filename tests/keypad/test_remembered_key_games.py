"""Remembered games on sixteen keys are valid, and give the same journal as by API."""

import pytest

from scorekeeper.keypad.key import Key
from scorekeeper.keypad.press import HOLD_ACTIONS, MODE_KEYS
from scorekeeper.rules.variants import RULES
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
