"""``cribble config``: the config in use, with a comment at every key, ready to save."""

from __future__ import annotations

import os

import click

from cribble.cli.command import Command
from cribble.cli.overrides import SWITCHES, Settings, settable
from cribble.config.dump import config_page
from cribble.home import usual_data
from scorekeeper.words import Words, en


@click.command(
    "config", cls=Command, help=en("Show the config in use, explained and ready to be saved")
)
@settable(*SWITCHES)
def config(words: Words, settings: Settings) -> None:
    """Print the config."""
    click.echo(config_page(settings.config, words, {"usual_data": str(usual_data(os.environ))}))
