"""Config files: read with every mistake named by its key and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from cribble.config import KEYS, SECTIONS, Config
from cribble.files import cannot_use
from cribble.toml import as_toml, bare
from cribble.values import quoted
from scorekeeper.words import Fault, en

LONGEST: Final = 64 * 1024

KeyPath: TypeAlias = tuple[str, ...]


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
        key = ".".join(map(bare, path))
        if wrong := _wrong(key, value):
            sentence, values = wrong
            raise Fault(sentence, file=file, line=line_of(text, path), key=quoted(key), **values)
    return msgspec.convert(tables, Config)


def _wrong(key: str, value: object) -> tuple[str, dict[str, str]] | None:
    """What is wrong with *value* for *key*, if anything."""
    if key not in KEYS:
        sentence = en("{file}, line {line}: there is no key {key}; there are {keys}.")
        return sentence, {"keys": ", ".join(KEYS)}
    if KEYS[key].kind.fits(value):
        return None
    sentence = en("{file}, line {line}: {key} cannot be {value}; it is {wanted}.")
    return sentence, {"value": quoted(as_toml(value)), "wanted": KEYS[key].kind.wanted}


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
            yield from (((name, key), one) for key, one in value.items())
        else:
            yield (name,), value


def line_of(text: str, path: KeyPath) -> int:
    """The line on which the key at *path* is set: the first after which a reader knows it."""
    for number, before in _beginnings(text):
        with suppress(tomllib.TOMLDecodeError):
            if path in dict(_values(tomllib.loads(before))):
                return number
    raise KeyError(path)


def _beginnings(text: str) -> Iterator[tuple[int, str]]:
    """The first line, the first two, … with their number."""
    lines = text.split("\n")
    return ((number, "\n".join(lines[:number])) for number in range(1, len(lines) + 1))
