"""A referee beside the table: follows every card and go in another way, and knows what is due.

It has a plain list for the open count and a number of cards for each player, and knows nothing of
the engine's events. After each entry of the play it says whose turn it is, what the count is,
whether the play is over, and where every team must stand.
"""

from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import Rules
from tests.kit.oracles.second_counter import play_points


class Stand(NamedTuple):
    """The phase, turn, count and scores in the play."""

    phase: Phase
    turn: int | None
    count: int
    scores: tuple[int, ...]


class Referee:
    """Follows the play of one deal, from the turned starter to the show."""

    def __init__(self, game: Game) -> None:
        assert game.rules
        assert game.dealer is not None
        self.rules: Rules = game.rules
        self.scores = list(game.scores)
        self.left = [self.rules.hand] * self.rules.players
        self.pile: list[Card] = []
        self.silent: set[int] = set()
        self.last = -1
        self.paid = False
        self.turn = (game.dealer + 1) % self.rules.players

    def follow(self, action: a.Play | a.Go) -> Stand:
        """Return what must be true after *action*."""
        if isinstance(action, a.Go) and action.out:
            by, groups = self.last, self._out(self.turn if action.seat is None else action.seat)
        elif isinstance(action, a.Go):
            by, groups = self.last, self._go(everybody=bool(action.all))
        else:
            by = self.turn if action.seat is None else action.seat
            groups = self._lay(by, action.card)
        count, closed = self._count(), self._closed()
        won = bool(groups) and self._peg(by, groups)
        over = closed and self._close()
        if won:
            left = 0 if closed and isinstance(action, a.Go) else count
            return Stand(Phase.OVER, None, left, tuple(self.scores))
        phase, turn = (Phase.SHOW, None) if over else (Phase.PLAY, self.turn)
        return Stand(phase, turn, self._count(), tuple(self.scores))

    def _count(self) -> int:
        return sum(card.pips for card in self.pile)

    def _may(self, seat: int) -> bool:
        return self.left[seat] > 0 and seat not in self.silent

    def _after(self, seat: int) -> list[int]:
        return [(seat + step) % self.rules.players for step in range(1, self.rules.players + 1)]

    def _silence(self, seat: int) -> list[int]:
        """*seat* has said go; the first go may pay at once."""
        self.silent.add(seat)
        if self.rules.go_point == "on_call" and not self.paid and seat != self.last:
            self.paid = True
            return [1]
        return []

    def _lay(self, by: int, card: Card) -> list[int]:
        groups: list[int] = []
        for seat in [self.turn, *self._after(self.turn)]:
            if seat == by:
                break
            if self._may(seat):
                groups += self._silence(seat)
        self.pile.append(card)
        self.left[by] -= 1
        self.last = by
        groups.append(play_points(self.pile) - (self._count() == 31 and self.paid))
        self._pass(by)
        return groups + self._end()

    def _go(self, *, everybody: bool) -> list[int]:
        groups: list[int] = []
        for seat in [self.turn, *self._after(self.turn)] if everybody else [self.turn]:
            if self._may(seat):
                groups += self._silence(seat)
        self._pass(self.turn)
        return groups + self._end()

    def _out(self, seat: int) -> list[int]:
        self.left[seat] = 0
        if not self._may(self.turn):
            self._pass(self.turn)
        return self._end() if self.pile else []

    def _pass(self, seat: int) -> None:
        self.turn = next((other for other in self._after(seat) if self._may(other)), -1)

    def _end(self) -> list[int]:
        return [1] if self._closed() and self._count() < 31 and not self.paid else []

    def _closed(self) -> bool:
        return self._count() == 31 or not any(map(self._may, range(self.rules.players)))

    def _close(self) -> bool:
        """Turn the cards over; whether the play is over."""
        self.pile, self.silent, self.paid = [], set(), False
        self._pass(self.last)
        return self.rules.counts == "one" or not any(self.left)

    def _peg(self, by: int, groups: list[int]) -> bool:
        """True if *by*'s team wins with these scores, in the order in which they were made."""
        team = next(team for team, seats in enumerate(self.rules.teams) if by in seats)
        for points in groups:
            reached, goal = self.scores[team] + points, self.rules.goals[team]
            if reached <= goal or not self.rules.exact_finish:
                self.scores[team] = min(reached, goal)
        return self.scores[team] == self.rules.goals[team]
