"""The join address as a picture that a phone's camera reads."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_svg(address: str) -> bytes:
    """*address* as an SVG of dark squares on white, with the quiet zone that cameras want."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()
