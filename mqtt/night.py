"""A table's part in a night: its seat, match, players' agreement, and results."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from mqtt.payloads import BadPayload, Night, PlayedSeat, Result, Seat, encode, read
from mqtt.topics import Topics
from scorekeeper.game.actions import Start
from scorekeeper.game.live import Assignment
from scorekeeper.game.refusal import Refusal, player_name
from scorekeeper.game.state import Game, Phase
from scorekeeper.journal import GameResult
from scorekeeper.private_files import quarantine_file, write_private
from scorekeeper.rules.options import OptionCannotBe, UnknownName, house_rules
from scorekeeper.table import Table

log = logging.getLogger(__name__)

MAX_MATCHES: Final = 64
"""Maximum number of matches in a night's record."""

CHUNK: Final = 50


class NightMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a night: the journal ``line`` and time of its start, its seat, and the ids of its
    players by seat at the table."""

    line: int
    at: str
    seat: Seat
    players: tuple[str, ...]

    @property
    def round(self) -> tuple[str, int]:
        return self.seat.night, self.seat.round


class NightRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table's persistent record of a night: the latest ``seat`` and ``night``, the ``matches``
    started, the seats that ``agreed`` by place, and the ``results`` to retain on the broker by
    topic (empty: withdrawn).

    ``since``: version of the table when the seat arrived.
    """

    seat: Seat | None = None
    since: int = 0
    night: Night | None = None
    matches: tuple[NightMatch, ...] = ()
    agreed: dict[str, tuple[int, ...]] = {}
    results: dict[str, str] = {}

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the record at *path*, or an empty one if there is none. Quarantines an invalid
        file."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError:
            return cls()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            log.warning("cannot read the record of the night in %s: %s", path, fault)
        with suppress(OSError):
            log.warning("moved %s to %s", path, quarantine_file(path).name)
        return cls()

    def save(self, path: Path) -> None:
        write_private(path, msgspec.json.encode(self))


def start_of(seat: Seat) -> Start:
    """Return the start of the match of *seat*. An invalid player name is replaced by the id.

    Raises BadPayload for unknown rules or a wrong number of players.
    """
    try:
        rules = house_rules(seat.rules, {"target": seat.target})
        usual = house_rules(seat.rules).target == seat.target
    except (UnknownName, OptionCannotBe) as fault:
        raise BadPayload(str(fault)) from None
    if len(seat.players) != rules.players:
        raise BadPayload(f"{len(seat.players)} players cannot play {seat.rules}")
    names: list[str] = []
    for player in seat.players:
        id_ = player.id
        for name in (player.name, f"{player.name[:5]} ({id_})", id_, f"({id_})"):
            with suppress(Refusal):
                names.append(player_name(name, names))
                break
        else:
            raise BadPayload(f"{id_} appears twice")
    options = None if usual else {"target": seat.target}
    return Start(rules=seat.rules, players=tuple(names), options=options)


def players_of(seat: Seat, game: Game) -> tuple[str, ...] | None:
    """Return the ids of the players of *game* by seat; None unless it is the match of *seat*, with
    the same rules, target and names. Two players may be swapped."""
    start, rules = start_of(seat), game.rules
    if rules is None or (game.key, rules.target, rules.wins) != (start.rules, seat.target, "high"):
        return None
    ids = tuple(player.id for player in seat.players)
    if game.players == start.players:
        return ids
    return ids[::-1] if len(ids) == 2 and game.players == start.players[::-1] else None


def place_of(game: GameResult) -> str:
    """Return the place of *game*, ``match.place``, as used in results."""
    return f"{game.match}.{game.place}"


def result_of_game(match: NightMatch, game: GameResult, table: str) -> Result:
    """Return the result of *game*, won in *match* at *table*. Deterministic. A winner by concession
    gets the winning score, so that scores identify the winner."""
    rules = house_rules(match.seat.rules, {"target": match.seat.target})
    scores = list(game.scores)
    if game.winner is not None:
        won = max(scores[game.winner], rules.goals[game.winner])
        scores = [min(score, won - 1) for score in scores]
        scores[game.winner] = won
    return Result(
        night=match.seat.night,
        round=match.seat.round,
        table=table,
        place=place_of(game),
        players=match.players,
        scores=tuple(scores),
        skunk=rules.skunk_degree(min(scores)),
        at=game.ended,
    )


