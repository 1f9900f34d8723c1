"""Paths of the project and its test data."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The checkout."""

ROOMS: Final = ("scorekeeper", "cribble", "web", "club", "hardware", "mqtt", "firmware_bridge")
"""The program's packages."""

DATA: Final = ROOT / "tests" / "data"
"""Remembered games, keys, frames, machines and vectors."""
