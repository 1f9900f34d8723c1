"""A decision under way: the events of one action, each applied as soon as it is emitted."""

from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.engine.evolve import evolve
from scorekeeper.game.engine.validate import check_index
from scorekeeper.game.events import Event, Events, Notice, Told
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import Rules


class Decision:
    """Collects the events of one action. A Refusal leaves the game that it began with untouched."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._events: list[Event] = []

    @property
    def events(self) -> Events:
        """The events so far."""
        return tuple(self._events)

    @property
    def rules(self) -> Rules:
        """The rules in play."""
        assert self.game.rules
        return self.game.rules

    @property
    def is_over(self) -> bool:
        """True if the game has ended; nothing scores after that."""
        return self.game.phase is Phase.OVER

    def emit(self, event: Event) -> None:
        """Add *event* and apply it to the game."""
        self._events.append(event)
        self.game = evolve(self.game, event)

    def notify(self, notice: Notice) -> None:
        """Emit a *notice* to everybody."""
        self.emit(Told(notice=notice))

    def check_seat(self, seat: Seat) -> Seat:
        """Return *seat*, or refuse it if there is no such seat."""
        return check_index("seat", seat, len(self.game.players))

    def check_team(self, team: Team) -> Team:
        """Return *team*, or refuse it if there is no such team."""
        return check_index("team", team, len(self.game.pegs))

    def name(self, seat: Seat) -> str:
        """Return the player at *seat*."""
        return self.game.players[seat]

    def names(self, team: Team) -> tuple[str, ...]:
        """Return the players of *team*."""
        return tuple(self.name(seat) for seat in self.rules.teams[team])
