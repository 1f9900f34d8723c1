"""The demo's bot: real decks, legal cards at random, and nothing shown before it is played."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cribble.demo import Bot
from scorekeeper.game.actions import Action
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.command_line import typed


def games(key: str, seed: int, number: int = 3) -> Iterator[tuple[Action, Game]]:
    """Return every action of a few games of a match, and the game after it."""
    dealer = Bot(Random(seed))
    action: Action = dealer.begin(key)
    game, _ = apply(Game(), action)
    yield action, game
    while game.number <= number:
        action = dealer.next_action(game)
        game, _ = apply(game, action)
        yield action, game


@pytest.mark.parametrize("key", RULES)
def test_bot_plays_every_variant_to_its_end(key: str) -> None:
    """Nothing it does is ever refused, and every game is won."""
    ends = [game for _, game in games(key, seed=1) if game.phase is Phase.OVER]
    assert [game.number for game in ends] == [1, 2, 3]
    assert all(game.winner is not None for game in ends)


def test_demo_has_a_display_but_no_buzzer(tmp_path: Path) -> None:
    """A display shows it, as the lights do; nobody wants a bell in a shop window."""
    config = tmp_path / "config.toml"
    parts = ("strip", "null"), ("buzzer", "terminal"), ("readout", "terminal")
    config.write_text("".join(f'[{part}]\nname = "{name}"\n' for part, name in parts))
    words = ("demo", "--games", "1", "--speed", "1000", "--rules", "acc", "--port", "0")
    done = typed(*words, "--config", str(config), "--host", "127.0.0.1")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^\d+ · \d+ \d+$", done.out, re.MULTILINE)
    assert "anyone can watch" in done.out
    assert "Join code" not in done.out
