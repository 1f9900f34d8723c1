"""``cribble code``: the join code that phones need to keep score."""

from __future__ import annotations

import click

from cribble.cli.command import Command, option
from cribble.cli.overrides import Settings, settable
from cribble.home import SECRETS, made
from scorekeeper.words import Words, en


@click.command(
    "code",
    cls=Command,
    short_help=en("Show the join code, or make a new one"),
    help=en(
        "Show the join code that phones need to keep score. With --renew a new one is made, and "
        "every phone must join again; a table that is open goes by it at once."
    ),
)
@settable("data")
@option("--renew", is_flag=True, help=en("Make a new code"))
def code(words: Words, settings: Settings, *, renew: bool) -> None:
    """Print the code."""
    from web import Secrets

    path = made(settings.data) / SECRETS
    secrets = Secrets.load(path)
    if renew:
        secrets = secrets.with_new_code()
        secrets.save(path)
    click.echo(secrets.code)
