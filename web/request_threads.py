"""Threads that run requests: started when they are needed, as most of 64 seldom are."""

import logging
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Protocol

STOP_SECONDS: Final = 5.0
"""Seconds that threads have to end their requests when the server stops."""

log = logging.getLogger(__name__)


class Task(Protocol):
    """A request to run."""

    def service(self) -> None:
        """Answer the request."""


class RequestThreads:
    """At most *limit* threads; the dispatcher of tasks that waitress asks for.

    A thread that was started stays. Requests beyond the limit wait for one to be free.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._lock = limit, Lock()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._free = 0
        """Threads that wait, less the tasks that wait for them."""

    @property
    def started(self) -> int:
        """The number of threads that were started."""
        return len(self._threads)

    def add_task(self, task: Any) -> None:
        """Run *task* in a thread."""
        with self._lock:
            if self._free:
                self._free -= 1
            elif len(self._threads) < self._limit:
                self._start()
        self._tasks.put(task)

    def shutdown(self, timeout: float = STOP_SECONDS) -> bool:
        """End all threads, and drop what waits; False if some still run after *timeout* seconds."""
        with self._lock:
            threads, self._limit = tuple(self._threads), 0
        with suppress(Empty):
            while True:
                self._tasks.get_nowait()
        for _ in threads:
            self._tasks.put(None)
        until = time.monotonic() + timeout
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    def _start(self) -> None:
        name = f"request {len(self._threads) + 1}"
        thread = Thread(target=self._run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                task.service()
            except Exception:
                log.exception("A request failed.")
            with self._lock:
                self._free += 1
