"""The config: read with every mistake named by key and line, written so that it explains itself."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from cribble.config.dump import as_toml, config_page
from cribble.config.keys import SECTIONS, SEGMENT_SETTINGS, SETTINGS
from cribble.config.load import parse_config
from cribble.config.schema import (
    BoardConfig,
    Config,
    KeypadConfig,
    LampsConfig,
    SegmentConfig,
    StripConfig,
    WiringConfig,
)
from scorekeeper.words import LANGUAGES, Fault, Words
from tests.kit.drivers.command_line import typed

USUAL = {"usual_data": "/data"}


def keys_of(kind: type[Struct], above: str = "") -> Iterator[str]:
    """Every key of the config's structs, as the file names it."""
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
    """Above each key of `cribble config` a comment says what it is for, and what it may be."""
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_of_a_segment_are_explained_once(lang: str) -> None:
    words = Words.of(lang)
    page = config_page(Config(), words, USUAL)
    said = " ".join(line.removeprefix("# ") for line in page.split("\n"))
    wanted = [
        f"{key.rpartition('.')[2]}: {words.say(row.about)} ({row.bound.wanted})"
        for key, row in SEGMENT_SETTINGS.items()
    ]
    assert " ".join(wanted) in said
    assert words.say(SETTINGS["wiring.segments"].about) in said


def test_default_values_are_within_their_bounds() -> None:
    usual = msgspec.to_builtins(Config())
    for key, row in SETTINGS.items():
        if key not in SEGMENT_SETTINGS:
            section, _, name = key.rpartition(".")
            tables = usual[section] if section else usual
            table = tables if isinstance(tables, dict) else tables[0]
            value = table[name]
            assert row.bound.fits(list(value) if isinstance(value, tuple) else value), key


text = st.text(st.characters(codec="utf-8"), max_size=20).filter(str.isprintable)
strips = st.builds(
    StripConfig,
    at=text,
    order=st.sampled_from(["GRB", "RGB", "GRBW", "BRGW"]),
    symbol_bits=st.sampled_from([3, 8]),
    baud=st.integers(9600, 2_000_000),
    limit_ma=st.integers(1, 100_000),
    led_ma=st.integers(1, 1000),
    brightness=st.floats(0.01, 1),
    night=st.sampled_from(["", "22:00-07:00", "00:00-23:59"]),
    night_brightness=st.floats(0, 1),
)
boards = st.builds(
    BoardConfig,
    shape=st.sampled_from(["", "classic", "paperclip"]),
    tracks=st.integers(1, 3),
    holes=st.integers(0, 400),
    pitch=st.floats(1, 1000),
    street_gap=st.floats(0, 1000),
    game_holes=st.sampled_from(["one", "each"]),
    ends=st.sampled_from(["same", "opposite"]),
    bends=st.sampled_from(["square", "round"]),
    colours=st.lists(
        st.from_regex(r"#[1-9a-f][0-9a-f]{5}", fullmatch=True), min_size=3, unique=True
    ).map(tuple),
    breaths=st.floats(0, float("inf")) | st.integers(0, 9),
    streets=st.booleans(),
    low_vision=st.booleans(),
)
pixels = st.lists(st.integers(0, 999), max_size=4).map(tuple)
segments = st.builds(
    SegmentConfig,
    start=st.integers(0, 999),
    length=st.integers(1, 1000),
    track=st.integers(1, 3),
    hole=st.integers(1, 400),
    reverse=st.booleans(),
    every=st.integers(1, 100),
    gaps=pixels,
)
wirings = st.builds(
    WiringConfig,
    laid=st.sampled_from(["pegged", "rows", "serpentine", "segments"]),
    leds_per_m=st.integers(0, 1000),
) | st.builds(
    WiringConfig, laid=st.just("segments"), segments=st.lists(segments, max_size=3).map(tuple)
)
lamps = st.builds(
    LampsConfig,
    dealer=pixels,
    games=st.lists(pixels, max_size=3).map(tuple),
    link=st.integers(-1, 999),
)
keypads = st.lists(
    st.builds(
        KeypadConfig,
        name=st.sampled_from(["", "usb", "matrix", "buttons", "microcontroller"]),
        at=text,
        rows=st.permutations([2, 3, 5, 7]).map(tuple),
    ),
    min_size=1,
    max_size=3,
    unique=True,
).map(tuple)
configs = st.builds(
    Config,
    language=st.sampled_from(["", *LANGUAGES]),
    data=text,
    host=st.ip_addresses().map(str),
    port=st.integers(0, 65535),
    access=st.sampled_from(["code", "open"]),
    names=st.lists(st.from_regex(r"[a-z0-9.-]{1,20}", fullmatch=True)).map(tuple),
    strip=strips,
    board=boards,
    wiring=wirings,
    lamps=lamps,
    keypads=keypads,
)


@given(configs)
def test_printed_config_reads_back(config: Config) -> None:
    assert parse_config(config_page(config, Words.of("fr"), USUAL).encode(), "it") == config


