"""Two cards of one game that say different things: what is ruled for each, beside what it claims.

The rules of the American Cribbage Congress, 12.2: the disadvantage is the qualifier's, and where
both qualify it is both's, so that two cards of one game may differ by right.
"""

from typing import Final

import msgspec

from club.results.scoring import SCORINGS, SKUNK, Scoring


class CardEntry(msgspec.Struct, frozen=True):
    """A line of a card: ``points`` (0 for a loss) and ``spread``, + or −, None if it is blank."""

    points: int
    spread: int | None

    @property
    def is_win(self) -> bool:
        """True if the game points are those of a win."""
        return self.points > 0


class CheckedEntry(msgspec.Struct, frozen=True):
    """Points ``claimed`` and ``ruled``; None where the director has to decide."""

    claimed: CardEntry
    ruled: CardEntry | None

    @property
    def changed(self) -> bool:
        """True if the card has to be put right."""
        return self.ruled != self.claimed


Pair = tuple[CheckedEntry, CheckedEntry]
ACC: Final = SCORINGS["acc"]


def cross_check(
    cards: tuple[CardEntry, CardEntry],
    qualify: tuple[bool, bool] = (True, True),
    scoring: Scoring = ACC,
) -> Pair:
    """Return both *cards* of a game as claimed and as ruled; *qualify* says whose would qualify.

    12.2 a and b: who qualifies has the smaller win or the larger loss of the two. Who does not
    keeps what the card says. c: a spread on one card only holds for both. d: with two wins or two
    losses, the one with a plus won. e: with the same column as well, both lost. f: with one win,
    the win stands, and the other's spread is moved to its column.
    """
    spreads = _filled(cards)
    if spreads is None:
        return CheckedEntry(cards[0], None), CheckedEntry(cards[1], None)
    won = _winners(cards, spreads)
    sizes = abs(spreads[0]), abs(spreads[1])
    first, second = (
        CheckedEntry(
            cards[at],
            _ruled(cards[at], won[at], sizes[at], sizes[1 - at], qualify[at], scoring),
        )
        for at in (0, 1)
    )
    return first, second


def _filled(cards: tuple[CardEntry, CardEntry]) -> tuple[int, int] | None:
    """Return both spreads, a blank one as the opposite of the other; None if both are blank."""
    one, other = cards[0].spread, cards[1].spread
    if one is None and other is None:
        return None
    if one is None:
        assert other is not None
        return -other, other
    return one, -one if other is None else other


def _winners(cards: tuple[CardEntry, CardEntry], spreads: tuple[int, int]) -> tuple[bool, bool]:
    if cards[0].is_win != cards[1].is_win:
        return cards[0].is_win, cards[1].is_win
    if (spreads[0] > 0) != (spreads[1] > 0):
        return spreads[0] > 0, spreads[1] > 0
    return False, False


def _ruled(
    card: CardEntry, won: bool, own: int, other: int, qualifies: bool, scoring: Scoring
) -> CardEntry:
    if not won:
        return CardEntry(0, -(max(own, other) if qualifies else own))
    size = min(own, other) if qualifies else own
    points = min(card.points or scoring.win, scoring.skunk) if size >= SKUNK else scoring.win
    return CardEntry(points, size)
