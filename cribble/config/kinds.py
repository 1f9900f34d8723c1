"""What a key of the config is for, and what its value may be: in symbols that need no translation,
and as a check."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, TypeAlias

Fits: TypeAlias = Callable[[Any], bool]


class Kind(NamedTuple):
    """What a value may be."""

    wanted: str
    fits: Fits


class Key(NamedTuple):
    """A key of the config: what it is for, as a sentence of the catalogue, and what it may be."""

    about: str
    kind: Kind


def whole(low: int, high: int) -> Kind:
    """A whole number."""
    return Kind(f"{low}–{high}", _is_whole(low, high))


def number(low: float, high: float, unit: str = "") -> Kind:
    """A number, whole or not."""

    def fits(value: Any) -> bool:
        return type(value) in (int, float) and low <= value <= high

    return Kind(f"{low:g}–{high:g}{unit}", fits)


def one_of(*values: str | int) -> Kind:
    """One of a few words or numbers."""
    shown = (f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    kinds = {type(value) for value in values}
    return Kind(" | ".join(shown), lambda value: type(value) in kinds and value in values)


def matching(pattern: str, example: str) -> Kind:
    """A text that is written like *example*, or none."""
    return Kind(
        f'"" | "{example}"',
        lambda value: isinstance(value, str) and re.fullmatch(f"(?:{pattern})?", value) is not None,
    )


def texts(each: re.Pattern[str], example: str, least: int = 0) -> Kind:
    """A list of texts, so many at least."""

    def fits(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) >= least
            and all(isinstance(one, str) and each.fullmatch(one) is not None for one in value)
        )

    shown = ", ".join([f'"{example}"'] * least) or f'"{example}", …'
    return Kind(f"[{shown}]", fits)


def wholes(low: int, high: int) -> Kind:
    """A list of whole numbers."""
    return Kind(f"[{low}–{high}, …]", _list_of(_is_whole(low, high)))


def several(count: int, low: int, high: int) -> Kind:
    """So many whole numbers."""
    each = _list_of(_is_whole(low, high))

    def fits(value: Any) -> bool:
        return each(value) and len(value) == count

    return Kind(f"[{', '.join([f'{low}–{high}'] * count)}]", fits)


def rows_of_wholes(low: int, high: int) -> Kind:
    """A list of lists of whole numbers."""
    return Kind(f"[[{low}–{high}, …], …]", _list_of(_list_of(_is_whole(low, high))))


def is_tables(value: Any) -> bool:
    """Whether it is a list of tables."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _is_whole(low: int, high: int) -> Fits:
    return lambda value: type(value) is int and low <= value <= high


def _list_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _is_address(value: object) -> bool:
    """Whether a socket can listen there, as far as its look goes."""
    try:
        return isinstance(value, str) and bool(ip_address(value))
    except ValueError:
        return False


TEXT: Final = Kind('"…"', lambda value: isinstance(value, str) and value.isprintable())
YES_OR_NO: Final = Kind("true | false", lambda value: isinstance(value, bool))
ADDRESS: Final = Kind('"0.0.0.0" | "127.0.0.1" | "::" …', _is_address)
