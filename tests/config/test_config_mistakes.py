"""Mistakes in the config, each named by key and line."""

import pytest

from cribble.config.file import parse_config
from cribble.config.schema import SETTINGS
from scorekeeper.words import Fault

TOP = "language, name, time_zone, data, host, port, access, names, own_wifi"
TOP += ", [strip], [board], [wiring], [lamps], [keypad], [buzzer], [readout], [mqtt]"
STRIP = ", ".join(key for key in SETTINGS if key.startswith("strip."))
SEGMENT = "".join(f"wiring.segments.{name}, " for name in ("start", "length", "track", "hole"))
SEGMENT += "wiring.segments.reverse, wiring.segments.every, wiring.segments.gaps"
ONE = "[[wiring.segments]]\nstart = 0\nlength = 61\ntrack = 1\n"


def refused(line: str, key: str, value: str) -> str:
    """The sentence about a *value* that a *key* cannot have; docs/settings.md pins what it may."""
    return f"it, line {line}: {key} cannot be {value}; it is {SETTINGS[key].bound.wanted}."


CANNOT_BE = {
    '# the port\nport = "9000"': '2 port "9000"',
    "[port]\nx = 1": "1 port { x = 1 }",
    "names = [\n'a',\n'b c',\n]": '1 names ["a", "b c"]',
    "data = 1979-05-27": "1 data 1979-05-27",
    "[board]\nbreaths = nan": "2 board.breaths nan",
    "[board]\ntracks = 1\n[strip]\nled_ma = 0": "4 strip.led_ma 0",
    "[strip]\norder = 'WGRW'": '2 strip.order "WGRW"',
    "[strip]\nsymbol_bits = 8.0": "2 strip.symbol_bits 8.0",
    "[strip]\nnight = '22:00-24:00'": '2 strip.night "22:00-24:00"',
    "[board]\ncolours = ['#000000', '#000000']": '2 board.colours ["#000000", "#000000"]',
    "strip = { led_ma = 0 }": "1 strip.led_ma 0",
    "strip.at = ''\nstrip.led_ma = 0": "2 strip.led_ma 0",
    "[wiring]\nsegments = 3": "2 wiring.segments 3",
    "[wiring.segments]\nstart = 0": "1 wiring.segments { start = 0 }",
    ONE + "[[wiring.segments]]\nstart = 61\nlength = 61\ntrack = 0": "8 wiring.segments.track 0",
    ONE + "gaps = [0, -1]": "5 wiring.segments.gaps [0, -1]",
    "[lamps]\ngames = [1, 2]": "2 lamps.games [1, 2]",
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nname = 'piano'": '4 keypad.name "piano"',
}
"""The line of the file, the key and the value that it cannot have, by the text of the file."""

FAULTS = {
    **{text: refused(*what.split(" ", 2)) for text, what in CANNOT_BE.items()},
    "prot = 9000": f"it, line 1: there is no key prot; there are {TOP}.",
    "\n\n[strip]\nname = 'terminal'\n\nmilliamps = 3": (
        f"it, line 6: there is no key strip.milliamps; there are {STRIP}."
    ),
    "'strip.name' = 'terminal'": f'it, line 1: there is no key "strip.name"; there are {TOP}.',
    ONE + "[[wiring.segments]]\nstart = 61\nstreet = 1\nlength = 61\ntrack = 2": (
        f"it, line 7: there is no key wiring.segments.street; there are {SEGMENT}."
    ),
    ONE
    + "\n[[wiring.segments]]\nstart = 61\nlength = 61": "it, line 6: wiring.segments lacks track.",
    "[buzzer]\nname = 'pin'": (
        'it, line 2: buzzer.name is "pin": buzzer.pin has to name one, such as 20.'
    ),
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nname = 'buttons'\nbuttons = [4, 17, 4]": (
        "it, line 5: keypad.buttons has 4 twice: each has its own pin."
    ),
    "keypad = [3]": "it, line 1: keypad is a table: [keypad], and what it says below.",
    "[[keypad]]\nname = 'usb'\n[[keypad]]\nat = 'x'": "it, line 3: keypad lacks name.",
    "[[keypad]]\nname = 'usb'\nat = 'x'\n[[keypad]]\nat = 'x'\nname = 'usb'": (
        'it, line 6: keypad.name is "usb" again, connected alike.'
    ),
    "port = \nhost = ''": "it, line 1 is not TOML: port =.",
    "port = 1\nport = 2": "it, line 2: this is said twice, here again: port = 2.",
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
    "\nport = " + "9" * 5000 + "\nhost = ''": f"it, line 2 is not TOML: port = {'9' * 52}….",
    "port = 1\nnames = " + "[" * 5000: f"it, line 2 is not TOML: names = {'[' * 51}….",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: ascii(text[:40]))
def test_a_mistake_is_named_by_key_and_line(text: str) -> None:
    """One sentence: the file, the line, the key, the value and what would be right."""
    with pytest.raises(Fault) as told:
        parse_config(text.encode(), "it")
    assert str(told.value) == FAULTS[text]


def test_config_that_is_no_text_is_refused() -> None:
    """A config in another encoding, or of megabytes, is told too."""
    with pytest.raises(Fault, match=r"^it, line 2: \\xe9 is not UTF-8, as TOML must be\.$"):
        parse_config(b"port = 1\ndata = '\xe9'", "it")
    with pytest.raises(Fault, match=r"^it is longer than 65536 bytes: that is no config\.$"):
        parse_config(b"#" * 65537, "it")
