"""`cribble board`: the board in a few lines, the proof of its wiring, the list of its pixels."""

import json
from pathlib import Path

import pytest

from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from tests.kit.drivers.command_line import Done, typed


def board(tmp_path: Path, config: str, *words: str) -> Done:
    """Return what `cribble board` *words* says of the board of *config*."""
    file = tmp_path / "config.toml"
    file.write_text(config, encoding="utf-8")
    return typed("board", *words, "--config", str(file))


CLASSIC = """
[strip]
name = "spi"
limit_ma = 1500
[board]
shape = "classic"
tracks = 2
[wiring]
laid = "serpentine"
spare = 2
[lamps]
dealer = [132, 133]
"""

DESCRIBED = """\
classic: 2 tracks of 61 holes, the last of them the game hole.
{size} mm; from hole to hole 6.94 mm.
Tape with 144 LEDs a metre can be laid in it: 1 piece of 33 LEDs, 2 pieces of 32 LEDs and 1 piece \
of 31 LEDs.
Lights: 134, of which 122 in holes, 2 lamps, 10 unused.
Current: at most 1500 mA; all lights white would take 8174 mA.
The games on it:
  Cribble (Québec), to 121: goes round twice, and light tells the lap.
  Six-card cribbage, to 121: goes round twice, and light tells the lap.
  Three-handed cribbage, to 121: goes round twice, and light tells the lap; teams share a track.
  Four-handed cribbage, to 121: goes round twice, and light tells the lap.
  Five-card cribbage, to 61: takes every hole.
  Six-card cribbage with the lurch, to 121: goes round twice, and light tells the lap.
  Tournament cribbage, to 121: goes round twice, and light tells the lap.
  Seven-card cribbage, to 181: goes round 3 times, and light tells the lap.
  Captain, to 121: goes round twice, and light tells the lap.
  Five-handed cribbage, to 121: goes round twice, and light tells the lap; teams share a track.
  Six-handed cribbage, to 121: goes round twice, and light tells the lap; teams share a track.
"""


def test_a_board_is_described(tmp_path: Path) -> None:
    size = shape_named("classic", Measures(tracks=2)).size
    done = board(tmp_path, CLASSIC)
    assert done == (0, DESCRIBED.format(size=f"{size.x:.0f} × {size.y:.0f}"), "")
    assert board(tmp_path, CLASSIC, "describe") == done


def test_a_board_is_described_in_french(tmp_path: Path) -> None:
    done = board(tmp_path, CLASSIC, "--lang", "fr")
    lines = done.out.splitlines()
    assert lines[3] == "Lumières\u00a0: 134, dont 122 dans des trous, 2 lampes, 10 sans emploi."
    assert len(lines) == len(DESCRIBED.splitlines())
    assert not {*lines} & {*DESCRIBED.splitlines()}


