"""Files beside the journal, whose fields had other names before 0.1.0.

The join code of a sticker, a PIN and the families survive the upgrade. This module can go in 0.2.0:
`msgspec.json.decode` then takes the place of ``read_file``.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Raw

from scorekeeper.private_files import write_private
from scorekeeper.rules.variants import RULES

T = TypeVar("T")


def read_file(path: Path, kind: type[T]) -> T:
    """Return the *kind* in the JSON file at *path*; with names of before 0.1.0 it is rewritten.

    Raises OSError, DecodeError or UnicodeDecodeError.
    """
    content = path.read_bytes()
    fields = msgspec.json.decode(content, type=dict[str, Raw])
    families = msgspec.json.decode(fields.get("families", "null"), type=list[dict[str, Any]] | None)
    is_renamed = "reign" in fields
    if is_renamed:
        fields["pin_version"] = fields.pop("reign")
    if families and not all("start" in family for family in families):
        is_renamed = True
        fields["families"] = Raw(msgspec.json.encode([_with_start(one) for one in families]))
    if not is_renamed:
        return msgspec.json.decode(content, type=kind)
    renamed = msgspec.json.decode(msgspec.json.encode(fields), type=kind)
    with suppress(OSError):
        write_private(path, msgspec.json.encode(renamed))
    return renamed


def _with_start(family: dict[str, Any]) -> dict[str, Any]:
    """Return *family* with its last match as a start, which had fields of its own before."""
    if "start" in family:
        return family
    counts = family.get("counted_by", family.get("counts", "program"))
    entered = family.get("entered", family.get("enters", "cards"))
    start = {name: family[name] for name in ("rules", "players")}
    start |= {name: family[name] for name in ("scores", "captains") if family.get(name)}
    options, row = family.get("options") or {}, RULES.get(family["rules"])
    if row and row.muggins != (counts == "muggins"):
        options = {**options, "muggins": counts == "muggins"}
    if options:
        start["options"] = options
    counted_by = "program" if counts == "program" else "players"
    start |= {"do": "start", "entry_mode": {"counted_by": counted_by, "entered": entered}}
    return {"name": family["name"], "start": start, "colours": family.get("colours", ())}
