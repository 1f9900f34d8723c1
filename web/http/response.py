"""Responses: JSON, their caching headers and compression."""

import gzip
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from scorekeeper.game.codec import to_json

JSON: Final = "application/json"
MIN_COMPRESSED: Final = 1000
"""Bytes; a shorter response is one network packet, compressed or not."""


def accepts_gzip() -> bool:
    """True if the client that asks accepts gzip."""
    return _accepts_gzip(request.headers.get("Accept-Encoding", ""))


@lru_cache(maxsize=64)
def _accepts_gzip(header: str) -> bool:
    return parse_accept_header(header, Accept)["gzip"] > 0


def json_response(value: Any, status: int = 200) -> Response:
    """Return *value* as JSON that no cache keeps."""
    return json_bytes(to_json(value), status)


def json_bytes(body: bytes, status: int = 200) -> Response:
    """Return *body*, which is JSON already, as a response that no cache keeps."""
    return no_store(Response(body, status, content_type=JSON))


class Encoded(NamedTuple):
    """JSON that stays the same for as long as the program runs, and the same compressed."""

    body: bytes
    packed: bytes

    @classmethod
    def of(cls, value: Any) -> Self:
        """Encode and compress *value*, once for all who ask."""
        body = to_json(value)
        return cls(body, gzip.compress(body, mtime=0))

    def response(self) -> Response:
        """Return it as a response that no cache keeps."""
        packed = accepts_gzip()
        response = json_bytes(self.packed if packed else self.body)
        response.headers["Vary"] = "Accept-Encoding"
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


def no_store(response: Response) -> Response:
    """Forbid every cache to keep *response*."""
    response.headers["Cache-Control"] = "no-store"
    return response


def cacheable(body: bytes, kind: str, tag: str) -> Response:
    """Return *body* for a browser that keeps it and revalidates it by the ETag *tag*; compressed if
    the browser accepts that."""
    packed = accepts_gzip()
    response = Response(gzip.compress(body, mtime=0) if packed else body, mimetype=kind)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    return _tagged(response, tag, packed=packed)


def immutable(body: bytes, packed: bytes | None, kind: str, tag: str, seconds: int) -> Response:
    """Return *body*, or *packed* if the browser accepts gzip, to be kept for so many *seconds*."""
    accepted = packed if accepts_gzip() else None
    response = Response(accepted or body, content_type=kind)
    response.headers["Cache-Control"] = f"public, max-age={seconds}, immutable"
    response.headers["Vary"] = "Accept-Encoding"
    return _tagged(response, tag, packed=accepted is not None)


def _tagged(response: Response, tag: str, *, packed: bool) -> Response:
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(f"{tag}+gzip" if packed else tag)
    response.make_conditional(request)
    return response


def add_compression(app: Flask) -> None:
    """Compress JSON responses of MIN_COMPRESSED bytes or more for clients that accept gzip."""

    @app.after_request
    def compress(response: Response) -> Response:
        if accepts_gzip() and _gains(response):
            response.set_data(gzip.compress(response.get_data(), mtime=0))
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
        return response


def _gains(response: Response) -> bool:
    return (
        (response.content_length or 0) >= MIN_COMPRESSED
        and response.mimetype == JSON
        and "Content-Encoding" not in response.headers
    )