@given(st.recursive(text | st.booleans() | st.integers(-9, 9), st.lists) | st.just(['\x7f\n"']))
def test_values_are_written_as_toml(value: object) -> None:
    assert tomllib.loads(f"it = {as_toml(value)}") == {"it": value}


@pytest.mark.parametrize("pitch", ['"144/m"', "6.944444444444445"])
def test_pitch_may_be_given_as_holes_a_metre(pitch: str) -> None:
    """Both are the pitch of that tape, and `cribble config` prints the shorter one."""
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
    """One is a table, or a list of one; none may be left without its name."""
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
        ("name = 'pin'\npin = 20", "pin"),
        ("name = 'terminal'", "terminal"),
        ("name = 'terminal'\npin = 20", "terminal"),
    ],
)
def test_a_buzzer_at_a_pin_needs_no_name(said: str, chosen: str) -> None:
    assert parse_config(f"[buzzer]\n{said}\n".encode(), "it").buzzer.chosen == chosen


TOP = "language, name, time_zone, data, host, port, access, names, own_wifi"
TOP += ", [strip], [board], [wiring], [lamps], [keypad], [buzzer], [readout], [mqtt]"
STRIP = ", ".join(key for key in SETTINGS if key.startswith("strip."))
LAMPS = "lamps.dealer, lamps.turn, lamps.games, lamps.count, lamps.link"
SEGMENT = "".join(f"wiring.segments.{name}, " for name in ("start", "length", "track", "hole"))
SEGMENT += "wiring.segments.reverse, wiring.segments.every, wiring.segments.gaps"
ONE = "[[wiring.segments]]\nstart = 0\nlength = 61\ntrack = 1\n"


def refused(line: str, key: str, value: str) -> str:
    """The sentence about a *value* that a *key* cannot have; docs/settings.md pins what it may."""
    return f"it, line {line}: {key} cannot be {value}; it is {SETTINGS[key].bound.wanted}."


CANNOT_BE = {
    '# the port\nport = "9000"': '2 port "9000"',
    "port = true": "1 port true",
    "port = 65536": "1 port 65536",
    "[port]\nx = 1": "1 port { x = 1 }",
    "host = 'table'": '1 host "table"',
    "access = 'all'": '1 access "all"',
    "language = 'es'": '1 language "es"',
    "names = [\n'a',\n'b c',\n]": '1 names ["a", "b c"]',
    "data = 1979-05-27": "1 data 1979-05-27",
    "[strip]\nname = 'neon'": '2 strip.name "neon"',
    "[board]\nbreaths = nan": "2 board.breaths nan",
    "[board]\ncolours = ['red']": '2 board.colours ["red"]',
    "[board]\ntracks = 1\n[strip]\nled_ma = 0": "4 strip.led_ma 0",
    "[strip]\norder = 'GRG'": '2 strip.order "GRG"',
    "[strip]\norder = 'WGRB'": '2 strip.order "WGRB"',
    "[strip]\nsymbol_bits = 4": "2 strip.symbol_bits 4",
    "[strip]\norder = 'GRBG'": '2 strip.order "GRBG"',
    "[strip]\nsymbol_bits = 8.0": "2 strip.symbol_bits 8.0",
    "[strip]\nbrightness = 0": "2 strip.brightness 0",
    "[strip]\nnight = '22-7'": '2 strip.night "22-7"',
    "[strip]\nnight = '22:00-24:00'": '2 strip.night "22:00-24:00"',
    "[board]\ncolours = ['#000000', '#000000']": '2 board.colours ["#000000", "#000000"]',
    "[board]\npitch = '0/m'": '2 board.pitch "0/m"',
    "strip = { led_ma = 0 }": "1 strip.led_ma 0",
    "[strip]\n'led_ma' = 0": "2 strip.led_ma 0",
    "strip.at = ''\nstrip.led_ma = 0": "2 strip.led_ma 0",
    "[board]\nskunk = 1": "2 board.skunk 1",
    "[board]\nends = 'both'": '2 board.ends "both"',
    "[wiring]\nlaid = 'zigzag'": '2 wiring.laid "zigzag"',
    "[wiring]\nsegments = 3": "2 wiring.segments 3",
    "[wiring]\nsegments = [3]": "2 wiring.segments [3]",
    "[wiring.segments]\nstart = 0": "1 wiring.segments { start = 0 }",
    ONE + "[[wiring.segments]]\nstart = 61\nlength = 61\ntrack = 0": "8 wiring.segments.track 0",
    ONE + "gaps = [0, -1]": "5 wiring.segments.gaps [0, -1]",
    "[lamps]\nlink = -2": "2 lamps.link -2",
    "[lamps]\ngames = [1, 2]": "2 lamps.games [1, 2]",
    "[buzzer]\nname = 'bell'": '2 buzzer.name "bell"',
    "[keypad]\ncolumns = [2, 3, 4]": "2 keypad.columns [2, 3, 4]",
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nname = 'piano'": '4 keypad.name "piano"',
}
"""The line of the file, the key and the value that it cannot have, by the text of the file."""

