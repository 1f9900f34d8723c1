"""The rounds of a night: who is paired, and what the pairing needs to know of the rounds before."""

from collections.abc import Sequence
from typing import Final, cast

from msgspec.structs import replace

from club.night.refusal import Refused, Why
from club.night.state import Club, Night, Player
from club.pairing import Movement, PlayerId, Round, Seating, pair
from club.pairing.manual import read_csv
from scorekeeper.words import en

AT_A_TABLE: Final = {"partners": 4, "pairs": 4}
"""Players at a table where they are not two."""


def paired(club: Club, night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds from *start* on for those who are there now. Raises Refused, CannotPair."""
    plan = night.plan
    if plan.movement == "manual":
        return _by_hand(club, plan.sheet)[start - 1 :]
    there = players_to_pair(club.present, AT_A_TABLE.get(plan.movement, 2))
    if len(there) < 2:
        sentence = en("Nobody can be paired yet: there are {n} players.")
        raise Refused(Why.NOT_NOW, sentence, n=len(there))
    played = played_rounds(night, start)
    last = max(plan.rounds, start)
    rounds = pair(there, last, cast(Movement, plan.movement), plan.seed, played)
    return rounds[start - 1 :]


def _by_hand(club: Club, sheet: str) -> tuple[Round, ...]:
    """Return the rounds of a list, in which players have their names or their ids."""
    ids = {one.name.casefold(): one.id for one in club.players.values()}
    known = {**ids, **{one: one for one in club.players}}

    def found(name: str) -> PlayerId:
        if (player := known.get(" ".join(name.split()).casefold())) is None:
            sentence = en("The list has {name}, whom nobody has entered as a player.")
            raise Refused(Why.NO_SUCH, sentence, name=name)
        return player

    return tuple(
        Round(
            one.round,
            tables := tuple(
                replace(table, players=tuple(map(found, table.players))) for table in one.tables
            ),
            _resting(club, tables),
        )
        for one in read_csv(sheet)
    )


def _resting(club: Club, tables: Sequence[Seating]) -> tuple[PlayerId, ...]:
    seated = {player for table in tables for player in table.players}
    return tuple(one.id for one in club.present if not one.house and one.id not in seated)


def players_to_pair(present: Sequence[Player], at_a_table: int) -> tuple[PlayerId, ...]:
    """Return those who are paired: house players only where they fill a table."""
    guests = [one.id for one in present if not one.house]
    houses = [one.id for one in present if one.house]
    missing = -len(guests) % at_a_table
    return (*guests, *houses[:missing]) if missing <= len(houses) else tuple(guests)


def played_rounds(night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds before *start*, each table with its winner where there is one."""
    return tuple(
        replace(one, tables=tuple(_with_winner(night, one, table) for table in one.tables))
        for one in night.rounds[: start - 1]
    )


def _with_winner(night: Night, one: Round, table: Seating) -> Seating:
    outcome = night.games[one.round, table.table].outcome
    return replace(table, winner=outcome.winner if outcome else None)
