"""Refusals: a code that programs read, and the facts from which a sentence is made for people."""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The reason of a refusal. Clients read the codes: never rename one."""

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
    """An action that is not allowed now. It has changed nothing.

    ``facts`` are plain values (seats, cards, numbers, field names, player names) from which
    ``scorekeeper.words`` makes the sentence. ``entry`` names the entry that an amend broke on.
    """

    def __init__(self, code: Code, *, entry: int | None = None, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts, self.entry = code, facts, entry
