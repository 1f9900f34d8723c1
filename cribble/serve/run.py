"""Serve a table: open the journal, run the app until a signal, close both."""

import ctypes
import os
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from cribble.cli.overrides import ActiveConfig
from cribble.config.host_overrides import settings_kept
from cribble.config.schema import Config
from cribble.devices.connections import ON_THE_TERMINAL, display_in_terminal
from cribble.folders import DEVICES, JOURNAL, SECRETS, SETTINGS, make_folder
from cribble.serve.app import App
from cribble.serve.banner import Welcome, announce, to_keep_score, where
from cribble.serve.secrets_watch import LOOK_SECONDS, SecretsWatch
from cribble.serve.signals import stopping
from hardware.display.terminal import rows_in
from hardware.strips.terminal_layout import lay_out
from scorekeeper.board.board import Board
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Fault, Words
from web import Access, Devices, Secrets

M_ARENA_MAX: Final = -8
"""glibc: mallopt(3)."""

MOST_ARENAS: Final = 2


def limit_malloc_arenas() -> None:
    """Keep glibc from giving each of the page's 64 threads a heap of its own.

    Their free space is never given back: 20 phones cost 57 MB without this and 53 MB with it. A
    system with another C library has no such heaps and is left alone.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, MOST_ARENAS)


def keep_open(words: Words, active: ActiveConfig) -> None:
    """Serve the table kept in the folder of the settings until a signal to stop. Raises Fault."""
    limit_malloc_arenas()
    folder = make_folder(active.data)
    with stopping() as stop:
        journal = Journal.open(folder / JOURNAL)
        with closing(Table(journal)) as table:
            for found in journal.news:  # The table may still have had it mended.
                click.echo(words.say(found.sentence, **found.values), err=True)
            config, path = active.config, folder / SECRETS
            tell = partial(_tell, words)
            access = access_kept(path, is_open=config.access == "open")
            chosen = settings_kept(folder / SETTINGS, config, tell)
            house = App(
                table,
                config,
                access,
                words,
                chosen,
                Devices.kept(folder / DEVICES),
                journal=partial(health_of, journal),
            )
            greet(house, config, words, to_keep_score(words, house.addresses, access))
            renewing = SecretsWatch(path, access, tell)
            with house.open(stop):
                while not stop.wait(LOOK_SECONDS):
                    renewing.look()


def access_kept(path: Path, *, is_open: bool) -> Access:
    """Who may do what by the secrets at *path*, where new ones are kept too. Raises Fault."""
    return Access(Secrets.kept(path), is_open=is_open, keep=lambda fresh: fresh.keep(path))


def _tell(words: Words, fault: Fault) -> None:
    click.echo(words.fault(fault), err=True)


def health_of(journal: Journal) -> dict[str, Any]:
    """What keeps the journal, or its backup, from taking more; null where nothing does."""
    trouble, backup = journal.trouble, journal.backup_trouble
    return {
        "trouble": trouble and trouble.code,
        "backup_trouble": backup and backup.code,
    }


def greet(house: App, config: Config, words: Words, welcome: Welcome) -> None:
    """Say where the table is, above strip and display if they are in this terminal too."""
    lines = (*where(words, house.addresses), *welcome.lines)
    taken = _rows(house.board, config) if sys.stdout.isatty() else 0
    announce(lines, welcome.address, sys.stdout, taken)


def _rows(board: Board, config: Config) -> int:
    """The lines of this terminal that strip and display will take."""
    size = os.get_terminal_size(sys.stdout.fileno())
    if config.strip.name not in ON_THE_TERMINAL:
        return rows_in(size) if display_in_terminal(config) else 0
    sheet = lay_out(board, (), size, large=display_in_terminal(config))
    return sheet.height if sheet else 0
