"""A part of one core for a program, kept by the kernel: about what a small machine has."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Final

PERIOD_US: Final = 10_000
"""Short: a slow processor is slow all the time, not quick for a while and then stopped."""
V1, V2 = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")

JOIN: Final = ("sh", "-c", 'echo $$ > "$0" && exec "$@"')


class NoQuota(Exception):
    """This machine does not let us limit a program's processor; the reason in words."""


@contextmanager
def quota(percent: int) -> Iterator[Sequence[str]]:
    """Return the words before a command that give it *percent* of one core. Raises NoQuota."""
    v2 = (V2 / "cgroup.controllers").exists()
    group = (V2 if v2 else V1) / f"cribble-bench-{os.getpid()}-{percent}"
    share = PERIOD_US * percent // 100
    try:
        group.mkdir()
        if v2:
            (V2 / "cgroup.subtree_control").write_text("+cpu")
            (group / "cpu.max").write_text(f"{share} {PERIOD_US}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(share))
    except OSError as fault:
        if group.exists():
            group.rmdir()
        raise NoQuota(f"no quota of the processor here: {fault.strerror}") from None
    try:
        yield (*JOIN, str(group / "cgroup.procs"))
    finally:
        while (group / "cgroup.procs").read_text().strip():
            sleep(0.05)
        group.rmdir()
