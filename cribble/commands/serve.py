"""``cribble serve``: an evening at the table, with page, strip and journal."""

from cribble.cli.command import subcommand
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.imports import importing
from scorekeeper.words import Words


@subcommand(
    "Open the table: page, strip and journal",
    "Open the table: the page for the phones, the strip, and the journal that remembers every "
    "card. This is also what happens without a command.",
)
@with_config(*OVERRIDES, spare=True)
def serve(words: Words, active: ActiveConfig) -> None:
    """Keep the table open until somebody says stop."""
    with importing():
        from cribble.serve.run import keep_open

    keep_open(words, active)
