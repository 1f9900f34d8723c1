"""``cribble board``: what there is to do with the board that the config describes.

One subcommand a file, and one row here; ``describe`` is what it does without the name of one.
"""

from collections.abc import Mapping
from typing import Final

from cribble.cli.command import Group
from scorekeeper.words import en

ROWS: Final[Mapping[str, str]] = {
    "describe": "cribble.commands.board.describe:describe",
    "check": "cribble.commands.board.check:check",
    "pixels": "cribble.commands.board.pixels:pixels",
    "template": "cribble.commands.board.template:template",
    "sticker": "cribble.commands.board.sticker:sticker",
    "keys": "cribble.commands.board.keys:keys",
    "walk": "cribble.commands.board.walk:walk",
    "svg": "cribble.commands.board.svg:svg_",
    "files": "cribble.commands.board.files:files",
    "soldering": "cribble.commands.board.soldering:soldering_",
    "flash": "cribble.commands.board.flash:flash",
}
"""The module of each command; only the one that runs is imported."""

board: Final = Group(
    "board",
    rows=ROWS,
    usual="describe",
    short_help=en("Look at the board that the config describes, and help to build it"),
    help=en(
        "Look at the board that the config describes, and help to build it. "
        "Without a command it is described."
    ),
)
