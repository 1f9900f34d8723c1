"""What stands in the terminal beside the board: what is half typed there, or else what is asked."""

from __future__ import annotations

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.words import Words, en
from web.live.status import typed_word


def asked(snapshot: Snapshot, words: Words) -> str:
    """In one line: keys can name nobody, so that whoever has them is told how they begin."""
    if typed := typed_word(snapshot, words):
        return words.say(en("On the keypad: {typed}"), typed=typed)
    if snapshot.game.phase is Phase.IDLE and snapshot.live.keypads:
        return words.say(en("Hold OK and press the number of a game, or choose one on a phone."))
    return words.prompt(snapshot.game, cards=snapshot.asks_for_cards)
