"""Write a config as a TOML file that explains itself: every key with its comment, ready to save."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from cribble.config.keys import SECTIONS, SEGMENT_SETTINGS, SEGMENTS_AT, SETTINGS
from cribble.config.schema import Config
from scorekeeper.words import Words

WIDTH: Final = 100
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
METRE: Final = 1000.0


def bare(name: str) -> str:
    """Return a part of a key, quoted where TOML wants that."""
    return name if BARE.fullmatch(name) else as_toml(name)


def as_toml(value: object) -> str:
    """Return *value* (text, number, truth value, list or table of them) as TOML."""
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


def mm_of(pitch: str | float) -> float:
    """Return a pitch in mm; text such as ``144/m`` counts holes a metre."""
    return METRE / int(pitch.removesuffix("/m")) if isinstance(pitch, str) else pitch


def pitch_of(mm: float) -> str | float:
    """Return *mm*, or exactly the same as ``144/m`` where it has no short decimal fraction."""
    per_metre = f"{round(METRE / mm)}/m"
    return per_metre if len(str(mm)) > len(per_metre) and mm_of(per_metre) == mm else mm


def config_page(config: Config, words: Words, usual: Mapping[str, str]) -> str:
    """Return *config* as TOML, commented in the language of *words*; *usual* fills in comments."""
    return "\n".join(_lines(msgspec.to_builtins(config), words, usual))


def _lines(config: dict[str, Any], words: Words, usual: Mapping[str, str]) -> Iterator[str]:
    config["board"]["pitch"] = pitch_of(config["board"]["pitch"])
    yield from _comment(words.say("How this table is set. Behind each key: what it may be."))
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
    """The keys of a section, or those outside of all sections where it is empty."""
    for key, setting in SETTINGS.items():
        above, _, name = key.rpartition(".")
        if above == section:
            yield ""
            about = words.say(setting.about, **usual)
            yield from _comment(f"{about} ({setting.bound.wanted})")
            segments = (section, name) == SEGMENTS_AT
            yield from _segments(table[name], words) if segments else _set(name, table[name])


def _set(name: str, value: object) -> Iterator[str]:
    yield f"{name} = {as_toml(value)}"


def _segments(segments: list[dict[str, Any]], words: Words) -> Iterator[str]:
    """The keys of a segment with their comments, then a table for each."""
    for key, setting in SEGMENT_SETTINGS.items():
        name = key.rpartition(".")[2]
        yield from _comment(f"{name}: {words.say(setting.about)} ({setting.bound.wanted})")
    for segment in segments:
        yield from ("", f"[[{'.'.join(SEGMENTS_AT)}]]")
        for name, value in segment.items():
            yield from _set(name, value)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrapped(text)]


def wrapped(text: str) -> list[str]:
    """Return the lines of a comment, each without its mark."""
    return textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
