"""How the keypads are, in the language of whoever looks: from the aside of their keeper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from scorekeeper.words import Words
from web.live.status import said

KEYPADS: Final = "keypads"
"""The aside: of each keypad its name, its health, and why it presses nothing."""


class KeypadWord(msgspec.Struct, frozen=True):
    """A keypad: ``name`` as the config has it; ``health`` is ``ok``, ``lost`` or ``off``; ``say``
    is what is wrong and what would mend it."""

    name: str
    health: str
    say: str | None


def keypad_words(asides: Mapping[str, Any], words: Words) -> tuple[KeypadWord, ...]:
    """What *asides* tell of the keypads."""
    return tuple(
        KeypadWord(one["name"], one["health"], one["fault"] and said(words, one["fault"]))
        for one in asides.get(KEYPADS, ())
    )
