"""Strip, keypads and the half-typed entry in the reader's language, from the live state."""

from __future__ import annotations

import msgspec

from scorekeeper.game.live import FaultMessage, Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.words import Words


class StripWord(msgspec.Struct, frozen=True):
    """``health`` is ``ok``, ``lost``, ``misfit``, ``miswired``, ``unfed``, ``broken`` or ``off``,
    and null where no strip was tried yet; ``say`` is what is wrong and what would mend it."""

    health: str | None
    say: str | None


def strip_word(live: Live, words: Words) -> StripWord:
    """Return how the strip is, in *words*."""
    return StripWord(live.strip, said(words, live.strip_fault) if live.strip_fault else None)


def said(words: Words, fault: FaultMessage) -> str:
    """Return *fault* as a sentence."""
    values = {
        name: said(words, value) if isinstance(value, FaultMessage) else value
        for name, value in fault.values.items()
    }
    return words.say(fault.sentence, **values)


def typed_word(snapshot: Snapshot, words: Words) -> str | None:
    """Ben's crib: 5 5 _ _; None where nothing is half typed."""
    typed = snapshot.live.pending_entry
    return words.typed(typed, snapshot.game) if typed else None


class KeypadWord(msgspec.Struct, frozen=True):
    """A keypad: ``name`` as the config has it; ``health`` is ``ok``, ``lost`` or ``off``; ``say``
    is what is wrong and what would mend it."""

    name: str
    health: str
    say: str | None


def keypad_words(live: Live, words: Words) -> tuple[KeypadWord, ...]:
    """Return how each keypad is, in *words*."""
    return tuple(
        KeypadWord(one.name, one.health, said(words, one.fault) if one.fault else None)
        for one in live.keypads
    )
