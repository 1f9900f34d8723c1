"""The refusal of rounds that cannot be, with what can."""

from typing import Any, Final

from scorekeeper.words import Fault, en
from scorekeeper.words.errors import cut


class CannotPair(Fault):
    """No such rounds can be; the sentence says what can.

    ``most`` is the number of rounds that there can be in all (those played included), where that is
    what was wrong.
    """

    def __init__(self, sentence: str, /, *, most: int | None = None, **values: Any) -> None:
        super().__init__(sentence, most=most, **values)
        self.most = most


def too_many(rounds: int, most: int, players: int, movement: str) -> CannotPair:
    """Return the refusal of more *rounds* than a movement has without a repeat."""
    sentence = en(
        "{rounds} rounds are too many: with {players} players {movement} has {most} "
        "without a repeat."
    )
    return CannotPair(sentence, most=most, rounds=rounds, players=players, movement=movement)


def none_left(rounds: int, most: int) -> CannotPair:
    """Return the refusal of more *rounds* than are left for those who are there now."""
    sentence = en(
        "{rounds} rounds are too many: with the players who are here, {most} in all can be "
        "played without a repeat."
    )
    return CannotPair(sentence, most=most, rounds=rounds)


LONGEST: Final = 40


def shortened(text: str) -> str:
    """Return *text* on one line, and at most 40 characters of it."""
    return cut(text, LONGEST)
