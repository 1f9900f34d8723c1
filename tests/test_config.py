"""The config: read with every mistake named by key and line, written so that it explains itself."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from cribble.boards import board_of
from cribble.config import KEYS, SECTIONS, BoardConfig, Config, StripConfig
from cribble.config_file import parse_config
from cribble.config_page import config_page
from cribble.toml import as_toml
from scorekeeper.words import LANGUAGES, Fault, Words
from tests.command_line import typed

USUAL = {"usual_data": "/data"}


def keys_of(kind: type[Struct], above: str = "") -> Iterator[str]:
    """Every key of the config's structs, as the file names it."""
    for field in fields(kind):
        if field.name in SECTIONS and not above:
            yield from keys_of(type(field.default), f"{field.name}.")
        else:
            yield above + field.name


def test_every_key_has_its_row() -> None:
    """What can be set is what is explained and checked, in the same order."""
    assert list(keys_of(Config)) == list(KEYS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_comment(lang: str) -> None:
    """Above each key of `cribble config` a comment says what it is for, and what it may be."""
    words = Words.of(lang)
    page = config_page(Config(), words, USUAL)
    blocks = [block.split("\n") for block in page.split("\n\n")]
    for key, row in KEYS.items():
        name = key.rpartition(".")[2]
        lines = next(block for block in blocks if block[-1].startswith(f"{name} = "))
        said = " ".join(line.removeprefix("# ") for line in lines[:-1])
        assert said == f"{words.say(row.about, **USUAL)} ({row.kind.wanted})"
    for section, about in SECTIONS.items():
        assert f"# {words.say(about)}\n[{section}]" in page


def test_the_usual_values_may_be() -> None:
    """Every default passes the check of its own key."""
    for key, row in KEYS.items():
        section, _, name = key.rpartition(".")
        value = getattr(getattr(Config(), section) if section else Config(), name)
        assert row.kind.fits(list(value) if isinstance(value, tuple) else value), key


text = st.text(st.characters(codec="utf-8"), max_size=20).filter(str.isprintable)
boards = st.builds(
    BoardConfig,
    tracks=st.integers(1, 3),
    holes=st.integers(1, 400),
    pitch=st.floats(1, 1000),
    colours=st.lists(st.from_regex(r"#[0-9a-f]{6}", fullmatch=True), min_size=1).map(tuple),
    breaths=st.floats(0, float("inf")) | st.integers(0, 9),
)
configs = st.builds(
    Config,
    language=st.sampled_from(["", *LANGUAGES]),
    data=text,
    host=st.ip_addresses().map(str),
    port=st.integers(0, 65535),
    access=st.sampled_from(["code", "open"]),
    names=st.lists(st.from_regex(r"[a-z0-9.-]{1,20}", fullmatch=True)).map(tuple),
    strip=st.builds(StripConfig, limit_ma=st.integers(1, 100_000), led_ma=st.integers(1, 1000)),
    board=boards,
)


@given(configs)
def test_what_is_written_reads_back(config: Config) -> None:
    """`cribble config` prints a file that sets exactly what is set."""
    page = config_page(config, Words.of("fr"), USUAL)
    assert parse_config(page.encode(), "it") == config


@given(st.recursive(text | st.booleans() | st.integers(-9, 9), st.lists) | st.just(['\x7f\n"']))
def test_values_are_written_as_toml(value: object) -> None:
    """A reader of TOML finds the same value again."""
    assert tomllib.loads(f"it = {as_toml(value)}") == {"it": value}


def test_a_file_may_say_little() -> None:
    """What it leaves out is as usual."""
    config = parse_config(b'port = 9000\r\n[strip]\r\nname = "capture"\r\n', "it")
    assert config == Config(port=9000, strip=StripConfig(name="capture"))
    assert parse_config(b"", "it") == Config()
    assert parse_config(b"\xef\xbb\xbf# nothing\n", "it") == Config()


LIST = ", ".join(KEYS)

FAULTS = {
    "prot = 9000": f"it, line 1: there is no key prot; there are {LIST}.",
    "\n\n[strip]\nname = 'terminal'\n\nmilliamps = 3": (
        f"it, line 6: there is no key strip.milliamps; there are {LIST}."
    ),
    "[strap]\nname = 'terminal'": f"it, line 1: there is no key strap; there are {LIST}.",
    "strip = 'terminal'": f"it, line 1: there is no key strip; there are {LIST}.",
    "'strip.name' = 'terminal'": f'it, line 1: there is no key "strip.name"; there are {LIST}.',
    "port = 80\n'a\\nb' = 1": None,
    '# the port\nport = "9000"': 'it, line 2: port cannot be "9000"; it is 0–65535.',
    "port = true": "it, line 1: port cannot be true; it is 0–65535.",
    "port = 65536": "it, line 1: port cannot be 65536; it is 0–65535.",
    "[port]\nx = 1": "it, line 1: port cannot be { x = 1 }; it is 0–65535.",
    "host = 'table'": 'it, line 1: host cannot be "table"; it is "0.0.0.0" | "127.0.0.1" | "::" ….',
    "access = 'all'": 'it, line 1: access cannot be "all"; it is "code" | "open".',
    "language = 'es'": 'it, line 1: language cannot be "es"; it is "" | "en" | "fr".',
    "names = [\n'a',\n'b c',\n]": (
        'it, line 4: names cannot be ["a", "b c"]; it is ["cribbage.lan", …].'
    ),
    "data = 1979-05-27": 'it, line 1: data cannot be 1979-05-27; it is "…".',
    "[strip]\nname = 'neon'": (
        'it, line 2: strip.name cannot be "neon"; it is "terminal" | "capture".'
    ),
    "[board]\nbreaths = nan": "it, line 2: board.breaths cannot be nan; it is 0–inf.",
    "[board]\ncolours = ['red']": (
        'it, line 2: board.colours cannot be ["red"]; it is ["#0072ff", …].'
    ),
    "[board]\ntracks = 1\n[strip]\nled_ma = 0": (
        "it, line 4: strip.led_ma cannot be 0; it is 1–1000."
    ),
    "port = \nhost = ''": "it, line 1 is no TOML: port =.",
    "port = 1\nport = 2": "it, line 2 is no TOML: port = 2.",
    "port = 1\nnames = [\n": "it, line 2 is no TOML: names = [.",
    "\nport = " + "9" * 5000 + "\nhost = ''": f"it, line 2 is no TOML: port = {'9' * 52}….",
    "port = 1\nnames = " + "[" * 5000: f"it, line 2 is no TOML: names = {'[' * 51}….",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: ascii(text[:40]))
def test_a_mistake_is_named_by_key_and_line(text: str) -> None:
    """One sentence: the file, the line, the key, the value and what would be right."""
    with pytest.raises(Fault) as told:
        parse_config(text.encode(), "it")
    assert "\n" not in str(told.value)
    assert str(told.value) == (FAULTS[text] or str(told.value))


def test_what_is_not_text_is_named_by_line() -> None:
    """A config in another encoding, or of megabytes, is told too."""
    with pytest.raises(Fault, match=r"^it, line 2: \\xe9 is no UTF-8, as TOML must be\.$"):
        parse_config(b"port = 1\ndata = '\xe9'", "it")
    with pytest.raises(Fault, match=r"^it is longer than 65536 bytes: that is no config\.$"):
        parse_config(b"#" * 65537, "it")


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    """`cribble config` prints what is in use: file, then switches on top."""
    file = tmp_path / "config.toml"
    file.write_text('port = 9000\nhost = "127.0.0.1"\n[strip]\nled_ma = 40\n', encoding="utf-8")
    done = typed("config", "--config", str(file), "--port", "9001", "--strip", "capture")
    assert parse_config(done.out.encode(), "it") == Config(
        host="127.0.0.1", port=9001, strip=StripConfig(name="capture", led_ma=40)
    )


def test_the_usual_file_is_read_where_it_is(tmp_path: Path) -> None:
    """Without --config the user's own file counts, where XDG says it lies."""
    folder = tmp_path / "cribble"
    folder.mkdir()
    (folder / "config.toml").write_text('language = "fr"\nport = 9002\n', encoding="utf-8")
    done = typed("config", environ={"XDG_CONFIG_HOME": str(tmp_path)})
    assert tomllib.loads(done.out)["port"] == 9002
    assert "Le port de la page" in done.out
    assert (
        "The port of the page"
        in typed("config", "--lang", "en", environ={"XDG_CONFIG_HOME": str(tmp_path)}).out
    )


def test_the_board_is_the_one_described() -> None:
    """Tracks, holes and colours of the config are those of the board."""
    board = board_of(BoardConfig(tracks=2, holes=61, colours=("#010203", "#0a0b0c")))
    assert (board.tracks, board.holes, board.pixels) == (2, 61, 122)
    assert [tuple(colour) for colour in board.look.colours] == [(1, 2, 3), (10, 11, 12)]


def test_a_board_needs_a_colour_a_row() -> None:
    """Two rows of one colour could not be told apart."""
    with pytest.raises(Fault, match=r"A board of 3 rows needs a colour for each, .* has 1"):
        board_of(BoardConfig(colours=("#010203",)))
