"""Remembered games hold: every award, peg and refusal on their score pads."""

from typing import Final

import pytest

from scorekeeper.rules.variants import RULES
from tests.kit.formats.game_file import holds
from tests.kit.paths import DATA

FOLDER: Final = DATA / "games"

GAMES, MISTAKES = (
    {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(found))}
    for found in ("*.game", "mistakes/*.game")
)


@pytest.mark.parametrize("pad", [*GAMES.values(), *MISTAKES.values()], ids=[*GAMES, *MISTAKES])
def test_remembered_game_holds(pad: str) -> None:
    holds(pad)


def test_the_example_for_new_games() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    holds(text.split("```\n")[1])


def test_every_variant_has_remembered_games() -> None:
    assert len(GAMES) >= 20
    for key in RULES:
        assert sum(f"{key}: " in text for text in GAMES.values()) >= 2, key
