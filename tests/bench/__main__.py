"""`make bench` prints how fast this machine counts, tells and starts, each beside its aim."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.bridge import bridge
from tests.bench.club.broker import broker_cost
from tests.bench.club.hub import hub_start, hub_tables
from tests.bench.correction import mending
from tests.bench.entries import Crowd, beside_bare, entries, weighing
from tests.bench.figures import HEAD, Figure, busy, machine
from tests.bench.hands import counting
from tests.bench.keys import keys
from tests.bench.lights import frames, loop
from tests.bench.processor import entry_cost, start_cost
from tests.bench.small import SHARES, small
from tests.bench.start import growing, starting

Part = Callable[[Path, bool], Iterator[Figure]]


def _counting(folder: Path, quick: bool) -> Iterator[Figure]:
    return counting(hands=50 if quick else 5_000, runs=2 if quick else 9)


def _starting(folder: Path, quick: bool) -> Iterator[Figure]:
    return starting(folder, runs=1 if quick else 9)


def _processor(folder: Path, quick: bool, against: Path | None = None) -> Iterator[Figure]:
    yield from start_cost(folder, runs=1 if quick else 9, against=against)
    for phones in (4,) if quick else (0, 4, 20):
        wanted, runs = (20, 1) if quick else (40, 20)
        yield from entry_cost(folder, phones=phones, wanted=wanted, runs=runs, against=against)


def _entries(folder: Path, quick: bool) -> Iterator[Figure]:
    crowds = (Crowd(2),) if quick else (Crowd(1), Crowd(20), Crowd(200))
    wanted, rounds = (20, 1) if quick else (250, 3)
    for number, crowd in enumerate(crowds):
        yield from entries(folder / f"crowd {number}", crowd, wanted=wanted, rounds=rounds)


def _peer(folder: Path, quick: bool) -> Iterator[Figure]:
    phones, wanted, rounds = (2, 20, 1) if quick else (20, 250, 5)
    return beside_bare(folder / "peer", phones=phones, wanted=wanted, rounds=rounds)


def _small(folder: Path, quick: bool) -> Iterator[Figure]:
    if quick:
        return small(folder / "small", wanted=5, crowds=(1,), shares=SHARES[:1])
    return small(folder / "small", wanted=250, crowds=(4, 20))


def _weighing(folder: Path, quick: bool) -> Iterator[Figure]:
    phones, wanted = (2, 20) if quick else (20, 1_000)
    return weighing(folder / "weighed", phones=phones, wanted=wanted)


def _growing(folder: Path, quick: bool) -> Iterator[Figure]:
    return growing(folder, games=5 if quick else 10_000, runs=1 if quick else 11)


def _mending(folder: Path, quick: bool) -> Iterator[Figure]:
    return mending(folder / "mended", target=31 if quick else 363, runs=1 if quick else 9)


def _lights(folder: Path, quick: bool) -> Iterator[Figure]:
    yield from frames(frames=20 if quick else 2_000, runs=2 if quick else 9)
    yield from loop(seconds=0.2 if quick else 5, runs=1 if quick else 3)


def _slow_phone(folder: Path, quick: bool) -> Iterator[Figure]:
    from tests.bench.slow_phone import slow_phone  # The others need no browser.

    return slow_phone(frames=20 if quick else 500, rounds=1 if quick else 3)


def _keys(folder: Path, quick: bool) -> Iterator[Figure]:
    wanted, crowds = (3, (0,)) if quick else (300, (0, 20))
    return keys(folder, wanted=wanted, crowds=crowds)


def _bridge(folder: Path, quick: bool) -> Iterator[Figure]:
    entries, chip = (25, 40) if quick else (60, 1_500)
    return bridge(folder, entries=entries, chip=chip)


def _broker(folder: Path, quick: bool) -> Iterator[Figure]:
    if quick:
        return broker_cost(folder / "broker", wanted=3, rounds=1, warm_up=2)
    return broker_cost(folder / "broker", wanted=200, rounds=5)


def _hub(folder: Path, quick: bool) -> Iterator[Figure]:
    tables, seconds = (5, 1.0) if quick else (500, 20.0)
    players, rounds = (10, 2) if quick else (200, 50)
    yield from hub_tables(folder / "hub tables", tables=tables, seconds=seconds)
    yield from hub_start(folder / "hub start", tables=tables, players=players, rounds=rounds)


PARTS: Mapping[str, Part] = {
    "counting": _counting,
    "starting": _starting,
    "processor": _processor,
    "lights": _lights,
    "slow_phone": _slow_phone,
    "bridge": _bridge,
    "keys": _keys,
    "entries": _entries,
    "peer": _peer,
    "broker": _broker,
    "hub": _hub,
    "small": _small,
    "weighing": _weighing,
    "growing": _growing,
    "mending": _mending,
}


def main() -> None:
    """Measure the parts that were named, or all, and print their rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of: {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a few of each, to see that it works")
    parser.add_argument(
        "--against", type=Path, help="another checkout, set up by make, to compare with"
    )
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    parts = {**PARTS, "processor": partial(_processor, against=asked.against)}
    print(f"{machine()}, {busy()}, {datetime.now(UTC):%Y-%m-%d}\n\n{HEAD}", flush=True)
    with TemporaryDirectory(prefix="cribble-bench-") as folder:
        for part in asked.parts or PARTS:
            for figure in parts[part](Path(folder), asked.quick):
                print(figure.row(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
