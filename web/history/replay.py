"""A game of the past on the strip, for everybody: scorers turn its pages while nobody plays."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response

from scorekeeper.game.live import ReplayPosition, Speed
from scorekeeper.words import en
from web.context import Site, json
from web.http.errors import TurnedAway
from web.http.operations import Routes, Who

Number = Annotated[int, msgspec.Meta(ge=1)]


class Showing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which ``game`` is to be shown, such as ``12.0``, from which entry on, and how fast; null is
    none: the table itself."""

    game: str | None
    at: Number = 1
    playing: bool = True
    speed: Speed = 1


class Replayed(msgspec.Struct, frozen=True):
    """What is shown now, as the live state tells everybody; null where nothing is."""

    replay: ReplayPosition | None


def add_replaying(routes: Routes, site: Site) -> None:
    """``/api/v1/replay``, for scorers only."""

    @routes.add(
        "put",
        "/api/v1/replay",
        "Show a finished game on the strip while nobody plays, or the table again.",
        Replayed,
        body=Showing,
        wrong=(404, 422),
        who=Who.SCORERS,
    )
    def show(asked: Showing) -> Response:
        if asked.game is None:
            site.replay.stop()
        else:
            _show(site, asked.game, asked)
        return json(Replayed(site.table.now.live.replay))


def _show(site: Site, game: str, asked: Showing) -> None:
    played = site.shelf.game(game)
    at = min(asked.at, len(played.places))
    if not site.replay.show(played, at=at, playing=asked.playing, speed=asked.speed):
        raise TurnedAway(
            422, "wrong_phase", en("A replay is shown while nobody plays: end this game first.")
        )
