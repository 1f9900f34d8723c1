"""``cribble night``: a night at several tables, worked out on the command line."""

from collections.abc import Mapping
from typing import Final

from cribble.cli.command import Group
from scorekeeper.words import en

ROWS: Final[Mapping[str, str]] = {
    "pair": "cribble.commands.night.pair:pair_",
    "standings": "cribble.commands.night.standings:standings",
}
"""The module of each command; only the one that runs is imported."""

night: Final = Group(
    "night",
    rows=ROWS,
    usual="pair",
    short_help=en("Pair and rank a night at several tables"),
    help=en(
        "Pair the rounds of a night at several tables, or rank its players. "
        "Without a command its rounds are paired."
    ),
)
