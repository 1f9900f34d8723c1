"""``cribble board check``: the proof that every hole has a light of its own."""

import click

from cribble.boards import board_of, crowded_holes, shape_of, wiring_faults
from cribble.cli.command import subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.devices.connections import power_of
from scorekeeper.board.light.power import is_underpowered
from scorekeeper.words import Fault, Words, en
from scorekeeper.words.wiring import faults_by_run, underpowered


@subcommand(
    "Prove that every hole has a light of its own",
    "Prove that every hole has a light of its own, and name each hole without one, each light "
    "that is used twice, and each that the strip does not have.",
)
@with_config("strip.name")
def check(words: Words, active: ActiveConfig) -> None:
    """Print what is wrong with the wiring. Raises Fault where anything is, or the supply."""
    config = active.config
    found = wiring_faults(config, shape_of(config))
    for one in faults_by_run(found):
        click.echo(words.fault(one))
    if found:
        raise Fault("Faults in the wiring: {n}.", n=len(found))
    lights, power = board_of(config).pixels, power_of(config.strip)
    sentence = en("Every hole and every lamp has a light of its own; the strip has {lights}.")
    click.echo(words.say(sentence, lights=lights))
    if fault := crowded_holes(config, board_of(config).shape):
        raise fault
    if is_underpowered(lights, power):
        raise underpowered(lights, power)
