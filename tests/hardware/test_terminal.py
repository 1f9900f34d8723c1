"""Strip and display in a terminal: the board as rows of dots, with names and scores above, and
large digits below."""

import io

import pytest

from hardware.display import Reading, TerminalDisplay
from hardware.strips.strip import Caption, TeamLine
from hardware.strips.terminal import TerminalStrip
from hardware.terminal import in_rows, written
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Move, Scene
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import build
from tests.kit.drivers.terminal_screen import Terminal
from tests.kit.fakes.scenes import THREE_TRACKS, pegs_frame

PEGS = pegs_frame(Move(9, 9, 4), Move(7, 7, 5))
PROMPT = "Ben, lay a card or say go."
TWO = Caption((TeamLine("Ann", 14), TeamLine("Ben", 7)), PROMPT)
SCORES = " ● Ann 14   ● Ben 7"
FIRST_LEG = [
    " Ann ···○· ···●· ····· ····· ····· ····· ····· ····· ····· ····· ····· ·····",
    " Ben ····○ ·●··· ····· ····· ····· ····· ····· ····· ····· ····· ····· ·····",
]
SECOND_LEG = [
    " Ann ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ·",
    " Ben ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ·",
]
TIGHT = [f"{SCORES}{PROMPT:>59}", *FIRST_LEG, *SECOND_LEG]


def strip(out: io.TextIOBase, caption: Caption = TWO) -> TerminalStrip:
    return TerminalStrip(THREE_TRACKS, lambda: caption, out)  # type: ignore[arg-type]


def test_whatever_else_is_printed_scrolls_above_the_board(terminal: Terminal) -> None:
    shown = strip(terminal.out)
    for line in range(60):
        shown.show(pegs_frame(Move(line, line, 0), Move(7, 7, 5)))
        terminal.print(f"line {line}")
    shown.show(PEGS)
    seen = terminal.read_screen()
    assert seen[:19] == [f"line {line}" for line in range(42, 60)] + [""]
    assert seen[-5:] == TIGHT


def test_closing_gives_the_terminal_back(terminal: Terminal) -> None:
    shown = strip(terminal.out)
    terminal.print("before")
    shown.show(PEGS)
    assert terminal.read_screen()[0] == "before"
    assert not terminal.screen.cursor_shown
    shown.close()
    terminal.print("after")
    assert terminal.read_screen() == ["before", "after"] + [""] * 22
    assert terminal.screen.cursor_shown
    for line in range(24):
        terminal.print(f"line {line}")
    assert terminal.read_screen()[-2:] == ["line 23", ""]


@pytest.mark.parametrize(
    ("columns", "lines", "rows"),
    [(80, 40, 8), (80, 8, 5), (200, 12, 3), (60, 60, 14)],
)
def test_the_board_follows_the_size_of_the_window(
    terminal: Terminal, columns: int, lines: int, rows: int
) -> None:
    shown = strip(terminal.out)
    shown.show(PEGS)
    terminal.read_screen()
    terminal.resize(columns, lines)
    shown.show(PEGS)
    seen = terminal.read_screen()
    assert seen[-rows].startswith(SCORES)
    assert "".join(seen).count("●") == 4
    assert "".join(seen[:-rows]) == ""


def test_a_classic_board_has_one_row_a_team(terminal: Terminal) -> None:
    board = build("classic", Measures(tracks=2))
    caption = Caption((TeamLine("Ann", 75), TeamLine("Ben", 121)), PROMPT)
    shown = TerminalStrip(board, lambda: caption, terminal.out)
    scene = Scene(target=121, moves=(Move(75, 75, 68), Move(121, 121, 117)))
    shown.show(picture(scene, board, 20))
    assert [row for row in terminal.read_screen() if row] == [
        " ● Ann 75   ● Ben 121",
        f" {PROMPT}",
        "              10          20          30          40          50          60",
        " Ann ····· ··○·· ····● ····· ····· ····· ····· ····· ····· ····· ····· ····• ·",
        " Ben ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ····· ·○··• ●",
    ]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("Ann & Cléo", " Ann…"),
        ("\x1b]0;mine\x07\x1b[2J", " ]0;…"),
        ("Ann\nBen", " Ann…"),
        ("\u202eAnn", " Ann"),
        ("\ud800", "    "),
        ("李小龍", " 李… "),
        ("A\u0301e\u0301", " A\u0301e\u0301 "),
    ],
)
def test_escape_sequences_in_a_name_are_not_written(
    terminal: Terminal, name: str, row: str
) -> None:
    shown = strip(terminal.out, Caption((TeamLine(name, 14), TeamLine("Ben", 7)), PROMPT))
    shown.show(PEGS)
    assert f"m{row} \x1b[38" in terminal.read()
    assert written("À Ann\u00a0: une\x1b[31m carte") == "À Ann\u00a0: une[31m carte"


@pytest.mark.parametrize(
    ("columns", "lines", "kind"),
    [
        (40, 24, "xterm"),
        (80, 7, "xterm"),
        (80, 24, "dumb"),
        (80, 24, ""),
    ],
)
def test_terminal_that_cannot_show_the_board_gets_lines(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int, lines: int, kind: str
) -> None:
    monkeypatch.setenv("TERM", kind)
    terminal.resize(columns, lines)
    strip(terminal.out).show(PEGS)
    assert terminal.read() == f"Ann 14 · Ben 7 · {PROMPT}\r\n"


def test_pipe_gets_one_line_a_change() -> None:
    caption = Caption((), "Choose a game.")
    out = io.StringIO()
    shown = TerminalStrip(THREE_TRACKS, lambda: caption, out)
    shown.show(PEGS)
    caption = TWO
    for step in range(5):
        shown.show(pegs_frame(Move(step, step, 0)))
    shown.close()
    assert out.getvalue() == f"Choose a game.\nAnn 14 · Ben 7 · {PROMPT}\n"


LARGE = (
    "██████    ██          ██████",
    "    ██  ████              ██",
    "██████    ██          ██████",
    "    ██    ██          ██    ",
    "██████  ██████        ██████",
)


def test_digits_are_as_large_as_there_is_room() -> None:
    widths = [
        max(len(row.strip()) for row in in_rows("31 2", room, scale=2)) for room in (28, 27, 14, 13)
    ]
    assert widths == [28, 14, 14, 4]


def test_the_reading_stays_while_lines_scroll_above_it(terminal: Terminal) -> None:
    shown = TerminalDisplay(terminal.out)
    shown.show(Reading("31 2", "12 7"))
    for line in range(40):
        terminal.print(f"line {line}")
    seen = terminal.read_screen()
    assert seen[16:18] == ["line 39", ""]
    assert seen[18:] == [row.center(80).rstrip() for row in (*LARGE, "12 7")]
    shown.show(Reading("31 2", "12 7"))
    shown.hide()
    assert terminal.read() == ""
    shown.show(Reading("12 7"))
    assert terminal.read_screen()[-1] == ""
    shown.close()
    terminal.print("after")
    assert [row for row in terminal.read_screen() if row][-2:] == ["line 39", "after"]
    assert terminal.screen.cursor_shown
