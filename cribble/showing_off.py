"""A table that plays by itself: every few moments the next card, game after game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import cycle, islice
from random import Random
from threading import Event
from typing import Final

from msgspec.structs import replace

from cribble.banner import to_watch
from cribble.dealer import Dealer
from cribble.evening import greet
from cribble.opening import House
from cribble.settings import Settings
from cribble.stopping import stopping
from scorekeeper.game.state import Phase
from scorekeeper.table import Journal, Table
from scorekeeper.words import Words
from web import Secrets

NAME: Final = "demo"

MOMENT: Final = 1.2
"""Seconds between two actions of unhurried people."""
APPLAUSE: Final = 6.0
"""Seconds after a win, for the lights to tell it."""


def show_off(
    words: Words, settings: Settings, *, keys: Sequence[str], speed: int, games: int | None
) -> None:
    """Play *games* games (None: for ever) under the rules of *keys* in turn, for all to watch."""
    # A code that nobody is told: people watch, and the cards stay the dealer's.
    config = replace(settings.config, access="code")
    with stopping() as stop, closing(Table(Journal.in_memory())) as table:
        house = House(table, config, Secrets.made(), words)
        greet(house, config, words, to_watch(words, house.addresses))
        with house.open(stop):
            for key in islice(cycle(keys), games):
                play(table, key, speed, stop)


def play(table: Table, key: str, speed: int, stop: Event) -> None:
    """One game under the rules called *key*, unless somebody says stop."""
    dealer = Dealer(Random())
    table.submit(dealer.begin(key), by=NAME)
    while not stop.wait(MOMENT / speed) and table.now.game.phase is not Phase.OVER:
        table.submit(dealer.next_action(table.now.game), by=NAME)
    stop.wait(APPLAUSE / speed)
