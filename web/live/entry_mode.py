"""Who counts, what is entered and who had a head start, as phones tell each other; keys heed it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from flask import Response

from scorekeeper.table import Table, tell_habits
from web.context import Site, json
from web.http.operations import Routes, Who
from web.settings.schema import TEAMS

Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=362)]
"""A head start: below the highest target that there is."""


class Habits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who ``counts``, what one ``enters``: every card, only the hands, or points alone; and with
    how many points each team began, none being 0 for all."""

    counts: Literal["program", "check", "muggins"]
    enters: Literal["cards", "hands", "points"]
    head_start: Annotated[tuple[Points, ...], msgspec.Meta(max_length=TEAMS)] = ()


def show_habits(table: Table, habits: Habits | None) -> None:
    """Let every phone know."""
    tell_habits(table, None if habits is None else msgspec.to_builtins(habits))


def add_habits(routes: Routes, site: Site) -> None:
    """``/api/v1/habits``: what scorers change while they play."""

    @routes.add(
        "put",
        "/api/v1/habits",
        "Tell every phone who counts and what is entered.",
        Habits,
        body=Habits,
        who=Who.SCORERS,
    )
    def habits(asked: Habits) -> Response:
        show_habits(site.table, asked)
        return json(asked)
