"""The interface of small displays, and the reading that they show."""

from typing import NamedTuple, Protocol

from scorekeeper.game.answer import facts_of
from scorekeeper.game.live import NOTHING_LIVE, Live
from scorekeeper.game.state import Game, Phase


class Reading(NamedTuple):
    """A ``large`` text, and a ``small`` one below it."""

    large: str = ""
    small: str = ""


def reading(game: Game, live: Live = NOTHING_LIVE) -> Reading:
    """Return the running count above the scores; the scores alone where nobody plays cards; the
    address of the page before a match, or the table's own Wi-Fi with its password. An exclamation
    mark tells that the journal's backup does not follow."""
    if game.phase is Phase.IDLE:
        wifi = live.wifi
        return Reading(wifi.ssid, wifi.password) if wifi else Reading(live.address or "")
    scores = " ".join((*map(str, game.scores), *(["!"] if live.backup else [])))
    if game.phase is Phase.PLAY:
        return Reading(str(facts_of(game).count), scores)
    return Reading(scores)


class Display(Protocol):
    """Anything that shows a reading. Each method raises OSError where the display is gone; one that
    is back shows the next reading."""

    def show(self, shown: Reading) -> None:
        """Show it, even where it should be there already."""

    def hide(self) -> None:
        """Go dark until the next reading."""

    def close(self) -> None:
        """Go dark, and release the device."""
