"""What may stand behind an option, and how a wrong value is told in one sentence."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import click

from scorekeeper.words import Fault, en


class OneOf(click.ParamType[str]):
    """One of a few words, in small letters or large ones."""

    name = "one of"

    def __init__(self, *values: str) -> None:
        self.values = values

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if (word := str(value).lower()) in self.values:
            return word
        raise CannotBe(param, value, " | ".join(self.values))


class Whole(click.ParamType[int]):
    """A whole number from *low* to *high*."""

    name = "whole number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(self.high))
        if digits and self.low <= int(text) <= self.high:
            return int(text)
        raise CannotBe(param, value, f"{self.low}–{self.high}")


class Number(click.ParamType[float]):
    """A number of *unit* from *low* to *high*, such as 0.5."""

    name = "number"

    def __init__(self, low: float, high: float, unit: str) -> None:
        self.low, self.high, self.unit = low, high, unit

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        with suppress(ValueError):
            if self.low <= (number := float(value)) <= self.high:
                return number
        raise CannotBe(param, value, f"{self.low:g}–{self.high:g} {self.unit}")


class CannotBe(Fault):
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
    """A value as an error shows it: on one line, and not the whole of a long one."""
    text = "".join(map(_printed, str(value)[: longest + 1]))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _printed(letter: str) -> str:
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode()
