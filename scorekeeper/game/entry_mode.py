"""The entry mode of a match: who counts the hands, and what is entered. No rule reads it."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta


class CountedBy(StrEnum):
    """Who counts the hands at the show."""

    PROGRAM = "program"
    PLAYERS = "players"
    """Players claim points: checked at once, or open to muggins if the rules have it."""


class Entered(StrEnum):
    """What is entered at the table."""

    CARDS = "cards"
    """Every card."""
    HANDS = "hands"
    """The hands only: people peg the play themselves."""
    POINTS = "points"
    """Points only, no card."""


class EntryModeChange(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The entry mode that an action asks for; a field that is None stays, or has its default.

    Plain text: another word can be read, and is refused as BAD_VALUE.
    """

    counted_by: Annotated[str, Meta(extra_json_schema={"enum": list(CountedBy)})] | None = None
    entered: Annotated[str, Meta(extra_json_schema={"enum": list(Entered)})] | None = None


class EntryMode(msgspec.Struct, frozen=True, kw_only=True):
    """The entry mode in force."""

    counted_by: CountedBy = CountedBy.PROGRAM
    entered: Entered = Entered.CARDS

    @property
    def change(self) -> EntryModeChange:
        """The change that leads to this mode from any other."""
        return EntryModeChange(counted_by=self.counted_by, entered=self.entered)


def default_mode(*, muggins: bool) -> EntryMode:
    """Return the mode of a match that names none, by rules with or without *muggins*."""
    return EntryMode(counted_by=CountedBy.PLAYERS if muggins else CountedBy.PROGRAM)
