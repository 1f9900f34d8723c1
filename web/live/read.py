"""Routes that read the table: its state, the event stream, the journal and the log by deal."""

from collections.abc import Iterator
from typing import Final

import msgspec
from flask import Response, request

from scorekeeper.cards import Card
from scorekeeper.game.actions import Asked, Seat
from scorekeeper.game.events import Award, Notice, awards_of, notices_of
from scorekeeper.game.record import RecordNode
from scorekeeper.journal import Line
from scorekeeper.words import en
from web.context import Context
from web.http.broadcast import Broadcast, Event
from web.http.errors import HttpError
from web.http.events import EVENTS, StreamKind
from web.http.operations import Routes
from web.http.request import LIMIT, WHOLE, Query, limit, whole
from web.http.response import cacheable, json_response
from web.live.cache import event_id
from web.live.log import LogEntry, log_entry
from web.live.responses import SnapshotResponse

AFTER_EVENT: Final = Query("after", {"type": "string"}, "id of the last event received", errors=())
AFTER_LINE: Final = Query("after", WHOLE, "version after which to start")
DEAL: Final = Query("deal", WHOLE, "deal of the game; 0 is the current one", (400, 404))


def add_state(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/state`` and ``/api/v1/stream``."""
    born = context.clock()
    broadcast = Broadcast(_Table(context), context.streams, context.clock)

    @routes.get("/api/v1/state", "The table as it is.", SnapshotResponse)
    def state() -> Response:
        snapshot, lang = context.table.now, context.words.lang
        tag = f"{event_id(snapshot)}.{lang}.{context.assets.digest}.{born:.6f}"
        # A browser must not replay a count from its cache.
        tag += f".{context.snapshots.ms_into_count(snapshot)}"
        return cacheable(context.snapshots.json(snapshot, lang), "application/json", tag)

    @routes.get(
        "/api/v1/stream",
        "Follow the table as server-sent events with the id journal.revision.",
        EVENTS,
        errors=(503,),
        query=(AFTER_EVENT,),
    )
    def stream() -> Response:
        seen = request.headers.get("Last-Event-ID") or request.args.get("after", "")
        return context.follow(StreamKind.TABLE, broadcast, seen)


class _Table:
    """The feed of the table: each event is a whole state."""

    def __init__(self, context: Context) -> None:
        self._table, self._snapshots = context.table, context.snapshots
        self._revision = -1

    def wait(self, seconds: float) -> None:
        self._revision = self._table.after(self._revision, seconds).revision

    def newest(self, lang: str) -> Event:
        snapshot = self._table.now
        name, data = event_id(snapshot), self._snapshots.json(snapshot, lang)
        return Event(name, b"id: %s\ndata: %s\n\n" % (name.encode(), data))


class JournalLine(msgspec.Struct, frozen=True):
    """One line of the journal: what was asked, by whom, and its effects."""

    version: int
    at: str
    by: str
    asked: Asked
    awards: tuple[Award, ...]
    notices: tuple[Notice, ...]


class JournalResponse(msgspec.Struct, frozen=True):
    """A part of the journal, oldest first; ``version`` is its newest line."""

    journal: str
    version: int
    lines: tuple[JournalLine, ...]


class DealSummary(msgspec.Struct, frozen=True):
    """One deal of the game: its dealer, and the scores at its end or by now."""

    deal: int
    dealer: Seat | None
    scores: tuple[int, ...]


class LogResponse(msgspec.Struct, frozen=True):
    """The deals of the game, and the entries of one of them, oldest first.

    As in the state, the crib ends a deal by starting the next: it is the first entry of that one.
    """

    journal: str
    version: int
    deals: tuple[DealSummary, ...]
    deal: int
    starter: Card | None
    entries: tuple[LogEntry, ...]


def add_log(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/journal`` and ``/api/v1/record``."""

    @routes.get(
        "/api/v1/journal", "The journal, line by line.", JournalResponse, query=(AFTER_LINE, LIMIT)
    )
    def journal() -> Response:
        snapshot = context.table.now
        lines = tuple(map(_line, context.table.lines(whole("after", 0), limit(200))))
        return json_response(JournalResponse(snapshot.journal, snapshot.version, lines))

    @routes.get(
        "/api/v1/record",
        "The deals of the current game, and the entries of one deal.",
        LogResponse,
        query=(DEAL,),
    )
    def record() -> Response:
        snapshot, asked = context.table.now, whole("deal", 0)
        ends = tuple(_ends(context.table.nodes()))
        end = next((one for one in ends if _number(one) == asked), None)
        if asked and end is None:
            sentence = en("This game has deals 1 to {last}; {deal} is none of them.")
            raise HttpError(404, "not_found", sentence, last=len(ends), deal=asked)
        end = end or (ends[-1] if ends else None)
        words = context.words
        return json_response(
            LogResponse(
                journal=snapshot.journal,
                version=snapshot.version,
                deals=tuple(map(_summary, ends)),
                deal=_number(end) if end else 0,
                starter=end.game.deal.starter if end and end.game.deal else None,
                entries=tuple(
                    log_entry(one, snapshot.game, words) for one in (end.deal if end else ())
                ),
            )
        )


def _line(line: Line) -> JournalLine:
    """Leave out the key of the sender."""
    return JournalLine(
        version=line.version,
        at=line.at,
        by=line.by,
        asked=line.asked,
        awards=awards_of(line.events),
        notices=notices_of(line.events),
    )


def _ends(nodes: tuple[RecordNode, ...]) -> Iterator[RecordNode]:
    """Return the last node of each deal, oldest first. *nodes* are those of the game."""
    found, at = list[RecordNode](), len(nodes)
    while at > 0:
        found.append(nodes[at - 1])
        at -= len(nodes[at - 1].deal)
    return reversed(found)


def _number(node: RecordNode) -> int:
    """Return the number of the deal; cutting for it belongs to the first."""
    return node.game.deal.number if node.game.deal else 1


def _summary(node: RecordNode) -> DealSummary:
    return DealSummary(_number(node), node.game.dealer, node.game.scores)
