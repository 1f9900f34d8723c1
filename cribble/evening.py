"""An evening: the journal is opened, the house around it, and both are closed when people leave."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from functools import partial
from typing import Any

import click

from cribble.banner import Welcome, announce, to_keep_score, where
from cribble.config import Config
from cribble.heaps import share_heaps
from cribble.home import JOURNAL, SECRETS, made
from cribble.opening import House
from cribble.settings import Settings
from cribble.stopping import stopping
from hardware.strips.written import lay_out
from scorekeeper.board.board import Board
from scorekeeper.table import Journal, Table
from scorekeeper.words import Words
from web import Secrets


def keep_open(words: Words, settings: Settings) -> None:
    """Serve the table kept in the folder of the settings until a signal to stop. Raises Fault."""
    share_heaps()
    folder = made(settings.data)
    with stopping() as stop:
        journal = Journal.open(folder / JOURNAL)
        with closing(Table(journal)) as table:
            for found in journal.news:  # The table may still have had it mended.
                click.echo(words.say(found.sentence, **found.values), err=True)
            secrets, config = Secrets.kept(folder / SECRETS), settings.config
            house = House(table, config, secrets, words, journal=partial(health_of, journal))
            code = secrets.code if config.access == "code" else None
            greet(house, config, words, to_keep_score(words, house.addresses, code))
            with house.open(stop):
                stop.wait()


def health_of(journal: Journal) -> dict[str, Any]:
    """What keeps the journal, or its backup, from taking more; null where nothing does."""
    trouble, backup = journal.trouble, journal.backup_trouble
    return {
        "trouble": trouble and trouble.code,
        "backup_trouble": backup and backup.code,
    }


def greet(house: House, config: Config, words: Words, welcome: Welcome) -> None:
    """Say where the table is, above the strip if that is in this terminal too."""
    lines = (*where(words, house.addresses), *welcome.lines)
    shared = config.strip.name == "terminal" and sys.stdout.isatty()
    announce(lines, welcome.address, sys.stdout, _rows(house.board) if shared else 0)


def _rows(board: Board) -> int:
    """The lines of this terminal that the strip will take."""
    sheet = lay_out(board, (), os.get_terminal_size(sys.stdout.fileno()))
    return sheet.height if sheet else 0
