"""How the keypad is, in the language of whoever looks: from the asides that its keeper leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from scorekeeper.words import Words
from web.strip_word import said

HEALTH: Final = "keypad"
FAULT: Final = "keypad_fault"
"""Asides: the keypad's word, and why it presses nothing."""


class KeypadWord(msgspec.Struct, frozen=True):
    """``health`` is ``ok``, ``lost`` or ``off``, and null where there is none; ``say`` is what is
    wrong and what would mend it."""

    health: str | None
    say: str | None


def keypad_word(asides: Mapping[str, Any], words: Words) -> KeypadWord:
    """What *asides* tell of the keypad."""
    why = asides.get(FAULT)
    return KeypadWord(asides.get(HEALTH), why and said(words, why))
