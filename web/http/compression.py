"""Send compressed whatever gains by it: the rules of every game in a tenth of their length."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

WORTH_IT: Final = 1000
"""Bytes; a shorter answer is one packet of the network, compressed or not."""


def pack(app: Flask) -> None:
    """For whoever can read it, and for nothing that is compressed already or has no end."""

    @app.after_request
    def packed(response: Response) -> Response:
        if _gains(response) and request.accept_encodings["gzip"]:
            response.set_data(gzip.compress(response.get_data(), mtime=0))
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
        return response


def _gains(response: Response) -> bool:
    return (
        response.mimetype == "application/json"
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and (response.content_length or 0) >= WORTH_IT
    )
