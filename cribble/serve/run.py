"""Serve a table: open the journal, run the app until a signal, close both."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from cribble.cli.overrides import Settings
from cribble.config.host_overrides import settings_kept
from cribble.config.schema import Config
from cribble.devices.strips import ON_THE_TERMINAL, read_here
from cribble.home import DEVICES, JOURNAL, SECRETS, SETTINGS, made
from cribble.serve.app import House
from cribble.serve.banner import Welcome, announce, to_keep_score, where
from cribble.serve.secrets_watch import OFTEN, Renewing
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

HEAPS: Final = 2


def share_heaps() -> None:
    """Keep glibc from giving each of the page's 64 threads a heap of its own.

    Their free space is never given back: 20 phones cost 57 MB without this and 53 MB with it. A
    system with another C library has no such heaps and is left alone.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, HEAPS)


def keep_open(words: Words, settings: Settings) -> None:
    """Serve the table kept in the folder of the settings until a signal to stop. Raises Fault."""
    share_heaps()
    folder = made(settings.data)
    with stopping() as stop:
        journal = Journal.open(folder / JOURNAL)
        with closing(Table(journal)) as table:
            for found in journal.notices:  # The table may still have had it mended.
                click.echo(words.say(found.sentence, **found.values), err=True)
            config, path = settings.config, folder / SECRETS
            tell = partial(_tell, words)
            access = access_kept(path, is_open=config.access == "open")
            chosen = settings_kept(folder / SETTINGS, config, tell)
            house = House(
                table,
                config,
                access,
                words,
                chosen,
                Devices.kept(folder / DEVICES),
                journal=partial(health_of, journal),
            )
            greet(house, config, words, to_keep_score(words, house.addresses, access))
            renewing = Renewing(path, access, tell)
            with house.open(stop):
                while not stop.wait(OFTEN):
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


def greet(house: House, config: Config, words: Words, welcome: Welcome) -> None:
    """Say where the table is, above strip and display if they are in this terminal too."""
    lines = (*where(words, house.addresses), *welcome.lines)
    taken = _rows(house.board, config) if sys.stdout.isatty() else 0
    announce(lines, welcome.address, sys.stdout, taken)


def _rows(board: Board, config: Config) -> int:
    """The lines of this terminal that strip and display will take."""
    size = os.get_terminal_size(sys.stdout.fileno())
    if config.strip.name not in ON_THE_TERMINAL:
        return rows_in(size) if read_here(config) else 0
    sheet = lay_out(board, (), size, large=read_here(config))
    return sheet.height if sheet else 0
