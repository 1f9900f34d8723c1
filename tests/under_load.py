"""`make under-load` runs all tests repeatedly beside busy loops.

Each run adds a line to build/under-load/runs.txt: start, commit, load, result. The output of failed
runs is kept beside it.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path("build/under-load")


def main() -> int:
    """Run the tests as often as requested; return 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often (5)")
    parser.add_argument("--busy", type=int, default=2, help="busy loops beside them (2)")
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("tests", nargs="*", help="paths for pytest; all tests if none is given")
    asked = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = ["-n", str(asked.workers), "--dist", "worksteal", *asked.tests]
    failed = 0
    for _ in range(asked.runs):
        began = datetime.now(UTC)
        with busy_loops(asked.busy):
            command = [sys.executable, "-m", "pytest", *options]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
        result = done.stdout.strip().rpartition("\n")[2].strip("= ")
        line = f"{began:%F %T} {commit()} load {os.getloadavg()[0]:.1f} {result}"
        print(line, flush=True)
        with (FOLDER / "runs.txt").open("a") as runs:
            print(line, file=runs)
        if done.returncode:
            (FOLDER / f"{began:%Y%m%d-%H%M%S}.log").write_text(done.stdout + done.stderr)
            failed = 1
    return failed


def commit() -> str:
    """Return the short hash of the commit, with "-dirty" if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Context manager: keep *count* processors busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    sys.exit(main())
