"""``cribble board walk``: one light after another, to check by eye what was built."""

import sys
from contextlib import closing
from typing import Final

import click

from cribble.boards import board_of
from cribble.cli.command import a_number, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.cli.prompt import LineReader
from cribble.commands.board.pixel_walk import SingleLightStrip, Walk, find_open_table, steps
from cribble.config.schema import Config
from cribble.devices.connections import power_of
from cribble.devices.drivers import strip_driver
from cribble.system.signals import stopping
from scorekeeper.board.light.power import is_underpowered
from scorekeeper.device import DeviceFault
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import underpowered

UNSEEN: Final = "browser"
"""Its lights are drawn by the page of a table."""


@subcommand(
    "Light one hole after another, to check a board by eye",
    "Light one hole after another on the strip of the config, track by track in the colours of "
    "the teams, then each lamp; each time it says which one shines now. Enter goes on, b goes "
    "back, q leaves. In the end all is dark.",
)
@with_config("strip.name", "strip.at")
@option(
    "--auto",
    metavar=en("SECONDS"),
    type=a_number(0.05, 3600, "s"),
    help=en("Go on by itself, after this many seconds each time"),
)
def walk(words: Words, active: ActiveConfig, *, auto: float | None) -> None:
    """Walk over every light of the board."""
    config = active.config
    if config.strip.name == UNSEEN:
        raise Fault(
            "The strip {strip} is a page of the table, and this opens none: cribble demo "
            "--strip {strip} shows a game there.",
            strip=UNSEEN,
        )
    board = board_of(config)
    if not strip_driver(config.strip.name).screen:
        _warn_of_a_table(config, words)
    if is_underpowered(board.pixels, power_of(config.strip)):
        click.echo(words.fault(underpowered(board.pixels, power_of(config.strip))), err=True)
    how = words.say("Enter goes on, b goes back, q leaves.") if auto is None else ""
    typed = None if sys.stdin is None else sys.stdin.fileno()  # None: closed before we started.
    try:
        with stopping() as stop, closing(SingleLightStrip(board, config.strip, words)) as light:
            walk = Walk(words, light.show, click.echo, LineReader(typed), auto, stop, how)
            walk.along([*steps(board)])
    except DeviceFault as fault:
        raise click.ClickException(words.device_fault(fault.message)) from None


def _warn_of_a_table(config: Config, words: Words) -> None:
    """Two that draw on one strip are hard to understand."""
    if table := find_open_table(config):
        sentence = en(
            "A table is open at {host}, port {port}. If this strip is its own as well, both draw "
            "on it, and what shines may be the game’s: close the table first."
        )
        click.echo(words.say(sentence, host=table.host, port=table.port), err=True)
