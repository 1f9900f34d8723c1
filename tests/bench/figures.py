"""A figure beside what it should be, the table that they are printed in, and the machine."""

import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Aim(NamedTuple):
    """A limit: ``at_most`` or ``at_least``, in the figure's own unit."""

    at_most: float | None = None
    at_least: float | None = None

    def met_by(self, value: float) -> bool:
        """True if *value* is on the right side of the limit."""
        above = self.at_least is None or value >= self.at_least
        return above and (self.at_most is None or value <= self.at_most)

    def said(self, unit: str) -> str:
        """``≤ 20 ms``."""
        sign, limit = ("≤", self.at_most) if self.at_least is None else ("≥", self.at_least)
        return f"{sign} {limit:g}{unit}"


class Figure(NamedTuple):
    """One row: what was measured, the value that an aim holds for, and the rest as text."""

    what: str
    value: float
    unit: str
    aim: Aim | None = None
    beside: str = ""

    def row(self) -> str:
        """The row of the table."""
        aim, met = "", ""
        if self.aim:
            aim = self.aim.said(self.unit)
            met = "yes" if self.aim.met_by(self.value) else "**no**"
        value = f"{rounded(self.value)}{self.unit}"
        return f"| {self.what} | {value} | {self.beside} | {aim} | {met} |"


HEAD = "| what | figure | beside it | aim | met |\n| --- | --- | --- | --- | --- |"


def rounded(value: float) -> str:
    """Three digits that mean something, and no fewer before the point."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least *share* of *values* do not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def halves(values: Iterable[float], unit: str) -> str:
    """The middle of some runs and how far they lie apart."""
    runs = sorted(values)
    return f"{rounded(median(runs))} ({rounded(runs[0])}–{rounded(runs[-1])}){unit}"


def machine() -> str:
    """The machine in one line: processor, cores, system, Python."""
    cores = len(os.sched_getaffinity(0))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return (
        f"{_processor()}, {cores} cores, {system}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


def _processor() -> str:
    """The processor's name as the kernel gives it; a Raspberry Pi's own name where it is one."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        return model.read_text(encoding="utf-8").rstrip("\0")
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def busy() -> str:
    """Return how much else the machine had to do in the last minute."""
    return f"load {os.getloadavg()[0]:.1f}"
