"""What is worked out from all that was played here: everybody's figures, and the quiz."""

from __future__ import annotations

import msgspec
from flask import Response

from web.context import Site, json
from web.history.players import Player, Players
from web.history.quiz import Quiz, quiz_of
from web.http.operations import Routes
from web.http.request import LIMIT, limit


class PlayersTold(msgspec.Struct, frozen=True):
    """Everybody who finished a game here, who played most first."""

    players: tuple[Player, ...]


def add_figures(routes: Routes, site: Site) -> None:
    """``/api/v1/players`` and ``/api/v1/quiz``."""
    everybody = Players(site.table)

    @routes.add(
        "get",
        "/api/v1/players",
        "Everybody who finished a game: wins, skunks, hands, cribs and pegging.",
        PlayersTold,
        query=(LIMIT,),
    )
    def players() -> Response:
        return json(PlayersTold(everybody.all()[: limit(200)]))

    @routes.add("get", "/api/v1/quiz", "Hands of tonight, and what they were worth.", Quiz)
    def quiz() -> Response:
        return json(quiz_of(site.table, site.words))