LINES = {
    "one game hole": (
        '[board]\nshape = "classic"\ngame_holes = "one"',
        "classic: 3 tracks of 61 holes, the last of them one hole for all.",
    ),
    "loose pixels": (
        '[board]\nshape = "paperclip"\nbends = "round"',
        "Tape cannot be laid in it: it takes loose pixels.",
    ),
    "no board": (
        "",
        (
            "No board was built (board.shape): this is what the strip terminal shows. The template "
            "would be that of a classic one."
        ),
    ),
    "too little current": (
        '[strip]\nlimit_ma = 363\n[board]\nshape = "straight"',
        (
            "strip.limit_ma = 363 is too low: 363 LEDs draw 363 mA even when off. Set it to 850 or "
            "more, with a supply to match."
        ),
    ),
    "a tape of another pitch": (
        '[board]\nshape = "classic"\n[wiring]\nleds_per_m = 60',
        (
            "Tape with 60 LEDs a metre does not lie beneath holes that are 6.94 mm apart: "
            "board.pitch would have to be 16.67 or 33.33 mm."
        ),
    ),
    "a long game on long tracks": (
        '[board]\nshape = "straight"',
        (
            "  Seven-card cribbage, to 181: goes round twice, and light tells the lap; ends in "
            "hole 61."
        ),
    ),
    "a game too long": (
        '[board]\nshape = "straight"\nholes = 21',
        (
            "  Seven-card cribbage, to 181: does not fit, because it goes round 9 times and light "
            "tells 6."
        ),
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_board_describe_prints(name: str, tmp_path: Path) -> None:
    config, line = LINES[name]
    done = board(tmp_path, config)
    assert (done.code, done.err) == (0, "")
    assert line in done.out.splitlines()


def test_a_board_that_is_well_wired_passes(tmp_path: Path) -> None:
    assert board(tmp_path, CLASSIC, "check") == (
        0,
        "Every hole and every lamp has a light of its own; the strip has 134.\n",
        "",
    )


def test_a_supply_that_cannot_feed_the_board_does_not_pass(tmp_path: Path) -> None:
    done = board(tmp_path, CLASSIC.replace("1500", "150"), "check")
    assert (done.code, done.out[:10]) == (2, "Every hole")
    assert "134 LEDs draw 134 mA even when off" in done.err
    assert "Set it to 850 or more" in done.err


WRONG = """
[board]
shape = "straight"
tracks = 2
holes = 4
[wiring]
laid = "segments"
pixels = 8
[[wiring.segments]]
start = 0
length = 4
track = 1
[[wiring.segments]]
start = 3
length = 3
track = 2
hole = 2
[lamps]
link = 5
turn = [8]
"""

NAMED = """\
Hole 1 of track 2 has no pixel.
Pixel 8, for lamps.turn 1, is beyond the strip, which has 8: 0–7.
Pixel 3 is used twice: in hole 4 of track 1 and in hole 2 of track 2.
Pixel 5 is used twice: in hole 4 of track 2 and for lamps.link.
"""


def test_every_fault_of_the_wiring_is_named(tmp_path: Path) -> None:
    done = board(tmp_path, WRONG, "check")
    assert done == (2, NAMED, "cribble: Faults in the wiring: 4.\n")


def test_faults_in_hole_after_hole_are_one_line(tmp_path: Path) -> None:
    """Nobody reads a hundred lines; they are counted all the same."""
    short = '[board]\nshape = "straight"\ntracks = 2\n[wiring]\nlaid = "segments"\npixels = 100\n'
    short += "[[wiring.segments]]\nstart = 0\nlength = 5\ntrack = 1\n"
    short += "[[wiring.segments]]\nstart = 1\nlength = 121\ntrack = 2\n"
    done = board(tmp_path, short, "check")
    assert done.out.splitlines() == [
        "Holes 6–121 of track 1 have no pixel.",
        "Holes 100–121 of track 2 have pixels beyond the strip, which has 100: 0–99.",
        "Holes 2–5 of track 1 have the same pixels as those of track 2 from hole 1 on.",
    ]
    assert done.err == "cribble: Faults in the wiring: 142.\n"


def test_the_pixels_as_json(tmp_path: Path) -> None:
    done = board(tmp_path, WRONG, "pixels", "--json")
    assert json.loads(done.out) == {
        "pixels": 8,
        "tracks": [[0, 1, 2, 3], [None, 3, 4, 5]],
        "lamps": {"dealer": [], "turn": [8], "games": [], "count": [], "link": 5},
    }


def test_a_board_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    done = board(tmp_path, '[board]\nshape = "straight"\nholes = 1', "check")
    assert done == (
        2,
        "",
        "cribble: No board of the shape straight has board.holes = 1; it is ≥ 2.\n",
    )


def test_a_board_that_comes_with_cribble_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From any folder; a file of that name in the folder goes before it."""
    monkeypatch.chdir(tmp_path)
    well = "Every hole and every lamp has a light of its own; the strip has {}.\n"
    assert typed("board", "check", "--config", "first") == (0, well.format(150), "")
    (tmp_path / "first").write_text(CLASSIC.partition("[wiring]")[0], encoding="utf-8")
    assert typed("board", "check", "--config", "first") == (0, well.format(122), "")
    missing = typed("board", "check", "--config", "second")
    assert missing == (2, "", "cribble: There is no file or folder second.\n")
    assert typed("board", "check", "--config", "../boards/first").code == 2
