"""``cribble serve``: an evening at the table, with page, strip and journal."""

import click

from cribble.cli.command import Command
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from scorekeeper.words import Words, en


@click.command(
    "serve",
    cls=Command,
    short_help=en("Open the table: page, strip and journal"),
    help=en(
        "Open the table: the page for the phones, the strip, and the journal that remembers every "
        "card. This is also what happens without a command."
    ),
)
@with_config(*OVERRIDES)
def serve(words: Words, active: ActiveConfig) -> None:
    """Keep the table open until somebody says stop."""
    from cribble.serve.run import keep_open

    keep_open(words, active)
