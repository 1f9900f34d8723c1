"""What runs until a signal (``serve``, ``demo``, ``hub``), and ``config``."""

import os
from pathlib import Path

import click

from cribble.cli.command import Value, a_whole, a_word, option, subcommand
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.config.file import config_page
from cribble.folders import HUB, usual_data
from cribble.imports import importing
from scorekeeper.bounds import Bound
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words, en


@subcommand(
    "Open the table: page, strip and journal",
    "Open the table: the page for the phones, the strip, and the journal that remembers every "
    "card. This is also what happens without a command.",
)
@with_config(*OVERRIDES, spare=True)
def serve(words: Words, active: ActiveConfig) -> None:
    """Keep the table open until a signal."""
    with importing():
        from cribble.serve.run import keep_open

    keep_open(words, active)


@subcommand("Show the config in use, explained and ready to be saved")
@with_config(*OVERRIDES)
def config(words: Words, active: ActiveConfig) -> None:
    """Print the config."""
    click.echo(config_page(active.config, words, {"usual_data": str(usual_data(os.environ))}))


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
    """Play until a signal, or until *games* are over."""
    from cribble.demo import run_demo

    run_demo(words, active, keys=(key,) if key else tuple(RULES), speed=speed, games=games)


def _is_name(text: str) -> bool:
    from mqtt.topics import is_name

    return is_name(text)


NAME = Value(Bound("a-z 0-9 -, 1–32", _is_name))
PORT = 8122
"""Beside the table, which may be open on the same machine."""


@subcommand(
    "Run a club night: pairing, results, standings",
    "Run the night of a club: a page for the wall, one for each player’s phone, and one for the "
    "director, who has the PIN. Tables with Cribble meet it on the broker that --broker names; "
    "without one the machine’s own mosquitto is started.",
)
@with_config("host", "data")
@option(
    "--port",
    metavar=en("PORT"),
    type=a_whole(1, 65535),
    default=PORT,
    facts={"usual": PORT},
    help=en("The port of its pages ({usual}, unless you say)"),
)
@option(
    "--club",
    metavar=en("NAME"),
    type=NAME,
    default=None,
    help=en("The club, as in the topics on the broker (that of the config, unless you say)"),
)
@option(
    "--broker",
    metavar="URL",
    default=None,
    help=en("The broker, such as mqtt://192.168.1.10; --user and --password-file log in there"),
)
@option(
    "--user", metavar=en("NAME"), default="cribble", help=en("The user at that broker (cribble)")
)
@option(
    "--password-file",
    metavar=en("FILE"),
    default=None,
    help=en("A file with the password, which only its owner may read"),
)
@option("--no-broker", is_flag=True, help=en("No broker: phones alone report the results"))
@option(
    "--broker-port",
    metavar=en("PORT"),
    type=a_whole(1, 65535),
    default=None,
    help=en("The port of the mosquitto that is started (the first free from 1883 on)"),
)
def hub(
    words: Words,
    active: ActiveConfig,
    *,
    port: int,
    club: str | None,
    broker: str | None,
    user: str,
    password_file: str | None,
    no_broker: bool,
    broker_port: int | None,
) -> None:
    """Keep the hub open until a signal."""
    from mqtt.broker import broker_of, read_password

    name = club or active.config.mqtt.club
    with importing():
        from cribble.hub import HubOptions, keep_open
        from cribble.serve.appliance import finish_restore

    finish_restore(active)
    password = read_password(Path(password_file)) if password_file else ""
    named = broker_of(broker, user if password else "", password) if broker else None
    options = HubOptions(
        folder=active.data / HUB,
        host=active.config.host,
        port=port,
        club=name,
        names=active.config.names,
        broker=named,
        phones_only=no_broker,
        broker_port=broker_port or 0,
    )
    keep_open(words, options)
