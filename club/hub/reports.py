"""Reports of a night read from a table's messages: the end of a game, or a great hand."""

from typing import Any, Final, cast

from club.night.entry import Noted, Reported
from club.night.state import Night
from mqtt.payloads import Event, Result, State
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
    """Return the feat of an *event* at a table that last said *state*; None where it is no feat, or
    the table plays no game of the night."""
    if event.event_type not in HANDS or state is None or state.seat is None or night is None:
        return None
    seat, team = state.seat, event.team
    seats = state.teams[team] if isinstance(team, int) and team < len(state.teams) else ()
    players = [seat.players[one] for one in seats if one < len(seat.players)]
    if seat.night != night.id or not players:
        return None
    return Noted(players[0], seat.round, cast(Any, event.event_type))
