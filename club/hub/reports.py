"""Reports of tables on their way into the journal: the end of a game, or a great hand."""

from itertools import chain
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from club.hub.tables import Tables
from club.night.entry import Noted, Reported
from club.night.state import Night
from mqtt.payloads import Event, PlayedSeat, Result, State
from mqtt.topics import ResultTopic, Topics, result_of

HANDS: Final = frozenset({"hand_24", "hand_28", "hand_29", "four_of_a_kind"})

MOST_RETAINED: Final = 50_000
"""Results that are remembered; a hostile table could send more."""


def report_of(name: ResultTopic, result: Result | None, night: Night | None) -> Reported | None:
    """Return what a table reports under the *name* of a topic; without *result*, that the game was
    withdrawn. None for another night, and for what the hub itself said."""
    if night is None or name.night != night.id:
        return None
    if result is None:
        return Reported(name.table, name.place, 1)
    if result.by != "table":
        return None
    return Reported(
        name.table,
        name.place,
        result.round,
        result.players,
        result.scores,
        result.skunk,
        result.at,
    )


def feat_of(event: Event, state: State | None, night: Night | None) -> Noted | None:
    """Return the feat of an *event* at a table that last said *state*; None if it is no feat, the
    table plays no game of the night, or its state lists all feats by itself."""
    if event.event_type not in HANDS or state is None or night is None:
        return None
    if state.seat is None or state.seat.feats is not UNSET or not isinstance(event.team, int):
        return None
    return _noted(state, state.seat, night, event.event_type, event.team)


def feat_changes(state: State | None, night: Night | None) -> tuple[Noted, ...]:
    """Return what changes among the feats of *night* by a *state*: those that are new, and those of
    the same table and round that were undone. Nothing if the state does not list feats."""
    seat = state.seat if state else None
    if state is None or seat is None or seat.feats is UNSET or night is None:
        return ()
    listed = [_noted(state, seat, night, feat.event_type, feat.team) for feat in seat.feats]
    wanted = {feat for feat in listed if feat}
    known = {
        Noted(feat.player, feat.round, cast(Any, feat.kind), device)
        for feat, device in night.feats.items()
        if device == state.table and feat.round == seat.round and feat.player in seat.players
    }
    gone = (replace(feat, undone=True) for feat in known - wanted)
    return tuple(sorted((*gone, *(wanted - known)), key=lambda feat: (not feat.undone, feat.feat)))


def _noted(state: State, seat: PlayedSeat, night: Night, kind: str, team: int) -> Noted | None:
    seats = state.teams[team] if team < len(state.teams) else ()
    players = [seat.players[number] for number in seats if number < len(seat.players)]
    game = night.game_of(players[0], seat.round) if players else None
    if seat.night != night.id or game is None or game.table != state.table:
        return None
    return Noted(players[0], seat.round, cast(Any, kind), state.table)


class PendingReports:
    """Keeps what tables report until the journal has it. For one thread.

    ``results`` are those that the broker holds, by topic, whether they are written down or not:
    all are offered again when there are other rounds.
    """

    def __init__(self, topics: Topics, tables: Tables) -> None:
        self._topics, self._tables = topics, tables
        self.results: dict[str, Result | None] = {}
        self._new: dict[str, None] = {}
        """Topics of results that are not in the journal yet."""
        self._feats: dict[Noted, None] = {}
        """Feats that are not, either."""
        self._seated: dict[str, None] = {}
        """Tables whose state says something else of the game of the night than before."""
        self._offered: object = None
        """The rounds to which all results were offered."""

    def has_room(self, topic: str) -> bool:
        """True if the result at *topic* can be remembered."""
        return topic in self.results or len(self.results) < MOST_RETAINED

    def take_result(self, topic: str, result: Result | None) -> None:
        """Take a result; None if it was taken back."""
        self.results[topic] = result
        self._new[topic] = None

    def take_feat(self, feat: Noted) -> None:
        """Take a feat."""
        self._feats[feat] = None

    def take_seat(self, table: str) -> None:
        """Look at the feats in the state of *table*."""
        self._seated[table] = None

    def entries(self, night: Night | None) -> list[Reported | Noted]:
        """Return what *night* is to know; of results those that are new, or all of them if there
        are other rounds than before."""
        topics = self._new if _rounds(night) is self._offered else self.results
        named = ((result_of(self._topics, topic), self.results.get(topic)) for topic in topics)
        reports = (report_of(name, result, night) for name, result in named if name)
        feats = (feat_changes(self._tables.state_of(table), night) for table in self._seated)
        return [*filter(None, reports), *self._feats, *chain.from_iterable(feats)]

    def clear(self, night: Night | None) -> bool:
        """Forget what is in the journal of *night* now. True if results were among it."""
        had_results = bool(self._new)
        self._offered = _rounds(night)
        self._new, self._feats, self._seated = {}, {}, {}
        return had_results

    def offer_all(self) -> None:
        """Offer all results again, those that were not kept among them."""
        self._offered = None


def _rounds(night: Night | None) -> object:
    return night.rounds if night else None
