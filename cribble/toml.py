"""Values written as TOML, as far as a config has them."""

from __future__ import annotations

import json
import re
from typing import Final

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def bare(name: str) -> str:
    """A part of a key as a file has to write it."""
    return name if BARE.fullmatch(name) else as_toml(name)


def as_toml(value: object) -> str:
    """*value* as TOML: text, numbers, yes and no, and lists and tables of them."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's too; it only forgets this one.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case list() | tuple():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case dict():
            inner = ", ".join(f"{bare(key)} = {as_toml(one)}" for key, one in value.items())
            return "{ " + inner + " }" if inner else "{}"
        case _:
            return str(value)
