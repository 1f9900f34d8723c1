"""The facts of a game as public JSON: what every answer and every snapshot says."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.events import Award, Events, Notice, awards_of, notices_of
from scorekeeper.game.state import Game, Phase


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """``drawing`` is there only while players draw; in ``idle`` lists are empty, the rest null."""

    phase: Phase
    turn: Seat | None
    count: int | None
    dealer: Seat | None
    scores: tuple[int, ...]
    pegs: tuple[tuple[int, int], ...]
    players: tuple[str, ...]
    winner: Team | None
    games: tuple[int, ...]
    drawing: tuple[Seat, ...] | UnsetType = UNSET


def facts_of(game: Game) -> Facts:
    """Return the public facts of *game*."""
    return Facts(
        phase=game.phase,
        turn=game.turn,
        count=None if game.phase is Phase.IDLE else game.count,
        dealer=game.dealer,
        scores=game.scores,
        pegs=tuple((pegs.front, pegs.back) for pegs in game.pegs),
        players=game.players,
        winner=game.winner,
        games=game.games,
        drawing=game.drawing if game.phase is Phase.DRAW else UNSET,
    )


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one accepted action: its awards and notices, and the facts after it."""

    version: int
    awards: tuple[Award, ...]
    notices: tuple[Notice, ...]
    facts: Facts

    def plain(self) -> dict[str, Any]:
        """Return the answer as the flat object of the public JSON, cards still cards."""
        return {
            "ok": True,
            "version": self.version,
            "awards": self.awards,
            "notices": self.notices,
            **{
                name: value
                for name, value in msgspec.structs.asdict(self.facts).items()
                if value is not UNSET
            },
        }


def answer(version: int, events: Events, game: Game) -> Answer:
    """Return the answer to an action that led to *events* and left *game*."""
    return Answer(
        version=version, awards=awards_of(events), notices=notices_of(events), facts=facts_of(game)
    )
