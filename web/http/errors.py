"""Requests that get no further: a status, a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from scorekeeper.words import Fault


class TurnedAway(Exception):
    """Stops a request. *sentence* is marked with ``en``; ``retry`` says after how many seconds."""

    def __init__(
        self, status: int, code: str, sentence: str, *, retry: int | None = None, **values: Any
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.retry = status, code, retry
        self.fault = Fault(sentence, **values)
