"""The hub's retained messages: the night, standings, the seats of each table, and results."""

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any, Final, cast

from msgspec.structs import asdict

from club.hub.hub import Snapshot
from club.hub.tables import PendingReports
from club.night.standings import place_of, standings_of
from club.night.state import Club, Game, Night, Phase
from club.pairing.round import sides_of
from mqtt.client import Client
from mqtt.payloads import VERSION, WITHDRAWN, Result, Seat, SeatedPlayer, encode
from mqtt.payloads import Night as NightPayload
from mqtt.topics import Topics

MAX_ROWS: Final = 250
"""Maximum standings rows per message (some brokers allow 64 kB). The hub's page shows all rows."""


def hub_messages(club: Club, topics: Topics) -> dict[str, bytes]:
    """Return the messages published only by the hub: night, standings, and the seats of the
    round."""
    night = club.night
    if night is None:
        return {}
    is_between = night.phase is Phase.PLAY and night.is_round_done
    hidden = night.hidden and night.phase is not Phase.OVER
    rows = () if hidden else standings_of(club, night)[:MAX_ROWS]
    messages: dict[str, object] = {
        topics.night: NightPayload(
            night=night.id,
            round=night.round,
            rounds=max(night.plan.rounds, len(night.rounds)),
            movement=night.plan.movement,
            scoring=night.plan.scoring,
            agree=night.plan.agree,
            round_ends=night.round_ends,
            phase=cast(Any, "between" if is_between else night.phase.value),
            at=night.began.get(night.round, ""),
        ),
        topics.standings: {
            "v": VERSION,
            "night": night.id,
            "round": night.round,
            "scoring": night.plan.scoring,
            "hidden": hidden,
            "standings": [asdict(row) | {"name": club.name(row.id)} for row in rows],
        },
    }
    for game in night.of_round(night.round) if night.phase is Phase.PLAY else ():
        messages[topics.seat(game.table)] = Seat(
            night=night.id,
            round=game.round,
            rules=night.rules_for(len(game.players)),
            target=night.plan.target,
            players=tuple(SeatedPlayer(id=id_, name=club.name(id_)) for id_ in game.players),
        )
    return {topic: encode(message) for topic, message in messages.items()}


def result_messages(
    night: Night, topics: Topics, held: Mapping[str, Result | None]
) -> Iterator[tuple[str, Result | None]]:
    """Yield each topic whose result differs from the one *held* by the broker, with the result to
    publish; None withdraws it.

    A result sent by a table is not replaced unless the director decided otherwise. Each game has
    one result: reports of other tables are withdrawn, and results from phones once a table reports.
    """
    has_own = any(result and result.by != "table" for result in held.values())
    for game in night.games.values():
        own = (game.table, place_of(game))
        # Table and place of a result: those of its report, if a table reported it.
        name = game.report[:2] if game.report else own
        others = [other for report in game.reports if (other := report[:2]) != name]
        if has_own and game.reports and own != name:
            others.append(own)
        for other in others:
            if held.get(other_topic := topics.result(night.id, *other)):
                yield other_topic, None
        topic = topics.result(night.id, *name)
        known = held.get(topic)
        if game.by == "table" and (known is None or known.by == "table"):
            continue
        if _content(known) != _content(wanted := _result(night, game, *name)):
            yield topic, wanted


def _result(night: Night, game: Game, device: str, place: str) -> Result | None:
    report = None if game.ruled else game.report
    outcome = game.outcome or (report.outcome if report else None)
    if outcome is None:
        return None
    return Result(
        night=night.id,
        round=game.round,
        table=device,
        place=place,
        players=game.players,
        scores=outcome.scores,
        skunk=outcome.skunk,
        by=game.by,
        at=night.began.get(game.round, ""),
    )


def _content(result: Result | None) -> object:
    """Return the content of *result* to compare, without its time and the order of players."""
    if result is None:
        return None
    sides = {*zip(map(frozenset, sides_of(result.players)), result.scores, strict=False)}
    return result.round, sides, result.skunk, result.by


class Publisher:
    """Publishes each message only when it has changed. Not thread-safe."""

    def __init__(self, topics: Topics, pending: PendingReports) -> None:
        self._topics, self._pending = topics, pending
        self._held: dict[str, bytes] = {}
        """Messages on the broker that only the hub publishes."""
        self._last: Snapshot | None = None
        self._last_at = 0.0

    def forget(self) -> None:
        """Clear the record of the broker's messages, which are received again after a connect."""
        self._held, self._last = {}, None

    def repeat(self) -> None:
        """Make the next ``publish`` check all messages, even if the night is unchanged."""
        self._last = None

    def find(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Record a message that is on the broker."""
        if retained or topic in self._held:
            self._held[topic] = payload

    def is_own_withdrawal(self, topic: str) -> bool:
        """True, once, if the hub itself withdrew the result at *topic*."""
        return self._held.pop(topic, None) == WITHDRAWN

    def is_overdue(self, seconds: float) -> bool:
        """True if nothing has been published for *seconds*."""
        return monotonic() - self._last_at > seconds

    def publish(self, snapshot: Snapshot, client: Client) -> None:
        """Publish via *client* all changes since the last call."""
        if snapshot is self._last or not client.connected:
            return
        wanted = hub_messages(snapshot.club, self._topics)
        gone = {
            topic: WITHDRAWN for topic, held in self._held.items() if held and topic not in wanted
        }
        for topic, payload in (wanted | gone).items():
            if self._held.get(topic) != payload:
                client.publish(topic, payload, retain=True)
                self._held[topic] = payload
        if night := snapshot.club.night:
            for topic, result in result_messages(night, self._topics, dict(self._pending.results)):
                payload = WITHDRAWN if result is None else encode(result)
                client.publish(topic, payload, retain=True)
                if result is None:
                    self._held[topic] = WITHDRAWN
                    self._pending.results.pop(topic, None)
                else:
                    self._pending.results[topic] = result
        self._last, self._last_at = snapshot, monotonic()
