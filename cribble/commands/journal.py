"""``cribble export``, ``cribble import`` and ``cribble csv``: the journal as JSON lines, and back;
finished games for a spreadsheet."""

from typing import Final

import click

from cribble.cli.command import subcommand
from cribble.cli.files import STANDARD, all_lines, reading, writing
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import JOURNAL, make_folder
from scorekeeper.words import Words, en

TABLES: Final = ("games", "deals", "hands")

LONGEST: Final = 1 << 26
"""Bytes in a line: a correction far back carries everything that was decided again after it."""


@subcommand(
    "Write the journal as JSON lines",
    "Write the journal as JSON lines to a file that is not there yet, or to standard output. "
    "The table may be open meanwhile.",
)
@click.argument("file", default=STANDARD, metavar=en("[FILE]"))
@with_config("data")
def export(words: Words, active: ActiveConfig, *, file: str) -> None:
    """Copy the journal to *file*."""
    from scorekeeper.journal import export_lines

    lines = export_lines(active.data / JOURNAL)
    with writing(file) as out:
        out.writelines(lines)


@subcommand(
    "Begin a journal with one that was exported",
    "Begin a journal with one that was exported; - is standard input. A journal that is there "
    "is never overwritten.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def import_(words: Words, active: ActiveConfig, *, file: str) -> None:
    """Make the journal of the data folder from *file*."""
    from scorekeeper.journal import import_lines

    with reading(file) as lines:
        entries = import_lines(all_lines(lines, LONGEST), make_folder(active.data) / JOURNAL)
    click.echo(words.say_n("{n} entry was imported.", "{n} entries were imported.", entries))


@subcommand(
    "Write finished games for a spreadsheet",
    "Write finished games as a table for a spreadsheet (CSV), to a file that is not there yet "
    "or to standard output. TABLE is games (a row for each side), deals (for each player in each "
    "deal) or hands (for each hand and crib that was shown).",
)
@click.argument("table", type=click.Choice(TABLES), metavar=en("TABLE"))
@click.argument("file", default=STANDARD, metavar=en("[FILE]"))
@with_config("data")
def csv(words: Words, active: ActiveConfig, *, table: str, file: str) -> None:
    """Write the games of the data folder to *file*."""
    from scorekeeper.figures import csv_lines
    from scorekeeper.journal import played_games

    lines = csv_lines(table, played_games(active.data / JOURNAL))
    with writing(file) as out:
        out.writelines(line.encode() for line in lines)
