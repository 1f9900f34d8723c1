"""``cribble board keys``: what is on the keys of a keypad, to be printed and cut out."""

from __future__ import annotations

import click

from cribble.command import Command, option
from cribble.printing.overlay import MATRIX_PITCH, NUMERIC_PITCH, Pitches, overlay
from cribble.printing.printed import PDF, SVG, printed
from cribble.settings import Settings, settable
from cribble.values import Number, OneOf
from scorekeeper.board.template import PAPERS
from scorekeeper.words import Words, en

LEAST, MOST = 10.0, 20.0


@click.command(
    "keys",
    cls=Command,
    short_help=en("Print what is on the keys of a keypad"),
    help=en(
        "Print what is on the keys of a keypad, in its true size: labels for a numeric keypad, a "
        "sheet for a film of sixteen keys, and what they mean."
    ),
)
@settable()
@option(
    "--pitch",
    metavar="MM",
    type=Number(LEAST, MOST, "mm"),
    default=NUMERIC_PITCH,
    help=en("From key to key of the numeric keypad ({usual}, unless you say)"),
    facts={"usual": f"{NUMERIC_PITCH:g}"},
)
@option(
    "--matrix-pitch",
    metavar="MM",
    type=Number(LEAST, MOST, "mm"),
    default=MATRIX_PITCH,
    help=en("From key to key of the film ({usual}, unless you say)"),
    facts={"usual": f"{MATRIX_PITCH:g}"},
)
@option(
    "--paper",
    metavar="|".join(PAPERS),
    type=OneOf(*PAPERS),
    default="a4",
    help=en("The paper that is in the printer (a4, unless you say)"),
)
@option("--pdf", "form", flag_value=PDF, help=en("Draw a PDF, as is usual"))
@option("--svg", "form", flag_value=SVG, help=en("Draw an SVG"))
@option(
    "--out",
    metavar=en("FILE"),
    help=en("The file to write, not there yet (keys.pdf, unless you say)"),
)
def keys(
    words: Words,
    settings: Settings,
    *,
    pitch: float,
    matrix_pitch: float,
    paper: str,
    form: str | None,
    out: str | None,
) -> None:
    """Write the sheet, and say where it is."""
    sheet = overlay(PAPERS[paper], Pitches(pitch, matrix_pitch), words)
    printed([sheet], "keys", form, out)
