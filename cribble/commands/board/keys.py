"""``cribble board keys``: what is on the keys of a keypad, to be printed and cut out."""

from cribble.cli.command import millimetres, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.printing.output import Printer, printable
from cribble.printing.overlay import MATRIX_PITCH, NUMERIC_PITCH, Pitches, overlay
from cribble.printing.touch_labels import touch_labels
from scorekeeper.words import Words, en

POSSIBLE = 10.0, 20.0
"""From key to key of any keypad, in mm."""


@subcommand(
    "Print what is on the keys of a keypad",
    "Print what is on the keys of a keypad, in its true size: labels for a numeric keypad, a "
    "sheet for a film of sixteen keys, and what they mean. With --touch: labels in large print and "
    "in braille.",
)
@with_config()
@millimetres(
    "--pitch",
    *POSSIBLE,
    usual=NUMERIC_PITCH,
    about=en("From key to key of the numeric keypad ({usual}, unless you say)"),
)
@millimetres(
    "--matrix-pitch",
    *POSSIBLE,
    usual=MATRIX_PITCH,
    about=en("From key to key of the film ({usual}, unless you say)"),
)
@option("--touch", is_flag=True, help=en("Labels in large print and in braille instead"))
@printable("keys")
def keys(
    words: Words,
    active: ActiveConfig,
    *,
    pitch: float,
    matrix_pitch: float,
    touch: bool,
    printer: Printer,
) -> None:
    """Write the sheet, and say where it is."""
    if touch:
        printer.write(touch_labels(printer.paper, words))
    else:
        printer.write(overlay(printer.paper, Pitches(pitch, matrix_pitch), words))
