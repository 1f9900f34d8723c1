"""Reports of a night read from a table's messages: the end of a game, or a great hand."""

from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from club.night.entry import Noted, Reported
from club.night.state import Night
from mqtt.payloads import Event, PlayedSeat, Result, State
from mqtt.topics import ResultTopic

HANDS: Final = frozenset({"hand_24", "hand_28", "hand_29", "four_of_a_kind"})


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
    """Return the feat of an *event* at a table that last said *state*; None where it is no feat,
    the table plays no game of the night, or its state says all feats by itself."""
    if event.event_type not in HANDS or state is None or night is None:
        return None
    if state.seat is None or state.seat.feats is not UNSET or not isinstance(event.team, int):
        return None
    return _noted(state, state.seat, night, event.event_type, event.team)


def feat_changes(state: State | None, night: Night | None) -> tuple[Noted, ...]:
    """Return what changes among the feats of *night* by a *state*: those that are new, and those of
    the same table and round that were undone. Nothing where the state does not say feats."""
    seat = state.seat if state else None
    if state is None or seat is None or seat.feats is UNSET or night is None:
        return ()
    said = [_noted(state, seat, night, one.event_type, one.team) for one in seat.feats]
    wanted = {one for one in said if one}
    known = {
        Noted(feat.player, feat.round, cast(Any, feat.kind), device)
        for feat, device in night.feats.items()
        if device == state.table and feat.round == seat.round and feat.player in seat.players
    }
    gone = (replace(one, undone=True) for one in known - wanted)
    return tuple(sorted((*gone, *(wanted - known)), key=lambda one: (not one.undone, one.feat)))


def _noted(state: State, seat: PlayedSeat, night: Night, kind: str, team: int) -> Noted | None:
    seats = state.teams[team] if team < len(state.teams) else ()
    players = [seat.players[one] for one in seats if one < len(seat.players)]
    game = night.game_of(players[0], seat.round) if players else None
    if seat.night != night.id or game is None or game.table != state.table:
        return None
    return Noted(players[0], seat.round, cast(Any, kind), state.table)
