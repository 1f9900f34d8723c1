"""A peer to compare with: Flask and waitress, SQLite and event streams, and nothing else.

Run as a program with the options of `cribble serve`. It keeps what is posted as safely as a table
does (WAL, FULL), pushes a state of the usual size to every stream, and knows nothing of cards.
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
"""As many bytes as the state of a four-handed game has in the play."""

JSON: Final = "application/json"


class Lines:
    """The lines kept so far: written one at a time, waited for by streams."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, body BLOB)")
        self._writing, self._changed, self.last = Lock(), Condition(), 0

    def keep(self, body: bytes) -> int:
        """Write *body* and wake the streams; the number of its line."""
        with self._writing:
            self._file.execute("INSERT INTO line (body) VALUES (?)", (body,))
            with self._changed:
                self.last += 1
                self._changed.notify_all()
            return self.last

    def after(self, seen: int) -> int:
        """Wait a second at most for a line after *seen*; the last one."""
        with self._changed:
            self._changed.wait_for(lambda: self.last > seen, 1)
            return self.last


def app_on(lines: Lines) -> Flask:
    """The three routes that the benchmark asks."""
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
