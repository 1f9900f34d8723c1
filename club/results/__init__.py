"""The outcome of a night: results, standings, seasons; pure."""

from club.results.result import SCORINGS, Result, Scoring, last_of_each, read_result
from club.results.standing import StandingRow, standing

__all__ = [
    "SCORINGS",
    "Result",
    "Scoring",
    "StandingRow",
    "last_of_each",
    "read_result",
    "standing",
]
