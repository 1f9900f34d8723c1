"""The hub with 500 tables that each say something every second, beside a bare client of the broker
in the same run; and how soon a hub that starts is right."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.hub.mosquitto import MOST_QUEUED
from club.night.entry import Enrol, Open, Pair, Plan
from cribble.system.network import free_port
from mqtt.broker import Broker
from mqtt.client import Client
from mqtt.payloads import Result, State, encode
from mqtt.topics import Topics
from tests.bench.figures import Aim, Figure, quantile, rounded
from tests.kit.drivers.mosquitto import HERE, OPEN, mosquitto

NIGHT: Final = "2026-11-22"
TOPICS: Final = Topics("bench")
TICK: Final = os.sysconf("SC_CLK_TCK")
PATIENCE: Final = 60.0


@contextmanager
def _hub(data: Path, broker: int) -> Iterator[tuple[int, int]]:
    """The port and the process number of the shipped hub."""
    port = free_port(HERE)
    command = [
        *(sys.executable, "-m", "cribble", "hub", "--data", str(data), "--host", HERE),
        *("--port", str(port), "--broker", f"mqtt://{HERE}:{broker}", "--club", TOPICS.club),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)


def _asked(port: int, path: str) -> object:
    """The answer; None while there is none."""
    with closing(http.client.HTTPConnection(HERE, port, timeout=10)) as line:
        try:
            line.request("GET", path)
            return json.loads(line.getresponse().read())
        except (OSError, ValueError, http.client.HTTPException):
            return None


def _health(port: int) -> dict[str, dict[str, object]]:
    found = _asked(port, "/healthz")
    return found if isinstance(found, dict) else {}


def _until(port: int, part: str, name: str, value: object) -> None:
    end = time.monotonic() + PATIENCE
    while _health(port).get(part, {}).get(name) != value:
        assert time.monotonic() < end, f"{part}.{name} never is {value}"
        time.sleep(0.05)


def hub_tables(folder: Path, *, tables: int, seconds: float) -> Iterator[Figure]:
    """Publish a state of each table every second; a bare client and a wall both listen."""
    folder.mkdir()
    with (
        mosquitto(folder / "mosquitto") as broker,
        _hub(folder / "data", broker.port) as (port, pid),
    ):
        _until(port, "broker", "connected", True)
        bare: list[float] = []
        wall: list[float] = []
        listener = Client(
            Broker(HERE, broker.port),
            name="bare",
            subscriptions=(TOPICS.state(),),
            on_message=lambda topic, payload, retained: bare.append(_age(json.loads(payload))),
        )
        listener.start()
        Thread(target=_follow, args=[port, wall], daemon=True).start()
        time.sleep(0.5)
        command = [sys.executable, "-m", "tests.bench.rig.tables", str(broker.port), str(tables)]
        publisher = subprocess.Popen([*command, str(seconds)])
        time.sleep(min(2.0, seconds / 4))  # The first seconds are those of a start.
        bare.clear()
        wall.clear()
        spent, since = _processor(pid), time.monotonic()
        publisher.wait(seconds + PATIENCE)
        share = (_processor(pid) - spent) / (time.monotonic() - since)
        weight = _memory(pid)
        time.sleep(0.3)
        listener.stop()
    for label, part in (("p50", 0.5), ("p99", 0.99)):
        ours, theirs = quantile(wall, part), quantile(bare, part)
        yield Figure(
            f"{tables} tables, a state a second: published to wall, {label}, times a bare client",
            ours / theirs,
            " ×",
            Aim(at_most=3) if part == 0.99 else None,
            f"{rounded(ours)} ms against {rounded(theirs)} ms, {len(wall):,} states",
        )
    yield Figure("The hub meanwhile, of a core", 100 * share, " %", Aim(at_most=25))
    yield Figure("The hub meanwhile, memory", weight, " MB", Aim(at_most=100))


def _age(state: dict[str, str]) -> float:
    """Milliseconds since a state was published."""
    return (time.monotonic_ns() - int(state["at"])) / 1e6


def _follow(port: int, ages: list[float]) -> None:
    line = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    line.request("GET", "/api/v1/stream/tables")
    answer = line.getresponse()
    try:
        while said := answer.readline():
            if said.startswith(b"data: ["):
                now = time.monotonic_ns()
                states = [one["state"] for one in json.loads(said[6:])]
                ages += [(now - int(state["at"])) / 1e6 for state in states if state]
    except (OSError, ValueError, http.client.HTTPException):
        return  # The hub was closed.


def _processor(pid: int) -> float:
    """The seconds that a process has had of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _memory(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def hub_start(folder: Path, *, tables: int, players: int, rounds: int) -> Iterator[Figure]:
    """Time a hub from its start to when all that the broker keeps is in its journal."""
    folder.mkdir()
    with mosquitto(folder / "mosquitto", f"{OPEN}max_queued_messages {MOST_QUEUED}\n") as broker:
        (folder / "data" / "hub").mkdir(parents=True)
        results, lines = _night(folder / "data" / "hub" / "night.sqlite", players, rounds)
        _publish(broker.port, tables, results)
        began = time.monotonic()
        with _hub(folder / "data", broker.port) as (port, pid):
            _until(port, "journal", "lines", lines + len(results))
            _until(port, "tables", "known", tables)
            took, spent = time.monotonic() - began, _processor(pid)
            rows = _asked(port, "/api/v1/standings")
            assert isinstance(rows, list)
            assert sum(row["games"] for row in rows) == 2 * len(results)
    what = f"A hub that starts with {tables} states and {len(results):,} results is right after"
    yield Figure(what, took, " s", Aim(at_most=2), f"{rounded(spent)} s of a processor")


def _night(path: Path, players: int, rounds: int) -> tuple[dict[str, bytes], int]:
    """Pair a night; return its results, which are not in its journal, and the lines of that."""
    with closing(HubJournal.open(path)) as journal:
        hub = Hub(journal)
        hub.submit(Open(NIGHT), by="director")
        for number in range(players):
            hub.submit(Enrol(f"Player {number}"), by="director")
        hub.submit(Plan(rounds=rounds), by="director")
        night = hub.submit(Pair(), by="director").club.night
        assert night
        results = {
            TOPICS.result(NIGHT, game.table, f"{game.round}.0"): encode(
                Result(
                    night=NIGHT,
                    round=game.round,
                    table=game.table,
                    place=f"{game.round}.0",
                    players=game.players,
                    scores=(121, 100 - game.round),
                )
            )
            for game in night.games.values()
        }
        return results, journal.last


def _publish(port: int, tables: int, results: dict[str, bytes]) -> None:
    """Have the broker keep a state of each table, and all results."""
    client = Client(Broker(HERE, port), name="before")
    client.start()
    end = time.monotonic() + PATIENCE
    while not client.connected:
        assert time.monotonic() < end
        time.sleep(0.01)
    states = {
        TOPICS.state(str(number)): encode(State(table=str(number), phase="play"))
        for number in range(1, tables + 1)
    }
    messages = states | results
    while sum(client.retain(*message) for message in messages.items()) < len(messages):
        assert time.monotonic() < end
        time.sleep(0.01)
    client.stop()
