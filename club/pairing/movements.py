"""The movements, and ``pair``, which returns the rounds of a night according to one of them."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from club.pairing.round import MAX_ID_LENGTH, CannotPair, PlayerId, Round, Unit, as_round
from club.pairing.search import rest_of_night
from scorekeeper.words import en
from scorekeeper.words.catalogue import cut

Movement: TypeAlias = Literal["circle", "two-sided", "pairs", "winners-up"]
MOVEMENTS: Final[tuple[Movement, ...]] = get_args(Movement)

AS_NAMED: Final = 1
"""The seed that keeps players in the given order; any other seed shuffles them."""
MAX_PLAYERS: Final = 200
MAX_ROUNDS: Final = 99
MAX_SHOWN_LENGTH: Final = 40
"""Maximum number of characters of an invalid name quoted in an error message."""


def pair(
    players: Sequence[PlayerId],
    rounds: int,
    movement: Movement,
    seed: int = AS_NAMED,
    played: Sequence[Round] = (),
) -> tuple[Round, ...]:
    """Return all rounds of a night, from 1 to *rounds*.

    *played* rounds come first, unchanged. In each later round each of *players*, those present now,
    plays one game or sits out. No two meet twice, including in *played*, and no player sits out
    again before all others present have sat out as often.

    The result is deterministic; with *played* as drawn before and the same players, the remaining
    rounds are the same too. ``winners-up`` needs the winners of *played* and returns one round at a
    time. ``pairs`` takes *players* as consecutive pairs.

    Raises CannotPair.
    """
    units = _units(players, movement)
    if len(played) == rounds:
        return tuple(played)
    order = list(units)
    if seed != AS_NAMED:
        Random(f"{movement} {seed}").shuffle(order)
    if movement == "winners-up":
        return (*played, _winners_up(order, played))
    most = most_rounds(len(players), movement)
    if rounds > most and not played:
        sentence = en(
            "{rounds} rounds is too many: with {players} players, {movement} allows {most} "
            "without a repeat."
        )
        raise CannotPair(
            sentence, most=most, rounds=rounds, players=len(players), movement=movement
        )
    if rounds <= most:
        draw = _two_sided if movement == "two-sided" else _circle
        fresh = [draw(order, number) for number in range(1, rounds + 1)]
        if all(_seats(one) == _seats(other) for one, other in zip(fresh, played, strict=False)):
            return (*played, *fresh[len(played) :])
    rest = rest_of_night(units, played, rounds, seed, two_sided=movement == "two-sided")
    return (*played, *rest)


def most_rounds(players: int, movement: Movement) -> int:
    """Return the number of rounds of *movement* possible without a repeat if nothing has been
    played yet."""
    match movement:
        case "circle" | "pairs":
            units = players // 2 if movement == "pairs" else players
            return units - 1 if units % 2 == 0 else units
        case "two-sided":
            return (players + 1) // 2
        case "winners-up":
            return MAX_ROUNDS


def _units(players: Sequence[PlayerId], movement: Movement) -> tuple[Unit, ...]:
    for player, times in Counter(players).items():
        if not player.strip() or not player.isprintable() or len(player) > MAX_ID_LENGTH:
            sentence = en("A player can’t be called {value}; use 1 to 64 printable characters.")
            raise CannotPair(sentence, value=cut(player, MAX_SHOWN_LENGTH))
        if times > 1:
            sentence = en("{value} is listed twice.")
            raise CannotPair(sentence, value=player)
    count = len(players)
    if count > MAX_PLAYERS:
        sentence = en("{players} players is too many; the limit is {limit}.")
        raise CannotPair(sentence, players=count, limit=MAX_PLAYERS)
    fewest = 4 if movement == "pairs" else 2
    if count < fewest:
        sentence = en("{movement} needs at least {fewest} players, not {players}.")
        raise CannotPair(sentence, movement=movement, fewest=fewest, players=count)
    if movement != "pairs":
        return tuple((player,) for player in players)
    if count % 2:
        sentence = en(
            "{value} has no partner: fixed pairs need an even number of players, such as "
            "{fewer} or {more}, not {players}."
        )
        raise CannotPair(
            sentence, value=players[-1], players=count, fewer=count - 1, more=count + 1
        )
    return tuple(zip(players[::2], players[1::2], strict=True))


def _seats(one: Round) -> tuple[object, ...]:
    tables = {(seating.table, frozenset(map(frozenset, seating.sides))) for seating in one.tables}
    return tables, set(one.out)


def _circle(units: Sequence[Unit], number: int) -> Round:
    """Return a round of the circle method: one unit stays, the others move one seat per round. If
    the number of units is odd, the fixed seat is empty, and the unit opposite sits out."""
    still, moving = ((), units) if len(units) % 2 else (units[:1], units[1:])
    turn = number - 1
    moved = (*moving[turn:], *moving[:turn])
    games = [(moved[at], moved[-at]) for at in range(1, len(moved) // 2 + 1)]
    if still:
        return as_round(number, [(still[0], moved[0]), *games], ())
    return as_round(number, games, moved[:1])


def _two_sided(units: Sequence[Unit], number: int) -> Round:
    """Return a round in which the first half of *units* stays, and the other half has moved one
    table per round. If the number is odd, the moving side has one more unit, and a place after the
    last table for sitting out."""
    staying, moving = units[: len(units) // 2], units[len(units) // 2 :]
    moved = [moving[(at - number + 1) % len(moving)] for at in range(len(moving))]
    return as_round(number, zip(staying, moved, strict=False), moved[len(staying) :])


def _winners_up(units: Sequence[Unit], played: Sequence[Round]) -> Round:
    """Return the round after *played*: winners move up one table, losers stay; at the first table
    the winner stays and the loser goes to the last table.

    *units* are in the order of the first round. New units, and those that sat out, start at the
    last table. If the number is odd, the unit that has sat out least sits out; if tied, the last in
    order. Raises CannotPair if a table has no winner yet.
    """
    winners, losers = list[Unit](), list[Unit]()
    for seating in played[-1].tables if played else ():
        if seating.winner not in {0, 1}:
            sentence = en(
                "Table {table} has no winner yet in round {number}: the next round depends on it."
            )
            raise CannotPair(sentence, table=seating.table, number=played[-1].round)
        winners.append(seating.sides[seating.winner])
        losers.append(seating.sides[1 - seating.winner])
    # At each table the winner who comes up meets the loser who stays; the first table's loser is at
    # the last table.
    stay_and_come = zip(losers[1:], winners[1:], strict=True)
    after = (*winners[:1], *chain.from_iterable(map(reversed, stay_and_come)), *losers[:1])
    ladder = [unit for unit in after if unit in units]
    ladder += [unit for unit in units if unit not in ladder]
    out = list[Unit]()
    if len(ladder) % 2:
        sat = Counter(player for one in played for player in one.out)
        least = min(sat[unit[0]] for unit in ladder)
        out = [next(unit for unit in reversed(ladder) if sat[unit[0]] == least)]
        ladder.remove(out[0])
    return as_round(len(played) + 1, zip(ladder[::2], ladder[1::2], strict=True), out)
