"""Threads that run requests: started when they are needed, as most of 64 seldom are."""

import logging
import time
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from queue import SimpleQueue
from threading import Condition, Thread
from typing import Any, Final, Protocol, TypeAlias

STOP_SECONDS: Final = 5.0
"""Seconds that threads have to end their requests when the server stops."""

BURST: Final = 2.0
"""Seconds for which the requests of one address run as fast as they can while more of it wait."""
SHARE: Final = 0.25
"""Seconds for which they may run in each second after that."""
MAX_DEBT: Final = 0.5
"""Seconds that one long request costs at the most."""
PAUSE: Final = 0.02
"""Seconds that a pause lasts at the least."""
MANY_CLIENTS: Final = 500
"""Addresses that are remembered though they ask for nothing."""

log = logging.getLogger(__name__)


class Task(Protocol):
    """A request to run."""

    def service(self) -> None:
        """Answer the request."""


Order: TypeAlias = tuple[Task, str]
"""A task and its address."""
Inbox: TypeAlias = SimpleQueue[Order | None]
"""The next task of a thread; None ends it."""


class AddressQueue:
    """An address: its requests that wait, how many run, and the seconds that they still may."""

    def __init__(self, now: float) -> None:
        self.waiting = deque[Task]()
        self.running = 0
        self.paused = False
        self._credit, self._at = BURST, now

    def credit(self, now: float) -> float:
        """Seconds that its requests may run."""
        self._credit = min(BURST, self._credit + (now - self._at) * SHARE)
        self._at = now
        return self._credit

    def is_idle(self, now: float) -> bool:
        """True if nothing is lost by forgetting it."""
        return not (self.running or self.waiting or self.paused) and self.credit(now) == BURST

    def charge(self, seconds: float, now: float) -> None:
        """Note that a request ran so long."""
        self._credit = max(-MAX_DEBT, self.credit(now) - seconds)


class RequestThreads:
    """At most *limit* threads; the dispatcher of tasks that waitress asks for.

    A thread that was started stays. Requests beyond the limit wait for one to be free, and those of
    an address that has *by_address* running wait for these. An address that asks for more than
    BURST has its requests run one by one, with pauses: so none takes the processor from the others.
    *clock* counts seconds and never goes back.
    """

    def __init__(
        self,
        limit: int,
        by_address: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit, self._changed, self._clock = limit, Condition(), clock
        self._by_address = by_address or limit
        self._threads: list[Thread] = []
        self._free: list[Inbox] = []
        """Of the threads that wait, the one that ran last at the end: what it needs is at hand."""
        self._tasks = deque[Order]()
        """The tasks that wait for a thread."""
        self._clients: dict[str, AddressQueue] = {}
        self._pauses: list[tuple[float, str]] = []
        """The end of each pause, and its address: a heap."""
        self._pacing = False

    @property
    def started(self) -> int:
        """The number of threads that were started."""
        return len(self._threads)

    def add_task(self, task: Any, address: str = "") -> None:
        """Run *task*, which came from *address*, in a thread."""
        with self._changed:
            now = self._clock()
            client = self._clients.get(address) or self._new_client(address, now)
            client.waiting.append(task)
            self._run_due(address, client, now)

    def _new_client(self, address: str, now: float) -> AddressQueue:
        if len(self._clients) >= MANY_CLIENTS:
            kept = {name: one for name, one in self._clients.items() if not one.is_idle(now)}
            self._clients = kept
        client = self._clients[address] = AddressQueue(now)
        return client

    def _run_due(self, address: str, client: AddressQueue, now: float) -> None:
        """Run those of *client* that may run now, and see to it that the others will."""
        credit = client.credit(now)
        most = self._by_address if credit > SHARE else int(credit >= 0)
        while client.waiting and client.running < most:
            client.running += 1
            self._run_soon(client.waiting.popleft(), address)
        if client.waiting and not client.running and not client.paused:
            client.paused = True
            heappush(self._pauses, (now + max(PAUSE, -credit / SHARE), address))
            self._changed.notify()
            if not self._pacing:
                self._pacing = True
                Thread(target=self._pace, name="pauses", daemon=True).start()

    def _pace(self) -> None:
        """Run the requests whose pauses end."""
        with self._changed:
            while self._limit:
                now = self._clock()
                if not self._pauses:
                    self._changed.wait()
                elif (left := self._pauses[0][0] - now) > 0:
                    self._changed.wait(left)
                else:
                    _, address = heappop(self._pauses)
                    client = self._clients[address]
                    client.paused = False
                    self._run_due(address, client, now)

    def _run_soon(self, task: Task, address: str) -> None:
        if self._free:
            self._free.pop().put((task, address))
        elif len(self._threads) < self._limit:
            self._start((task, address))
        else:
            self._tasks.append((task, address))

    def shutdown(self, timeout: float = STOP_SECONDS) -> bool:
        """End all threads, and drop what waits; False if some still run after *timeout* seconds."""
        with self._changed:
            threads, self._limit = tuple(self._threads), 0
            for client in self._clients.values():
                client.waiting.clear()
            self._tasks.clear()
            for inbox in self._free:
                inbox.put(None)
            self._changed.notify()
        until = time.monotonic() + timeout
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    def _start(self, order: Order) -> None:
        name = f"request {len(self._threads) + 1}"
        thread = Thread(target=self._run, args=(order,), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _run(self, order: Order | None) -> None:
        inbox: Inbox = SimpleQueue()
        while order is not None:
            task, address = order
            began = self._clock()
            try:
                task.service()
            except Exception:
                log.exception("A request failed.")
            order = self._next(inbox, address, began) or inbox.get()

    def _next(self, inbox: Inbox, address: str, began: float) -> Order | None:
        """Note that a request ended. Return the next; None if it will be in the *inbox*."""
        with self._changed:
            now, order = self._clock(), self._tasks.popleft() if self._tasks else None
            if order is None and self._limit:
                self._free.append(inbox)
            elif order is None:
                inbox.put(None)
            client = self._clients[address]
            client.running -= 1
            if client.waiting:
                client.charge(now - began, now)
                self._run_due(address, client, now)
            return order
