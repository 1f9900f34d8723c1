"""The entry mode, as phones set it: who counts, what is entered and who had a head start."""

from flask import Response

from scorekeeper.game.entry_mode import EntryMode
from scorekeeper.table import set_entry_mode
from web.context import Site, json
from web.http.operations import Routes, Who


def add_entry_mode(routes: Routes, site: Site) -> None:
    """``/api/v1/habits``: what scorers change while they play."""

    @routes.add(
        "put",
        "/api/v1/habits",
        "Tell every phone who counts and what is entered.",
        EntryMode,
        body=EntryMode,
        who=Who.SCORERS,
    )
    def habits(asked: EntryMode) -> Response:
        set_entry_mode(site.table, asked)
        return json(asked)
