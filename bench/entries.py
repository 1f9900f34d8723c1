"""Latency from an entry or key to the strip and to all phones, also on slow machines."""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from time import monotonic_ns, perf_counter, sleep
from typing import Final, NamedTuple

from bench.figures import Figure, quantile, rounded, spread
from bench.server import BARE, OURS, Served, ask, following, play, serving
from cribble.demo import Bot
from scorekeeper.game.actions import Action, Count, Crib
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game
from scorekeeper.keypad.key import Key
from tests.kit.players.key_typist import as_typed, keys_of

LAMPS: Final = """
[strip]
name = "capture"
[lamps]
turn = [363, 364, 365, 366]
dealer = [367, 368, 369, 370]
count = [371, 372, 373, 374, 375, 376, 377, 378, 379, 380]
link = 381
"""
"""Lamps beside three tracks of 121 holes, so that almost every entry changes a light."""
WARM_UP: Final = 60
"""Number of entries not measured, while modules are imported and messages are parsed."""


class Round(NamedTuple):
    """Latencies of one round in ms: entry to strip, to each phone, and to the response."""

    strip: list[float]
    phone: list[float]
    answer: list[float]


@contextmanager
def timed(folder: Path, how: str, limited: Sequence[str] = ()) -> Iterator[Served]:
    """Context manager: starts a table with lights that writes timestamps to ``notes`` in
    *folder*."""
    folder.mkdir(parents=True)
    (folder / "lamps.toml").write_text(LAMPS, encoding="utf-8")
    stopwatch = [sys.executable, "-m", "bench.timed_server", str(folder / "notes"), how]
    config = ["serve", "--config", str(folder / "lamps.toml")]
    with serving(folder, [*limited, *stopwatch, *config]) as served:
        yield served


def notes(folder: Path) -> list[tuple[str, int, int, list[int] | None]]:
    """Return the timestamps written by the server."""
    return [tuple(json.loads(line)) for line in (folder / "notes").read_text().splitlines()]


def round_of(folder: Path, phones: int, wanted: int, limited: Sequence[str] = ()) -> Round:
    """Play *wanted* entries; *limited* is a command prefix that limits the server's CPU."""
    with timed(folder, "typing", limited) as served, following(served, phones) as crowd:
        made = list(play(served, wanted))
        heard = crowd.heard()
    shown: dict[int, int] = {}
    drawn = 0
    for what, now, version, _ in notes(folder):
        if what == "shown":
            shown |= dict.fromkeys(range(drawn + 1, version + 1), now)
            drawn = max(drawn, version)
    phone = [(at - entry.sent) / 1e6 for entry in made for at in heard[entry.version]]
    assert len(phone) == phones * wanted, "a phone has missed an entry"
    lit = [(shown[entry.version] - entry.sent) / 1e6 for entry in made if entry.version in shown]
    return Round(lit, phone, [(entry.answered - entry.sent) / 1e6 for entry in made])


def entries(folder: Path, phones: int, *, wanted: int, rounds: int) -> Iterator[Figure]:
    """Play *wanted* entries of a four-handed game with *phones* phones, *rounds* times."""
    played = [round_of(folder / f"{number}", phones, wanted) for number in range(rounds)]
    limits = {("phone", "p50", 200): 10, ("phone", "p99", 20): 20, ("light", "p99", 20): 20}
    ways = ("light", "phone", "its answer")
    for what, times in zip(ways, zip(*played, strict=True), strict=True):
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            found = [quantile(run, part) for run in times]
            aim = limits.get((what, name, phones))
            yield Figure(
                f"Entry to {what}, {phones} streams, {name}",
                median(found),
                " ms",
                aim,
                beside=f"by round {', '.join(map(rounded, sorted(found)))}",
            )


def beside_bare(folder: Path, *, phones: int, wanted: int, rounds: int) -> Iterator[Figure]:
    """Compare the latency to *phones* phones with that of a bare server, alternately."""
    took: dict[str, list[float]] = {"ours": [], "bare": []}
    for number in range(rounds):
        for name, command in (("ours", OURS), ("bare", BARE)):
            with (
                serving(folder / f"{name} {number}", command) as served,
                following(served, phones) as crowd,
            ):
                made = list(play(served, wanted))
                heard = crowd.heard()
            took[name] += [(at - one.sent) / 1e6 for one in made for at in heard[one.version]]
    limits = {"p50": 1.25 if phones <= 4 else None, "p99": 2 if phones >= 20 else None}
    for name, part in (("p50", 0.5), ("p99", 0.99)):
        ours, bare = (quantile(took[which], part) for which in ("ours", "bare"))
        what = f"Entry to {phones} phones, {name}, times that of a bare server"
        beside = f"{rounded(ours)} ms against {rounded(bare)} ms; {rounds} rounds of {wanted}"
        yield Figure(what, ours / bare, " ×", limits[name], beside=beside)


