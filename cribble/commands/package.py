"""``cribble adopt`` and ``cribble rollback``: for a table that a package keeps for its machine."""

import os
import tempfile
from pathlib import Path

import click

from cribble.cli.command import subcommand
from cribble.cli.files import acting_as, cannot_use
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.folders import JOURNAL, PACKAGE_ROLLBACK, is_packaged, make_folder
from scorekeeper.words import Fault, Words, en


@subcommand(
    "Bring the games of another folder here",
    "Bring the games of another data folder here, such as those of make run: "
    "~/.local/share/cribble. With them come families, settings and codes, but not the config. They "
    "stay there too. The table must be closed. What is here now is kept in a folder of its own.",
)
@click.argument("folder", metavar=en("FOLDER"))
@with_config("data")
def adopt(words: Words, active: ActiveConfig, *, folder: str) -> None:
    """Replace the data folder by what is in *folder*."""
    from cribble.backup.archive import write_backup
    from cribble.backup.restore import restore

    there, data = Path(folder), make_folder(active.data)
    with acting_as():
        if not (there / JOURNAL).is_file():
            raise cannot_use(FileNotFoundError(2, ""), there / JOURNAL)
        if there.resolve() == data.resolve():
            raise Fault(en("The games of {folder} are here already."), folder=there)
        owner = there.stat().st_uid
    with tempfile.TemporaryDirectory(prefix="cribble-") as place:
        file = Path(place) / "games.zip"
        with file.open("wb") as out, acting_as(owner):
            write_backup(out, there, None)
        done = restore(file, data, data / "config.toml", active.own)
    entries = done.staged.entries
    click.echo(words.say_n("{n} entry is here.", "{n} entries are here.", entries))
    if done.replaced:
        click.echo(words.say("What was there before is in {folder}.", folder=done.replaced))


@subcommand(
    "Go back to the package before the last upgrade",
    "Go back to the Debian package that the last upgrade replaced. Games that were entered since "
    "stay, if it can read them; if not, those of the backup made before the upgrade come back.",
)
def rollback() -> None:
    """Leave it to the script of the package, which works where this program does not start."""
    if not is_packaged():
        raise Fault(
            en(
                "This Cribble was not installed by a Debian package, and only such a one can go "
                "back. Where it is a folder, git can."
            )
        )
    os.execv(PACKAGE_ROLLBACK, [str(PACKAGE_ROLLBACK)])
