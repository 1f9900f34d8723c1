"""A config as a TOML file that explains itself: every key with its comment, ready to save."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from cribble.config.keys import KEYS, SECTIONS, SEGMENTS_AT
from cribble.config.keys_board import ONE_SEGMENT
from cribble.config.schema import Config
from scorekeeper.words import Words, en

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


WIDTH: Final = 100


def config_page(config: Config, words: Words, usual: Mapping[str, str]) -> str:
    """*config* as TOML, commented in the language of *words*; *usual* fills in the comments."""
    return "\n".join(_lines(msgspec.to_builtins(config), words, usual))


def _lines(config: dict[str, Any], words: Words, usual: Mapping[str, str]) -> Iterator[str]:
    yield from _comment(words.say(en("How this table is set. Behind each key: what it may be.")))
    yield from _table("", config, words, usual)
    for section, about in SECTIONS.items():
        tables = (config[section],) if isinstance(config[section], dict) else config[section]
        head = f"[{section}]" if len(tables) == 1 else f"[[{section}]]"
        for table in tables:
            yield from ("", "", *_comment(words.say(about)), head)
            yield from _table(section, table, words, usual)


def _table(
    section: str, table: dict[str, Any], words: Words, usual: Mapping[str, str]
) -> Iterator[str]:
    """The keys of a section, those of none where that is empty."""
    for key, row in KEYS.items():
        above, _, name = key.rpartition(".")
        if above == section:
            yield ""
            yield from _comment(f"{words.say(row.about, **usual)} ({row.kind.wanted})")
            segments = (section, name) == SEGMENTS_AT
            yield from _segments(table[name], words) if segments else _set(name, table[name])


def _set(name: str, value: object) -> Iterator[str]:
    yield f"{name} = {as_toml(value)}"


def _segments(segments: list[dict[str, Any]], words: Words) -> Iterator[str]:
    """What a segment may say, and a table for each."""
    for key, row in ONE_SEGMENT.items():
        name = key.rpartition(".")[2]
        yield from _comment(f"{name}: {words.say(row.about)} ({row.kind.wanted})")
    for segment in segments:
        yield from ("", f"[[{'.'.join(SEGMENTS_AT)}]]")
        for name, value in segment.items():
            yield from _set(name, value)


def _comment(text: str) -> list[str]:
    wrapped = textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in wrapped]
