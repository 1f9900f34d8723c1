"""Keypads under a finger, each with its clock: the server's own, a page's, an emulated chip's."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from time import monotonic_ns
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

from hardware.keypads.matrix import EQUAL, SAMPLE_SECONDS
from hardware.strips.strip import arranged
from scorekeeper.keypad.key import SIXTEEN, Key
from tests.bench.server import Served, ask

DEBOUNCE_MS: Final = 1000 * EQUAL * SAMPLE_SECONDS
"""The time that contacts have to come to rest: equal samples, with the wait for the first."""
RESET_MS: Final = 0.3
"""Pixels show what they took once their line was still for so long."""
PATIENCE: Final = 20.0

State = list[Any]
"""The version of the table, and what the ghost peg shows."""


class Shown(NamedTuple):
    """A new frame: when the strip had it, in ns, the state it was drawn for, and its checksum."""

    at: int
    state: State
    checksum: int


class Notes:
    """The news of the server's keys and its strip, as it comes."""

    def __init__(self, pipe: Path) -> None:
        self._come, self._pipe = Condition(), pipe
        self.touched: list[int] = []
        self.taken: list[State] = []
        self.shown: list[Shown] = []
        Thread(target=self._read, daemon=True).start()

    def until(self, come: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait until *come* says so; whether it did."""
        with self._come:
            return self._come.wait_for(come, seconds)

    def _read(self) -> None:
        with self._pipe.open(encoding="utf-8") as lines:
            for line in lines:
                with self._come:
                    self._take(*json.loads(line))
                    self._come.notify_all()

    def _take(self, what: str, at: int, state: State | None = None, checksum: int = 0) -> None:
        match what:
            case "touched":
                self.touched.append(at)
            case "taken":
                assert state
                self.taken.append(state)
            case _:
                assert state
                self.shown.append(Shown(at, state, checksum))


class Pad(Protocol):
    """Something with sixteen keys, under a finger, and its clock in ms."""

    debounce_ms: float

    def touch(self, key: Key, *, down: bool) -> float:
        """Touch *key*, or leave it; when that was."""
        ...

    def lit(self, since: float, state: State) -> float | None:
        """When *state* was on the strip, if it was, by a picture *since* then."""
        ...


class Fingered:
    """A keypad of the server's, whose finger listens."""

    def __init__(self, notes: Notes, fingers: Path, debounce_ms: float) -> None:
        self.debounce_ms, self._notes = debounce_ms, notes
        self._fingers = fingers.open("w", encoding="utf-8")

    def touch(self, key: Key, *, down: bool) -> float:
        """Have the server's finger do it."""
        known = len(self._notes.touched)
        self._fingers.write(f"{'down' if down else 'up'} {key}\n")
        self._fingers.flush()
        assert self._notes.until(lambda: len(self._notes.touched) > known)
        return self._notes.touched[-1] / 1e6

    def lit(self, since: float, state: State) -> float | None:
        """When the strip took the frame."""
        return first_shown(self._notes, since, state)


class Page:
    """The keys over HTTP: a key is pressed once its button is, and OK when it is let go."""

    debounce_ms = 0.0

    def __init__(self, notes: Notes, served: Served) -> None:
        self._notes, self._phone = notes, served.connect()

    def touch(self, key: Key, *, down: bool) -> float:
        """Send it; when that began."""
        now = monotonic_ns() / 1e6
        if down is not (key is Key.OK):
            ask(self._phone, "POST", "/api/v1/keys", 200, json.dumps({"key": key}).encode())
        return now

    def lit(self, since: float, state: State) -> float | None:
        """When the strip took the frame."""
        return first_shown(self._notes, since, state)


class OnTheChip:
    """Keys at an emulated microcontroller, which also lights the strip, by the chip's own clock."""

    debounce_ms = DEBOUNCE_MS

    def __init__(self, notes: Notes, uno: Any) -> None:
        self._notes, self._uno = notes, uno

    def touch(self, key: Key, *, down: bool) -> float:
        """Close the contact, or open it."""
        at: float = self._uno.touch(SIXTEEN.index(key), down=down)
        return 1000 * at

    def lit(self, since: float, state: State) -> float | None:
        """When the pixels had taken a picture that was drawn for *state*."""
        self._uno.look()
        drawn = {one.checksum for one in self._notes.shown if one.state == state}
        for picture in self._uno.pictures:
            ends = (picture.at_us + picture.took_us) / 1000 + RESET_MS
            if ends > since and crc32(arranged(picture.colours, "GRB")) in drawn:
                return ends
        return None


def first_shown(notes: Notes, since: float, state: State) -> float | None:
    """When the strip took the first frame for *state* after *since*, in ms."""
    times = (one.at / 1e6 for one in reversed(notes.shown) if one.state == state)
    return min((at for at in times if at > since), default=None)
