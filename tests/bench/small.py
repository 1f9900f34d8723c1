"""The server on a small machine: with a quarter and a tenth of one core, lights on.

A quarter of a core of a server is about a Pi 4, a tenth about a Pi Zero 2 W: they are ratios to be
compared with each other, not promises about a Pi.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tests.bench.entries import Crowd, Round, round_of
from tests.bench.figures import Aim, Figure, quantile, rounded
from tests.bench.rig.quota import NoQuota, quota
from tests.bench.server import SERVE, serving


class Share(NamedTuple):
    """A part of a core in percent, and what is aimed at: seconds to start, ms from an entry to
    phone or light."""

    percent: int
    start: float | None
    p50: float | None
    p99: float


SHARES: Final = (Share(25, None, None, 40), Share(10, 5, 40, 150))


def small(
    folder: Path, *, wanted: int, crowds: Sequence[int], shares: Sequence[Share] = SHARES
) -> Iterator[Figure]:
    """Starts, and *wanted* entries that so many phones follow, at each of the *shares*."""
    folder.mkdir()
    for share in shares:
        try:
            yield from _at(folder / str(share.percent), share, crowds, wanted)
        except NoQuota as reason:
            yield Figure(
                f"Everything at {share.percent} % of a core", 0, "", None, f"skipped: {reason}"
            )


def _at(folder: Path, share: Share, crowds: Sequence[int], wanted: int) -> Iterator[Figure]:
    at = f"at {share.percent} % of a core"
    with quota(share.percent) as limited:
        for run in ("a", "b", "c"):
            (folder / run).mkdir(parents=True)
        starts = []
        for run in ("a", "b", "c"):
            with serving(folder / run, [*limited, *SERVE], first="/healthz") as served:
                starts.append(served.first_answer)
        yield Figure(f"Start {at}", median(starts), " s", _at_most(share.start), "of 3 starts")
        for phones in crowds:
            crowd = Crowd(phones)
            around = f"{phones} phones, {at}"
            played = round_of(folder / f"{phones} phones", crowd, wanted, limited)
            yield from _round(played, around, share)


def _round(played: Round, around: str, share: Share) -> Iterator[Figure]:
    for where, times in (("phone", played.phone), ("light", played.strip)):
        for name, part, aim in (("p50", 0.5, share.p50), ("p99", 0.99, share.p99)):
            what = f"Entry to {where}, {around}, {name}"
            worst = f"longest {rounded(max(times))} ms"
            yield Figure(what, quantile(times, part), " ms", _at_most(aim), worst)


def _at_most(limit: float | None) -> Aim | None:
    return None if limit is None else Aim(at_most=limit)
