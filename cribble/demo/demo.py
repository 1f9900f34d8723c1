"""A table that plays by itself: every few moments the next card, game after game."""

import io
import os
import select
import stat
import sys
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
from cribble.serve.run import greet
from cribble.system.log import logging_to_stderr
from cribble.system.network import free_port
from cribble.system.signals import stopping
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from web import Access, Secrets, Settings

NAME: Final = "demo"

ACTION_SECONDS: Final = 1.2
"""Seconds between two actions of unhurried people."""
WIN_SECONDS: Final = 6.0
"""Seconds after a win, for the lights to tell it."""

GAMES_A_TABLE: Final = 200
"""Games until a new table is opened: all is kept in memory, and a fair lasts for weeks."""


def run_demo(
    words: Words, active: ActiveConfig, *, keys: Sequence[str], speed: int, games: int | None
) -> None:
    """Play *games* games (None: for ever) under the rules of *keys* in turn, for all to watch."""
    config = active.config
    # A code that nobody has: people watch, and the cards stay the bot's.
    config = replace(config, access="code", port=config.port or free_port(config.host))
    config = replace(config, keypads=(), buzzer=BuzzerConfig())
    with logging_to_stderr(os.environ), stopping() as stop:
        for number, batch in enumerate(batches(islice(cycle(keys), games))):
            with closing(Table(Journal.in_memory())) as table:
                access, chosen = Access(Secrets.generate()), Settings(usual_settings(config))
                app = App(table, config, access, words, chosen)
                if number == 0:
                    greet(app, config, words, to_watch(words, app.addresses))
                with app.open(stop):
                    play(table, batch, speed, stop)
            if stop.is_set():
                return


def reader_has_gone() -> bool:
    """True if standard output is a pipe that nobody reads any more, as behind ``| head``."""
    try:
        out = sys.stdout.fileno()
    except (AttributeError, io.UnsupportedOperation):  # Closed before we started, or no file.
        return False
    if not stat.S_ISFIFO(os.fstat(out).st_mode):
        return False
    watch = select.poll()
    watch.register(out, 0)
    return any(event & select.POLLERR for _, event in watch.poll(0))


def batches(games: Iterator[str]) -> Iterator[tuple[str, ...]]:
    """Yield *games* in batches, one for each table."""
    while batch := tuple(islice(games, GAMES_A_TABLE)):
        yield batch


def play(table: Table, keys: Iterable[str], speed: int, stop: Event) -> None:
    """A game under each of the rules, unless somebody says stop."""
    for key in keys:
        bot = Bot(Random())
        table.submit(bot.begin(key), by=NAME)
        while not stop.wait(ACTION_SECONDS / speed) and table.now.game.phase is not Phase.OVER:
            if reader_has_gone():
                stop.set()
            table.submit(bot.next_action(table.now.game), by=NAME)
        if stop.wait(WIN_SECONDS / speed):
            return
