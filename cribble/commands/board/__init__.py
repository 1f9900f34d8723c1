"""``cribble board``: describe, check, draw and build the configured board."""

from collections.abc import Mapping
from typing import Final

from cribble.cli.command import Group
from scorekeeper.words import en

ROWS: Final[Mapping[str, str]] = {
    "describe": "cribble.commands.board.wiring:describe",
    "check": "cribble.commands.board.wiring:check",
    "pixels": "cribble.commands.board.wiring:pixels",
    "template": "cribble.commands.board.drawings:template",
    "sticker": "cribble.commands.board.drawings:sticker",
    "keys": "cribble.commands.board.drawings:keys",
    "walk": "cribble.commands.board.walk:walk",
    "svg": "cribble.commands.board.drawings:svg_",
    "files": "cribble.commands.board.drawings:files",
    "soldering": "cribble.commands.board.drawings:soldering_",
    "flash": "cribble.commands.board.flash:flash",
}
"""The function of each command; imported on use."""

board: Final = Group(
    "board",
    rows=ROWS,
    usual="describe",
    short_help=en("Check, draw and help build the board"),
    help=en("Check, draw and help build the board. Without a command, describe it."),
)
