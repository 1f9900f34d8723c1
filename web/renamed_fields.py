"""Files beside the journal, whose fields had other names before 0.1.0.

The join code of a sticker, a PIN and the families survive the upgrade. This module can go in 0.2.0,
where `msgspec.json.decode` takes the place of ``read_file``.
"""

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Raw

from scorekeeper.private_files import write_private

T = TypeVar("T")


def read_file(path: Path, kind: type[T]) -> T:
    """Return the *kind* in the JSON file at *path*; with names of before 0.1.0 it is rewritten.

    Raises OSError, DecodeError or UnicodeDecodeError.
    """
    content = path.read_bytes()
    fields = msgspec.json.decode(content, type=dict[str, Raw])
    families = msgspec.json.decode(fields.get("families", "null"), type=list[dict[str, Raw]] | None)
    is_renamed = _rename(fields, "reign", "pin_version")
    for family in families or ():
        is_renamed |= _rename(family, "counts", "counted_by") | _rename(family, "enters", "entered")
    if not is_renamed:
        return msgspec.json.decode(content, type=kind)
    if families:
        fields["families"] = Raw(msgspec.json.encode(families))
    found = msgspec.json.decode(msgspec.json.encode(fields), type=kind)
    with suppress(OSError):
        write_private(path, msgspec.json.encode(found))
    return found


def _rename(fields: dict[str, Raw], old: str, new: str) -> bool:
    if old not in fields:
        return False
    fields[new] = fields.pop(old)
    return True
