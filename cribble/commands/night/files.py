"""Files of a night: results, a line each, and rounds as ``pair --json`` prints them."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from club.pairing.history import check_played
from club.pairing.round import PlayerId, Round, Seating
from club.results.result import Result, last_of_each, read_result, with_winners
from club.results.standing import natural
from cribble.cli.files import NumberedLine, at, lines_of, reading
from scorekeeper.game.codec import reader
from scorekeeper.words import Fault, Words, en

MOST_LINES: Final = 100_000


class Rounds(msgspec.Struct, frozen=True):
    """The JSON that ``pair --json`` prints."""

    rounds: tuple[Round, ...]


class LineKind(msgspec.Struct, frozen=True):
    """Enough of a line to tell rounds from a result."""

    rounds: Any = None


class NightFile(msgspec.Struct, frozen=True):
    """A file's content: the ``rounds`` that were drawn, if any, and ``results``, as they came."""

    rounds: tuple[Round, ...]
    results: tuple[Result, ...]


_read_rounds: Final = reader(Rounds)
_read_kind: Final = reader(LineKind)


def read_night(name: str, words: Words) -> NightFile:
    """Return what the file called *name* has; rounds and results may be mixed. Raises Fault, or
    what says the number of the line."""
    rounds: tuple[Round, ...] = ()
    results = []
    with reading(name) as file:
        for count, line in enumerate(lines_of(file), 1):
            if count > MOST_LINES:
                raise Fault(en("{path} has more than {most} lines."), path=name, most=MOST_LINES)
            with at(line, words):
                found = _read_line(line)
            if isinstance(found, Result):
                results.append(found)
            else:
                rounds = found
    return NightFile(rounds, tuple(results))


def read_results(name: str, words: Words) -> tuple[Result, ...]:
    """Return the results in the file called *name*, as they came."""
    return read_night(name, words).results


def _read_line(line: NumberedLine) -> Result | tuple[Round, ...]:
    if _read_kind(line.text).rounds is None:
        return read_result(line.text)
    rounds = _read_rounds(line.text).rounds
    check_played(rounds, max(len(rounds), 1))
    return rounds


def rounds_played(
    night: NightFile, present: Sequence[PlayerId], joined: Sequence[PlayerId], before: int | None
) -> tuple[Round, ...]:
    """Return the rounds *before* that number that were played, each table with its winner.

    Without *before* those up to the last with a result; without any results, all. Where no rounds
    are kept, they are made from the results: those of *present* who are in no game of a round sat
    out then, unless they *joined* only now.
    """
    results = last_of_each(night.results)
    rounds = night.rounds or _from_results(results, present, joined)
    last = max((result.round for result in results), default=len(rounds))
    end = last if before is None else before - 1
    return tuple(
        Round(
            one.round,
            tuple(with_winners(seating, results, one.round) for seating in one.tables),
            one.out,
        )
        for one in rounds
        if one.round <= end
    )


def _from_results(
    results: Sequence[Result], present: Sequence[PlayerId], joined: Sequence[PlayerId]
) -> tuple[Round, ...]:
    late = set(joined)
    rounds = []
    for number in range(1, max((result.round for result in results), default=0) + 1):
        games = [result for result in results if result.round == number]
        seated = {player for result in games for player in result.players}
        out = tuple(one for one in present if one not in seated and one not in late)
        games.sort(key=lambda result: natural(result.table))
        seatings = tuple(Seating(result.table, result.players) for result in games)
        rounds.append(Round(number, seatings, out))
    check_played(rounds, max(len(rounds), 1))
    return tuple(rounds)
