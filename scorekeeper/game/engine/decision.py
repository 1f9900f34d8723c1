"""A game while one action is decided: each event happens at once, so the next decision sees it."""

from __future__ import annotations

from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.engine.evolve import happen
from scorekeeper.game.engine.validate import within
from scorekeeper.game.events import Event, Events, Notice, Told
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import Rules


class Unfolding:
    """Collects the events of one action. A Refusal leaves the game it began with untouched."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._events: list[Event] = []

    @property
    def events(self) -> Events:
        """What has happened so far."""
        return tuple(self._events)

    @property
    def rules(self) -> Rules:
        """The rules in play."""
        assert self.game.rules
        return self.game.rules

    @property
    def over(self) -> bool:
        """Whether the game has ended; nothing scores after that."""
        return self.game.phase is Phase.OVER

    def then(self, event: Event) -> None:
        """Let *event* happen."""
        self._events.append(event)
        self.game = happen(self.game, event)

    def tell(self, notice: Notice) -> None:
        """Let everybody know."""
        self.then(Told(notice=notice))

    def check_seat(self, seat: Seat) -> Seat:
        """*seat*, if there is such a seat."""
        return within("seat", seat, len(self.game.players))

    def check_team(self, team: Team) -> Team:
        """*team*, if there is such a team."""
        return within("team", team, len(self.game.pegs))

    def name(self, seat: Seat) -> str:
        """The player at *seat*."""
        return self.game.players[seat]

    def names(self, team: Team) -> tuple[str, ...]:
        """The players of *team*."""
        return tuple(self.name(seat) for seat in self.rules.teams[team])
