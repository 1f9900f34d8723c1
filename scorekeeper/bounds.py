"""Bounds on values: a check, and the allowed values in symbols that need no translation.

House rules, the config, host settings and command-line options all use these bounds.
"""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple


class Bound(NamedTuple):
    """The allowed range of a value: ``wanted`` describes it, ``fits`` checks a value."""

    wanted: str
    fits: Callable[[Any], bool]


TRUE_OR_FALSE: Final = Bound("true | false", lambda value: isinstance(value, bool))
TEXT: Final = Bound('"…"', lambda value: isinstance(value, str) and value.isprintable())


def integer(low: int, high: int) -> Bound:
    """A whole number from *low* to *high*.

    >>> integer(0, 10).wanted
    '0–10'
    """
    return Bound(f"{low}–{high}", lambda value: type(value) is int and low <= value <= high)


def number(low: float, high: float, unit: str = "") -> Bound:
    """A number from *low* to *high*, whole or not; *unit* is appended to the range.

    >>> number(0.5, 1, " s").wanted
    '0.5–1 s'
    """

    def fits(value: Any) -> bool:
        return type(value) in (int, float) and low <= value <= high

    return Bound(f"{low:g}–{high:g}{unit}", fits)


def one_of(*values: str | int, quoted: bool = True) -> Bound:
    """One of a few strings or numbers; strings are *quoted*, as in the config and JSON, or not.

    >>> one_of("left", "right", 3).wanted
    '"left" | "right" | 3'
    """
    shown = (f'"{one}"' if quoted and isinstance(one, str) else str(one) for one in values)
    types = {type(value) for value in values}
    return Bound(" | ".join(shown), lambda value: type(value) in types and value in values)


def matching(pattern: str | re.Pattern[str], example: str, *, or_empty: bool = False) -> Bound:
    """A string that *pattern* matches in full, such as *example*; or an empty one.

    >>> matching(r"[0-9]+ V", "5 V", or_empty=True).wanted
    '"" | "5 V"'
    """
    whole_text = re.compile(pattern)

    def fits(value: Any) -> bool:
        if not isinstance(value, str):
            return False
        return (or_empty and not value) or whole_text.fullmatch(value) is not None

    return Bound(f'"" | "{example}"' if or_empty else f'"{example}"', fits)


def list_of(each: Bound, least: int = 0, most: int | None = None) -> Bound:
    """A list of *least* to *most* values, all within the bound *each*.

    >>> list_of(integer(0, 27)).wanted, list_of(integer(0, 27), 2, 2).wanted
    ('[0–27, …]', '[0–27, 0–27]')
    """

    def fits(value: Any) -> bool:
        return (
            isinstance(value, list | tuple)
            and len(value) >= least
            and (most is None or len(value) <= most)
            and all(map(each.fits, value))
        )

    return Bound(f"[{', '.join([each.wanted] * least) or f'{each.wanted}, …'}]", fits)
