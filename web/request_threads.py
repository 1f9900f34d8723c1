"""Threads that run requests: started when they are needed, as most of 64 seldom are."""

import logging
import time
from collections import Counter, defaultdict, deque
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

    A thread that was started stays. Requests beyond the limit wait for one to be free, and those of
    an address that has *by_address* running wait for these: so no address takes the processor from
    all others.
    """

    def __init__(self, limit: int, by_address: int | None = None) -> None:
        self._limit, self._lock = limit, Lock()
        self._by_address = by_address or limit
        self._tasks: SimpleQueue[tuple[Task, str] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._free = 0
        """Threads that wait, less the tasks that wait for them."""
        self._running = Counter[str]()
        self._waiting = defaultdict[str, deque[Task]](deque)
        self._left = set[int]()
        """Tasks, by their ids, that run and count no longer."""

    @property
    def started(self) -> int:
        """The number of threads that were started."""
        return len(self._threads)

    def add_task(self, task: Any, address: str = "") -> None:
        """Run *task*, which came from *address*, in a thread."""
        with self._lock:
            if self._running[address] >= self._by_address:
                self._waiting[address].append(task)
            else:
                self._running[address] += 1
                self._run_soon(task, address)

    def leave(self, task: Any, address: str) -> None:
        """Count *task* no longer among those of *address*: it goes on as a stream, and sleeps."""
        with self._lock:
            if id(task) not in self._left:
                self._left.add(id(task))
                self._give_way(address)

    def _give_way(self, address: str) -> None:
        if waiting := self._waiting.get(address):
            self._run_soon(waiting.popleft(), address)
            return
        self._waiting.pop(address, None)
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]

    def _run_soon(self, task: Task, address: str) -> None:
        if self._free:
            self._free -= 1
        elif len(self._threads) < self._limit:
            self._start()
        self._tasks.put((task, address))

    def shutdown(self, timeout: float = STOP_SECONDS) -> bool:
        """End all threads, and drop what waits; False if some still run after *timeout* seconds."""
        with self._lock:
            threads, self._limit = tuple(self._threads), 0
            self._waiting.clear()
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
        while (next_one := self._tasks.get()) is not None:
            task, address = next_one
            try:
                task.service()
            except Exception:
                log.exception("A request failed.")
            with self._lock:
                self._free += 1
                if id(task) in self._left:
                    self._left.remove(id(task))
                else:
                    self._give_way(address)