FAULTS = {
    **{text: refused(*what.split(" ", 2)) for text, what in CANNOT_BE.items()},
    "prot = 9000": f"it, line 1: there is no key prot; there are {TOP}.",
    "\n\n[strip]\nname = 'terminal'\n\nmilliamps = 3": (
        f"it, line 6: there is no key strip.milliamps; there are {STRIP}."
    ),
    "[strap]\nname = 'terminal'": f"it, line 1: there is no key strap; there are {TOP}.",
    "strip = 'terminal'": "it, line 1: strip is a table: [strip], and what it says below.",
    "'strip.name' = 'terminal'": f'it, line 1: there is no key "strip.name"; there are {TOP}.',
    "port = 80\n'a\\nb' = 1": None,
    "data = '''\n[strip]\nx ='''\nport = 70000": None,
    ONE + "[[wiring.segments]]\nstart = 61\nstreet = 1\nlength = 61\ntrack = 2": (
        f"it, line 7: there is no key wiring.segments.street; there are {SEGMENT}."
    ),
    ONE
    + "\n[[wiring.segments]]\nstart = 61\nlength = 61": "it, line 6: wiring.segments lacks track.",
    "[lamps]\nlight = 3": f"it, line 2: there is no key lamps.light; there are {LAMPS}.",
    "[buzzer]\nname = 'pin'": (
        'it, line 2: buzzer.name is "pin": buzzer.pin has to name one, such as 20.'
    ),
    "[keypad]\nname = 'matrix'\nrows = [5, 5, 16, 26]": (
        "it, line 3: keypad.rows has 5 twice: each has its own pin."
    ),
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nname = 'buttons'\nbuttons = [4, 17, 4]": (
        "it, line 5: keypad.buttons has 4 twice: each has its own pin."
    ),
    "keypad = 'usb'": "it, line 1: keypad is a table: [keypad], and what it says below.",
    "keypad = [3]": "it, line 1: keypad is a table: [keypad], and what it says below.",
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nat = 'x'": "it, line 3: keypad lacks name.",
    "[[keypad]]\nname = 'usb'\nat = 'x'\n[[keypad]]\nat = 'x'\nname = 'usb'": (
        'it, line 6: keypad.name is "usb" again, connected alike.'
    ),
    "port = \nhost = ''": "it, line 1 is not TOML: port =.",
    "port = 1\nport = 2": "it, line 2: this is said twice, here again: port = 2.",
    "[strip]\n[board]\n[strip]": "it, line 3: this is said twice, here again: [strip].",
    "[board]\ncolours = ['#0072ff', '#000000', '#ffffff']": (
        'it, line 2: board.colours has "#000000", which no light can show.'
    ),
    "[board]\ncolours = ['#0072FF', '#ffffff', '#0072ff']": (
        'it, line 2: board.colours has "#0072ff" twice: no two teams look alike.'
    ),
    "[wiring]\n" + ONE: (
        'it, line 2: wiring.segments counts only where wiring.laid is "segments", and it is '
        '"pegged".'
    ),
    "port = 1\nnames = [\n": "it, line 2 is not TOML: names = [.",
    "\nport = " + "9" * 5000 + "\nhost = ''": f"it, line 2 is not TOML: port = {'9' * 52}….",
    "port = 1\nnames = " + "[" * 5000: f"it, line 2 is not TOML: names = {'[' * 51}….",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: ascii(text[:40]))
def test_a_mistake_is_named_by_key_and_line(text: str) -> None:
    """One sentence: the file, the line, the key, the value and what would be right."""
    with pytest.raises(Fault) as told:
        parse_config(text.encode(), "it")
    assert "\n" not in str(told.value)
    assert str(told.value) == (FAULTS[text] or str(told.value))


def test_config_that_is_no_text_is_refused() -> None:
    """A config in another encoding, or of megabytes, is told too."""
    with pytest.raises(Fault, match=r"^it, line 2: \\xe9 is not UTF-8, as TOML must be\.$"):
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


@pytest.mark.parametrize(
    ("switches", "name", "at"),
    [
        ((), "ws281x", "13"),
        (("--strip", "ws281x"), "ws281x", "13"),
        (("--strip-at", "12"), "ws281x", "12"),
        (("--strip", "spi"), "spi", ""),
        (("--strip", "ddp", "--strip-at", "wled.local"), "ddp", "wled.local"),
    ],
)
def test_another_strip_by_option_drops_the_place_in_the_file(
    switches: tuple[str, ...], name: str, at: str, tmp_path: Path
) -> None:
    """A pin is no device, and no address: it counts only for the strip that it was written for."""
    file = tmp_path / "config.toml"
    file.write_text('[strip]\nname = "ws281x"\nat = "13"\n', encoding="utf-8")
    done = typed("config", "--config", str(file), *switches)
    assert parse_config(done.out.encode(), "it").strip == StripConfig(name=name, at=at)


def test_config_file_of_the_user_is_read(tmp_path: Path) -> None:
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
