"""The sixteen keys on numeric keypads and keyboards, by what Linux calls theirs."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.keypad.key import Key

NUMERIC: Final[Mapping[str, Key]] = {
    **{f"KEY_KP{digit}": Key(str(digit)) for digit in range(2, 10)},
    "KEY_KP1": Key.ACE,
    "KEY_KP0": Key.TEN,
    "KEY_KPSLASH": Key.JACK,
    "KEY_KPASTERISK": Key.QUEEN,
    "KEY_KPMINUS": Key.KING,
    "KEY_KPPLUS": Key.GO,
    "KEY_KPDOT": Key.UNDO,
    "KEY_KPCOMMA": Key.UNDO,
    "KEY_BACKSPACE": Key.UNDO,
    "KEY_KPENTER": Key.OK,
}
"""The keys of a numeric keypad, whatever its lock says: four by four as on the overlay."""

LETTERS: Final[Mapping[str, Key]] = {
    **{f"KEY_{digit}": Key(str(digit)) for digit in range(2, 10)},
    **{f"KEY_{letter}": Key(letter) for letter in "AJQK"},
    "KEY_1": Key.ACE,
    "KEY_0": Key.TEN,
    "KEY_T": Key.TEN,
    "KEY_G": Key.GO,
    "KEY_SPACE": Key.GO,
    "KEY_U": Key.UNDO,
    "KEY_ENTER": Key.OK,
}
"""The keys of a keyboard beside those."""

NAMES: Final[Mapping[str, Key]] = {**NUMERIC, **LETTERS}
