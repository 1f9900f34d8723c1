"""The benchmark runs. What it measures here are numbers of a busy machine: nobody looks at them."""

import subprocess
import sys
from subprocess import PIPE

from tests.bench.__main__ import PARTS
from tests.kit.paths import ROOT

EVERY_QUESTION = (
    "cribbage-scorer",
    "Start to first answer",
    "Processor time of a start",
    "Processor time of an entry, 4 phones",
    "Memory, idle",
    "A frame of 363 lights",
    "The lights' loop while something moves",
    "Adalight's bytes for one frame",
    "Key to light, a keypad on USB",
    "Key to light, 16 keys on pins",
    "Key to light, the page's keys",
    "Entry to the first frame that it changes, 2 streams",
    "Entry to phone, 2 streams",
    "Entry to 2 phones, p99, times that of a bare server",
    "Entry to its answer with a broker that is a black hole",
    "5 tables, a state a second",
    "A hub that starts with 5 states and 10 results",
    "at 25 % of a core",
    "5 finished games, each a match",
    "5 finished games, all one match",
    "Putting the first of",
)


def test_make_bench_answers_every_question() -> None:
    """A few of each are measured, and each figure stands in its row."""
    command = [sys.executable, "-m", "tests.bench", "--quick"]
    waiting = (["keys"], ["peer", "small"])
    shares = (*waiting, [part for part in PARTS if not any(part in parts for parts in waiting)])
    running = [
        subprocess.Popen([*command, *parts], cwd=ROOT, stdout=PIPE, stderr=PIPE, encoding="utf-8")
        for parts in shares
    ]
    said = [(*process.communicate(timeout=240), process.returncode) for process in running]
    assert [(wrong, code) for _, wrong, code in said] == [("", 0)] * 3
    rows = [line for out, *_ in said for line in out.splitlines() if line.startswith("| ")]
    missing = [what for what in EVERY_QUESTION if not any(what in row for row in rows)]
    assert not missing, f"nothing about {missing} in\n{said}"
