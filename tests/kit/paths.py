"""Paths of the project and of the data of its tests."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The checkout."""

DATA: Final = ROOT / "tests" / "data"
"""Remembered games, keys, frames, machines and vectors."""
