"""The route of the entry mode: who counts, what is entered, and head starts."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from flask import Response

from scorekeeper.table import Table, tell_habits
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import json_response
from web.settings.schema import TEAMS

Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=362)]
"""A head start: below the highest target of all rules."""


class Habits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who ``counts``; what one ``enters``: every card, only the hands, or points alone; the head
    start of each team, empty for 0."""

    counts: Literal["program", "check", "muggins"]
    enters: Literal["cards", "hands", "points"]
    head_start: Annotated[tuple[Points, ...], msgspec.Meta(max_length=TEAMS)] = ()


def show_habits(table: Table, habits: Habits | None) -> None:
    """Put *habits* into the live state."""
    tell_habits(table, None if habits is None else msgspec.to_builtins(habits))


def add_entry_mode(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/habits``."""

    @routes.add(
        "put",
        "/api/v1/habits",
        "Set the entry mode: who counts and what is entered.",
        Habits,
        body=Habits,
        role=Role.SCORER,
    )
    def set_entry_mode(body: Habits) -> Response:
        show_habits(context.table, body)
        return json_response(body)
