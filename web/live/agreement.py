"""The route by which players agree with the result of a game of a night."""

import msgspec
from flask import Response

from scorekeeper.game.live import Assignment
from scorekeeper.words import en
from web.context import Context
from web.http.errors import HttpError
from web.http.operations import Role, Routes
from web.http.response import json_response
from web.settings.store import NotSaved


class AgreementRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player at ``seat`` agrees with the result called ``place``."""

    place: str
    seat: int


def add_agreement(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/agreements``."""

    @routes.post(
        "/api/v1/agreements",
        "Agree with the result of the game on the table, which a night waits for.",
        Assignment,
        errors=(422, 503),
        role=Role.SCORER,
    )
    def agree(body: AgreementRequest) -> Response:
        try:
            agreed = context.agree is not None and context.agree(body.place, body.seat)
        except OSError as fault:
            raise NotSaved(fault.strerror or fault) from None
        assignment = context.table.now.live.assignment
        if not agreed or assignment is None:
            sentence = en("That game is not the one on the table any more.")
            raise HttpError(422, "not_on_table", sentence)
        return json_response(assignment)
