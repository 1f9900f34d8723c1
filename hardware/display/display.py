"""What every small display can do: show a reading, be dark, and come back by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from scorekeeper.game.answer import facts_of
from scorekeeper.game.state import Game, Phase


class Reading(NamedTuple):
    """What is read: something ``large``, and below it something ``small``."""

    large: str = ""
    small: str = ""


def reading(game: Game) -> Reading:
    """The running count above the scores; the scores alone where nobody lays cards."""
    scores = " ".join(map(str, game.scores))
    if game.phase is Phase.PLAY:
        return Reading(str(facts_of(game).count), scores)
    return Reading(scores)


class Display(Protocol):
    """What shows a reading. Each raises OSError where the display is gone; whatever befell it
    meanwhile, one that is there again shows the next reading that it is given."""

    def show(self, shown: Reading) -> None:
        """Show it, even where it should be there already."""
        ...

    def hide(self) -> None:
        """Be dark until something is shown."""
        ...

    def close(self) -> None:
        """Be dark, and give back what it holds."""
        ...


OpenDisplay: TypeAlias = Callable[[str], Display]
"""Opens the display with the chip of that name. Raises PartFault, or another OSError."""
