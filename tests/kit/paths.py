"""Paths of the project and its test data."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The checkout."""

ROOMS: Final = ("scorekeeper", "cribble", "web", "club", "hardware", "mqtt", "firmware_bridge")
"""The program's packages."""

DATA: Final = ROOT / "tests" / "data"
"""Remembered games, keys, frames, machines and vectors."""


def told_blocks(name: str) -> list[list[str]]:
    """Return the lines of each block of a file of sentences, without the file's heading."""
    text = (DATA / "told" / f"{name}.txt").read_text(encoding="utf-8")
    return [block.split("\n") for block in text.strip().split("\n\n")[1:]]
