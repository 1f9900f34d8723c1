"""``cribble config``: the config in use, with a comment at every key, ready to save."""

import os

import click

from cribble.cli.command import subcommand
from cribble.cli.overrides import OVERRIDES, ActiveConfig, with_config
from cribble.config.dump import config_page
from cribble.folders import usual_data
from scorekeeper.words import Words


@subcommand("Show the config in use, explained and ready to be saved")
@with_config(*OVERRIDES)
def config(words: Words, active: ActiveConfig) -> None:
    """Print the config."""
    click.echo(config_page(active.config, words, {"usual_data": str(usual_data(os.environ))}))
