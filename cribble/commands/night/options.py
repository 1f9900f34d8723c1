"""Options that the commands of a night share: players, tables, scoring."""

from collections.abc import Callable
from typing import Any, Final

from club.pairing.history import LONGEST_ID, MOST_PLAYERS
from club.results.scoring import SCORINGS
from cribble.cli.command import option
from cribble.cli.types import Value, a_whole, a_word
from scorekeeper.bounds import Bound
from scorekeeper.words import en


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _players(text: str) -> tuple[str, ...]:
    """Return names, or p1 to pN for a number N."""
    if not (text.isascii() and text.isdigit()):
        return _names(text)
    if len(text) > 4 or not 1 <= int(text) <= MOST_PLAYERS:
        raise ValueError(text)
    return tuple(f"p{number}" for number in range(1, int(text) + 1))


A_NAME: Final = Bound(
    "Ann,Ben,…",
    lambda names: all(len(name) <= LONGEST_ID and name.isprintable() for name in names),
)
NAMES: Final = Value(A_NAME, _names)
"""Several names with commas between them."""
PLAYERS: Final = Value(Bound(f"1–{MOST_PLAYERS} | Ann,Ben,…", A_NAME.fits), _players)


def players_option(**attributes: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--players``."""
    return option("--players", metavar="N|A,B,…", type=PLAYERS, **attributes)


def scoring_option() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--scoring``."""
    return option(
        "--scoring",
        metavar="|".join(SCORINGS),
        type=a_word(*SCORINGS),
        default="acc",
        help=en("What a game is worth (acc, unless you say)"),
    )


def pairs_option() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--pairs``."""
    return option("--pairs", "in_pairs", is_flag=True, help=en("Rank fixed pairs as one"))


A_ROUND: Final = a_whole(1, 99)
