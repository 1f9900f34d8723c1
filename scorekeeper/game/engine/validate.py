"""Checks of values that can be read but may not fit: each is refused by name."""

from typing import Final, NoReturn

from scorekeeper.game.refusal import Code, Refusal

LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact."""

JOINERS: Final = "\u200c\u200d\ufe0f"
"""Unprintable, but without them names in some scripts and faces in pictures fall apart."""


def reject(field: str, value: object, wanted: str | tuple[int, int]) -> NoReturn:
    """Refuse a value that can be read but does not fit; *wanted* says what would, in symbols or as
    the least and the most. Raises Refusal BAD_VALUE."""
    raise Refusal(Code.BAD_VALUE, field=field, value=value, wanted=wanted)


def check_index(what: str, value: int, number: int) -> int:
    """Return *value* if it is one of 0 … *number* - 1; else raise Refusal NO_SUCH *what*."""
    if 0 <= value < number:
        return value
    raise Refusal(Code.NO_SUCH, what=what, value=value, wanted=f"0–{number - 1}")


def check_int(field: str, value: int, least: int) -> int:
    """Return *value* if it is at least *least* and no larger than JSON keeps exact."""
    if least <= value <= LARGEST:
        return value
    reject(field, value, f"≥ {least}")


def one_line(field: str, text: str, least: int, most: int) -> str:
    """Return *text* without outer blanks, if its length fits and it is printable on one line."""
    short = text.strip(" ")
    printable = all(c.isprintable() or c in JOINERS for c in short)
    if not (least <= len(short) <= most and printable):
        reject(field, text, f"{least}–{most}")
    return short
