"""What scorers do: enter, undo, redo, put an entry right."""

from __future__ import annotations

import msgspec
from flask import Response

from scorekeeper.game.actions import Asked, Start
from scorekeeper.game.entry_mode import EntryMode
from scorekeeper.table import set_entry_mode
from web.auth.session import who_asks
from web.context import Site, json_led_by
from web.http.operations import Routes, Who
from web.live.responses import Entered
from web.settings.families import keep_last


class Entering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, the version its sender saw, and a key that makes it harmless to send it twice.

    ``habits`` goes with a start: the entry mode of the match.
    """

    action: Asked
    seen: int | None = None
    key: str | None = None
    habits: EntryMode | None = None


def add_writing(routes: Routes, site: Site) -> None:
    """``/api/v1/actions``, for scorers only."""

    @routes.add(
        "post",
        "/api/v1/actions",
        "Enter an action, undo, redo or amend.",
        Entered,
        status=201,
        body=Entering,
        wrong=(409, 422, 503),
        who=Who.SCORERS,
    )
    def actions(asked: Entering) -> Response:
        before = site.table.now.version
        receipt = site.table.submit(asked.action, seen=asked.seen, key=asked.key, by=who_asks(site))
        # The key of an old start, sent again, begins nothing: the mode may have changed since.
        if isinstance(asked.action, Start) and receipt.version > before:
            set_entry_mode(site.table, asked.habits)
            if asked.habits:
                keep_last(site.settings, asked.action, asked.habits)
        told = site.told.json(site.table.now, site.words.lang)
        return json_led_by({"entry": receipt.version}, told, 201)
