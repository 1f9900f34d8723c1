"""The places for phones that follow the table: one a device, and some that only scorers get."""

from __future__ import annotations

from threading import Lock


class Place:
    """One open stream. It is held until it is left, replaced by a newer one, or all are closed."""

    def __init__(self) -> None:
        self.held = True
        self.replaced = False


class Streams:
    """At most ``places`` at once, the last ``for_scorers`` of them for scorers only.

    Every open stream holds a thread of the server, so there must be threads left beyond them.
    """

    def __init__(self, places: int, for_scorers: int | None = None) -> None:
        self.places = places
        self._for_watchers = places - (places // 4 if for_scorers is None else for_scorers)
        self._lock = Lock()
        self._open: dict[object, Place] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._open)

    def holds(self, device: str) -> bool:
        """Whether *device* has a place at the moment."""
        return device in self._open

    def take(self, device: str | None, *, scorer: bool) -> Place | None:
        """A place, or None if there is none left. The device's older stream gives its place up."""
        with self._lock:
            older = self._open.pop(device, None) if device else None
            if self._closed or len(self._open) >= (self.places if scorer else self._for_watchers):
                if older and device:
                    self._open[device] = older
                return None
            if older:
                older.replaced, older.held = True, False
            place = Place()
            self._open[device or place] = place
            return place

    def leave(self, place: Place) -> None:
        """Give *place* back; again changes nothing."""
        with self._lock:
            place.held = False
            for key, one in tuple(self._open.items()):
                if one is place:
                    del self._open[key]

    def close(self) -> None:
        """Let everybody go, and nobody in: the server stops."""
        with self._lock:
            self._closed = True
            for place in self._open.values():
                place.held = False
