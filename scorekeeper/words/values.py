"""What somebody gave, as they gave it: on one line, and cut short where it is long."""

from __future__ import annotations

from typing import Any, Final

import msgspec

LONGEST: Final = 60


def shown(value: Any) -> str:
    """*value* as JSON."""
    return cut(msgspec.json.encode(value, enc_hook=str))


def cut(text: str | bytes) -> str:
    """At most 60 characters of *text*, those that cannot be printed as escapes; "" for none."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: LONGEST + 1])
    return (plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…") or '""'
