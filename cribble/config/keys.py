"""Every key of the config by its place in the file, read off the structs of the schema."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, get_args

import msgspec

from cribble.config.schema import SEGMENTS, Config
from scorekeeper.bounds import Bound


class Setting(NamedTuple):
    """A key of the config: what it is for, as a sentence of the catalogue, and what it may be."""

    about: str
    bound: Bound


def _annotations(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Each field's name in the file, its type, and what else its annotation says."""
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    for field, name in names:
        type_, *more = get_args(kind.__annotations__[field])
        yield name, type_, tuple(more)


def _settings(kind: type[msgspec.Struct], section: str = "") -> Iterator[tuple[str, Setting]]:
    """The keys of *kind*, each followed by those of the tables in it."""
    for name, type_, more in _annotations(kind):
        if len(more) > 1:
            bound, about = more
            yield section + name, Setting(about, bound)
        for table in (type_, *get_args(type_)):
            if hasattr(table, "__struct_fields__"):
                yield from _settings(table, f"{section}{name}.")


SETTINGS: Final[Mapping[str, Setting]] = dict(_settings(Config))
"""Every key, by its place in the file and in its order."""

SECTIONS: Final[Mapping[str, str]] = {
    name: about for name, _, (*bound, about) in _annotations(Config) if not bound
}
"""The tables of the file, and the sentence above each."""

SEGMENTS_AT: Final = ("wiring", SEGMENTS)
SEGMENT_SETTINGS: Final[Mapping[str, Setting]] = {
    key: it for key, it in SETTINGS.items() if key.startswith("wiring.segments.")
}
KEYPADS_AT: Final = ("keypad",)

NEEDED: Final[Mapping[tuple[str | int, ...], tuple[str, ...]]] = {
    SEGMENTS_AT: ("start", "length", "track"),
    KEYPADS_AT: ("name",),
}
"""The lists of tables by name, and the keys that each table of a list must have."""
