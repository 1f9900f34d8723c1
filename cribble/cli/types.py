"""Values of options, checked by their bounds; an error is one sentence."""

from collections.abc import Callable
from typing import Any, Final

import click

from scorekeeper.bounds import Bound, integer, number, one_of
from scorekeeper.words import Fault, en


class Value(click.ParamType[Any]):
    """A value that *read* makes of text and that is within *bound*; *read* may raise ValueError."""

    def __init__(self, bound: Bound, read: Callable[[str], Any] = str) -> None:
        self.name, self._bound, self._read = bound.wanted, bound, read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            read = self._read(str(value))
        except ValueError:
            read = None
        if read is None or not self._bound.fits(read):
            raise BadOptionValue(param, value, self._bound.wanted)
        return read


def a_word(*words: str) -> Value:
    """One of a few words, in small letters or large ones."""
    return Value(one_of(*words, quoted=False), str.lower)


def a_whole(low: int, high: int) -> Value:
    """A whole number from *low* to *high*, in plain digits."""
    return Value(integer(low, high), _digits)


def a_number(low: float, high: float, unit: str) -> Value:
    """A number of *unit* from *low* to *high*, such as 0.5."""
    return Value(number(low, high, f" {unit}"), float)


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


class BadOptionValue(Fault):
    """An option that was given a value which it cannot have."""

    def __init__(self, param: click.Parameter | None, value: object, wanted: str) -> None:
        option = param.opts[0] if param else ""
        super().__init__(
            en("{option} cannot be {value}; it is {wanted}."),
            option=option,
            value=quoted(value),
            wanted=wanted,
        )


LONGEST_QUOTE: Final = 60
LONGEST_PATH: Final = 500


def quoted(value: object, longest: int = LONGEST_QUOTE) -> str:
    """Return *value* as an error shows it: on one line, and at most *longest* characters of it."""
    letters = str(value)[: longest + 1]
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in letters)
    return text if len(text) <= longest else text[: longest - 1] + "…"