def processor(
    folder: Path, *, phones: int, wanted: int, runs: int, against: Path | None = None
) -> Iterator[Figure]:
    """Compare CPU time per entry with a bare server and, optionally, an older checkout.

    All servers are warmed up and interleaved, so that other load affects them equally.
    """
    took: dict[str, list[float]] = {}

    def measure(rest: list[tuple[str, Sequence[str], Path | None]], warm: list[Served]) -> None:
        if rest:
            name, command, checkout = rest[0]
            with (
                serving(folder / name, command, checkout=checkout) as served,
                following(served, phones),
            ):
                measure(rest[1:], [*warm, served])
            return
        made = [play(served, WARM_UP + wanted * runs, 0.0) for served in warm]
        for one in made:
            list(islice(one, WARM_UP))
        for _ in range(runs):
            for (name, _, _), served, one in zip(programs, warm, made, strict=True):
                before = served.processor_ms()
                list(islice(one, wanted))
                took.setdefault(name, []).append((served.processor_ms() - before) / wanted)

    programs: list[tuple[str, Sequence[str], Path | None]]
    programs = [("ours", OURS, None), ("bare", BARE, None)]
    if against:
        earlier = (str(against.resolve() / ".venv/bin/python"), *OURS[1:])
        programs.append(("then", earlier, against))
    measure(programs, [])
    for name in [name for name in took if name != "ours"]:
        what = f"Processor time of an entry, {phones} phones, times that of "
        what += "a bare server" if name == "bare" else f"{against}"
        beside = f"{spread(took['ours'], ' ms')} against {spread(took[name], ' ms')}"
        yield Figure(what, mean(took["ours"]) / mean(took[name]), " ×", beside=beside)


def weighing(folder: Path, *, phones: int, wanted: int) -> Iterator[Figure]:
    """Measure memory after *wanted* entries with *phones* streams, and the time to stop."""
    with serving(folder) as served, following(served, phones):
        list(play(served, wanted, 0.0))
        resident = served.resident_mb()
        began = perf_counter()
        served.process.send_signal(signal.SIGINT)
        served.process.wait()
        stopped = perf_counter() - began
    limit = 90 if phones >= 200 else 60
    yield Figure(f"Memory after {wanted} entries, {phones} streams", resident, " MB", limit)
    yield Figure(f"Stop with {phones} streams open", stopped, " s", 3)


def keys(folder: Path, *, wanted: int, phones: int) -> Iterator[Figure]:
    """Play a four-handed game with the page's keys until *wanted* keys have changed the strip."""
    sent: list[int] = []
    with timed(folder, "quiet") as served, following(served, phones):
        chance, dealer, game = Random(6), Bot(Random(6)), Game()
        action: Action = dealer.begin("cribble")
        phone = served.connect()
        ask(phone, "POST", "/api/v1/actions", 201, to_json({"action": action, "seen": 0}))
        while len(sent) < wanted:
            game, _ = apply(game, action)
            action = dealer.next_action(game)
            for key in _keys_of(game, action):
                sent.append(monotonic_ns())
                ask(phone, "POST", "/api/v1/keys", 200, json.dumps({"key": key}).encode())
                sleep(chance.uniform(0.03, 0.06))
    noted = notes(folder)
    taken = [(version, ghost) for what, _, version, ghost in noted if what == "taken"]
    shown = [(now, (version, ghost)) for what, now, version, ghost in noted if what == "shown"]
    times: list[float] = []
    last = None
    for began, state in zip(sent, taken, strict=True):
        lit = next((now for now, drawn in shown if now > began and drawn == state), None)
        if state != last and lit is not None:
            times.append((lit - began) / 1e6)
        last = state
    beside = f"p50 {rounded(quantile(times, 0.5))} ms in {len(times)} keys"
    what = f"Key to light, the page's keys, {phones} streams, p99"
    yield Figure(what, quantile(times, 0.99), " ms", 20, beside=beside)


def _keys_of(game: Game, action: Action) -> Iterator[Key]:
    """Yield the keys of *action*; before each hand or crib, a count of twelve is typed and
    deleted."""
    for part in as_typed(game, action):
        typed = keys_of(game, part)
        if isinstance(part, Count | Crib):
            yield from (*typed[:-1], Key.ACE, Key.TWO, Key.UNDO, Key.UNDO, typed[-1])
        else:
            yield from typed


PERIOD_US: Final = 10_000
"""Short, so that the CPU is uniformly slow instead of fast and then suspended."""
JOIN: Final = ("sh", "-c", 'echo $$ > "$0" && exec "$@"')


@contextmanager
def quota(percent: int) -> Iterator[Sequence[str]]:
    """Context manager: yields a command prefix that limits CPU to *percent* of a core, by cgroups.

    Raises OSError if cgroups are not available.
    """
    root = Path("/sys/fs/cgroup")
    v2 = (root / "cgroup.controllers").exists()
    group = (root if v2 else root / "cpu") / f"cribble-bench-{os.getpid()}"
    group.mkdir()
    try:
        share = PERIOD_US * percent // 100
        if v2:
            (root / "cgroup.subtree_control").write_text("+cpu")
            (group / "cpu.max").write_text(f"{share} {PERIOD_US}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(share))
        yield (*JOIN, str(group / "cgroup.procs"))
        while (group / "cgroup.procs").read_text().strip():
            sleep(0.05)
    finally:
        group.rmdir()


def small(folder: Path, *, wanted: int, phones: int, percent: int = 10) -> Iterator[Figure]:
    """Start, and play *wanted* entries, with *percent* of a core, about that of a Pi Zero 2 W."""
    core = f"at {percent} % of a core"
    try:
        with quota(percent) as limited:
            with serving(folder / "start", [*limited, *OURS]) as served:
                first = served.first_answer
            played = round_of(folder / "round", phones, wanted, limited)
    except OSError as fault:
        yield Figure(f"Everything {core}", 0, "", beside=f"skipped: {fault.strerror}")
        return
    yield Figure(f"Start {core}", first, " s", 5)
    for where, times in (("phone", played.phone), ("light", played.strip)):
        for name, part, limit in (("p50", 0.5, 40), ("p99", 0.99, 150)):
            what = f"Entry to {where}, {phones} phones, {core}, {name}"
            yield Figure(what, quantile(times, part), " ms", limit)
