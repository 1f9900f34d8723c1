"""Benchmark figures as table rows, and a description of the machine."""

import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """A row of the table: a value with its limit, and other columns as text."""

    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    beside: str = ""

    def row(self) -> str:
        """Return the row in Markdown."""
        aim = met = ""
        if self.at_most is not None:
            aim = f"≤ {self.at_most:g}{self.unit}"
            met = "yes" if self.value <= self.at_most else "**no**"
        if self.at_least is not None:
            aim = f"≥ {self.at_least:g}{self.unit}"
            met = "yes" if self.value >= self.at_least else "**no**"
        return f"| {self.what} | {rounded(self.value)}{self.unit} | {self.beside} | {aim} | {met} |"


HEAD = "| what | figure | beside it | aim | met |\n| --- | --- | --- | --- | --- |"


def rounded(value: float) -> str:
    """Format with three significant digits."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def quantile(values: Sequence[float], share: float) -> float:
    """Return the *share* quantile of *values*, without interpolation."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def spread(values: Iterable[float], unit: str) -> str:
    """Format median and range of several runs."""
    runs = sorted(values)
    return f"{rounded(median(runs))} ({rounded(runs[0])}–{rounded(runs[-1])}){unit}"


def machine() -> str:
    """Return CPU, cores, operating system, Python version and load in one line."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        processor = model.read_text(encoding="utf-8").rstrip("\0")
    else:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        processor = next(names, platform.machine())
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    python = f"{platform.python_implementation()} {platform.python_version()}"
    cores = len(os.sched_getaffinity(0))
    return f"{processor}, {cores} cores, {system}, {python}, load {os.getloadavg()[0]:.1f}"