class NightTable:
    """The night as seen by *table*, called *name* in its club's *topics*; stored at *path*.
    Thread-safe.

    A match is that of the seat's round if it starts as the seat specifies. Its result is the first
    won game that counts, updated when the journal is corrected.
    """

    def __init__(self, table: Table, topics: Topics, name: str, path: Path) -> None:
        self._table, self._topics, self._name, self._path = table, topics, name, path
        self._lock = Lock()
        # If the journal was replaced, lines of matches may be invalid.
        last, record = table.now.version, NightRecord.load(path)
        self._record = replace(record, since=min(record.since, last))
        self._acknowledged: Mapping[str, bytes] = {}
        self._won = dict[int, GameResult]()
        self._remember(
            tuple(
                match
                for match in self._record.matches
                if match.line <= last and table.lines(match.line - 1, 1)[0].at == match.at
            )
        )
        self.update()

    def take_seat(self, payload: bytes) -> None:
        """Process a seat message; an empty one withdraws the seat. Raises BadPayload."""
        seat = read(Seat, payload) if payload else None
        if seat and not seat.sits_out:
            start_of(seat)
        with self._lock:
            if seat == self._record.seat:
                return
            self._change(replace(self._record, seat=seat, since=self._table.now.version))
            self._update(arrived=True)

    def take_night(self, payload: bytes) -> None:
        """Process a night message; an empty one ends the night. Raises BadPayload."""
        night = read(Night, payload) if payload else None
        with self._lock:
            if night != self._record.night:
                self._change(replace(self._record, night=night))
                self._update()

    def update(self) -> None:
        """Update the record after a game's start, end, undo or correction."""
        with self._lock:
            self._update()

    def agree(self, place: str, seat: int) -> bool:
        """Record that the player at *seat* agrees with the result *place*. Return False if that is
        not the game on the table. Raises OSError, without effect, if it cannot be saved."""
        with self._lock:
            match = self._match()
            game = self._won.get(match.line) if match else None
            if match is None or game is None or place_of(game) != place:
                return False
            if seat not in range(len(match.players)):
                return False
            seats = {*self._record.agreed.get(place, ()), seat}
            agreed = {**self._record.agreed, place: tuple(sorted(seats))}
            record = replace(self._record, agreed=agreed)
            record.save(self._path)
            self._record = record
            self._update()
            return True

    def played_seat(self) -> PlayedSeat | None:
        """Return the seat that the current match is played for, or None."""
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

    def results(self) -> Mapping[str, bytes]:
        """Return the payloads to retain on the broker by topic; empty for withdrawn results."""
        with self._lock:
            return {topic: text.encode() for topic, text in self._record.results.items()}

    def acknowledge(self, results: Mapping[str, bytes]) -> None:
        """Set the *results* acknowledged by the broker, and update the live state."""
        with self._lock:
            if results != self._acknowledged:
                self._acknowledged = results
                self._table.set_live(assignment=self._assignment())

    def _update(self, *, arrived: bool = False) -> None:
        self._adopt(arrived)
        won = tuple(self._games_won())
        self._won = {line: game for line, game in won if game.counts}
        places = {place_of(game) for _, game in won}
        agreed = {place: seats for place, seats in self._record.agreed.items() if place in places}
        results = dict.fromkeys(self._record.results, "")
        for match in self._record.matches:
            game = self._won.get(match.line)
            if game is None or (self._asks(match) and not all(self._agreed(match))):
                continue
            result = result_of_game(match, game, self._name)
            topic = self._topics.result(result.night, result.table, result.place)
            results[topic] = encode(result).decode()
        record = replace(self._record, agreed=agreed, results=results)
        if record != self._record:
            self._change(record)
        self._table.set_live(assignment=self._assignment())

    def _adopt(self, arrived: bool) -> None:
        """Add the match on the table to the record if it is that of the seat: started after the
        seat message, or unfinished if that message has just *arrived*."""
        seat, line, game = self._record.seat, self._table.match, self._table.now.game
        if seat is None or seat.sits_out or self._match() or not line or self._is_past(seat):
            return
        if line <= self._record.since and not (arrived and game.phase is not Phase.OVER):
            return
        if self._is_won(seat):  # A rematch does not count.
            return
        if players := players_of(seat, game):
            begun = self._table.lines(line - 1, 1)[0]
            match = NightMatch(line=line, at=begun.at, seat=seat, players=players)
            self._remember((*self._record.matches, match)[-MAX_MATCHES:])

    def _games_won(self) -> Iterator[tuple[int, GameResult]]:
        """Yield the won games of recorded matches with the line of the match, newest first."""
        lines = {match.line for match in self._record.matches}
        oldest: tuple[int, int] | None = None
        while lines:
            games = self._table.games(oldest, CHUNK)
            for game in games:
                if game.match < min(lines):
                    return
                if game.match in lines and game.winner is not None:
                    yield game.match, game
            if len(games) < CHUNK:
                return
            oldest = games[-1].match, games[-1].place

    def _match(self) -> NightMatch | None:
        line = self._table.match
        return next((match for match in self._record.matches if match.line == line), None)

    def _agreed(self, match: NightMatch) -> tuple[bool, ...]:
        game = self._won.get(match.line)
        seats = self._record.agreed.get(place_of(game), ()) if game else ()
        return tuple(seat in seats for seat in range(len(match.players)))

    def _asks(self, match: NightMatch) -> bool:
        night = self._record.night
        return night is not None and night.agree and night.night == match.seat.night

    def _is_past(self, seat: Seat) -> bool:
        """True if the night is in a later round than *seat*: the seat's withdrawal was missed while
        offline, since deleted messages are not retained."""
        night = self._record.night
        return night is not None and night.night == seat.night and night.round > seat.round

    def _is_won(self, seat: Seat) -> bool:
        """True if the match of *seat* was won."""
        won = (match for match in self._record.matches if match.line in self._won)
        return any(match.round == (seat.night, seat.round) for match in won)

    def _assignment(self) -> Assignment | None:
        seat, night = self._record.seat, self._record.night
        if seat is None or (night and night.night == seat.night and night.phase == "over"):
            return None
        match = self._match()
        if match and match.round != (seat.night, seat.round):
            match = None
        if match is None and self._is_past(seat):
            return None
        game = self._won.get(match.line) if match else None
        place = place_of(game) if game else None
        topic = self._topics.result(seat.night, self._name, place or "")
        result = self._record.results.get(topic, "").encode()
        return Assignment(
            night=seat.night,
            round=seat.round,
            table=self._name,
            start=None if seat.sits_out else start_of(seat),
            begun=match is not None or self._is_won(seat),
            place=place,
            agreed=self._agreed(match) if match and game else (),
            asks=match is not None and self._asks(match),
            sent=bool(result) and self._acknowledged.get(topic) == result,
        )

    def _remember(self, matches: tuple[NightMatch, ...]) -> None:
        """Replace the recorded matches. Results of other matches are dropped, but not withdrawn."""
        if matches == self._record.matches:
            return
        topics = tuple(
            self._topics.result(match.seat.night, self._name, f"{match.line}.") for match in matches
        )
        results = self._record.results
        kept = {topic: text for topic, text in results.items() if topic.startswith(topics)}
        self._change(replace(self._record, matches=matches, results=kept))

    def _change(self, record: NightRecord) -> None:
        """Replace and save the record; if saving fails, it is lost on exit."""
        self._record = record
        try:
            record.save(self._path)
        except OSError as fault:
            log.warning("cannot save the record of the night: %s", fault)
