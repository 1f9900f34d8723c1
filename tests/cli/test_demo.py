"""The demo's bot: real decks, legal cards at random, and nothing shown before it is played."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from cribble.demo import GAMES_A_TABLE, Bot, batches
from scorekeeper.game.actions import Action
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import CRIB, RULES
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


def test_bot_plays_from_one_deck() -> None:
    shown = [game for _, game in games("three-handed", seed=2) if game.phase is Phase.SHOW]
    for game in shown:
        assert max(Counter(game.known()).values()) == 1
        assert game.deal
        assert {len(hand) for hand in game.deal.hands} == {4}
        assert len(game.deal.crib) in (0, CRIB)


def test_demo_opens_a_new_table_after_many_games() -> None:
    """All games are played, a bounded number at each table; without end if nobody says how many."""
    told = [*batches(islice(cycle(("acc", "cribble")), GAMES_A_TABLE + 1))]
    assert [len(evening) for evening in told] == [GAMES_A_TABLE, 1]
    assert next(batches(cycle(("acc",)))) == ("acc",) * GAMES_A_TABLE


def test_demo_has_a_display_but_no_buzzer(tmp_path: Path) -> None:
    """A display shows it, as the lights do; nobody wants a bell in a shop window."""
    config = tmp_path / "config.toml"
    parts = ("strip", "null"), ("buzzer", "terminal"), ("readout", "terminal")
    config.write_text("".join(f'[{part}]\nname = "{name}"\n' for part, name in parts))
    words = ("demo", "--games", "1", "--speed", "1000", "--rules", "acc", "--port", "0")
    done = typed(*words, "--config", str(config), "--host", "127.0.0.1")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^\d+ · \d+ \d+$", done.out, re.MULTILINE)


def test_demo_ends_in_silence_once_nobody_reads_it() -> None:
    """As with `cribble demo | head`: no traceback, no complaint, and the program leaves."""
    words = [sys.executable, "-m", "cribble", "demo", "--speed", "1000", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as demo:
        assert demo.stdout
        assert demo.stderr
        demo.stdout.readline()
        demo.stdout.close()
        assert demo.wait(30) in (0, 1)
        assert demo.stderr.read() == b""
