"""Routes that read the table: state, event stream, journal, and log by deal."""

from itertools import pairwise
from typing import Final, TypeAlias

import msgspec
from flask import Response, request

from scorekeeper.cards import Card
from scorekeeper.game.actions import Asked, Crib, Seat
from scorekeeper.game.events import Award, Notice, awards_of, notices_of
from scorekeeper.game.record import RecordNode
from scorekeeper.words import en
from web.context import Context
from web.http.errors import HttpError
from web.http.events import EVENTS, Broadcast, Event
from web.http.request import LIMIT, WHOLE, Query, integer, limit
from web.http.response import cacheable, json_response, no_store
from web.http.routes import Routes
from web.live.log import LogEntry, log_entry
from web.live.state import SnapshotResponse, event_id

AFTER_EVENT: Final = Query("after", {"type": "string"}, "id of the last event received", errors=())
AFTER_LINE: Final = Query("after", WHOLE, "version after which to start")
DEAL: Final = Query("deal", WHOLE, "deal of the game; 0 is its last one", (400, 404))
GAME: Final = Query(
    "game",
    {"type": "string"},
    "name of a finished game (match.place); else that on the table",
    (404,),
)


def add_state(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/state`` and ``/api/v1/stream``."""
    born = context.clock()
    broadcast = Broadcast(_Table(context), context.streams)
    context.table.on_entered.add(broadcast.hurry)

    @routes.get("/api/v1/state", "The current state of the table.", SnapshotResponse)
    def state() -> Response:
        snapshot, lang = context.table.now, context.words.lang
        tag = f"{event_id(snapshot)}.{lang}.{context.assets.digest}.{born:.6f}"
        # Browsers must not animate a count from a cached response, nor start from an old state on
        # back navigation.
        tag += f".{context.snapshots.ms_into_count(snapshot)}"
        body = context.snapshots.json(snapshot, lang)
        return no_store(cacheable(body, "application/json", tag))

    @routes.get(
        "/api/v1/stream",
        "Follow the table as server-sent events with the id journal.revision.",
        EVENTS,
        errors=(503,),
        query=(AFTER_EVENT,),
    )
    def stream() -> Response:
        seen = request.headers.get("Last-Event-ID") or request.args.get("after", "")
        return context.follow("table", broadcast, seen)


class _Table:
    """The feed of the table: each event is a complete state."""

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
    """A line of the journal: the request, its author, and its effects."""

    version: int
    at: str
    by: str
    asked: Asked
    awards: tuple[Award, ...]
    notices: tuple[Notice, ...]


class JournalResponse(msgspec.Struct, frozen=True):
    """A page of the journal, oldest first; ``version`` is that of the newest line overall."""

    journal: str
    version: int
    lines: tuple[JournalLine, ...]


class DealSummary(msgspec.Struct, frozen=True):
    """A deal of the game: its dealer, the scores after it (including the crib) or so far, and the
    ``points`` of each team in the deal."""

    deal: int
    dealer: Seat | None
    scores: tuple[int, ...]
    points: tuple[int, ...]


class LogResponse(msgspec.Struct, frozen=True):
    """The deals of the game, and the entries of one deal, oldest first.

    As in the state, the crib is the first entry of the next deal. ``closing``: the crib that ended
    this deal; ``scores``: the scores after each entry.
    """

    journal: str
    version: int
    deals: tuple[DealSummary, ...]
    deal: int
    starter: Card | None
    entries: tuple[LogEntry, ...]
    scores: tuple[tuple[int, ...], ...]
    closing: LogEntry | None


Deal: TypeAlias = tuple[RecordNode, ...]
"""The nodes of a deal, oldest first."""


def add_log(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/journal`` and ``/api/v1/record``."""

    @routes.get(
        "/api/v1/journal", "The journal, line by line.", JournalResponse, query=(AFTER_LINE, LIMIT)
    )
    def journal() -> Response:
        snapshot = context.table.now
        lines = tuple(
            JournalLine(  # Excluding the idempotency key.
                version=line.version,
                at=line.at,
                by=line.by,
                asked=line.asked,
                awards=awards_of(line.events),
                notices=notices_of(line.events),
            )
            for line in context.table.lines(integer("after", 0), limit(200))
        )
        return json_response(JournalResponse(snapshot.journal, snapshot.version, lines))

    @routes.get(
        "/api/v1/record",
        "The deals of the current or a finished game, and the entries of one deal.",
        LogResponse,
        query=(DEAL, GAME),
    )
    def record() -> Response:
        snapshot, asked = context.table.now, integer("deal", 0)
        name = request.args.get("game")
        nodes = context.games.game(name).nodes if name else context.table.nodes()
        game = nodes[-1].game if nodes else snapshot.game
        deals = _deals(nodes)
        numbers = [_number(deal[-1]) for deal in deals]
        if asked and asked not in numbers:
            sentence = en("This game has deals 1 to {last}, not {deal}.")
            raise HttpError(404, "not_found", sentence, last=len(deals), deal=asked)
        index = numbers.index(asked) if asked in numbers else len(deals) - 1
        shown = deals[index] if deals else ()
        end, words = shown[-1] if shown else None, context.words
        closing = _closing(deals, index)
        summaries: list[DealSummary] = []
        for number, deal in enumerate(deals):
            start = summaries[-1].scores if summaries else deal[0].game.scores
            scores = (_closing(deals, number) or deal[-1]).game.scores
            points = tuple(now - was for now, was in zip(scores, start, strict=True))
            last = deal[-1]
            summaries.append(DealSummary(_number(last), last.game.dealer, scores, points))
        return json_response(
            LogResponse(
                journal=snapshot.journal,
                version=snapshot.version,
                deals=tuple(summaries),
                deal=_number(end) if end else 0,
                starter=end.game.deal.starter if end and end.game.deal else None,
                entries=tuple(log_entry(node.entry, game, words) for node in shown),
                scores=tuple(node.game.scores for node in shown),
                closing=log_entry(closing.entry, game, words) if closing else None,
            )
        )


def _deals(nodes: Deal) -> tuple[Deal, ...]:
    """Return the deals of a game, oldest first; *nodes* are its entries."""
    starts = [i for i, node in enumerate(nodes) if i == 0 or len(node.deal) <= 1]
    return tuple(nodes[start:end] for start, end in pairwise([*starts, len(nodes)]))


def _closing(deals: tuple[Deal, ...], index: int) -> RecordNode | None:
    """Return the crib that ended deal *index*, if any: the first entry of the next deal."""
    following = deals[index + 1][0] if index + 1 < len(deals) else None
    return following if following and isinstance(following.entry.actions[0], Crib) else None


def _number(node: RecordNode) -> int:
    """Return the deal number of an entry; the cut for deal belongs to the first deal."""
    return node.game.deal.number if node.game.deal else 1
