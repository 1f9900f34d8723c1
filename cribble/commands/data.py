"""Commands for a table's data: backup, restore, export, import, CSV, adopt, rollback."""

import os
import tempfile
from pathlib import Path
from typing import Final

import click

from cribble.cli.command import subcommand
from cribble.cli.files import STANDARD, acting_as, all_lines, cannot_use, reading, writing
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import JOURNAL, PACKAGE_ROLLBACK, is_packaged, make_folder
from scorekeeper.words import Fault, Words, en


@subcommand(
    "Save everything in one file",
    "Save games, families, settings, codes and the config in one new file. The table can stay "
    "open.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def backup(words: Words, active: ActiveConfig, *, file: str) -> None:
    from cribble.backup.archive import write_backup
    from cribble.serve.run import finish_restore

    finish_restore(active)
    with writing(file, private=True) as out:
        manifest = write_backup(out, active.data, active.config_file)
    parts = ", ".join(manifest.parts)
    click.echo(words.say("{file} contains everything: {parts}.", file=file, parts=parts), err=True)


@subcommand(
    "Restore a backup file",
    "Restore what cribble backup saved, on this machine or another. The table must be closed. "
    "The current data is moved to a separate folder.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def restore(words: Words, active: ActiveConfig, *, file: str) -> None:
    from cribble.backup.archive import CONFIG_BESIDE
    from cribble.backup.archive import restore as bring_back

    data = make_folder(active.data)
    done = bring_back(Path(file), data, active.config_file, active.own)
    entries = done.staged.entries
    click.echo(words.say_n("{n} entry was restored.", "{n} entries were restored.", entries))
    for change in done.staged.changes:
        click.echo(f"{change.key}: {change.before} → {change.after}")
    if done.replaced:
        click.echo(words.say("The previous data is in {folder}.", folder=done.replaced))
    if done.config:
        click.echo(words.say(CONFIG_BESIDE, file=done.config))


TABLES: Final = ("games", "deals", "hands")

MAX_LENGTH: Final = 1 << 26
"""Maximum length of a line in bytes: an early correction repeats all later entries."""


@subcommand(
    "Export the journal as JSON lines",
    "Export the journal as JSON lines to a new file or standard output. The table can stay open.",
)
@click.argument("file", default=STANDARD, metavar=en("[FILE]"))
@with_config("data")
def export(words: Words, active: ActiveConfig, *, file: str) -> None:
    from scorekeeper.journal import export_lines

    lines = export_lines(active.data / JOURNAL)
    with writing(file) as out:
        out.writelines(lines)


@subcommand(
    "Import an exported journal",
    "Import an exported journal; - is standard input. An existing journal is never overwritten.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def import_(words: Words, active: ActiveConfig, *, file: str) -> None:
    from scorekeeper.table import import_lines

    with reading(file) as lines:
        entries = import_lines(all_lines(lines, MAX_LENGTH), make_folder(active.data) / JOURNAL)
    click.echo(words.say_n("{n} entry was imported.", "{n} entries were imported.", entries))


@subcommand(
    "Export finished games for a spreadsheet",
    "Export finished games as a table for a spreadsheet (CSV), to a new file or standard output. "
    "TABLE is games (one row per side), deals (per player and deal) or hands (per hand or crib "
    "that was shown).",
)
@click.argument("table", type=click.Choice(TABLES), metavar=en("TABLE"))
@click.argument("file", default=STANDARD, metavar=en("[FILE]"))
@with_config("data")
def csv(words: Words, active: ActiveConfig, *, table: str, file: str) -> None:
    from scorekeeper.figures.tables import csv_lines
    from scorekeeper.journal import played_games

    lines = csv_lines(table, played_games(active.data / JOURNAL))
    with writing(file) as out:
        out.writelines(line.encode() for line in lines)


@subcommand(
    "Copy the games from another folder",
    "Copy the games from another data folder, such as that of make run: ~/.local/share/cribble. "
    "Families, settings and codes are copied too, but not the config. The originals stay there. "
    "The table must be closed. The current data is moved to a separate folder.",
)
@click.argument("folder", metavar=en("FOLDER"))
@with_config("data")
def adopt(words: Words, active: ActiveConfig, *, folder: str) -> None:
    from cribble.backup.archive import restore, write_backup

    there, data = Path(folder), make_folder(active.data)
    with acting_as():
        if not (there / JOURNAL).is_file():
            raise cannot_use(FileNotFoundError(2, ""), there / JOURNAL)
        if there.resolve() == data.resolve():
            raise Fault(en("{folder} is already the data folder of this table."), folder=there)
        owner = there.stat().st_uid
    with tempfile.TemporaryDirectory(prefix="cribble-") as place:
        file = Path(place) / "games.zip"
        with file.open("wb") as out, acting_as(owner):
            write_backup(out, there, None)
        done = restore(file, data, data / "config.toml", active.own)
    entries = done.staged.entries
    click.echo(words.say_n("{n} entry was copied.", "{n} entries were copied.", entries))
    if done.replaced:
        click.echo(words.say("The previous data is in {folder}.", folder=done.replaced))


@subcommand(
    "Roll back to the package before the last upgrade",
    "Roll back to the Debian package that the last upgrade replaced. Games entered since then "
    "are kept if that version can read them; otherwise the backup made before the upgrade is "
    "restored.",
)
def rollback() -> None:
    """Run the package's script, which works even if this program cannot start."""
    if not is_packaged():
        sentence = en(
            "Only a Debian package can be rolled back, and Cribble was not installed from one. In "
            "a clone, use git."
        )
        raise Fault(sentence)
    os.execv(PACKAGE_ROLLBACK, [str(PACKAGE_ROLLBACK)])
