"""Points typed as digits, for a team that Go chooses."""

from __future__ import annotations

from typing import Final, NamedTuple

from scorekeeper.game.actions import Muggins, Peg, Team
from scorekeeper.game.pending_entry import EntryKind, PendingEntry
from scorekeeper.keypad.key import Key, Keys, before_ok
from scorekeeper.keypad.rejection import NotNow, Reason

MOST_DIGITS: Final = 2
"""No hand is worth more than 29, and nobody pegs a hundred by hand."""


class Typing(NamedTuple):
    """Whose points are typed: of one of the ``teams``, the first unless Go steps on; the key
    ``back``, if there is one, turns them into points taken back."""

    what: EntryKind
    teams: tuple[Team, ...]
    back: Key | None = None


def number(keys: Keys) -> int | None:
    """The number that *keys* spell; None where they are no digits, too many, or none."""
    digits = [key.digit for key in keys]
    if not 1 <= len(digits) <= MOST_DIGITS or None in digits:
        return None
    return int("".join(map(str, digits)))


def no_number(keys: Keys) -> NotNow | None:
    """Why they spell none, where that can be told."""
    if not keys:
        return NotNow(Reason.NO_POINTS)
    many = len(keys) > MOST_DIGITS and all(key.digit is not None for key in keys)
    return NotNow(Reason.TWO_DIGITS) if many else None


def pegged(keys: Keys, typing: Typing) -> PendingEntry | Peg | Muggins | NotNow | None:
    """The points in *keys*, whole with OK."""
    if not typing.teams:
        return NotNow(Reason.NO_CLAIM)
    keys, whole = before_ok(keys)
    team = typing.teams[keys.count(Key.GO) % len(typing.teams)]
    back = typing.back is not None and keys.count(typing.back) % 2 == 1
    digits = tuple(key for key in keys if key not in (Key.GO, typing.back))
    points = number(digits)
    if points is None and (whole or digits):
        return no_number(digits)
    points = -points if points and back else points
    if whole:
        assert points is not None
        return (Peg if typing.what is EntryKind.PEG else Muggins)(team=team, points=points)
    return PendingEntry(kind=typing.what, team=team, points=points, back=back, ghost=points or 0)
