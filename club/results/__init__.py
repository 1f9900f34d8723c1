"""The outcome of a night: results, standings, brackets, cards; pure."""

from club.results.bracket import Bracket, bracket
from club.results.result import Result, last_of_each, read_result
from club.results.scoring import SCORINGS, Scoring
from club.results.standing import StandingRow, standing

__all__ = [
    "SCORINGS",
    "Bracket",
    "Result",
    "Scoring",
    "StandingRow",
    "bracket",
    "last_of_each",
    "read_result",
    "standing",
]
