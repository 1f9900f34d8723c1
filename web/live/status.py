"""How the strip is, in the language of whoever looks: from the asides that the lights leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

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
