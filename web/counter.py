"""How the program counts a hand that is on no table: handed in, as the command line does it too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Counter(NamedTuple):
    """The struct that asks, what answers it, and the struct of the answer."""

    asked: type[Any]
    count: Callable[[Any], Any]
    answer: type[Any]
