"""The hub on a real mosquitto: reports of tables, what the hub publishes, and what it ignores."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from club.hub.broker import BrokerLink, HubLease
from club.hub.mosquitto import KNOWN, PLACES, Mosquitto
from club.night.entry import Rule, Undo
from club.night.state import Outcome, Status
from cribble.system.network import free_port
from mqtt.client import Client
from mqtt.payloads import Event, PlayedSeat, Result, State, encode
from mqtt.topics import Topics
from scorekeeper.words import Fault
from tests.club.evening import NIGHT, Evening, view
from tests.kit.drivers.waiting import soon

IS_HERE = any(Path(place, "mosquitto").exists() for place in PLACES.split(":"))

pytestmark = pytest.mark.skipif(not IS_HERE, reason="mosquitto is not installed")

TOPICS = Topics("home")
FIRST = TOPICS.result(NIGHT, "1", "412.1")


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A broker started by the hub, on a port unique to this process."""
    folder, port = tmp_path_factory.mktemp("broker") / "broker", free_port("127.0.0.1")
    mosquitto = Mosquitto(folder, port=port)
    mosquitto.start()
    yield mosquitto
    mosquitto.stop()


@dataclass
class Watched:
    """A client at the broker, and the retained messages that it may read."""

    client: Client
    heard: dict[str, bytes] = field(default_factory=dict)


@contextmanager
def at_broker(mosquitto: Mosquitto, user: str = "hub") -> Iterator[Watched]:
    """Log in with the shared password, as the program *user*."""
    heard: dict[str, bytes] = {}
    client = Client(
        mosquitto.broker,
        name=f"probe-{user}",
        subscriptions=("cribble/#",),
        on_message=lambda topic, payload, retained: heard.__setitem__(topic, payload),
    )
    client.start()
    soon(lambda: client.connected)
    yield Watched(client, heard)
    client.stop()


@contextmanager
def linked(evening: Evening, mosquitto: Mosquitto) -> Iterator[BrokerLink]:
    """The hub of *evening*, once it runs the night."""
    link = BrokerLink(evening.hub, evening.tables, TOPICS, mosquitto.broker)
    link.start()
    soon(lambda: link.health()["mode"] == "run" and bool(link.health()["connected"]))
    yield link
    link.stop()


def result(**more: object) -> bytes:
    usual = {
        "night": NIGHT, "round": 1, "table": "1", "place": "412.1", "players": ("p1", "p2"),
        "scores": (121, 80), "skunk": 1,
    }  # fmt: skip
    return encode(Result(**{**usual, **more}))  # type: ignore[arg-type]


def test_an_evening_on_a_broker(four: Evening, mosquitto: Mosquitto) -> None:
    with linked(four, mosquitto) as link, at_broker(mosquitto) as hub:
        soon(lambda: TOPICS.seat("2") in hub.heard)
        seat = json.loads(hub.heard[TOPICS.seat("1")])
        assert [one["name"] for one in seat["players"]] == ["Ann", "Luc"]
        assert json.loads(hub.heard[TOPICS.night])["phase"] == "play"
        with at_broker(mosquitto, "1") as table:
            _tells_of_a_feat(four, table)
            _reports(four, hub, table)
            with at_broker(mosquitto, "2") as other:
                _is_not_changed_by_another_table(four, hub, table, other)
    soon(lambda: not link.health()["connected"])


IMPOSSIBLE = (
    {"skunk": 3}, {"skunk": -1}, {"scores": (5000, 80)}, {"scores": (121, -1)}, {"round": 201},
)  # fmt: skip
UNDECIDED = ({"scores": (121, 121)}, {"scores": (121,)}, {"scores": (121, 80, 60)})


HOSTILE = (
    b"{", b"null", b"[" * 60_000, b'{"v":2}', b"\xff\xfe",
    result(night="2001-01-01"), result(players=("p1", "p3")), result(round=9), result(table="2"),
    result(by="director"), result(players=("p1", "p1")), result(scores=(1, 2, 3)),
    result(place="412.2"),
)  # fmt: skip


def test_impossible_results_on_the_broker_leave_the_night_readable(
    four: Evening, mosquitto: Mosquitto
) -> None:
    """Invalid reports change nothing, even after a restart; the next valid result counts."""
    with linked(four, mosquitto) as link, at_broker(mosquitto, "1") as table:
        for number, more in enumerate((*IMPOSSIBLE, *UNDECIDED)):
            place = f"500.{number}"
            payload = result(place=place, **more)
            table.client.publish(TOPICS.result(NIGHT, "1", place), payload, retain=True)
        for payload in HOSTILE:
            table.client.publish(FIRST, payload, retain=True)
            table.client.publish(TOPICS.state("1"), payload)
        state = State(table="1", phase="play", players=("<img src=x>", "Luc"))
        table.client.publish(TOPICS.state("1"), encode(state), retain=True)
        soon(lambda: b"<img" in four.tables.since(0)[1])
        assert link.health()["ignored"] >= len(IMPOSSIBLE) + 10
        assert four.game().outcome is None
        assert four.director().get("/api/v1/director").status_code == 200
        table.client.publish(FIRST, result(scores=(121, 26), skunk=2), retain=True)
        soon(lambda: four.game().outcome == Outcome((121, 26), 2))
        table.client.publish(FIRST, b"", retain=True)
        soon(lambda: four.game().outcome is None)
    four.close()
    again = Evening(four.path)
    assert not again.hub.journal.notices
    assert again.hub.now.version == four.hub.now.version
    again.close()


