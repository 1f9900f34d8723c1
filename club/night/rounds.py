"""The rounds of a night: who is paired, and what the pairing needs to know of the rounds before."""

from collections.abc import Mapping
from typing import Final, cast

from msgspec.structs import replace

from club.night.entry import MOST_ROUNDS, Refused, Why
from club.night.state import Club, Night
from club.pairing import (
    MOVEMENTS,
    CannotPair,
    Movement,
    PlayerId,
    Round,
    Seating,
    most_rounds,
    pair,
)
from scorekeeper.words import Fault, en

NAMES: Final[Mapping[str, str]] = {
    "circle": en("Everyone meets everyone (circle)"),
    "two-sided": en("One side moves a table"),
    "pairs": en("Fixed pairs"),
    "winners-up": en("Winners go up a table"),
}
"""Movements as the director's page calls them."""


def paired(club: Club, night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds from *start* on for those who are there now. Raises Refused, CannotPair."""
    plan = night.plan
    there = players_to_pair(club, plan.movement)
    if len(there) < 2:
        sentence = en("Nobody can be paired yet: there are {n} players.")
        raise Refused(Why.NOT_NOW, sentence, n=len(there))
    played = played_rounds(night, start)
    last = max(plan.rounds, start)
    try:
        rounds = pair(there, last, cast(Movement, plan.movement), plan.seed, played)
    except CannotPair as fault:
        raise _by_its_name(fault) from None
    return rounds[start - 1 :]


def most_paired(club: Club, night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds from *start* on, fewer than planned if the movement allows no more. Raises
    Refused, CannotPair."""
    try:
        return paired(club, night, start)
    except CannotPair as fault:
        if fault.most is None or fault.most < start:
            raise
        fewer = replace(night.plan, rounds=fault.most)
        return paired(club, replace(night, plan=fewer), start)


def _by_its_name(fault: CannotPair) -> CannotPair:
    """Return the refusal with the name that the movement has on the page."""
    if (name := NAMES.get(fault.values.get("movement", ""))) is None:
        return fault
    quoted = Fault(en("“{name}”"), name=Fault(name))
    return CannotPair(fault.sentence, **{**fault.values, "movement": quoted})


def most_for(club: Club) -> dict[str, int]:
    """Return by movement how many rounds a night can have with those who are there now."""
    return {
        movement: min(
            max(most_rounds(len(players_to_pair(club, movement)), movement), 1), MOST_ROUNDS
        )
        for movement in MOVEMENTS
    }


def check_present(club: Club, round_: Round) -> None:
    """Raise Refused if an absent player has a seat in the round."""
    absent = round_.players - {player.id for player in club.present}
    if absent:
        sentence = en("{name} has a seat in round {round}, but isn’t here.")
        raise Refused(Why.NOT_NOW, sentence, name=club.name(min(absent)), round=round_.round)


def players_to_pair(club: Club, movement: str) -> tuple[PlayerId, ...]:
    """Return who is paired; house players only if they fill a table."""
    guests = [one.id for one in club.present if not one.house]
    houses = [one.id for one in club.present if one.house]
    missing = -len(guests) % (4 if movement == "pairs" else 2)
    return (*guests, *houses[:missing]) if missing <= len(houses) else tuple(guests)


def played_rounds(night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds before *start*, each table with its winner if it has one."""
    return tuple(
        replace(one, tables=tuple(_with_winner(night, one, table) for table in one.tables))
        for one in night.rounds[: start - 1]
    )


def _with_winner(night: Night, one: Round, table: Seating) -> Seating:
    outcome = night.games[one.round, table.table].outcome
    return replace(table, winner=outcome.winner if outcome else None)
