"""Sheets to print, and pictures of boards: the sticker, the keys, the template."""

from hashlib import sha256
from typing import Any

import msgspec
from flask import Response, request

from scorekeeper.board.svg.theme import THEMES
from web.context import Context
from web.http.operations import Routes
from web.http.request import InvalidInput, one_of
from web.http.response import cacheable, no_store
from web.wizard.routes import wizard_of
from web.wizard.schema import BoardRequest, Prints

SHEETS: tuple[Prints, ...] = ("sticker", "keys", "template")


def add_prints(routes: Routes, context: Context) -> None:
    """Add ``/setup/<sheet>.pdf`` and ``/setup/board.svg``, for the host."""

    @routes.app.get("/setup/board.svg")
    def setup_board_svg() -> Response:
        context.require_host()
        asked = {
            name: request.args[name]
            for name in BoardRequest.__struct_fields__
            if name in request.args
        }
        body = wizard_of(context).board.svg(_board(asked), one_of("theme", tuple(THEMES)))
        return cacheable(body, "image/svg+xml", sha256(body).hexdigest())

    for sheet in SHEETS:
        routes.app.add_url_rule(f"/setup/{sheet}.pdf", f"print_{sheet}", _printed(context, sheet))


def _board(asked: dict[str, Any]) -> BoardRequest:
    try:
        return msgspec.convert(asked, BoardRequest, strict=False)
    except msgspec.ValidationError as fault:
        raise InvalidInput(str(fault)) from None


def _printed(context: Context, sheet: Prints) -> Any:
    def printed() -> Response:
        from scorekeeper.board.template import PAPERS  # Not at the start: few print.

        context.require_host()
        paper = one_of("paper", tuple(PAPERS))
        body = wizard_of(context).printed(sheet, paper, context.words)
        response = no_store(Response(body, mimetype="application/pdf"))
        response.headers["Content-Disposition"] = f'inline; filename="cribble-{sheet}.pdf"'
        return response

    return printed
