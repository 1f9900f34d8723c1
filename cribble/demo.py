"""``cribble demo``: games that play themselves, to show a finished board."""

import io
import os
import select
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import cycle, islice
from random import Random
from threading import Event
from typing import Final, assert_never

from msgspec.structs import replace

from cribble.cli.command import a_whole, a_word, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import BuzzerConfig
from cribble.serve.app import App
from cribble.serve.run import greet
from cribble.serve.settings import usual_settings
from cribble.serve.terminal import Welcome
from cribble.system.network import free_port
from cribble.system.process import logging_to_stderr, stopping
from scorekeeper.cards import DECK, Cards
from scorekeeper.game.actions import Action, Count, Crib, Draw, Go, Next, Play, Start, Starter
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import Journal
from scorekeeper.rules.variants import CRIB, RULES
from scorekeeper.scoring import LIMIT
from scorekeeper.table import Table
from scorekeeper.words import Words, en
from web import Access, Secrets, Settings

NAMES: Final = ("Ann", "Ben", "Carl", "Dora", "Eve", "Finn")


class Bot:
    """Plays all seats at random with a real deck; submits only cards that are played or shown."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._hands: tuple[Cards, ...] = ()
        self._crib: Cards = ()

    def begin(self, key: str) -> Start:
        return Start(rules=key, players=NAMES[: RULES[key].players])

    def next_action(self, game: Game) -> Action:
        """Return the next action in *game*, which must have started."""
        match game.phase:
            case Phase.DRAW:
                drawn = {card for cards in game.drawn for card in cards}
                card = self._chance.choice([card for card in DECK if card not in drawn])
                return Draw(seat=game.drawing[0], card=card)
            case Phase.CUT:  # Deal hands and a random crib first.
                assert game.rules
                deck, size = self._chance.sample(DECK, len(DECK)), game.rules.hand
                dealt = size * len(game.players)
                self._hands = tuple(tuple(deck[n : n + size]) for n in range(0, dealt, size))
                *crib, starter = deck[dealt : dealt + CRIB + 1]
                self._crib = tuple(crib)
                return Starter(card=starter)
            case Phase.PLAY:
                assert game.turn is not None
                left = self._left(game, game.turn)
                fitting = [card for card in left if game.count + card.pips <= LIMIT]
                return Play(card=self._chance.choice(fitting)) if fitting else Go()
            case Phase.SHOW:
                if game.counting == "crib":
                    return Crib(cards=self._crib)
                assert game.counting is not None
                return Count(cards=self._left(game, game.counting))
            case Phase.OVER:
                return Next()
            case Phase.IDLE:
                raise ValueError("no game has started")
            case _:
                assert_never(game.phase)

    def _left(self, game: Game, seat: int) -> Cards:
        assert game.deal
        laid = game.deal.hands[seat]
        return tuple(card for card in self._hands[seat] if card not in laid)


NAME: Final = "demo"

WELCOME: Final = (
    en("This demo plays games automatically, and anyone can watch."),
    en("Ctrl-C ends the demo."),
)
ACTION_SECONDS: Final = 1.2
"""Pause between actions, as with leisurely players."""
WIN_SECONDS: Final = 6.0
"""Pause after a win, for the animation of the lights."""

GAMES_A_TABLE: Final = 200
"""Games per table; bounds its memory use in a demo that runs for weeks."""


@subcommand(
    "Play demo games, to show off a board",
    "Play demo games with random cards, on the strip and on the page, to show off a finished "
    "board. Nothing is saved.",
)
@with_config("port", "host", "strip.name", "strip.at")
@option(
    "--rules",
    en("RULES"),
    en("Play only this game: {keys} (default: all of them in turn)"),
    a_word(*RULES),
    to="key",
    keys=", ".join(RULES),
)
@option(
    "--speed",
    en("N"),
    en("Speed, as a multiple of human play (1–1000)"),
    a_whole(1, 1000),
    default=1,
)
@option(
    "--games", en("N"), en("Stop after this many games (default: never)"), a_whole(1, 1_000_000)
)
def demo(
    words: Words, active: ActiveConfig, *, key: str | None, speed: int, games: int | None
) -> None:
    config = active.config
    # The join code is not shown, so that people can only watch.
    config = replace(config, access="code", port=config.port or free_port(config.host))
    config = replace(config, keypads=(), buzzer=BuzzerConfig())
    with logging_to_stderr(os.environ), stopping() as stop:
        for number, batch in enumerate(batches(islice(cycle([key] if key else RULES), games))):
            with closing(Table(Journal.in_memory())) as table:
                access, chosen = Access(Secrets.generate()), Settings(usual_settings(config))
                app = App(table, config, access, words, chosen)
                if number == 0:
                    greet(app, words, Welcome(tuple(map(words.say, WELCOME)), app.addresses.url))
                with app.open(stop):
                    play(table, batch, speed, stop)
            if stop.is_set():
                return


def reader_has_gone() -> bool:
    """Return whether standard output is a closed pipe, as in ``| head``."""
    try:
        out = sys.stdout.fileno()
    except (AttributeError, io.UnsupportedOperation):  # Closed, or not a file.
        return False
    if not stat.S_ISFIFO(os.fstat(out).st_mode):
        return False
    watch = select.poll()
    watch.register(out, 0)
    return any(event & select.POLLERR for _, event in watch.poll(0))


def batches(games: Iterator[str]) -> Iterator[tuple[str, ...]]:
    while batch := tuple(islice(games, GAMES_A_TABLE)):
        yield batch


def play(table: Table, keys: Iterable[str], speed: int, stop: Event) -> None:
    for key in keys:
        bot = Bot(Random())
        table.submit(bot.begin(key), by=NAME)
        while not stop.wait(ACTION_SECONDS / speed) and table.now.game.phase is not Phase.OVER:
            if reader_has_gone():
                stop.set()
            table.submit(bot.next_action(table.now.game), by=NAME)
        if stop.wait(WIN_SECONDS / speed):
            return
