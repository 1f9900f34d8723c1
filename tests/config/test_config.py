"""The config: read from files and options, printed with comments, errors named; and its board."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from cribble.boards import board_as_if_wired, board_of
from cribble.config.file import as_toml, config_page, parse_config
from cribble.config.schema import (
    SECTIONS,
    SETTINGS,
    BoardConfig,
    Config,
    KeypadConfig,
    LampsConfig,
    SegmentConfig,
    StripConfig,
    WiringConfig,
)
from cribble.devices import STRIPS
from scorekeeper.board.light import Look
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import BadlyWired
from scorekeeper.words import LANGUAGES, Fault, Words
from tests.kit.drivers.command_line import typed
from tests.kit.paths import DATA

USUAL = {"usual_data": "/data"}


def keys_of(kind: type[Struct], above: str = "") -> Iterator[str]:
    for field in fields(kind):
        if field.encode_name in SECTIONS and not above:
            usual = field.default
            kind = type(usual[0] if isinstance(usual, tuple) else usual)
            yield from keys_of(kind, f"{field.encode_name}.")
            continue
        yield above + field.name
        if field.name == "segments":
            yield from keys_of(SegmentConfig, f"{above}{field.name}.")


def test_every_key_has_its_row() -> None:
    assert list(keys_of(Config)) == list(SETTINGS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_comment(lang: str) -> None:
    words = Words.of(lang)
    page = config_page(Config(), words, USUAL)
    for key, row in SETTINGS.items():
        if key.startswith("wiring.segments"):
            continue
        section, _, name = key.rpartition(".")
        below = page.partition(f"\n[{section}]\n")[2] if section else page
        blocks = [block.split("\n") for block in below.strip().split("\n\n")]
        lines = next(block for block in blocks if block[-1].startswith(f"{name} = "))
        said = " ".join(line.removeprefix("# ") for line in lines[:-1])
        assert said == f"{words.say(row.about, **USUAL)} ({row.bound.wanted})"
    for section, about in SECTIONS.items():
        comment = page.partition(f"\n[{section}]\n")[0].rpartition("\n\n")[2].split("\n")
        assert " ".join(line.removeprefix("# ") for line in comment) == words.say(about)


text = st.text(st.characters(codec="utf-8"), max_size=20).filter(str.isprintable)
pixels = st.lists(st.integers(0, 999), max_size=4).map(tuple)
segments = st.builds(
    SegmentConfig,
    start=st.integers(0, 999),
    length=st.integers(1, 1000),
    track=st.integers(1, 3),
    reverse=st.booleans(),
    gaps=pixels,
)
configs = st.builds(
    Config,
    language=st.sampled_from(["", *LANGUAGES]),
    data=text,
    host=st.ip_addresses().map(str),
    names=st.lists(st.from_regex(r"[a-z0-9.-]{1,20}", fullmatch=True)).map(tuple),
    strip=st.builds(StripConfig, at=text, brightness=st.floats(0.01, 1)),
    board=st.builds(
        BoardConfig,
        pitch=st.floats(1, 1000),
        colours=st.lists(
            st.from_regex(r"#[1-9a-f][0-9a-f]{5}", fullmatch=True), min_size=3, unique=True
        ).map(tuple),
        breaths=st.floats(0, float("inf")) | st.integers(0, 9),
    ),
    wiring=st.builds(
        WiringConfig,
        laid=st.just("segments"),
        segments=st.lists(segments, max_size=3).map(tuple),
    ),
    lamps=st.builds(LampsConfig, dealer=pixels, games=st.lists(pixels, max_size=3).map(tuple)),
    keypads=st.lists(
        st.builds(KeypadConfig, name=st.sampled_from(["usb", "matrix", "buttons"]), at=text),
        min_size=1,
        max_size=3,
        unique=True,
    ).map(tuple),
)
"""A value of each type that a key may have; types have a single notation."""


@given(configs)
def test_printed_config_reads_back(config: Config) -> None:
    assert parse_config(config_page(config, Words.of("fr"), USUAL).encode(), "it") == config


@given(st.recursive(text | st.booleans() | st.integers(-9, 9), st.lists) | st.just(['\x7f\n"']))
def test_values_are_written_as_toml(value: object) -> None:
    assert tomllib.loads(f"it = {as_toml(value)}") == {"it": value}


@pytest.mark.parametrize("pitch", ['"144/m"', "6.944444444444445"])
def test_pitch_may_be_given_as_holes_a_metre(pitch: str) -> None:
    """Both are the pitch of that tape, and `cribble config` prints the shorter form."""
    config = parse_config(f"[board]\npitch = {pitch}\n".encode(), "it")
    assert config == Config()
    assert 'pitch = "144/m"' in config_page(config, Words.of("en"), USUAL)


def test_missing_keys_have_defaults() -> None:
    config = parse_config(b'port = 9000\r\n[strip]\r\nname = "capture"\r\n', "it")
    assert config == Config(port=9000, strip=StripConfig(name="capture"))
    assert parse_config(b"", "it") == Config()
    assert parse_config(b"\xef\xbb\xbf# nothing\n", "it") == Config()


SEVERAL = """
[[keypad]]
name = "usb"
at = "/dev/input/event3"
[[keypad]]
name = "buttons"
buttons = [17, 27, 5]
"""


def test_several_keypads_are_a_table_each() -> None:
    usb = KeypadConfig(name="usb", at="/dev/input/event3")
    config = parse_config(SEVERAL.encode(), "it")
    assert config.keypads == (usb, KeypadConfig(name="buttons", buttons=(17, 27, 5)))
    for one in ("[keypad]", "[[keypad]]"):
        text = f'{one}\nname = "usb"\nat = "/dev/input/event3"'
        assert parse_config(text.encode(), "it").keypads == (usb,)
    page = config_page(config, Words.of("en"), USUAL)
    assert [line for line in page.split("\n") if line.endswith("keypad]]")] == ["[[keypad]]"] * 2


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ("", ""),
        ("pin = 20", "pin"),
        ("name = 'terminal'\npin = 20", "terminal"),
    ],
)
def test_a_buzzer_at_a_pin_needs_no_name(said: str, chosen: str) -> None:
    assert parse_config(f"[buzzer]\n{said}\n".encode(), "it").buzzer.chosen == chosen


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('port = 9000\nhost = "127.0.0.1"\n[strip]\nled_ma = 40\n', encoding="utf-8")
    done = typed("config", "--config", str(file), "--port", "9001", "--strip", "capture")
    assert parse_config(done.out.encode(), "it") == Config(
        host="127.0.0.1", port=9001, strip=StripConfig(name="capture", led_ma=40)
    )


@pytest.mark.parametrize(
    ("switches", "name", "at"),
    [
        ((), "ws281x", "13"),
        (("--strip-at", "12"), "ws281x", "12"),
        (("--strip", "spi"), "spi", ""),
        (("--strip", "ddp", "--strip-at", "wled.local"), "ddp", "wled.local"),
    ],
)
def test_another_strip_by_option_drops_the_place_in_the_file(
    switches: tuple[str, ...], name: str, at: str, tmp_path: Path
) -> None:
    """A pin is no device or address: the value only applies to the strip that it was set for."""
    file = tmp_path / "config.toml"
    file.write_text('[strip]\nname = "ws281x"\nat = "13"\n', encoding="utf-8")
    done = typed("config", "--config", str(file), *switches)
    assert parse_config(done.out.encode(), "it").strip == StripConfig(name=name, at=at)


def test_config_file_of_the_user_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "cribble"
    folder.mkdir()
    (folder / "config.toml").write_text('language = "fr"\nport = 9002\n', encoding="utf-8")
    here = {"XDG_CONFIG_HOME": str(tmp_path)}
    done = typed("config", environ=here)
    assert tomllib.loads(done.out)["port"] == 9002
    assert "Le port de la page" in done.out
    assert "The HTTP port." in typed("config", "--lang", "en", environ=here).out


MISTAKES = (DATA / "told" / "config.txt").read_text(encoding="utf-8").partition("\n\n")[2]


@pytest.mark.parametrize(("text", "said"), re.findall(r"(.+?)\n! (.+?)\n+", MISTAKES, re.DOTALL))
def test_a_mistake_is_named_by_line_key_and_value(text: str, said: str) -> None:
    with pytest.raises(Fault) as told:
        parse_config(text.encode(), "it")
    assert str(told.value).startswith(said)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"port = 1\ndata = '\xe9'", r"it, line 2: invalid UTF-8: \xe9."),
        (b"#" * 65537, "it is too large for a config: the maximum is 65536 bytes."),
        (b"\nport = " + b"9" * 5000, f"it, line 2: invalid TOML: port = {'9' * 52}…."),
        (b"port = 1\nnames = " + b"[" * 5000, f"it, line 2: invalid TOML: names = {'[' * 51}…."),
    ],
)
def test_config_that_is_no_text_is_refused(raw: bytes, said: str) -> None:
    with pytest.raises(Fault) as told:
        parse_config(raw, "it")
    assert str(told.value) == said


def test_board_has_all_that_the_config_describes() -> None:
    measures: dict[str, Any] = {
        "tracks": 2, "holes": 61, "pitch": 10.0, "lane": 20.0, "street_gap": 3.0,
        "game_holes": "one",
    }  # fmt: skip
    look: dict[str, Any] = {"breaths": 0, "streets": True, "skunk": False, "low_vision": True}
    colours = ("#010203", "#0a0b0c", "#ffffff")
    wood = BoardConfig(shape="straight", colours=colours, **measures, **look)
    board = board_of(Config(board=wood))
    assert (board.shape, board.pixels) == (shape_named("straight", Measures(**measures)), 121)
    assert board.look.colours[:3] == ((1, 2, 3), (10, 11, 12), (255, 255, 255))
    assert board.look == Look(colours=board.look.colours, **look)


def test_default_shape_depends_on_the_strip() -> None:
    for name in STRIPS:
        board = board_of(Config(strip=StripConfig(name=name)))
        screen = name in ("terminal", "browser", "capture", "null", "simulated")
        assert (board.shape.name, board.tracks) == ("straight" if screen else "classic", 3)


SEGMENTS_FILE = """
[board]
shape = "straight"
tracks = 2
holes = 5
[wiring]
laid = "segments"
[[wiring.segments]]
start = 1
length = 5
track = 2
[[wiring.segments]]
start = 6
length = 10
track = 1
gaps = [7]
hole = 1
reverse = true
every = 2
[lamps]
link = 0
"""


def test_segments_count_tracks_from_one() -> None:
    board = board_of(parse_config(SEGMENTS_FILE.encode(), "it"))
    assert board.wiring.tracks == ((15, 13, 11, 9, 6), (1, 2, 3, 4, 5))
    assert (board.pixels, board.wiring.lamps.link) == (16, 0)


def test_a_board_that_is_badly_wired_is_still_a_board() -> None:
    config = Config(board=BoardConfig(shape="classic"), wiring=WiringConfig(laid="segments"))
    with pytest.raises(BadlyWired) as told:
        board_of(config)
    assert len(told.value.faults) == 3 * 61
    dark = board_as_if_wired(config)
    assert (dark.shape.name, dark.pixels) == ("classic", 183)
    tape = Config(board=BoardConfig(shape="classic"), wiring=WiringConfig(leds_per_m=60))
    assert board_as_if_wired(tape) == dark
