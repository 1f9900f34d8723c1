"""Functions to be called after a change, such as an entry that is durable already."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")

log = logging.getLogger(__name__)


class Listeners(Generic[P]):
    """Functions that are called one after the other. An exception in a function is logged: it must
    not turn a change that has been saved into an error."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def add(self, listener: Callable[P, object]) -> None:
        self._listeners.append(listener)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in self._listeners:
            try:
                listener(*args, **kwargs)
            except Exception:
                log.exception("A listener failed.")
