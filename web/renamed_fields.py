"""Migration of files beside the journal whose fields were renamed in 0.1.0.

Preserves printed join codes, PINs and families. To be removed in 0.2.0, with
``msgspec.json.decode`` in place of ``read_file``.
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
    """Return the JSON file at *path* as a *kind*. Renames old fields and rewrites the file.

    Raises OSError, DecodeError or UnicodeDecodeError.
    """
    content = path.read_bytes()
    fields = msgspec.json.decode(content, type=dict[str, Raw])
    kept = msgspec.json.decode(fields.get("families", "null"), type=list[dict[str, Any]] | None)
    families = kept or []
    is_renamed = "reign" in fields
    if is_renamed:
        fields["pin_version"] = fields.pop("reign")
    for index, family in enumerate(families):
        if "start" in family:
            continue
        is_renamed = True
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
        colours = family.get("colours", ())
        families[index] = {"name": family["name"], "start": start, "colours": colours}
    if not is_renamed:
        return msgspec.json.decode(content, type=kind)
    if families:
        fields["families"] = Raw(msgspec.json.encode(families))
    renamed = msgspec.json.decode(msgspec.json.encode(fields), type=kind)
    with suppress(OSError):
        write_private(path, msgspec.json.encode(renamed))
    return renamed
