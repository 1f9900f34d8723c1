"""The number of lights of a strip, found by halving: so many shine; is the last one lit?"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.wiring.check import MOST_PIXELS

FIRST_GUESS: Final = 128
"""Most boards for two have no more; from there on it is doubled."""

Answers: TypeAlias = Sequence[tuple[int, bool]]
"""The number of lights that shone, and True if the strip's last one did, by question."""


class Length(NamedTuple):
    """The strip has ``least`` to ``most`` lights. ``guess`` is how many shall shine next; None once
    the number is known."""

    least: int
    most: int
    guess: int | None


def strip_length(answers: Answers, most: int = MOST_PIXELS) -> Length:
    """Return what *answers* tell of a strip of at most *most* lights. Of two that contradict each
    other the later one counts."""
    least, longest = 1, max(1, most)
    top = longest
    for shone, is_last_lit in answers:
        lights = max(0, shone)
        if is_last_lit:
            least, top = (least if lights >= least else 1), max(1, min(lights, longest))
        else:
            least, top = min(lights + 1, longest), (top if lights < top else longest)
    if least == top:
        return Length(least, top, None)
    return Length(least, top, min(_guess(least), (least + top) // 2))


def _guess(least: int) -> int:
    """Return how far to double before anybody saw the end."""
    guess = FIRST_GUESS
    while guess < least:
        guess *= 2
    return guess
