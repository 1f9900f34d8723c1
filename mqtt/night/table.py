"""A table in a night: its seat, the match that is played for it, who agrees, and the results."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Final

from msgspec.structs import replace

from mqtt.client import MqttMessage
from mqtt.night.games import place_of, players_of, result_of_game, start_of
from mqtt.night.record import NightMatch, NightRecord
from mqtt.payloads import (
    PlayedSeat,
    Seat,
    encode,
    read_night,
    read_seat,
)
from mqtt.topics import Topics
from scorekeeper.game.assignment import Assignment
from scorekeeper.game.state import Phase
from scorekeeper.journal import GameResult
from scorekeeper.table import Table

log = logging.getLogger(__name__)

MOST_MATCHES: Final = 64
"""Matches of a night at one table that are remembered."""

CHUNK: Final = 50


class NightTable:
    """Keeps what a night means for *table*, called *name* in the *topics* of its club. For any
    thread; the file at *path* has it all.

    A match that starts as the seat says is the one of that round. The first game won in it is its
    result, for as long as the journal says so.
    """

    def __init__(self, table: Table, topics: Topics, name: str, path: Path) -> None:
        self._table, self._topics, self._name, self._path = table, topics, name, path
        self._lock = Lock()
        self._record = NightRecord.load(path)
        self._pending = dict[str, bytes]()
        self._won = dict[int, GameResult]()
        self._drop_matches_of_another_journal()
        with self._lock:
            self._look()
            self._pending = self._told()

    def take_seat(self, payload: bytes) -> None:
        """Take a message of the seat; an empty one takes the seat back. Raises BadPayload."""
        seat = read_seat(payload) if payload else None
        if seat and not seat.sits_out:
            start_of(seat)
        with self._lock:
            if seat == self._record.seat:
                return
            self._change(replace(self._record, seat=seat, since=self._table.now.version))
            self._look(arrived=True)

    def take_night(self, payload: bytes) -> None:
        """Take a message of the night; an empty one ends it. Raises BadPayload."""
        night = read_night(payload) if payload else None
        with self._lock:
            if night != self._record.night:
                self._change(replace(self._record, night=night))
                self._look()

    def look(self) -> None:
        """Follow what was begun, ended, undone or corrected at the table."""
        with self._lock:
            self._look()

    def agree(self, place: str, seat: int) -> bool:
        """Keep that the player at *seat* agrees with the result *place*; False if it is not that
        of the game on the table. Raises OSError where it cannot be kept; then nobody agreed."""
        with self._lock:
            match = self._match()
            game = self._won.get(match.line) if match else None
            if match is None or game is None or place_of(game) != place:
                return False
            if not 0 <= seat < len(match.players):
                return False
            seats = {*self._record.agreed.get(place, ()), seat}
            agreed = {**self._record.agreed, place: tuple(sorted(seats))}
            after = replace(self._record, agreed=agreed)
            after.save(self._path)
            self._record = after
            self._look()
            return True

    def played_seat(self) -> PlayedSeat | None:
        """Return the seat that the match on the table is played for; None if it is no night's."""
        with self._lock:
            match = self._match()
            if match is None:
                return None
            return PlayedSeat(
                night=match.seat.night,
                round=match.seat.round,
                players=match.players,
                agreed=self._agreed(match),
            )

    def pending(self) -> tuple[MqttMessage, ...]:
        """Return the results that the broker has not acknowledged, withdrawn ones among them."""
        with self._lock:
            return tuple(MqttMessage(*one) for one in self._pending.items())

    def publish_again(self) -> None:
        """Let all results of the night be published again: the broker may have lost them."""
        with self._lock:
            self._pending = self._told()
            self._show()

    def acknowledged(self, message: MqttMessage) -> None:
        """The broker has *message*."""
        with self._lock:
            if self._pending.get(message.topic) == message.payload:
                del self._pending[message.topic]
                self._show()

    def _look(self, *, arrived: bool = False) -> None:
        self._adopt(arrived)
        self._won = dict(self._games_won())
        self._forget_agreements()
        self._tell_results()
        self._show()

    def _adopt(self, arrived: bool) -> None:
        """Take the match on the table for that of the seat, if it is: it began since the seat came,
        or is not over as it *arrived*."""
        seat, line, game = self._record.seat, self._table.match, self._table.now.game
        if seat is None or seat.sits_out or self._match() or not line or self._is_past(seat):
            return
        if line <= self._record.since and not (arrived and game.phase is not Phase.OVER):
            return
        if any(self._round_is_won(match) for match in self._record.matches):
            return
        if players := players_of(seat, game):
            begun = self._table.lines(line - 1, 1)[0]
            match = NightMatch(line=line, at=begun.at, seat=seat, players=players)
            self._remember((*self._record.matches, match)[-MOST_MATCHES:])

    def _round_is_won(self, match: NightMatch) -> bool:
        """True if *match* was won in the round of the seat: another one there is friendly."""
        seat = self._record.seat
        assert seat
        return match.round == (seat.night, seat.round) and match.line in self._won

    def _games_won(self) -> Iterator[tuple[int, GameResult]]:
        """Yield the line of each match of the record with the first game won in it, the last
        where there are several."""
        lines = {match.line for match in self._record.matches}
        before: tuple[int, int] | None = None
        while lines:
            games = self._table.games(before, CHUNK)
            for game in games:
                if game.match < min(lines):
                    return
                if game.match in lines and game.winner is not None:
                    yield game.match, game
            if len(games) < CHUNK:
                return
            before = games[-1].match, games[-1].place

    def _forget_agreements(self) -> None:
        """Forget who agreed with a game that is won no more."""
        places = set(map(place_of, self._won.values()))
        agreed = {place: it for place, it in self._record.agreed.items() if place in places}
        if agreed != self._record.agreed:
            self._change(replace(self._record, agreed=agreed))

    def _tell_results(self) -> None:
        """Let what is new, different or withdrawn among the results be published."""
        told, wanted = self._record.results, dict(self._results())
        after = {**dict.fromkeys(told, ""), **wanted}
        changed = {topic: text for topic, text in after.items() if told.get(topic) != text}
        if changed:
            self._change(replace(self._record, results=after))
        self._pending |= {topic: text.encode() for topic, text in changed.items()}

    def _results(self) -> Iterator[tuple[str, str]]:
        for match in self._record.matches:
            game = self._won.get(match.line)
            if game is None or (self._asks(match) and not all(self._agreed(match))):
                continue
            result = result_of_game(match, game, self._name)
            topic = self._topics.result(result.night, result.table, result.place)
            yield topic, encode(result).decode()

    def _match(self) -> NightMatch | None:
        """The match of the night that is on the table."""
        line = self._table.match
        return next((one for one in self._record.matches if one.line == line), None)

    def _agreed(self, match: NightMatch) -> tuple[bool, ...]:
        game = self._won.get(match.line)
        seats = self._record.agreed.get(place_of(game), ()) if game else ()
        return tuple(seat in seats for seat in range(len(match.players)))

    def _asks(self, match: NightMatch) -> bool:
        night = self._record.night
        return night is not None and night.agree and night.night == match.seat.night

    def _told(self) -> dict[str, bytes]:
        return {topic: text.encode() for topic, text in self._record.results.items()}

    def _show(self) -> None:
        self._table.set_live(assignment=self._assignment())

    def _assignment(self) -> Assignment | None:
        seat, night = self._record.seat, self._record.night
        if seat is None or (night and night.night == seat.night and night.phase == "over"):
            return None
        match, game = self._match(), None
        if match and match.round == (seat.night, seat.round):
            game = self._won.get(match.line)
        elif self._is_past(seat):
            return None
        else:
            match = None
        place = place_of(game) if game else None
        topic = self._topics.result(seat.night, self._name, place or "")
        return Assignment(
            night=seat.night,
            round=seat.round,
            table=self._name,
            start=None if seat.sits_out else start_of(seat),
            begun=match is not None or self._played(seat),
            place=place,
            agreed=self._agreed(match) if match and game else (),
            asks=match is not None and self._asks(match),
            sent=bool(self._record.results.get(topic)) and topic not in self._pending,
        )

    def _is_past(self, seat: Seat) -> bool:
        """True if the night is further than *seat*: it was taken back while the table was off, and
        the broker keeps nothing that could say so."""
        night = self._record.night
        return night is not None and night.night == seat.night and night.round > seat.round

    def _played(self, seat: Seat) -> bool:
        """True if the match of *seat* was won, and another is on the table."""
        rounds = (match for match in self._record.matches if match.line in self._won)
        return any(match.round == (seat.night, seat.round) for match in rounds)

    def _change(self, record: NightRecord) -> None:
        """Go over to *record*; where it cannot be kept, it holds as long as the program runs."""
        self._record = record
        try:
            record.save(self._path)
        except OSError as fault:
            log.warning("the record of the night cannot be kept: %s", fault)

    def _drop_matches_of_another_journal(self) -> None:
        """Forget the matches if the journal has other lines where they began: it was replaced."""
        last = self._table.now.version
        self._remember(
            tuple(
                match
                for match in self._record.matches
                if match.line <= last and self._table.lines(match.line - 1, 1)[0].at == match.at
            )
        )

    def _remember(self, matches: tuple[NightMatch, ...]) -> None:
        """Remember *matches* and what was sent of them; of others nothing is withdrawn either."""
        if matches == self._record.matches:
            return
        ours = tuple(
            self._topics.result(match.seat.night, self._name, f"{match.line}.") for match in matches
        )
        results = self._record.results
        kept = {topic: text for topic, text in results.items() if topic.startswith(ours)}
        self._change(replace(self._record, matches=matches, results=kept))
