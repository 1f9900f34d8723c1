"""Responses: JSON, caching headers, compression and cookies."""

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from scorekeeper.game.codec import to_json
from web.http.request import cookie_name

YEAR: Final = 365 * 24 * 3600
"""Lifetime of cookies and immutable files, in seconds."""

JSON: Final = "application/json"
MIN_COMPRESSED: Final = 1000
"""Minimum size in bytes of a compressed response; a shorter one fits into a network packet."""


def accepts_gzip() -> bool:
    """True if the client accepts gzip."""
    return _accepts_gzip(request.headers.get("Accept-Encoding", ""))


@lru_cache(maxsize=64)
def _accepts_gzip(header: str) -> bool:
    return parse_accept_header(header, Accept)["gzip"] > 0


def json_response(value: Any, status: int = 200) -> Response:
    """Return *value* as uncached JSON."""
    return json_bytes(to_json(value), status)


def json_bytes(body: bytes, status: int = 200) -> Response:
    """Return the JSON *body* as an uncached response."""
    return no_store(Response(body, status, content_type=JSON))


class Encoded(NamedTuple):
    """Constant JSON, plain and compressed."""

    body: bytes
    packed: bytes

    @classmethod
    def of(cls, value: Any) -> Self:
        """Encode and compress *value*."""
        body = to_json(value)
        return cls(body, gzip.compress(body, mtime=0))

    def response(self) -> Response:
        """Return the JSON as an uncached response."""
        packed = accepts_gzip()
        response = json_bytes(self.packed if packed else self.body)
        response.headers["Vary"] = "Accept-Encoding"
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


def no_store(response: Response) -> Response:
    """Disable caching of *response*."""
    response.headers["Cache-Control"] = "no-store"
    return response


def set_cookie(response: Response, name: str, value: str) -> Response:
    """Set a cookie of this table, hidden from scripts, for a year."""
    response.set_cookie(cookie_name(name), value, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def cacheable(body: bytes, kind: str, tag: str = "") -> Response:
    """Return *body* as a response that browsers revalidate by the ETag *tag* (default: a digest).
    Compressed if accepted."""
    packed = accepts_gzip()
    response = Response(gzip.compress(body, mtime=0) if packed else body, mimetype=kind)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    return _tagged(response, tag or sha256(body).hexdigest(), packed=packed)


def immutable(body: bytes, packed: bytes | None, kind: str, tag: str) -> Response:
    """Return *body*, or *packed* if gzip is accepted, cacheable for a year."""
    accepted = packed if accepts_gzip() else None
    response = Response(accepted or body, content_type=kind)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
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
        is_long = (response.content_length or 0) >= MIN_COMPRESSED
        is_plain_json = response.mimetype == JSON and "Content-Encoding" not in response.headers
        if accepts_gzip() and is_long and is_plain_json:
            response.set_data(gzip.compress(response.get_data(), mtime=0))
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
        return response