def _tells_of_a_feat(evening: Evening, table: Watched) -> None:
    """A great hand is on the wall once, however often the broker delivers it."""
    seat = PlayedSeat(night=NIGHT, round=1, players=("p1", "p2"))
    state = State(table="1", phase="show", teams=((0,), (1,)), seat=seat)
    table.client.publish(TOPICS.state("1"), encode(state), retain=True)
    soon(lambda: evening.tables.state_of("1") is not None)
    for _ in range(2):
        event = Event(event_type="hand_29", team=1, points=29, total=80)
        table.client.publish(TOPICS.event("1"), encode(event))
    soon(lambda: bool(evening.night.feats))
    (feat,) = view(evening.phone().get("/api/v1/night"))["feats"]
    assert feat == {"kind": "hand_29", "name": "Luc", "round": 1, "other": ""}


def _reports(evening: Evening, hub: Watched, table: Watched) -> None:
    """A table's result counts, is corrected by the director, reappears, and is withdrawn."""
    table.client.publish(FIRST, result(), retain=True)
    soon(lambda: evening.game("1", 1).status is Status.DONE)
    soon(lambda: b'"points":3' in hub.heard[TOPICS.standings])
    evening.do(Rule(1, "1", (100, 121)))
    soon(lambda: b"director" in hub.heard[FIRST])
    evening.do(Undo())
    soon(lambda: b"director" not in hub.heard[FIRST])
    assert evening.game("1", 1).by == "table"
    table.client.publish(FIRST, b"", retain=True)
    soon(lambda: evening.game("1", 1).status is Status.OPEN)


def _is_not_changed_by_another_table(
    evening: Evening, hub: Watched, table: Watched, other: Watched
) -> None:
    """Table 2 reports the game of table 1: the report is withdrawn."""
    table.client.publish(FIRST, result(), retain=True)
    soon(lambda: evening.game("1", 1).status is Status.DONE)
    made_up = TOPICS.result(NIGHT, "2", "9.0")
    turned = result(table="2", place="9.0", scores=(3, 121), at="2099-01-01T00:00:00Z")
    other.client.publish(made_up, turned, retain=True)
    soon(lambda: hub.heard.get(made_up) == b"")
    assert evening.game("1", 1).outcome == Outcome((121, 80), 1)
    assert hub.heard[FIRST] == result()
    table.client.publish(FIRST, b"", retain=True)
    soon(lambda: hub.heard[FIRST] == b"")
    other.client.publish(made_up, b"", retain=True)
    soon(lambda: evening.game("1", 1).status is Status.OPEN)


def test_a_second_hub_takes_over_once_the_first_has_gone(
    evening: Evening, mosquitto: Mosquitto
) -> None:
    """The first withdraws its lease when closed; all results are then offered again."""
    other = Evening(evening.path.with_name("other.sqlite"))
    other.begin(4)
    with linked(evening, mosquitto), at_broker(mosquitto, "1") as table:
        soon(lambda: TOPICS.hub in table.heard)  # Otherwise the other may take over, too.
        link = BrokerLink(other.hub, other.tables, TOPICS, mosquitto.broker)
        link.start()
        soon(lambda: other.hub.now.rival == evening.hub.id)
        assert link.health()["mode"] == "watch"
        table.client.publish(FIRST, result(), retain=True)
    soon(lambda: link.health()["mode"] == "run")
    assert other.hub.now.rival is None
    soon(lambda: other.game("1", 1).outcome == Outcome((121, 80), 1))
    with at_broker(mosquitto, "1") as table:
        table.client.publish(FIRST, b"", retain=True)
        soon(lambda: other.game("1", 1).outcome is None)
    link.stop()
    other.close()


def test_hub_takes_over_from_one_that_was_killed_with_its_broker(
    evening: Evening, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease is still retained, but no longer renewed."""
    monkeypatch.setattr("club.hub.broker.SILENT_SECONDS", 1.0)
    with at_broker(mosquitto) as probe:
        probe.client.publish(TOPICS.hub, msgspec.json.encode(HubLease(hub="gone")), retain=True)
        soon(lambda: TOPICS.hub in probe.heard)
    link = BrokerLink(evening.hub, evening.tables, TOPICS, mosquitto.broker)
    link.start()
    soon(lambda: evening.hub.now.rival == "gone")
    soon(lambda: link.health()["mode"] == "run")
    assert evening.hub.now.rival is None
    link.stop()


def test_one_of_two_hubs_that_start_together_runs_the_night(
    evening: Evening, mosquitto: Mosquitto
) -> None:
    other = Evening(evening.path.with_name("other.sqlite"))
    links = [BrokerLink(one.hub, one.tables, TOPICS, mosquitto.broker) for one in (evening, other)]
    for link in links:
        link.start()
    soon(lambda: sorted(str(link.health()["mode"]) for link in links) == ["run", "watch"])
    for link in links:
        link.stop()
    other.close()


def test_broker_port_in_use_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Fault, match="in use"):
            Mosquitto(tmp_path / "broker", port=port)
    assert not (tmp_path / "broker" / KNOWN).exists()


def test_mosquitto_of_a_killed_hub_is_ended_at_the_next_start(tmp_path: Path) -> None:
    """A killed hub could not stop it; the next one has the same port and password."""
    left = Mosquitto(tmp_path / "broker")
    left.start()
    again = Mosquitto(tmp_path / "broker")
    assert again.broker == left.broker
    again.start()
    again.stop()
    left.stop()


def test_wrong_user_or_password_is_refused(mosquitto: Mosquitto) -> None:
    for user, password in (("", ""), ("cribble", "wrong"), ("hub", "x")):
        broker = mosquitto.broker._replace(user=user, password=password)
        client = Client(broker, name="stranger")
        client.start()
        soon(lambda client=client: client.fault == "Not authorized")
        client.stop()
