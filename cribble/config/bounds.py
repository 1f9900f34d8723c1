"""What a value of the config may be: in symbols that need no translation, and as a check."""

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final, NamedTuple


class Bound(NamedTuple):
    """``wanted`` shows what a value may be; ``fits`` is true for a value read from TOML that is."""

    wanted: str
    fits: Callable[[Any], bool]


def whole(low: int, high: int) -> Bound:
    """A whole number."""
    return Bound(f"{low}–{high}", lambda value: type(value) is int and low <= value <= high)


def number(low: float, high: float, unit: str = "") -> Bound:
    """A number, whole or not."""
    return Bound(
        f"{low:g}–{high:g}{unit}",
        lambda value: type(value) in (int, float) and low <= value <= high,
    )


def one_of(*values: str | int) -> Bound:
    """One of a few words or numbers."""
    shown = (f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    types = {type(value) for value in values}
    return Bound(" | ".join(shown), lambda value: type(value) in types and value in values)


def matching(pattern: str, example: str) -> Bound:
    """A text like *example*."""
    compiled = re.compile(pattern, re.ASCII)
    return Bound(
        f'"{example}"',
        lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None,
    )


def list_of(each: Bound, *, exactly: int = 0, least: int = 0) -> Bound:
    """A list whose items are all within *each*: *exactly* so many, or that many at *least*."""
    shown = ", ".join([each.wanted] * (exactly or least)) or f"{each.wanted}, …"

    def fits(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) >= least
            and len(value) == (exactly or len(value))
            and all(map(each.fits, value))
        )

    return Bound(f"[{shown}]", fits)


def is_tables(value: object) -> bool:
    """True if *value* is a list of TOML tables."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _is_address(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(ip_address(value))
    except ValueError:
        return False


TEXT: Final = Bound('"…"', lambda value: isinstance(value, str) and value.isprintable())
YES_OR_NO: Final = Bound("true | false", lambda value: isinstance(value, bool))
ADDRESS: Final = Bound('"0.0.0.0" | "127.0.0.1" | "::" …', _is_address)
