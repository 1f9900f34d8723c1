"""What was played here as files to keep: a finished game, or the whole journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from flask import Response

from scorekeeper.game.codec import to_json
from scorekeeper.journal import actions_of
from web.context import Site, kept_by_nobody
from web.http.operations import Routes, Who

JSON_LINES: Final = "application/jsonl"


def add_exports(routes: Routes, site: Site) -> None:
    """``/api/v1/export``, and the same below a game; for scorers only."""

    @routes.add(
        "get",
        "/api/v1/games/<name>/export",
        "A finished game as JSON lines, which cribble replay plays.",
        JSON_LINES,
        who=Who.SCORERS,
    )
    def export_game(name: str) -> Response:
        lines = (to_json(action) + b"\n" for action in actions_of(site.shelf.game(name)))
        return _download(lines, f"cribble-{name}")

    @routes.add(
        "get",
        "/api/v1/export",
        "The journal as JSON lines, as cribble export writes it.",
        JSON_LINES,
        who=Who.SCORERS,
    )
    def export() -> Response:
        return _download(site.table.exported(), f"cribble-{site.table.now.journal}")


def _download(lines: Iterable[bytes], name: str) -> Response:
    """*lines* as a file that the browser keeps."""
    headers: dict[str, Any] = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return kept_by_nobody(Response(lines, mimetype=JSON_LINES, headers=headers))
