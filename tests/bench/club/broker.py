"""An entry at a table whose broker is there, gone or a black hole, beside one without a broker."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from statistics import median
from typing import Final

from cribble.system.network import free_port
from tests.bench.entries import BREATH, Entry, following, play
from tests.bench.figures import Aim, Figure, quantile, rounded
from tests.bench.processor import WARM_UP, processor_ms
from tests.bench.server import SERVE, Served, serving
from tests.kit.drivers.mosquitto import HERE, mosquitto
from tests.kit.fakes.network.black_hole import black_hole

WITHOUT: Final = "without"
LIMIT: Final = Aim(at_most=1.1)
PHONES: Final = 4


def broker_cost(
    folder: Path, *, wanted: int, rounds: int, warm_up: int = WARM_UP
) -> Iterator[Figure]:
    """Play the same game at four tables at once, an entry at each in turns, *rounds* of *wanted*:
    whatever else the machine does slows all alike. Four phones follow each."""
    folder.mkdir()
    with ExitStack() as stack:
        port = stack.enter_context(mosquitto(folder / "mosquitto")).port
        hole = stack.enter_context(black_hole())
        urls = {WITHOUT: "", "there": port, "gone": free_port(HERE), "a black hole": hole}
        tables: dict[str, tuple[Served, Iterator[Entry]]] = {}
        for name, where in urls.items():
            served = stack.enter_context(_served(folder / name, where))
            stack.enter_context(following(served, PHONES))
            tables[name] = served, play(served, warm_up + wanted * rounds, BREATH)
        for _ in range(warm_up):
            for _, entries in tables.values():
                next(entries)
        spent = {name: processor_ms(served) for name, (served, _) in tables.items()}
        took: dict[str, list[list[float]]] = {name: [] for name in tables}
        for _ in range(rounds):
            for times in took.values():
                times.append([])
            for _ in range(wanted):
                for name, (_, entries) in tables.items():
                    entry = next(entries)
                    took[name][-1].append((entry.answered - entry.sent) / 1e6)
        for name, (served, _) in tables.items():
            spent[name] = (processor_ms(served) - spent[name]) / (wanted * rounds)
    for name in [name for name in urls if name != WITHOUT]:
        yield from _figures(name, took, spent)


def _served(folder: Path, port: int | str) -> AbstractContextManager[Served]:
    """A table whose broker is at *port*; none where that is empty."""
    folder.mkdir()
    config = folder / "config.toml"
    url = f"mqtt://{HERE}:{port}" if port else ""
    config.write_text(f'strip.name = "null"\n[mqtt]\nurl = "{url}"\ntable = "bench"\n')
    return serving(folder, [*SERVE, "--config", str(config)], first="/healthz")


def _figures(
    name: str, took: dict[str, list[list[float]]], spent: dict[str, float]
) -> Iterator[Figure]:
    for label, part in (("p50", 0.5), ("p99", 0.99)):
        ours, bare = ([quantile(one, part) for one in took[which]] for which in (name, WITHOUT))
        ratios = sorted(one / other for one, other in zip(ours, bare, strict=True))
        beside = (
            f"{rounded(median(ours))} ms against {rounded(median(bare))} ms; by round "
            f"{', '.join(map(rounded, ratios))}"
        )
        what = f"Entry to its answer with a broker that is {name}, {label}, times that without"
        yield Figure(what, median(ratios), " ×", LIMIT if part == 0.5 else None, beside)
    what = f"Processor time of an entry with a broker that is {name}, more than without"
    beside = f"{rounded(spent[name])} ms against {rounded(spent[WITHOUT])} ms, all threads"
    yield Figure(what, spent[name] - spent[WITHOUT], " ms", None, beside)
