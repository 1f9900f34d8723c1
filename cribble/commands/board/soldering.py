"""``cribble board soldering``: a sheet to solder by, joint after joint."""

from cribble.boards import shape_of
from cribble.cli.command import subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import SEGMENTS
from cribble.printing.output import Printer, printable
from cribble.printing.soldering import SolderingJob, soldering, steps
from scorekeeper.board.wiring.runs import cut_list
from scorekeeper.words import Words


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
    if config.wiring.laid == SEGMENTS:
        pieces = len(config.wiring.segments)
    else:
        pieces = sum(cut_list(shape, config.wiring.leds_per_m, config.wiring.spare).values())
    # An Arduino speaks 5 V.
    done = steps(on_tape=shape.on_tape, shifted=config.strip.name != "microcontroller")
    printer.write(soldering(printer.paper, SolderingJob(done, pieces), words))
