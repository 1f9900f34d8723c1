"""`make under-load` runs all tests again and again beside busy loops, and writes a line per run.

The lines go to build/under-load/runs.tsv; the output of a run that failed is kept beside it.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path("build/under-load")
HEAD = ("time", "commit", "busy loops", "load", "workers", "seconds", "result", "failed")


def main() -> int:
    """Run the tests as often as asked; 1 if any of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often (5)")
    parser.add_argument("--busy", type=int, default=2, help="busy loops beside them (2)")
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("tests", nargs="*", help="paths for pytest; all tests if none is given")
    asked = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines, failed = FOLDER / "runs.tsv", False
    if not lines.exists():
        lines.write_text("\t".join(HEAD) + "\n")
    for _ in range(asked.runs):
        with busy_loops(asked.busy):
            fields, is_green = run(asked.workers, asked.busy, asked.tests)
        with lines.open("a") as file:
            file.write("\t".join(fields) + "\n")
        print("  ".join(fields), flush=True)
        failed = failed or not is_green
    return int(failed)


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Keep *count* processors busy meanwhile."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(workers: int, busy: int, tests: list[str]) -> tuple[tuple[str, ...], bool]:
    """Run *tests* once. Return the fields of its line, and True if all passed."""
    start, began = datetime.now(UTC), time.monotonic()
    command = [sys.executable, "-m", "pytest", "-n", str(workers), "--dist", "worksteal", *tests]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    seconds, load = time.monotonic() - began, os.getloadavg()[0]
    summary = done.stdout.strip().rpartition("\n")[2].strip("= ")
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    if done.returncode:
        (FOLDER / f"{start:%Y%m%d-%H%M%S}.log").write_text(done.stdout + done.stderr)
    return (
        *(f"{start:%Y-%m-%d %H:%M:%S}", commit(), str(busy), f"{load:.1f}", str(workers)),
        *(f"{seconds:.0f}", summary, " ".join(failed)),
    ), done.returncode == 0


def commit() -> str:
    """Return the commit that is checked out, with a plus if files differ from it."""
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, check=True)
    is_changed = subprocess.run(["git", "diff", "--quiet", "HEAD"], check=False).returncode
    return head.stdout.decode().strip() + "+" * is_changed


if __name__ == "__main__":
    sys.exit(main())
