"""The movements by name, and ``pair``, which makes the rounds of a night with one of them."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from club.pairing.history import MOST_ROUNDS, Unit, check_played, check_players, singles
from club.pairing.refusal import CannotPair, too_many
from club.pairing.remainder import circle_on, two_sided_on
from club.pairing.rotation import circle, most_in_circle, most_two_sided, two_sided
from club.pairing.round import PlayerId, Round, same_seats
from club.pairing.winners_up import next_round
from scorekeeper.words import en

Movement: TypeAlias = Literal["circle", "two-sided", "pairs", "winners-up"]
MOVEMENTS: Final[tuple[Movement, ...]] = get_args(Movement)

AS_NAMED: Final = 1
"""The seed with which players are taken as they are named; with any other they are shuffled."""


def pair(
    players: Sequence[PlayerId],
    rounds: int,
    movement: Movement,
    seed: int = AS_NAMED,
    played: Sequence[Round] = (),
) -> tuple[Round, ...]:
    """Return all rounds of a night, from the first to the one numbered *rounds*.

    *played* rounds come first, as they were. Of those that follow, everybody in *players* (who is
    there now: without those who left, with those who came) plays one game in each or sits out;
    nobody meets anybody again, those of *played* included; nobody sits out again before everybody
    else who is there sat out as often.

    The same arguments give the same rounds. With *played* as they were drawn and nobody gone or
    come, so are the rest. ``winners-up`` needs the winner of each table of *played* and gives one
    round at a time. ``pairs`` takes *players* two by two.

    Raises CannotPair.
    """
    check_players(players)
    check_played(played, rounds)
    units = _units(players, movement)
    if len(played) == rounds:
        return tuple(played)
    if movement == "winners-up":
        order = drawn(units, seed, "winners-up")
        return (*played, next_round(order, played))
    fresh = _fresh(units, rounds, movement, seed, is_late=bool(played))
    if len(fresh) >= len(played) and all(map(same_seats, fresh, played)):
        return (*played, *fresh[len(played) :])
    return (*played, *_on(units, played, rounds, movement, seed))


def most_rounds(players: int, movement: Movement) -> int:
    """Return how many rounds *movement* has without a repeat, where nothing was played yet."""
    match movement:
        case "circle":
            return most_in_circle(players)
        case "pairs":
            return most_in_circle(players // 2)
        case "two-sided":
            return most_two_sided(players)
        case "winners-up":
            return MOST_ROUNDS


def _units(players: Sequence[PlayerId], movement: Movement) -> tuple[Unit, ...]:
    """Return who is paired. Raises CannotPair where they are too few or, for pairs, odd."""
    paired = movement == "pairs"
    fewest = 4 if paired else 2
    if len(players) < fewest:
        sentence = en("{movement} takes {fewest} players or more, not {players}.")
        raise CannotPair(sentence, movement=movement, fewest=fewest, players=len(players))
    if not paired:
        return singles(players)
    if len(players) % 2:
        sentence = en(
            "{value} has no partner: fixed pairs are named two by two, and {players} is odd; "
            "{fewer} or {more} can be."
        )
        count = len(players)
        raise CannotPair(
            sentence, value=players[-1], players=count, fewer=count - 1, more=count + 1
        )
    return tuple(zip(players[::2], players[1::2], strict=True))


def drawn(units: Sequence[Unit], seed: int, what: str) -> tuple[Unit, ...]:
    """Return *units* in the order of *seed*."""
    order = list(units)
    if seed != AS_NAMED:
        Random(f"{what} {seed}").shuffle(order)
    return tuple(order)


def _fresh(
    units: Sequence[Unit],
    rounds: int,
    movement: Movement,
    seed: int,
    *,
    is_late: bool,
) -> tuple[Round, ...]:
    """Return the night as it is drawn before anything was played; nothing where *is_late* and it
    has too few rounds. Raises CannotPair."""
    people = sum(map(len, units))
    most = most_rounds(people, movement)
    if rounds > most and not is_late:
        raise too_many(rounds, most, people, movement)
    if rounds > most:
        return ()
    order = drawn(units, seed, movement)
    match movement:
        case "two-sided":
            return two_sided(order, rounds)
        case _:
            return circle(order, rounds)


def _on(
    units: Sequence[Unit],
    played: Sequence[Round],
    rounds: int,
    movement: Movement,
    seed: int,
) -> tuple[Round, ...]:
    match movement:
        case "two-sided":
            return two_sided_on(units, played, rounds, seed)
        case _:
            return circle_on(units, played, rounds, seed)
