"""Which machine the figures are from."""

import os
import platform
from pathlib import Path


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
    """How much else the machine had to do in the last minute."""
    return f"load {os.getloadavg()[0]:.1f}"
