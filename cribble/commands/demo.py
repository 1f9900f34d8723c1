"""``cribble demo``: games that play themselves on strip and page, to show a finished board off."""

from cribble.cli.command import a_whole, a_word, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en


@subcommand(
    "Let games play themselves, to show a board off",
    "Let games play themselves with cards at random, on the strip and on the page, to show a "
    "finished board off. Nothing of it is kept.",
)
@with_config("port", "host", "strip.name", "strip.at")
@option(
    "--rules",
    "key",
    metavar=en("RULES"),
    type=a_word(*RULES),
    help=en("Play only this game: {keys} (all of them in turn, unless you say)"),
    facts={"keys": ", ".join(RULES)},
)
@option(
    "--speed",
    metavar=en("N"),
    type=a_whole(1, 1000),
    default=1,
    help=en("How many times faster than people play (1–1000)"),
)
@option(
    "--games",
    metavar=en("N"),
    type=a_whole(1, 1_000_000),
    help=en("Stop after this many games (never, unless you say)"),
)
def demo(
    words: Words, active: ActiveConfig, *, key: str | None, speed: int, games: int | None
) -> None:
    """Play until somebody says stop, or *games* are over."""
    from cribble.demo.demo import run_demo

    run_demo(words, active, keys=(key,) if key else tuple(RULES), speed=speed, games=games)
