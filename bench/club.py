"""Tables whose broker is available, down or a black hole; and a hub with many tables.

Run as a program with a port, a number of tables and a duration in seconds, it publishes a state per
table and second.
"""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any, Final

from bench.figures import Figure, quantile, rounded
from bench.server import HERE, OURS, PATIENCE, Entry, following, play, serving
from cribble.system.network import free_port
from mqtt.broker import Broker
from mqtt.client import Client
from mqtt.payloads import State, encode
from mqtt.topics import Topics
from tests.kit.drivers.mosquitto import mosquitto
from tests.kit.fakes.network import black_hole

TOPICS: Final = Topics("bench")
WARM_UP: Final = 60


def broker(folder: Path, *, wanted: int, rounds: int, warm_up: int = WARM_UP) -> Iterator[Figure]:
    """Play the same game at four tables, interleaved, in *rounds* of *wanted* entries.

    Interleaving makes other load affect all tables equally. Each has four phones.
    """
    took: dict[str, list[list[float]]] = {}
    with ExitStack() as stack:
        port = stack.enter_context(mosquitto(folder / "mosquitto")).port
        hole = stack.enter_context(black_hole())
        ports = {"none": 0, "there": port, "gone": free_port(HERE), "a black hole": hole}
        tables: dict[str, Iterator[Entry]] = {}
        for name, number in ports.items():
            config = folder / name / "config.toml"
            config.parent.mkdir(parents=True)
            url = f"mqtt://{HERE}:{number}" if number else ""
            config.write_text(f'strip.name = "null"\n[mqtt]\nurl = "{url}"\ntable = "bench"\n')
            command = [*OURS, "--config", str(config)]
            served = stack.enter_context(serving(folder / name, command))
            stack.enter_context(following(served, 4))
            tables[name] = play(served, warm_up + wanted * rounds)
        for number in range(rounds):
            for _ in range(wanted + (0 if number else warm_up)):
                for name, entries in tables.items():
                    entry = next(entries)
                    times = took.setdefault(name, [[] for _ in range(rounds)])
                    times[number].append((entry.answered - entry.sent) / 1e6)
    for name in [name for name in ports if name != "none"]:
        ours, bare = (
            [median(times[-wanted:]) for times in took[which]] for which in (name, "none")
        )
        ratios = sorted(one / other for one, other in zip(ours, bare, strict=True))
        what = f"Entry to its answer with a broker that is {name}, p50, times that without"
        beside = f"{rounded(median(ours))} ms; by round {', '.join(map(rounded, ratios))}"
        yield Figure(what, median(ratios), " ×", 1.1, beside=beside)


def hub(folder: Path, *, tables: int, seconds: float) -> Iterator[Figure]:
    """Publish a state per table and second, and measure latency to a bare client and to a wall
    page."""
    bare: list[float] = []
    wall: list[float] = []
    with ExitStack() as stack:
        port = stack.enter_context(mosquitto(folder / "mosquitto")).port
        command = [*OURS[:-1], "hub", "--broker", f"mqtt://{HERE}:{port}", "--club", TOPICS.club]
        served = stack.enter_context(serving(folder / "data", command))
        with closing(served.connect()) as line:
            while not _health(line)["broker"]["connected"]:
                time.sleep(0.05)
        listener = Client(
            Broker(HERE, port),
            name="bare",
            subscriptions=(TOPICS.state(),),
            on_message=lambda topic, payload, retained: bare.append(_age(json.loads(payload))),
        )
        listener.start()
        Thread(target=_follow, args=[served.port, wall], daemon=True).start()
        time.sleep(0.5)
        publisher = subprocess.Popen(
            [sys.executable, "-m", "bench.club", str(port), str(tables), str(seconds)]
        )
        time.sleep(min(2.0, seconds / 4))  # Skip the start phase.
        bare.clear()
        wall.clear()
        spent, since = served.processor_ms(), time.monotonic()
        publisher.wait(seconds + PATIENCE)
        share = (served.processor_ms() - spent) / 10 / (time.monotonic() - since)
        weight = served.resident_mb()
        time.sleep(0.3)
        listener.stop()
    for label, part in (("p50", 0.5), ("p99", 0.99)):
        ours, theirs = quantile(wall, part), quantile(bare, part)
        what = f"{tables} tables, a state a second: published to wall, {label}, times a bare client"
        beside = f"{rounded(ours)} ms against {rounded(theirs)} ms, {len(wall):,} states"
        yield Figure(what, ours / theirs, " ×", 3 if part == 0.99 else None, beside=beside)
    yield Figure("The hub meanwhile, of a core", share, " %", 25)
    yield Figure("The hub meanwhile, memory", weight, " MB", 100)


def _health(line: http.client.HTTPConnection) -> dict[str, dict[str, Any]]:
    line.request("GET", "/healthz")
    health: dict[str, dict[str, Any]] = json.loads(line.getresponse().read())
    return health


def _age(state: dict[str, str]) -> float:
    """Return the time since a state was published, in ms."""
    return (time.monotonic_ns() - int(state["at"])) / 1e6


def _follow(port: int, ages: list[float]) -> None:
    line = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    line.request("GET", "/api/v1/stream/tables")
    answer = line.getresponse()
    try:
        while event := answer.readline():
            if event.startswith(b"data: ["):
                states = [one["state"] for one in json.loads(event[6:])]
                ages += [_age(state) for state in states if state]
    except (OSError, ValueError, http.client.HTTPException):
        return  # The hub has stopped.


def publish(port: int, tables: int, seconds: float) -> None:
    """Publish states at a constant rate; ``at`` is the monotonic time of publication in ns."""
    client = Client(Broker(HERE, port), name="tables")
    client.start()
    while not client.connected:
        time.sleep(0.01)
    began = time.monotonic()
    for number in range(round(tables * seconds)):
        time.sleep(max(began + number / tables - time.monotonic(), 0))
        table = str(number % tables + 1)
        state = State(
            table=table,
            phase="play",
            rules="acc",
            target=121,
            players=("Ann", "Ben"),
            teams=((0,), (1,)),
            scores=(43, 37),
            pegs=((43, 40), (37, 35)),
            games=(1, 0),
            at=str(time.monotonic_ns()),
        )
        client.publish(TOPICS.state(table), encode(state), retain=True)
    client.stop()


if __name__ == "__main__":
    publish(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
