"""The state of a table as it is published: nothing that a watcher's page does not show."""

import unicodedata
from collections.abc import Sequence
from typing import Literal, TypeAlias

from mqtt.payloads import PlayedSeat, State
from scorekeeper.game.answer import facts_of
from scorekeeper.game.snapshot import Snapshot

Names: TypeAlias = Literal["full", "initials", "none"]
"""The form in which players' names leave the house."""


def shown_names(players: Sequence[str], names: Names) -> tuple[str, ...]:
    """Return *players* as they may be published.

    >>> shown_names(("Ann", "Élodie"), "initials"), shown_names(("Ann", "Ben"), "none")
    (('A.', 'É.'), ('1', '2'))
    """
    match names:
        case "full":
            return tuple(players)
        case "initials":
            return tuple(_initial(name) for name in players)
        case "none":
            return tuple(str(seat) for seat in range(1, len(players) + 1))


def _initial(name: str) -> str:
    """The first letter of *name*, with the accents that may stand behind it, and a point."""
    whole = unicodedata.normalize("NFC", name)
    accents = 1
    while accents < len(whole) and unicodedata.combining(whole[accents]):
        accents += 1
    return f"{whole[:accents]}."


def state_of(
    snapshot: Snapshot, table: str, names: Names, seat: PlayedSeat | None, at: str
) -> State:
    """Return the state of *snapshot* at the *table* of that name, as it was *at* that time; *seat*
    if the game is one of a night."""
    game = snapshot.game
    facts, rules = facts_of(game), game.rules
    if rules is None:
        return State(table=table, phase=facts.phase.value, at=at)
    return State(
        table=table,
        phase=facts.phase.value,
        rules=game.key,
        target=rules.target,
        players=shown_names(facts.players, names),
        teams=rules.teams,
        scores=facts.scores,
        pegs=facts.pegs,
        dealer=facts.dealer,
        turn=facts.turn,
        count=facts.count,
        deal=game.deal.number if game.deal else None,
        games=facts.games,
        winner=facts.winner,
        seat=seat,
        at=at,
    )
