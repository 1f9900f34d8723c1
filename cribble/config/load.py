"""Config files: read with every mistake named by its key and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from cribble.cli.files import cannot_use
from cribble.cli.types import quoted
from cribble.config.cross_checks import senseless
from cribble.config.dump import as_toml, bare
from cribble.config.keys import KEYPADS_AT, KEYS, NEEDED, SECTIONS
from cribble.config.kinds import is_tables
from cribble.config.schema import Config
from scorekeeper.words import Fault, en

LONGEST: Final = 64 * 1024
TWICE: Final = re.compile("Cannot overwrite a value|Cannot declare .* twice")
"""How Python's reader of TOML begins to tell of a key or a table that was there before."""

KeyPath: TypeAlias = tuple[str | int, ...]
"""A key's place in the file; a number counts the tables of a list of tables."""


def read_config(path: Path) -> Config:
    """The config in *path*; what it does not say is as usual. Raises Fault."""
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise cannot_use(fault, path) from None
    return parse_config(raw, str(path))


def parse_config(raw: bytes, file: str) -> Config:
    """The config that *raw* says, which was read from *file*. Raises Fault."""
    text = _text(raw, file)
    tables = _tables(text, file)
    for path, value in _values(tables):
        key = ".".join(bare(name) for name in path if isinstance(name, str))
        needed = NEEDED.get(path[:-1], ()) if isinstance(path[-1], int) else None
        if wrong := _wrong(key, value, needed):
            sentence, values = wrong
            raise Fault(sentence, file=file, line=line_of(text, path), key=quoted(key), **values)
    config = msgspec.convert(_listed(tables), Config)
    for it in senseless(config):
        key = ".".join(name for name in it.path if isinstance(name, str))
        raise Fault(it.sentence, file=file, line=line_of(text, it.path), key=key, **it.values)
    return config


def _listed(tables: Mapping[str, Any]) -> dict[str, Any]:
    """*tables*, with one keypad as a list of one."""
    (name,) = KEYPADS_AT
    one = tables.get(name, {})
    return {**tables, name: [one] if isinstance(one, dict) else one}


def _wrong(
    key: str, value: Any, needed: tuple[str, ...] | None
) -> tuple[str, dict[str, str]] | None:
    """What is wrong with *value* for *key*, if anything; it is one table of a list, and has
    *needed* to say, unless that is None."""
    if needed is not None:
        return _lacking(value, needed)
    if key in SECTIONS:
        return en("{file}, line {line}: {key} is a table: [{key}], and what it says below."), {}
    if key not in KEYS:
        sentence = en("{file}, line {line}: there is no key {key}; there are {keys}.")
        return sentence, {"keys": ", ".join(_beside(key))}
    if KEYS[key].kind.fits(value):
        return None
    sentence = en("{file}, line {line}: {key} cannot be {value}; it is {wanted}.")
    return sentence, {"value": quoted(as_toml(value)), "wanted": KEYS[key].kind.wanted}


def _lacking(
    table: Mapping[str, Any], needed: tuple[str, ...]
) -> tuple[str, dict[str, str]] | None:
    """What a table of a list should say and does not."""
    if lacking := next((name for name in needed if name not in table), None):
        return en("{file}, line {line}: {key} lacks {name}."), {"name": lacking}
    return None


def _beside(key: str) -> Iterator[str]:
    """The keys there are in the section of *key*; outside of all of them the sections too."""
    section = key.rpartition(".")[0]
    if not any(known.rpartition(".")[0] == section for known in KEYS):
        section = ""
    for known in KEYS:
        if known.rpartition(".")[0] == section:
            yield known
    if not section:
        yield from (f"[{name}]" for name in SECTIONS)


def _text(raw: bytes, file: str) -> str:
    if len(raw) > LONGEST:
        sentence = en("{file} is longer than {longest} bytes: that is no config.")
        raise Fault(sentence, file=file, longest=LONGEST)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        value = quoted(raw[fault.start : fault.end].decode("ascii", "backslashreplace"))
        sentence = en("{file}, line {line}: {value} is no UTF-8, as TOML must be.")
        line = raw.count(b"\n", 0, fault.start) + 1
        raise Fault(sentence, file=file, line=line, value=value) from None


def _tables(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError also where a number is too long
        line = _unreadable_line(text, fault)
        value = quoted(text.split("\n")[line - 1].strip())
        if TWICE.match(str(fault)):
            sentence = en("{file}, line {line}: this is said twice, here again: {value}.")
        else:
            sentence = en("{file}, line {line} is no TOML: {value}.")
        raise Fault(sentence, file=file, line=line, value=value) from None


def _unreadable_line(text: str, fault: ValueError | RecursionError) -> int:
    if found := re.search(r"at line (\d+)", str(fault)):
        return int(found[1])
    if isinstance(fault, tomllib.TOMLDecodeError):
        return text.rstrip().count("\n") + 1
    for number, before in _beginnings(text):
        try:
            tomllib.loads(before)
        except type(fault):
            return number
    return 1


def _values(tables: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Every key with its value; a section is looked into, anything else is a value."""
    for name, value in tables.items():
        if name in SECTIONS and isinstance(value, dict):
            for key, one in value.items():
                yield from _each_of((name, key), one)
        else:
            yield from _each_of((name,), value)


def _each_of(path: KeyPath, value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """The value at *path*; where it may be a list of tables each is looked into, and is a value
    too."""
    if path not in NEEDED or not is_tables(value):
        yield path, value
        return
    for number, table in enumerate(value):
        yield from (((*path, number, key), one) for key, one in table.items())
        yield (*path, number), table


def line_of(text: str, path: KeyPath) -> int:
    """The line on which the key at *path* is set: the first after which a reader knows it. The one
    keypad may be the first of a list."""
    for number, before in _beginnings(text):
        with suppress(tomllib.TOMLDecodeError):
            tables = tomllib.loads(before)
            if path in dict((*_values(tables), *_values(_listed(tables)))):
                return number
    raise KeyError(path)


def _beginnings(text: str) -> Iterator[tuple[int, str]]:
    """The first line, the first two, … with their number."""
    lines = text.split("\n")
    return ((number, "\n".join(lines[:number])) for number in range(1, len(lines) + 1))
