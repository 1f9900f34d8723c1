"""A config edited by the program looks as if edited by hand."""

from pathlib import Path
from typing import Any

import pytest

from cribble.config.edit import change_config, edited
from cribble.config.file import parse_config
from scorekeeper.words import Fault, Words

EN, FR = Words.of("en"), Words.of("fr")

BY_HAND = """\
# The table in the kitchen.
port = 9000   # the old one was taken

[strip]
name = "terminal" # for now
order = 'RGB'

# Ben's keypad
[keypad]
name = "usb"
"""


def test_values_change_and_comments_stay() -> None:
    text = edited(BY_HAND, {"strip.name": "ddp", "strip.at": "192.168.1.50", "port": None}, EN)
    assert text.startswith("# The table in the kitchen.\n")
    assert 'name = "ddp" # for now\n' in text
    assert "order = 'RGB'" in text
    assert "# Ben's keypad\n[keypad]" in text
    assert "9000" not in text
    config = parse_config(text.encode(), "config.toml")
    assert (config.strip.name, config.strip.at, config.port) == ("ddp", "192.168.1.50", 8121)
    assert config.keypads[0].name == "usb"


SEGMENTS = (
    {"start": 0, "length": 30, "track": 1, "hole": 1},
    {"start": 30, "length": 31, "track": 2, "hole": 31, "reverse": True},
)


@pytest.mark.parametrize("text", ["", BY_HAND, '[wiring]\nlaid = "rows"\n[lamps]\nlink = 3\n'])
def test_segments_are_written_as_tables(text: str) -> None:
    changes = {"wiring.laid": "segments", "wiring.pixels": 61, "wiring.segments": SEGMENTS}
    once = edited(text, changes, EN)
    assert once.count("[[wiring.segments]]") == 2
    wiring = parse_config(once.encode(), "config.toml").wiring
    assert [one.start for one in wiring.segments] == [0, 30]
    assert wiring.segments[1].reverse
    again = edited(once, changes, EN)
    assert parse_config(again.encode(), "config.toml") == parse_config(once.encode(), "config.toml")
    assert again.count("[[wiring.segments]]") == 2


@pytest.mark.parametrize(
    ("keypads", "head"),
    [
        ([], None),
        ([{"name": "usb"}], "[keypad]"),
        ([{"name": "usb"}, {"name": "matrix"}], "[[keypad]]"),
    ],
)
def test_keypads_take_the_place_of_those_before(keypads: Any, head: str | None) -> None:
    text = edited(BY_HAND, {"keypad": keypads}, EN)
    names = [one.name for one in parse_config(text.encode(), "c").keypads if one.name]
    assert names == [one["name"] for one in keypads]
    assert head is None or head in text


def test_a_new_key_says_what_it_is_for_in_the_language_of_the_table() -> None:
    assert "# The strip that shows the pegs." in edited("", {"strip.name": "ddp"}, EN)
    assert "bande" in edited("", {"strip.name": "ddp"}, FR)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (BY_HAND, {"strip.name": "laser"}),
        (BY_HAND, {"strip.glow": 3}),
        ("port = \n", {"name": "Kitchen"}),
    ],
)
def test_what_no_config_may_say_is_refused(
    text: str, changes: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(Fault):
        change_config(path, changes, EN)
    assert path.read_text() == text
    assert [*tmp_path.iterdir()] == [path]


def test_the_file_is_kept_as_it_was_and_its_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "config.toml"
    change_config(path, {"name": "Kitchen"}, EN)
    path.chmod(0o640)
    before = path.read_bytes()
    config = change_config(path, {"name": "Cottage"}, EN)
    assert config.name == "Cottage"
    assert path.with_name("config.toml.bak").read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o640
