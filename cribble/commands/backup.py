"""``cribble backup`` and ``cribble restore``: games, secrets, settings and config in one file."""

from pathlib import Path

import click

from cribble.cli.command import subcommand
from cribble.cli.files import writing
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import make_folder
from scorekeeper.words import Words, en


@subcommand(
    "Save everything in one file",
    "Save games, families, settings, codes and the config in one file, which is not there yet. "
    "The table may be open meanwhile.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def backup(words: Words, active: ActiveConfig, *, file: str) -> None:
    """Write a backup of the data folder and the config to *file*."""
    from cribble.backup.archive import write_backup
    from cribble.serve.appliance import finish_restore

    finish_restore(active)
    with writing(file, private=True) as out:
        manifest = write_backup(out, active.data, active.config_file)
    told = words.say("{file} has everything: {parts}.", file=file, parts=", ".join(manifest.parts))
    click.echo(told, err=True)


@subcommand(
    "Bring back a file of cribble backup",
    "Bring back what cribble backup saved, on this machine or another. The table must be closed. "
    "What is there now is kept in a folder of its own.",
)
@click.argument("file", metavar=en("FILE"))
@with_config("data")
def restore(words: Words, active: ActiveConfig, *, file: str) -> None:
    """Replace data folder and config by the backup *file*."""
    from cribble.backup.restore import CONFIG_BESIDE
    from cribble.backup.restore import restore as bring_back

    data = make_folder(active.data)
    done = bring_back(Path(file), data, active.config_file, active.own)
    entries = done.staged.entries
    click.echo(words.say_n("{n} entry is back.", "{n} entries are back.", entries))
    for change in done.staged.changes:
        click.echo(f"{change.key}: {change.before} → {change.after}")
    if done.replaced:
        click.echo(words.say("What was there before is in {folder}.", folder=done.replaced))
    if done.config:
        click.echo(words.say(CONFIG_BESIDE, file=done.config))
