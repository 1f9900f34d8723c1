"""A minimal server as baseline: Flask, waitress, SQLite and event streams only.

Run as a program with the options of `cribble serve`. It stores requests as durably as a table (WAL,
synchronous=FULL) and sends a state of typical size to each stream, without any game logic.
"""

import argparse
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Condition, Lock
from typing import Final

import msgspec
import waitress
from flask import Flask, Response, request

STATE: Final = b"x" * 4_000
"""Same size as the state of a four-handed game during the play."""

JSON: Final = "application/json"


class Lines:
    """Stored requests: writes are serialized, streams wait for new ones."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, body BLOB)")
        self._writing, self._changed, self.last = Lock(), Condition(), 0

    def keep(self, body: bytes) -> int:
        """Store *body* and wake the streams; return its line number."""
        with self._writing:
            self._file.execute("INSERT INTO line (body) VALUES (?)", (body,))
            with self._changed:
                self.last += 1
                self._changed.notify_all()
            return self.last

    def after(self, seen: int) -> int:
        """Wait up to a second for a line after *seen*; return the number of the last one."""
        with self._changed:
            self._changed.wait_for(lambda: self.last > seen, 1)
            return self.last


def app_on(lines: Lines) -> Flask:
    """Return an app with the three routes that the benchmarks use."""
    app = Flask("bare")

    @app.get("/healthz")
    def health() -> Response:
        return Response(b"{}", mimetype=JSON)

    @app.post("/api/v1/actions")
    def act() -> Response:
        msgspec.json.decode(request.get_data())
        entry = lines.keep(request.get_data())
        body = msgspec.json.encode({"entry": entry, "version": entry, "state": STATE.decode()})
        return Response(body, 201, mimetype=JSON)

    @app.get("/api/v1/stream")
    def stream() -> Response:
        return Response(events(), mimetype="text/event-stream")

    def events() -> Iterator[bytes]:
        seen = -1
        while True:
            if (last := lines.after(seen)) != seen:
                seen = last
                yield b'data: {"version":%d,"state":"%s"}\n\n' % (seen, STATE)

    return app


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("host", "port", "data", "access"):
        parser.add_argument(f"--{option}")
    asked = parser.parse_args()
    waitress.serve(
        app_on(Lines(Path(asked.data) / "bare.sqlite")),
        host=asked.host,
        port=int(asked.port),
        threads=64,
        channel_request_lookahead=1,
        send_bytes=1,
    )
