"""What phones are in the middle of at the show, as everybody at the table may see it."""

from typing import Annotated, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.game.actions import Of, Team
from scorekeeper.game.state import Game, Window

Writer: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A name that a phone gave itself and no other has; it is no secret."""

Matter: TypeAlias = Literal["flush", "nobs"]

Hint: TypeAlias = Literal["more", "less", "less_without_flush", "less_without_flush_more_with"]
"""The way from a wrong claim to the truth."""


class WrongClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim that was checked and is wrong, what was said of suits with it, and about which of
    them was ``asked``; ``hint`` is the way to the truth, once it was shown."""

    claim: int
    flush: int = 0
    nobs: bool | None = None
    asked: Annotated[tuple[Matter, ...], msgspec.Meta(max_length=8)] = ()
    hint: Hint | None = None


class UnfinishedCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The count that a game asks for, as far as phones have it: the ``cards`` typed so far, the
    whole hand ``again`` or those that are missing, its suits where somebody ``gives`` them, and the
    claim that was ``missed``. ``writer`` is the phone that typed last, ``by`` its signature."""

    game: int
    deal: int
    of: Of
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=6)] = ()
    again: bool = False
    gives: bool = False
    missed: WrongClaim | None = None
    writer: str = ""
    by: str = ""

    def is_of(self, game: Game) -> bool:
        """True if *game* asks for this count."""
        deal = game.deal.number if game.deal else None
        return (game.number, deal, game.counting) == (self.game, self.deal, self.of)


class Lesson(msgspec.Struct, frozen=True):
    """The ``line`` of the count made by the entry ``version`` to which the phone ``writer`` has
    come: nobody sees more. None once it goes no further."""

    version: int
    writer: Writer
    line: int | None = 0


class MugginsSheet(msgspec.Struct, frozen=True):
    """The phone ``writer`` has the sheet open on which ``team`` calls muggins on ``of``."""

    of: Of
    team: Team
    writer: str = ""

    def is_open(self, game: Game, claims: tuple[Window, ...]) -> bool:
        """True if the team may still call one of the open *claims*."""
        return any(one.of == self.of and self.team in game.may_call(one) for one in claims)


MOST_SHEETS: Final = 24
"""More than phones have open at a table; a writer can be made up for each request."""


class AtShow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of it: a count, a lesson, and the sheets for muggins."""

    count: UnfinishedCount | None = None
    lesson: Lesson | None = None
    sheets: tuple[MugginsSheet, ...] = ()

    def kept(self, game: Game, version: int, claims: tuple[Window, ...]) -> Self | None:
        """Return what is left of it once *game* has that *version* and those *claims* are open;
        None for nothing."""
        open_sheets = [one for one in dict.fromkeys(self.sheets) if one.is_open(game, claims)]
        left = replace(
            self,
            count=self.count if self.count and self.count.is_of(game) else None,
            lesson=self.lesson if self.lesson and self.lesson.version == version else None,
            sheets=tuple(open_sheets[-MOST_SHEETS:]),
        )
        return None if left == NOTHING_AT_SHOW else left


NOTHING_AT_SHOW = AtShow()
