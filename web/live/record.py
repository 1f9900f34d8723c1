"""The game on the table deal by deal, as its entries stand now: what people look back at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from flask import Response

from scorekeeper.cards import Card
from scorekeeper.game.actions import Seat
from scorekeeper.game.record import RecordNode
from scorekeeper.words import en
from web.context import Site, json
from web.http.errors import TurnedAway
from web.http.operations import Routes
from web.http.request import WHOLE, Query, whole
from web.live.view import Done, done

DEAL: Final = Query("deal", WHOLE, "which deal of the game; 0 is the one that is on", (400, 404))


class Dealt(msgspec.Struct, frozen=True):
    """One deal of the game: who dealt, and the scores at its end or by now."""

    deal: int
    dealer: Seat | None
    scores: tuple[int, ...]


class Record(msgspec.Struct, frozen=True):
    """The deals of the game, and the standing entries of one of them, oldest first.

    As in the state, the crib ends a deal by beginning the next: it is the first entry of that one.
    """

    journal: str
    version: int
    deals: tuple[Dealt, ...]
    deal: int
    starter: Card | None
    entries: tuple[Done, ...]


def add_record(routes: Routes, site: Site) -> None:
    """``/api/v1/record``, for everybody: it tells no more than the state told."""

    @routes.add(
        "get",
        "/api/v1/record",
        "The game on the table deal by deal, and the entries of one deal as they stand.",
        Record,
        query=(DEAL,),
    )
    def record() -> Response:
        snapshot, asked = site.table.now, whole("deal", 0)
        ends = tuple(_ends(site.table.nodes()))
        end = next((one for one in ends if _number(one) == asked), None)
        if asked and end is None:
            raise TurnedAway(
                404,
                "not_found",
                en("This game has deals 1 to {last}; {deal} is none of them."),
                last=len(ends),
                deal=asked,
            )
        place = end or (ends[-1] if ends else None)
        return json(
            Record(
                journal=snapshot.journal,
                version=snapshot.version,
                deals=tuple(map(_dealt, ends)),
                deal=_number(place) if place else 0,
                starter=place.game.deal.starter if place and place.game.deal else None,
                entries=tuple(
                    done(one, snapshot.game, site.words) for one in (place.deal if place else ())
                ),
            )
        )


def _ends(nodes: tuple[RecordNode, ...]) -> Iterator[RecordNode]:
    """The last place of each deal, oldest first. *places* are those of the game."""
    found, at = list[RecordNode](), len(nodes)
    while at > 0:
        found.append(nodes[at - 1])
        at -= len(nodes[at - 1].deal)
    return reversed(found)


def _number(place: RecordNode) -> int:
    """Which deal of the game; whoever cut for it belongs to the first."""
    return place.game.deal.number if place.game.deal else 1


def _dealt(place: RecordNode) -> Dealt:
    return Dealt(_number(place), place.game.dealer, place.game.scores)
