"""A table that plays by itself: every few moments the next card, game after game."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import cycle, islice
from random import Random
from threading import Event
from typing import Final

from msgspec.structs import replace

from cribble.cli.overrides import ActiveConfig
from cribble.config.host_overrides import usual_settings
from cribble.config.schema import BuzzerConfig
from cribble.demo.bot import Bot
from cribble.serve.app import App
from cribble.serve.banner import to_watch
from cribble.serve.network import free_port
from cribble.serve.run import greet
from cribble.serve.signals import stopping
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from web import Access, Secrets, Settings

NAME: Final = "demo"

MOMENT: Final = 1.2
"""Seconds between two actions of unhurried people."""
APPLAUSE: Final = 6.0
"""Seconds after a win, for the lights to tell it."""

GAMES_A_TABLE: Final = 200
"""Games until a new table is opened: all is kept in memory, and a fair lasts for weeks."""


def show_off(
    words: Words, active: ActiveConfig, *, keys: Sequence[str], speed: int, games: int | None
) -> None:
    """Play *games* games (None: for ever) under the rules of *keys* in turn, for all to watch."""
    config = active.config
    # A code that nobody is told: people watch, and the cards stay the dealer's.
    config = replace(config, access="code", port=config.port or free_port(config.host))
    config = replace(config, keypads=(), buzzer=BuzzerConfig())
    with stopping() as stop:
        for number, evening in enumerate(batches(islice(cycle(keys), games))):
            with closing(Table(Journal.in_memory())) as table:
                access, chosen = Access(Secrets.made()), Settings(usual_settings(config))
                house = App(table, config, access, words, chosen)
                if number == 0:
                    greet(house, config, words, to_watch(words, house.addresses))
                with house.open(stop):
                    play(table, evening, speed, stop)
            if stop.is_set():
                return


def batches(games: Iterator[str]) -> Iterator[tuple[str, ...]]:
    """As many *games* as are played at one table, again and again."""
    while evening := tuple(islice(games, GAMES_A_TABLE)):
        yield evening


def play(table: Table, keys: Iterable[str], speed: int, stop: Event) -> None:
    """A game under each of the rules, unless somebody says stop."""
    for key in keys:
        dealer = Bot(Random())
        table.submit(dealer.begin(key), by=NAME)
        while not stop.wait(MOMENT / speed) and table.now.game.phase is not Phase.OVER:
            table.submit(dealer.next_action(table.now.game), by=NAME)
        if stop.wait(APPLAUSE / speed):
            return
