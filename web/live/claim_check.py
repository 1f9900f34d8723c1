"""The route that checks a claim before it is entered, where nothing hangs on it."""

from typing import Annotated

import msgspec
from flask import Response

from scorekeeper.game.actions import Count, Crib
from scorekeeper.game.analysis.claim_check import ClaimCheck, check_claim
from scorekeeper.game.live import Matter
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_response


class ClaimCheckRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request: the count whose claim to check, and what of its suits people were ``asked`` about.
    Nothing is saved."""

    action: Count | Crib
    asked: Annotated[tuple[Matter, ...], msgspec.Meta(max_length=8)] = ()


def add_claim_check(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/check``."""

    @routes.post(
        "/api/v1/check",
        "Check a claim; nothing is saved.",
        ClaimCheck,
        errors=(422,),
        role=Role.SCORER,
    )
    def check(body: ClaimCheckRequest) -> Response:
        return json_response(check_claim(context.table.now.game, body.action, body.asked))
