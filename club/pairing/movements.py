"""The movements by name, and ``pair``, which makes the rounds of a night with one of them."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from club.pairing.round import PlayerId, Round
from scorekeeper.words import Fault

Movement: TypeAlias = Literal["circle", "two-sided", "partners", "pairs", "winners-up", "manual"]
MOVEMENTS: Final[tuple[Movement, ...]] = (
    "circle", "two-sided", "partners", "pairs", "winners-up", "manual",
)  # fmt: skip


class CannotPair(Fault):
    """No such rounds can be; the sentence says what can. ``most`` is the number of rounds that
    there can be in all (those played included), where that is what was wrong."""

    most: int | None = None


def pair(
    players: Sequence[PlayerId],
    rounds: int,
    movement: Movement,
    seed: int = 0,
    played: Sequence[Round] = (),
    *,
    tables: Sequence[str] = (),
) -> tuple[Round, ...]:
    """Return all rounds of a night, from the first to the one numbered *rounds*.

    *played* rounds come first, as they were. Of those that follow, everybody in *players* (who is
    there now: without those who left, with those who came) plays one game in each or sits out;
    nobody meets anybody again, those of *played* included; nobody sits out again before everybody
    else who is there sat out as often. *tables* names the tables, usually 1, 2, 3 ….

    The same arguments give the same rounds. With *played* as they were drawn and nobody gone or
    come, so are the rest. ``winners-up`` needs the winner of each table of *played* and gives one
    round at a time; ``pairs`` takes *players* two by two; ``manual`` is refused here.

    Raises CannotPair.
    """
    raise NotImplementedError


def most_rounds(players: Sequence[PlayerId], movement: Movement) -> int:
    """Return how many rounds *movement* has without a repeat, where nothing was played yet."""
    raise NotImplementedError
