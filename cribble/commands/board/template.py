"""``cribble board template``: the board on paper, as large as it will be, to drill through."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import click
from msgspec.structs import replace

from cribble.boards import board_of
from cribble.cli.command import a_number, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import Config
from cribble.printing.output import Printer, printable
from scorekeeper.board.board import Board
from scorekeeper.board.template import (
    DRILL,
    LARGEST_DRILL,
    MOST_SHEETS,
    SMALLEST_DRILL,
    NoWoodLeft,
    Paper,
    Sheet,
    TooManySheets,
    behind,
    sheets,
)
from scorekeeper.words import Fault, Words, en

UNBUILT: Final = "classic"
"""The shape that is drawn where the config names none."""


def hole_mm(config: Config) -> float:
    """Return how wide the holes of the board are: as its loose lights, otherwise as is usual."""
    return config.board.light_mm or DRILL


def hole_option(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command an option for the width of the holes; None leaves it to the config."""
    return option(
        name,
        metavar="MM",
        type=a_number(SMALLEST_DRILL, LARGEST_DRILL, "mm"),
        help=en("How wide the holes are, in mm (board.light_mm, else {usual}, unless you say)"),
        facts={"usual": f"{DRILL:g}"},
    )


@subcommand(
    "Draw what is to be drilled, as large as it will be",
    "Draw what is to be drilled, as large as it will be: the middle of every hole, the lines "
    "between the streets, and where the tape lies and the data goes. A board that is larger "
    "than the paper goes on as many sheets as it takes, with marks to put them together. The "
    "last page shows the order of the lights, seen from behind.",
)
@with_config()
@hole_option("--drill")
@printable(
    "template",
    pdf=en("Draw one PDF, a page a sheet, as is usual"),
    svg=en("Draw SVG, a file a sheet"),
)
def template(words: Words, active: ActiveConfig, *, drill: float | None, printer: Printer) -> None:
    """Write the sheets, and say where they are."""
    config = built(active.config, words)
    board = board_of(config)
    drawn = _drawn(board, printer.paper, drill or hole_mm(config), words)
    if printer.write(*drawn):
        _tell(drawn, words)
        if any(board.wiring.lamps.each()):
            click.echo(words.say("The lamps are not drawn: where they stand is yours to say."))


def built(config: Config, words: Words) -> Config:
    """The config with a board in it."""
    if config.board.shape:
        return config
    sentence = en("No board was built yet (board.shape): this is the template of a {shape} one.")
    click.echo(words.say(sentence, shape=UNBUILT), err=True)
    return replace(config, board=replace(config.board, shape=UNBUILT))


def _drawn(board: Board, paper: Paper, drill: float, words: Words) -> tuple[Sheet, ...]:
    """The sheets. Raises Fault where there can be none."""
    try:
        return (*sheets(board, paper, drill, words), behind(board, paper, words))
    except NoWoodLeft as fault:
        raise no_wood_left(fault.drill, fault.most) from None
    except TooManySheets as fault:
        raise Fault(
            "The template would take {sheets} sheets, and {most} are the most: board.pitch and "
            "board.lane make the board as large as that.",
            sheets=fault.sheets,
            most=MOST_SHEETS,
        ) from None


def _tell(drawn: Sequence[Sheet], words: Words) -> None:
    sentence = en(
        "Sheets of {paper}: {n}. Print them at 100 %, not fitted to the page, and measure the bar."
    )
    click.echo(words.say(sentence, paper=drawn[0].paper.name, n=len(drawn)))


def no_wood_left(drill: float, most: float) -> Fault:
    """Return the fault of a *drill* for which holes are too near to each other."""
    sentence = en("A drill of {drill} mm leaves no wood between the holes: {most} mm is the most.")
    return Fault(sentence, drill=drill, most=round(most, 1))
