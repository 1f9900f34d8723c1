"""`make bench` prints benchmark figures of this machine, each with its limit or a peer."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import club, entries, journal, lights
from bench.counting import counting
from bench.figures import HEAD, Figure, machine

Part = Callable[[Path, bool], Iterator[Figure]]
"""Yields figures, using a temporary folder; if the second argument is true, as a short smoke
test."""


def _entries(folder: Path, quick: bool) -> Iterator[Figure]:
    for phones in (2,) if quick else (20, 200):
        wanted, rounds = (20, 1) if quick else (250, 3)
        yield from entries.entries(folder / f"{phones}", phones, wanted=wanted, rounds=rounds)


def _peer(folder: Path, quick: bool) -> Iterator[Figure]:
    for phones in (2,) if quick else (4, 20):
        wanted, rounds = (20, 1) if quick else (250, 5)
        place = folder / f"{phones}"
        yield from entries.beside_bare(place, phones=phones, wanted=wanted, rounds=rounds)


def _weighing(folder: Path, quick: bool) -> Iterator[Figure]:
    for phones in (2,) if quick else (20, 200):
        wanted = 20 if quick else 1_000
        yield from entries.weighing(folder / f"{phones}", phones=phones, wanted=wanted)


def _lights(folder: Path, quick: bool) -> Iterator[Figure]:
    yield from lights.frames(frames=20 if quick else 2_000, runs=2 if quick else 9)
    yield from lights.loop(seconds=0.2 if quick else 5, runs=1 if quick else 3)
    yield from lights.bridge(entries=25 if quick else 60)


def _page(folder: Path, quick: bool) -> Iterator[Figure]:
    from bench.page import page, slowed  # Lazily: only this one needs a browser.

    yield from page(visits=1 if quick else 5)
    yield from slowed(cards=3 if quick else 20)


def _broker(folder: Path, quick: bool) -> Iterator[Figure]:
    if quick:
        return club.broker(folder, wanted=3, rounds=1, warm_up=2)
    return club.broker(folder, wanted=200, rounds=5)


def _processor(folder: Path, quick: bool, against: Path | None = None) -> Iterator[Figure]:
    wanted, runs = (20, 1) if quick else (40, 20)
    return entries.processor(folder, phones=4, wanted=wanted, runs=runs, against=against)


PARTS: Mapping[str, Part] = {
    "counting": lambda folder, quick: counting(
        hands=50 if quick else 5_000, runs=2 if quick else 9
    ),
    "starting": lambda folder, quick: journal.starting(folder, runs=1 if quick else 9),
    "growing": lambda folder, quick: journal.growing(
        folder, games=5 if quick else 10_000, runs=1 if quick else 11
    ),
    "mending": lambda folder, quick: journal.mending(
        folder, target=31 if quick else 363, runs=1 if quick else 9
    ),
    "lights": _lights,
    "entries": _entries,
    "peer": _peer,
    "processor": _processor,
    "weighing": _weighing,
    "keys": lambda folder, quick: entries.keys(folder, wanted=20 if quick else 300, phones=4),
    "small": lambda folder, quick: entries.small(folder, wanted=5 if quick else 250, phones=4),
    "broker": _broker,
    "hub": lambda folder, quick: club.hub(
        folder, tables=5 if quick else 500, seconds=1.0 if quick else 20.0
    ),
    "page": _page,
}


def main() -> None:
    """Run the named benchmarks, or all, and print figures as they are available."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of: {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a few of each, to see that it works")
    parser.add_argument(
        "--against", type=Path, help="another checkout, set up by make, for the part processor"
    )
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    print(f"{machine()}, {datetime.now(UTC):%Y-%m-%d}\n\n{HEAD}", flush=True)
    with TemporaryDirectory(prefix="cribble-bench-") as folder:
        for name in asked.parts or PARTS:
            place = Path(folder) / name
            if name == "processor":
                figures = _processor(place, asked.quick, asked.against)
            else:
                figures = PARTS[name](place, asked.quick)
            for figure in figures:
                print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
