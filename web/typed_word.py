"""What is half typed on the keypad, in the language of whoever looks: from its aside."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.scene import TYPED
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.wire import reader, to_json
from scorekeeper.keys import Half
from scorekeeper.words import Words

_read_half: Final = reader(Half)


def half_typed(snapshot: Snapshot) -> Half | None:
    """Return what is half typed on the keypad; None where nothing is."""
    plain = snapshot.asides.get(TYPED)
    return None if plain is None else _read_half(to_json(plain))


def typed_word(snapshot: Snapshot, words: Words) -> str | None:
    """Ben's crib: 5 5 _ _; None where nothing is half typed."""
    half = half_typed(snapshot)
    return None if half is None else words.typed(half, snapshot.game)
