"""Points typed as digits, for a team that Go chooses."""

from typing import Final, NamedTuple

from scorekeeper.game.actions import Muggins, Peg, Team
from scorekeeper.game.live import EntryKind, PendingEntry
from scorekeeper.keypad.key import Key, Keys, split_ok
from scorekeeper.keypad.rejection import Reason, Rejection

MOST_DIGITS: Final = 2
"""No hand is worth more than 29, and nobody pegs a hundred by hand. Zeros before them are none."""


class PointsEntry(NamedTuple):
    """Points of one of the ``teams``, the first unless Go steps on; the key ``back``, if there is
    one, turns them into points taken back."""

    kind: EntryKind
    teams: tuple[Team, ...]
    back: Key | None = None


def number(keys: Keys) -> int | None:
    """Return the number that *keys* spell; None if they are no digits, too many, or none."""
    digits = _digits(keys)
    if not keys or digits is None or len(digits) > MOST_DIGITS:
        return None
    return int(digits or "0")


def no_number(keys: Keys) -> Rejection | None:
    """Return why *keys* spell no number, if a sentence can tell."""
    if not keys:
        return Rejection(Reason.NO_POINTS)
    return None if _digits(keys) is None else Rejection(Reason.TWO_DIGITS)


def _digits(keys: Keys) -> str | None:
    """Return the digits of *keys*, without zeros before them; None if a key has no digit."""
    digits = [key.digit for key in keys]
    return None if None in digits else "".join(map(str, digits)).lstrip("0")


def parse_points(
    keys: Keys, typing: PointsEntry
) -> PendingEntry | Peg | Muggins | Rejection | None:
    """Return the points in *keys*, completed by OK."""
    if not typing.teams:
        return Rejection(Reason.NO_CLAIM)
    keys, complete = split_ok(keys)
    team = typing.teams[keys.count(Key.GO) % len(typing.teams)]
    back = typing.back is not None and keys.count(typing.back) % 2 == 1
    digits = tuple(key for key in keys if key not in (Key.GO, typing.back))
    points = number(digits)
    if points is None and (complete or digits):
        return no_number(digits)
    points = -points if points and back else points
    if complete:
        assert points is not None
        return (Peg if typing.kind is EntryKind.PEG else Muggins)(team=team, points=points)
    return PendingEntry(kind=typing.kind, team=team, points=points, back=back, ghost=points or 0)
