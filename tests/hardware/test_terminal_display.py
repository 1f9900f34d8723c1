"""The display in a terminal: large digits at its bottom, with the strip's board or without one."""

import io
import re
from pathlib import Path
from threading import Thread

import pytest

from hardware.display import Reading, TerminalDisplay
from hardware.terminal import HALVES, in_rows
from tests.cli.test_serve import START, serving
from tests.hardware.test_terminal_strip import PEGS, PROMPT, TIGHT, TWO, strip
from tests.kit.drivers.terminal_screen import Terminal
from tests.kit.drivers.waiting import soon

SMALL = ("▀▀█ ▄█     ▀▀█", "▀▀█  █     █▀▀", "▀▀▀ ▀▀▀    ▀▀▀")
LARGE = (
    "██████    ██          ██████",
    "    ██  ████              ██",
    "██████    ██          ██████",
    "    ██    ██          ██    ",
    "██████  ██████        ██████",
)
AS_IT_IS = ("", "", "31 2", "", "")

DRAWN: tuple[tuple[int, str, int, tuple[str, ...]], ...] = (
    (14, HALVES, 1, SMALL),
    (28, HALVES, 2, LARGE),
    (27, HALVES, 2, ("", *SMALL, "")),
    (13, HALVES, 2, AS_IT_IS),
    (80, "", 2, AS_IT_IS),
)


@pytest.mark.parametrize(("room", "halves", "scale", "rows"), DRAWN)
def test_digits_are_as_large_as_there_is_room(
    room: int, halves: str, scale: int, rows: tuple[str, ...]
) -> None:
    assert in_rows("31 2", room, halves, scale) == [row.center(room) for row in rows]


def test_the_reading_stays_while_lines_scroll_above_it(terminal: Terminal) -> None:
    shown = TerminalDisplay(terminal.out)
    shown.show(Reading("31 2", "12 7"))
    for line in range(40):
        terminal.print(f"line {line}")
    seen = terminal.look()
    assert seen[16:18] == ["line 39", ""]
    assert seen[18:] == [row.center(80).rstrip() for row in (*LARGE, "12 7")]
    shown.show(Reading("31 2", "12 7"))
    shown.hide()
    assert terminal.read() == ""
    shown.show(Reading("12 7"))
    assert terminal.look()[-1] == ""
    shown.close()
    terminal.print("after")
    assert [row for row in terminal.look() if row][-2:] == ["line 39", "after"]
    assert terminal.screen.cursor_shown


def test_file_gets_a_line_a_change() -> None:
    out = io.StringIO()
    shown = TerminalDisplay(out)
    for one in (Reading(), Reading("0", "0 0"), Reading("0", "0 0"), Reading("0 0")):
        shown.show(one)
    assert out.getvalue() == "0 · 0 0\n0 0\n"


TABLE = (
    ((80, 24), Reading("31", "14 7"), 8, ["▀▀█ ▄█", "▀▀█  █", "▀▀▀ ▀▀▀"], PROMPT),
    ((80, 24), Reading("14 7"), 8, ["▄█  █ █    ▀▀█", "█  ▀▀█      █", "▀▀▀   ▀      ▀"], PROMPT),
    ((80, 10), Reading("31", "14 7"), 5, [], f"31 · {PROMPT}"),
    ((80, 10), Reading("14 7"), 5, [], PROMPT),
)


@pytest.mark.parametrize(("size", "shown", "rows", "digits", "asked"), TABLE)
def test_terminal_strip_draws_the_reading_with_the_board(
    terminal: Terminal,
    size: tuple[int, int],
    shown: Reading,
    rows: int,
    digits: list[str],
    asked: str,
) -> None:
    terminal.resize(*size)
    drawn = strip(terminal.out, TWO._replace(reading=shown))
    terminal.print("before")
    drawn.show(PEGS)
    seen = terminal.look()
    assert seen[0] == "before"
    assert not any(seen[1:-rows])
    assert [row.strip() for row in seen[-rows:-5]] == digits
    assert seen[-5:] == [TIGHT[0].replace(PROMPT.rjust(len(asked)), asked), *TIGHT[1:]]
    terminal.print("after")
    assert terminal.look()[1] == "after"


def test_terminal_strip_that_cannot_draw_says_the_count() -> None:
    out = io.StringIO()
    for shown in (Reading("31", "14 7"), Reading("14 7")):
        strip(out, TWO._replace(reading=shown)).show(PEGS)
    assert out.getvalue() == (f"Ann 14 · Ben 7 · 31 · {PROMPT}\nAnn 14 · Ben 7 · {PROMPT}\n")


LAST = {"null": "10 · 0 0", "terminal": "Ann 0 · Ben 0 · 10 · Ben, play a card."}


@pytest.mark.parametrize("lit", LAST)
def test_display_called_terminal_is_drawn_in_the_terminal(tmp_path: Path, lit: str) -> None:
    """A strip in the terminal says both, and nothing is said twice."""
    config = tmp_path / "config.toml"
    config.write_text(f'[strip]\nname = "{lit}"\n[readout]\nname = "terminal"\n')
    told = list[str]()
    with serving(tmp_path / "data", "--config", str(config), "--access", "open") as table:
        reader = Thread(target=lambda: told.extend(table.process.stdout or ()))
        reader.start()
        for action in (START, {"do": "starter", "card": "5"}, {"do": "play", "card": "10"}):
            table.ask("/api/v1/actions", action)
        soon(lambda: f"{LAST[lit]}\n" in told)
        table.process.terminate()
        reader.join()
    readings = [line for line in told if re.fullmatch(r"\d+ · \d+ \d+\n", line)]
    assert bool(readings) == (lit == "null")
