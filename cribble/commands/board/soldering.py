"""``cribble board soldering``: a sheet to solder by, joint after joint."""

from typing import Final

from cribble.boards import shape_of
from cribble.cli.command import subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import SEGMENTS
from cribble.printing.output import Printer, printable
from cribble.printing.soldering import SolderingJob, soldering, steps
from scorekeeper.board.wiring.runs import cut_list
from scorekeeper.words import Words

OWN_SHIFTER: Final = ("microcontroller", "ddp")
"""Strips whose controller speaks 5 V, or has the level shifter on board as many have."""


@subcommand(
    "Print a sheet to solder by",
    "Print a sheet to solder by: every joint in its order, how hot the iron is, and what to "
    "measure after it.",
)
@with_config()
@printable("soldering")
def soldering_(words: Words, active: ActiveConfig, *, printer: Printer) -> None:
    """Write the sheet."""
    config = active.config
    shape = shape_of(config)
    on_tape = shape.on_tape and not config.board.light_mm
    if config.wiring.laid == SEGMENTS:
        pieces = len(config.wiring.segments)
    else:
        pieces = sum(cut_list(shape, config.wiring.leds_per_m, config.wiring.spare).values())
    done = steps(on_tape=on_tape, shifted=config.strip.name not in OWN_SHIFTER)
    printer.write(soldering(printer.paper, SolderingJob(done, pieces), words))
