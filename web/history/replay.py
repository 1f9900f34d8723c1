"""The route by which scorers show a finished game on the strip while nobody plays."""

from typing import Annotated

import msgspec
from flask import Response

from scorekeeper.game.live import ReplayPosition, Speed
from scorekeeper.words import en
from web.context import Context
from web.http.errors import HttpError
from web.http.response import json_response
from web.http.routes import Role, Routes

Number = Annotated[int, msgspec.Meta(ge=1)]


class ReplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``game`` to show (``12.0``; null: the table), the entry to start ``at``, and how fast."""

    game: str | None
    at: Number = 1
    playing: bool = True
    speed: Speed = 1


class ReplayResponse(msgspec.Struct, frozen=True):
    """The replay being shown, as in the live state; null if there is none."""

    replay: ReplayPosition | None


def add_replay(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/replay``."""

    @routes.put(
        "/api/v1/replay",
        "Replay a finished game on the strip while nobody plays, or end the replay.",
        ReplayResponse,
        errors=(404, 422),
        role=Role.SCORER,
    )
    def show(body: ReplayRequest) -> Response:
        if body.game is None:
            context.replay.stop()
        else:
            _show(context, body.game, body)
        return json_response(ReplayResponse(context.table.now.live.replay))


def _show(context: Context, game: str, body: ReplayRequest) -> None:
    played = context.games.game(game)
    at = min(body.at, len(played.nodes))
    if not context.replay.show(played, at=at, playing=body.playing, speed=body.speed):
        raise HttpError(
            422, "wrong_phase", en("Replays are for between games: finish this one first.")
        )
