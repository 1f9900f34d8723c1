"""``cribble hub`` as a program of its own."""

import os
import subprocess
import sys
from pathlib import Path

from cribble.system.network import free_port

HERE = "127.0.0.1"


def hub(data: Path, *options: str) -> "subprocess.Popen[str]":
    """Start a hub on *data*."""
    return subprocess.Popen(
        [sys.executable, "-m", "cribble", "hub", "--data", str(data), "--host", HERE, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )


def test_second_hub_on_the_same_data_names_the_address_of_the_first(tmp_path: Path) -> None:
    port = free_port(HERE)
    first = hub(tmp_path, "--no-broker", "--port", str(port))
    try:
        assert first.stdout
        assert any(f"{port}/director" in line for line in first.stdout)
        second = hub(tmp_path, "--no-broker", "--port", str(free_port(HERE)))
        out, err = second.communicate(timeout=60)
    finally:
        first.kill()
        first.communicate()
    assert (second.returncode, out) == (2, "")
    assert f"The hub is open already: http://{HERE}:{port}/" in err
