"""From an entry on one phone to the light on the strip and to everybody else's phone."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic_ns, sleep
from typing import NamedTuple

from cribble.demo import Bot
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game
from tests.bench.figures import Aim, Figure, quantile, rounded
from tests.bench.server import SERVE as OURS
from tests.bench.server import Served, ask, serving

SEED = 31
BARE = (sys.executable, "-m", "tests.bench.rig.bare_server")
SERVE = ("serve", "--strip", "capture", "--config")
LAMPS = """
[lamps]
turn = [363, 364, 365, 366]
dealer = [367, 368, 369, 370]
count = [371, 372, 373, 374, 375, 376, 377, 378, 379, 380]
link = 381
"""
"""Beside three tracks of 121 holes, so that almost every entry changes a light."""
BREATH = 0.03
"""Seconds between an answer and the next entry: the pegs of the last one still walk."""


class Entry(NamedTuple):
    """One entry: the version it became, when it was sent and when the answer was there, in ns."""

    version: int
    sent: int
    answered: int


class Round(NamedTuple):
    """One evening: the milliseconds from each entry to the strip, to every phone, to its answer."""

    strip: list[float]
    phone: list[float]
    answer: list[float]


class Crowd(NamedTuple):
    """The phones that follow the table."""

    phones: int


def entries(folder: Path, crowd: Crowd, *, wanted: int, rounds: int) -> Iterator[Figure]:
    """Play *wanted* entries of a four-handed game while a crowd follows it; *rounds* times."""
    folder.mkdir()
    played = [round_of(folder / f"round {number}", crowd, wanted) for number in range(rounds)]
    around = _around(crowd, len(played[0].phone) // wanted)
    aim = Aim(at_most=20) if crowd.phones == 20 else None
    strips, phones, answers = zip(*played, strict=True)
    yield _latency(f"Entry to the first frame that it changes, {around}", strips, aim)
    yield _latency(f"Entry to phone, {around}", phones, aim)
    yield _latency(f"Entry to its answer, {around}", answers, None)


def round_of(folder: Path, crowd: Crowd, wanted: int, limited: Sequence[str] = ()) -> Round:
    """Play one evening of *wanted* entries; *limited* puts the server under a quota."""
    folder.mkdir()
    notes, config = folder / "shown.jsonl", folder / "lamps.toml"
    config.write_text(LAMPS, encoding="utf-8")
    stopwatch = [sys.executable, "-m", "tests.bench.rig.stopwatch", str(notes)]
    with (
        serving(folder, [*limited, *stopwatch, *SERVE, str(config)]) as served,
        following(served, crowd.phones) as phones,
    ):
        made = list(play(served, wanted, BREATH))
        heard = phones.heard()
    shown = _shown(notes)
    phone = [(at - entry.sent) / 1e6 for entry in made for at in heard[entry.version]]
    assert len(phone) == phones.streams * wanted, "a phone has missed an entry"
    changed = [entry for entry in made if entry.version in shown]
    assert len(changed) > len(made) / 2, "the board shows hardly anything of the game"
    return Round(
        strip=[(shown[entry.version] - entry.sent) / 1e6 for entry in changed],
        phone=phone,
        answer=[(entry.answered - entry.sent) / 1e6 for entry in made],
    )


def _around(crowd: Crowd, streams: int) -> str:
    """``200 streams``, or ``56 streams and 144 phones that ask``."""
    text = f"{streams} stream{'s' if streams > 1 else ''}"
    if streams < crowd.phones:
        text += f" and {crowd.phones - streams} phones that ask"
    return text


def _latency(what: str, rounds: Sequence[list[float]], aim: Aim | None) -> Figure:
    """The 99th percentile of the middle round; the median and the other rounds beside it."""
    middle = median(quantile(times, 0.5) for times in rounds)
    last = [quantile(times, 0.99) for times in rounds]
    beside = f"p50 {rounded(middle)}; p99 by round {', '.join(map(rounded, sorted(last)))} ms"
    return Figure(f"{what}, p99", median(last), " ms", aim, beside)


def beside_bare(folder: Path, *, phones: int, wanted: int, rounds: int) -> Iterator[Figure]:
    """The time that an entry takes to *phones* phones, times that on a bare server that keeps and
    pushes as many bytes; in turns, new deals and the backup after them among the entries."""
    folder.mkdir()
    took: dict[str, list[float]] = {"ours": [], "bare": []}
    for number in range(rounds):
        for name, command in (("ours", OURS), ("bare", BARE)):
            took[name] += _to_phones(folder / f"{name} {number}", command, phones, wanted)
    for name, part, aim in (("p50", 0.5, None), ("p99", 0.99, Aim(at_most=2))):
        ours, bare = (quantile(took[which], part) for which in ("ours", "bare"))
        what = f"Entry to {phones} phones, {name}, times that of a bare server"
        beside = f"{rounded(ours)} ms against {rounded(bare)} ms; {rounds} rounds of {wanted}"
        yield Figure(what, ours / bare, " ×", aim, beside)


def _to_phones(folder: Path, command: Sequence[str], phones: int, wanted: int) -> list[float]:
    folder.mkdir()
    serve = serving(folder, command, first="/healthz")
    with serve as served, following(served, phones) as crowd:
        made = list(play(served, wanted, BREATH))
        heard = crowd.heard()
    return [(at - entry.sent) / 1e6 for entry in made for at in heard[entry.version]]


def weighing(folder: Path, *, phones: int, wanted: int) -> Iterator[Figure]:
    """Weigh the shipped server after *wanted* entries, *phones* phones still following."""
    folder.mkdir()
    with serving(folder) as served, following(served, phones) as those:
        list(play(served, wanted, 0.0))
        those.heard()
        resident, own = served.memory()
    what = f"Memory after {wanted} entries with {those.streams} streams"
    yield Figure(what, resident, " MB", Aim(at_most=60), f"{rounded(own)} MB its own")


def play(served: Served, wanted: int, breath: float) -> Iterator[Entry]:
    """Enter real cards as fast as a very quick table, each once the one before is answered."""
    dealer, game, phone = Bot(Random(SEED)), Game(), served.connect()
    action = dealer.begin("cribble")
    for seen in range(wanted):
        body = to_json({"action": action, "seen": seen, "key": f"entry {seen}"})
        sent = monotonic_ns()
        told = ask(phone, "POST", "/api/v1/actions", 201, body)
        yield Entry(told["entry"], sent, monotonic_ns())
        game, _ = apply(game, action)
        action = dealer.next_action(game)
        sleep(breath)


class Following(NamedTuple):
    """Many phones in a process of their own; ``streams`` of them were given one."""

    process: subprocess.Popen[str]
    streams: int

    def heard(self) -> dict[int, list[int]]:
        """When each phone had each version, in ns of the steady clock."""
        sleep(1)  # The last entry is still on its way to them.
        told, _ = self.process.communicate("")
        return {int(version): at for version, at in json.loads(told).items()}


@contextmanager
def following(served: Served, phones: int) -> Iterator[Following]:
    """So many phones that follow the table; all have its state."""
    command = [sys.executable, "-m", "tests.bench.rig.phones", str(served.port), str(phones)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout
        yield Following(process, int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()


def _shown(lights: Path) -> dict[int, int]:
    """When each version first changed the frame, in ns of the steady clock."""
    with lights.open(encoding="utf-8") as lines:
        return dict(json.loads(line) for line in lines)
