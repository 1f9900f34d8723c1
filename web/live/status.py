"""Strip, keypads and the half-typed entry in the reader's language, from the live state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from scorekeeper.board.render.scene import TYPED
from scorekeeper.game.codec import reader, to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.entry import Half
from scorekeeper.words import Words


class StripWord(msgspec.Struct, frozen=True):
    """``health`` is ``ok``, ``lost``, ``misfit``, ``miswired``, ``unfed``, ``broken`` or ``off``,
    and null where no strip was tried yet; ``say`` is what is wrong and what would mend it."""

    health: str | None
    say: str | None


def strip_word(asides: Mapping[str, Any], words: Words) -> StripWord:
    """What *asides* tell of the strip."""
    why = asides.get("strip_fault")
    return StripWord(asides.get("strip"), why and said(words, why))


def said(words: Words, why: Mapping[str, Any]) -> str:
    """A sentence of the catalogue with its values, one of which may be another such sentence."""
    values = {
        name: said(words, value) if isinstance(value, Mapping) else value
        for name, value in why["values"].items()
    }
    return words.say(why["sentence"], **values)


_read_half: Final = reader(Half)


def typed_word(snapshot: Snapshot, words: Words) -> str | None:
    """Ben's crib: 5 5 _ _; None where nothing is half typed."""
    plain = snapshot.asides.get(TYPED)
    return None if plain is None else words.pending_entry(_read_half(to_json(plain)), snapshot.game)


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
