"""``cribble board files``: what a laser cutter and a 3D printer take, and how it is wired."""

from pathlib import Path
from typing import Final

import click

from cribble.boards import board_of
from cribble.cli.command import LONGEST_PATH, millimetres, option, quoted, subcommand
from cribble.cli.files import cannot_use
from cribble.cli.overrides import ActiveConfig, with_config
from cribble.commands.board.template import built, hole_mm, hole_option, no_wood_left
from cribble.fabrication.files import FabricationJob, output_files
from cribble.fabrication.flat import KERF, MOST_KERF
from cribble.fabrication.walls import BED, LARGEST_BED, SMALLEST_BED
from scorekeeper.board.board import Board
from scorekeeper.board.template.wood import LEAST_WOOD
from scorekeeper.words import Words, en

FOLDER: Final = "board-files"


@subcommand(
    "Write files for a laser cutter and a 3D printer",
    "Write files for a laser cutter (SVG and DXF: red is cut, blue is engraved) and for a 3D "
    "printer (STL), all in mm: the front panel with its lettering, light walls, a box for sixteen "
    "keys; and how it is wired.",
)
@with_config()
@option(
    "--out",
    metavar=en("FOLDER"),
    default=FOLDER,
    help=en("The folder to write, not there yet ({usual}, unless you say)"),
    facts={"usual": FOLDER},
)
@millimetres(
    "--kerf",
    0.0,
    MOST_KERF,
    usual=KERF,
    about=en("How much the laser burns away, in mm ({usual}, unless you say)"),
)
@hole_option("--hole")
@millimetres(
    "--bed",
    SMALLEST_BED,
    LARGEST_BED,
    usual=BED,
    about=en("The longest that the printer prints, in mm ({usual}, unless you say)"),
)
def files(
    words: Words,
    active: ActiveConfig,
    *,
    out: str,
    kerf: float,
    hole: float | None,
    bed: float,
) -> None:
    """Write the folder, and say what each file is."""
    config = built(active.config, words)
    board = board_of(config)
    wide = hole or hole_mm(config)
    _check_hole(board, wide)
    done = [*output_files(FabricationJob(board, config, wide, kerf, bed), words)]
    folder = Path(out)
    try:
        folder.mkdir(parents=True)
        for file in done:
            (folder / file.name).write_bytes(file.data)
    except OSError as fault:
        raise cannot_use(fault, fault.filename or out) from None
    for file in done:
        click.echo(f"{quoted(str(folder / file.name), LONGEST_PATH)}: {file.about}")
    click.echo(words.say("Not tried on a laser or a printer yet: cut a corner of it first."))


def _check_hole(board: Board, wide: float) -> None:
    """Raise Fault where holes would run into each other."""
    most = min(board.shape.pitch, board.shape.lane) - LEAST_WOOD
    if wide > most:
        raise no_wood_left(wide, most)
