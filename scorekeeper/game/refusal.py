"""Refusals: an error code, values for the message, and validation of single fields."""

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final, NoReturn, TypeVar


class Code(StrEnum):
    """The reason for a refusal. Clients depend on the values, so they must not be renamed."""

    NO_GAME = "no_game"
    GAME_ON = "game_on"
    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"
    OUT_OF_TURN = "out_of_turn"
    NO_CARDS_LEFT = "no_cards_left"
    ALREADY_GONE = "already_gone"
    GO_TOO_LOW = "go_too_low"
    OVER_31 = "over_31"
    ALREADY_LAID = "already_laid"
    FIFTH_OF_A_RANK = "fifth_of_a_rank"
    WRONG_CARDS = "wrong_cards"
    IMPOSSIBLE_SAY = "impossible_say"
    NO_WINDOW = "no_window"
    ALREADY_CALLED = "already_called"
    OWN_TEAM = "own_team"
    NO_SUCH = "no_such"
    BAD_VALUE = "bad_value"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_LONGER_HOLDS = "no_longer_holds"
    STALE = "stale"


class Refusal(Exception):
    """The action is not allowed now; nothing was changed.

    ``facts`` are plain values (seats, cards, numbers, field names, player names) from which
    ``scorekeeper.words`` makes the message. ``entry`` is the entry at which an amend failed.
    """

    def __init__(self, code: Code, *, entry: int | None = None, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts, self.entry = code, facts, entry


Words = TypeVar("Words", bound=StrEnum)

LARGEST: Final = 2**53 - 1
"""The largest integer that all JSON parsers represent exactly."""

JOINERS: Final = "\u200c\u200d\ufe0f"
"""Characters that are not printable, but required by some scripts and by composed emoji."""

BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols in Unicode that render as nothing."""

RESERVED: Final = re.compile(
    r"the keypad|le clavier|le pavé de touches|(phone|(le )?téléphone) ?[0-9]+"
)
"""Default names of keypads and phones, in all languages; players may not use them."""

MAX_NAME_LENGTH: Final = 40


def reject(field: str, value: object, wanted: str | tuple[int, int]) -> NoReturn:
    """Raise Refusal BAD_VALUE for a value that was decoded but is not allowed. *wanted* states the
    allowed values, in symbols or as two numbers, as the field's message expects."""
    raise Refusal(Code.BAD_VALUE, field=field, value=value, wanted=wanted)


def check_index(what: str, value: int, number: int) -> int:
    """Return *value* if it is in 0 … *number* - 1; otherwise raise Refusal NO_SUCH *what*."""
    if 0 <= value < number:
        return value
    raise Refusal(Code.NO_SUCH, what=what, value=value, wanted=f"0–{number - 1}")


def check_word(field: str, value: str, words: type[Words]) -> Words:
    """Return the member of *words* with this *value*; otherwise raise Refusal BAD_VALUE."""
    try:
        return words(value)
    except ValueError:
        reject(field, value, " | ".join(words))


def check_int(field: str, value: int, least: int) -> int:
    """Return *value* if it is at least *least* and exact in JSON; else raise Refusal BAD_VALUE."""
    if least <= value <= LARGEST:
        return value
    reject(field, value, f"≥ {least}")


def one_line(field: str, text: str, least: int, most: int) -> str:
    """Return *text* stripped, if its length is allowed and it is printable and a single line."""
    short = text.strip(" ")
    printable = all(c.isprintable() or c in JOINERS for c in short)
    if not (least <= len(short) <= most and printable):
        reject(field, text, f"{least}–{most}")
    return short


def plain_name(name: str) -> str:
    """Return *name* in lower case without invisible characters, for comparing what users see."""
    seen = (c for c in unicodedata.normalize("NFKC", name) if c not in BLANK + JOINERS)
    return " ".join("".join(seen).casefold().split())


def is_visible(name: str) -> bool:
    """True if *name* contains a visible character."""
    return any(unicodedata.category(c)[0] in "LNPS" for c in plain_name(name))


def is_reserved(name: str) -> bool:
    """True if *name* is a default name of a keypad or phone."""
    return RESERVED.fullmatch(plain_name(name)) is not None


def player_name(name: str, others: Iterable[str]) -> str:
    """Return the normalized *name* of a player. Refuses invisible, reserved and *others*' names."""
    short = one_line("name", name, 1, MAX_NAME_LENGTH)
    if not is_visible(short):
        reject("unseen_name", name, "")
    if is_reserved(short):
        reject("given_name", name, "")
    if plain_name(short) in map(plain_name, others):
        reject("same_name", name, "")
    return short
