"""The match that a night gives a table: the players, and if they agree with its result."""

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Start


class Assignment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The match that this ``table`` is to play in a ``round`` of a ``night``.

    ``start`` begins it; without one the table sits out. ``begun``: it is the match on the table.
    ``place``, once its game is won, is the name of the result, and ``agreed`` says who of the
    players agrees; ``asks``: it is sent only when all do. ``sent``: the hub's broker has it.
    """

    night: str
    round: int
    table: str
    start: Start | None = None
    begun: bool = False
    place: str | None = None
    agreed: tuple[bool, ...] = ()
    asks: bool = False
    sent: bool = False

    def begin(self, typed: Start) -> Start:
        """Return the start of this match if *typed*, which names nobody, is of the same game and
        it has not begun yet; else *typed*."""
        start = self.start
        if start is None or self.begun or typed.rules != start.rules:
            return typed
        return replace(start, dealer=typed.dealer, entry_mode=typed.entry_mode)
