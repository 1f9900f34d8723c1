"""The refusals of the hub: a code for programs, and one sentence for people."""

from enum import StrEnum
from typing import Any

from scorekeeper.words import Fault


class Why(StrEnum):
    """The reason for which an entry was refused; nothing changed."""

    NO_NIGHT = "no_night"
    NO_SUCH = "no_such"
    NOT_NOW = "not_now"
    TAKEN = "taken"
    BAD_VALUE = "bad_value"
    DIFFERENT = "different"
    WATCHING = "watching"


class Refused(Fault):
    """An entry that cannot be now; the sentence says why, and what can."""

    def __init__(self, why: Why, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.why = why
