"""What is half typed on the keypad, in the language of whoever looks: from its aside."""

from __future__ import annotations

from typing import Final

from scorekeeper.board.render.scene import TYPED
from scorekeeper.game.codec import reader, to_json
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.entry import Half
from scorekeeper.words import Words

_read_half: Final = reader(Half)


def typed_word(snapshot: Snapshot, words: Words) -> str | None:
    """Ben's crib: 5 5 _ _; None where nothing is half typed."""
    plain = snapshot.asides.get(TYPED)
    return None if plain is None else words.typed(_read_half(to_json(plain)), snapshot.game)
