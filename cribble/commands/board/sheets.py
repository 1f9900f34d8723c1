"""``cribble board sticker``, ``keys`` and ``soldering``: sheets to print."""

from typing import Final

from cribble.boards import shape_of
from cribble.cli.command import Value, millimetres, option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.config.schema import HOST_NAME, SEGMENTS
from cribble.folders import SECRETS, make_folder
from cribble.printing.keys import MATRIX_PITCH, NUMERIC_PITCH, overlay, touch_labels
from cribble.printing.output import Printer, printable
from cribble.printing.soldering import soldering, steps
from cribble.system.network import own_name
from scorekeeper.board.wiring import cut_list
from scorekeeper.bounds import Bound
from scorekeeper.words import Fault, Words, en
from web import Secrets

A_NAME: Final = Bound('"cribble.local"', lambda name: HOST_NAME.fits(name) and ":" not in name)
"""A name that a network can have."""


@subcommand(
    "Print stickers that say where phones find the table",
    "Print stickers that say where phones find the table: a QR and the address, to be put on "
    "the board for good. No code is on them; a scorer’s phone shows that. Where the table makes a "
    "Wi-Fi of its own, its name and password are.",
)
@with_config("port", "data")
@option(
    "--name",
    metavar=en("NAME"),
    type=Value(A_NAME),
    help=en("The name under which phones find this machine (its own with .local, unless you say)"),
)
@printable("sticker")
def sticker(words: Words, active: ActiveConfig, *, name: str | None, printer: Printer) -> None:
    """Write the sheet, and say where it is."""
    from cribble.printing.sticker import stickers

    address = address_of(active.config.port, name)
    name_of_table = active.config.name
    printer.write(stickers(printer.paper, address, words, wifi_of(active), name_of_table))


def wifi_of(active: ActiveConfig) -> tuple[str, str] | None:
    """Return the table's own Wi-Fi, if it makes one; makes its secrets if there are none."""
    from cribble.own_wifi import is_wanted, own_login
    from cribble.system.process import is_a_pi

    choice = active.config.own_wifi
    if not (is_wanted(choice, {}) or (choice == "auto" and is_a_pi())):
        return None
    login = own_login(Secrets.load(make_folder(active.data) / SECRETS).key)
    return login.ssid, login.password


def address_of(port: int, name: str | None) -> str:
    """Return the address as people type it. Raises Fault if none would last."""
    if not port:
        raise Fault("Port 0 is another one each time: a sticker needs one that stays.")
    own = own_name()
    if name is None and own is None:
        raise Fault("This machine has no name that phones could find: say one with --name.")
    return f"{name or f'{own}.local'}:{port}"


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
        printer.write(overlay(printer.paper, words, numeric=pitch, matrix=matrix_pitch))


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
    printer.write(soldering(printer.paper, done, pieces, words))
