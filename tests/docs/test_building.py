"""The builders' page: its numbers, configs and drawings agree with the program."""

import re
from functools import cache
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cribble.boards import board_of, crowded_holes
from cribble.boot_helper.steps import OVERLAY, UDEV_RULES
from cribble.config.file import config_page, parse_config
from cribble.config.schema import SETTINGS, Config
from cribble.demo import Bot
from cribble.devices import STRIPS
from cribble.doctor.strips import LEDS0_PIN
from hardware.drivers import LEDS
from hardware.pwm_helper.protocol import SOCKET
from hardware.strips.spi import DEFAULT_BUFFER, ROOMY_BUFFER, Symbols
from scorekeeper.board.light import Look, Power, corrected
from scorekeeper.board.picture import picture
from scorekeeper.board.scene import Scene, scene_of
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import SHAPES, shape_named
from scorekeeper.board.wiring import ORDERS, Board, cut_list, wire_in_order
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.docs.pages import BUILDING, DOCS, rows_of
from tests.kit.oracles.frame_text import drawn_ma

SETTINGS_PAGE: Final = (DOCS / "settings.md").read_text(encoding="utf-8")
BOARDS: Final = sorted((DOCS / "boards").glob("*.toml"))
POWER: Final = Power()
A_GAME: Final = {2: "six-card", 3: "three-handed"}


def config_of(path: Path) -> Config:
    return parse_config(path.read_bytes(), path.name)


@cache
def last_scene(tracks: int) -> Scene:
    table, dealer = Table(Journal.in_memory(), ticks=lambda: 0.0), Bot(Random(7))
    table.submit(dealer.begin(A_GAME[tracks]))
    while (game := table.now.game).phase is not Phase.OVER:
        table.submit(dealer.next_action(game))
    scene = scene_of(table.now)
    table.close()
    return scene


def most_ma(shape: str, tracks: int) -> float:
    wood, look = Measures(tracks=tracks), Look(streets=True)
    board = Board(shape_named(shape, wood), wire_in_order(shape_named(shape, wood), "pegged"), look)
    frames = (picture(last_scene(tracks), board, step * 0.2) for step in range(40))
    return max(drawn_ma(corrected(frame, LEDS), POWER) for frame in frames)


def measured(shape: str, tracks: int) -> list[str]:
    narrow = shape_named(shape, Measures(tracks=tracks))
    wide = shape_named(shape, Measures(tracks=tracks, pitch=1000 / 60, lane=20.0))
    lights = wire_in_order(narrow, "pegged").pixels
    pieces = ", ".join(f"{count} × {length}" for length, count in cut_list(narrow, 144).items())
    return [
        f"`{shape}`",
        str(tracks),
        str(narrow.holes),
        pieces,
        str(lights),
        f"{lights / 144:.2f} m",
        f"{narrow.size.x:.0f} × {narrow.size.y:.0f}",
        f"{lights / 60:.2f} m",
        f"{wide.size.x:.0f} × {wide.size.y:.0f}",
        f"{lights} mA",
        f"{ceil(most_ma(shape, tracks))} mA",
        f"{drawn_ma(bytes([255] * 3 * lights), POWER) / 1000:.1f} A",
    ]


@pytest.mark.parametrize("tracks", A_GAME)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_table_of_boards_is_the_program_s(shape: str, tracks: int) -> None:
    row = measured(shape, tracks)
    assert row in rows_of(BUILDING), f"| {' | '.join(row)} |"
    assert int(row[-2].removesuffix(" mA")) <= POWER.limit_ma, "the usual limit dims no plain win"


def test_the_parts_list_is_that_of_its_boards() -> None:
    parts = {name: cells for name, *cells in rows_of(BUILDING.partition("### Parts")[2])}
    for column, link in enumerate(parts["config"]):
        config = config_of(DOCS / re.findall(r"\((.+)\)", link)[0])
        board = board_of(config)
        pieces = cut_list(board.shape, 0) if board.shape.on_tape else {}
        joints = sum(pieces.values()) - 1
        assert [parts[name][column] for name in parts if name in ("lights", "pieces")] == [
            str(board.pixels),
            ", ".join(f"{count} × {length}" for length, count in pieces.items()) or "–",
        ]
        assert parts["joints of three wires"][column] == (str(joints) if pieces else "–")
        size = board.shape.size
        assert parts["board, mm"][column] == f"{size.x:.0f} × {size.y:.0f}"
        assert parts["`strip.limit_ma`"][column] == str(config.strip.limit_ma)
        spi_bytes = [len(Symbols(bits).encoded(bytes(3 * board.pixels))) for bits in (8, 3)]
        assert parts["bytes at 8 bits, at 3"][column] == ", ".join(map(str, spi_bytes))
        bought = int(re.findall(r"\d+", parts["to buy"][column])[0])
        by_the_metre = {"two": 144, "thr": 60}.get(link[1:4], 1)
        assert bought * by_the_metre >= board.pixels + 10
        supply, fuse = (1000 * int(parts[name][column][0]) for name in ("5 V supply", "fuse"))
        assert 2 * config.strip.limit_ma <= fuse < supply, "in a short the fuse goes first"


@pytest.mark.parametrize("bits", [8, 3])
def test_spi_buffer_holds_the_lights_that_the_page_says(bits: int) -> None:
    fitting = int(re.findall(rf"- {bits} is .*?[Uu]p to (\d+) lights", BUILDING, re.DOTALL)[0])
    needed = [len(Symbols(bits).encoded(bytes(3 * lights))) for lights in (fitting, fitting + 1)]
    assert needed[0] <= DEFAULT_BUFFER < needed[1]


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.name)
def test_each_config_is_a_board(path: Path) -> None:
    """Every config in the docs describes a board that can be built, wired and lit, and is shown."""
    board = board_of(config_of(path))
    assert board.pixels < config_of(path).strip.limit_ma
    assert f"boards/{path.name}" in BUILDING


def test_a_config_that_the_page_shows_is_the_file() -> None:
    shown = re.findall(r"^( *)```toml\n(.*?)^\1```", BUILDING, re.MULTILINE | re.DOTALL)
    texts = {path.read_text(encoding="utf-8") for path in BOARDS}
    assert len(shown) == 2
    for margin, block in shown:
        assert re.sub(f"^{margin}", "", block, flags=re.MULTILINE) in texts


def test_every_strip_and_shape_has_its_heading() -> None:
    assert {*re.findall(r"^### `(.+)`$", BUILDING, re.MULTILINE)} == {*STRIPS}
    assert {*re.findall(r"^#### `(.+)`$", BUILDING, re.MULTILINE)} == {*SHAPES}
    assert {f'`"{word}"`' for word in (*ORDERS, "segments")} <= {
        row[0] for row in rows_of(BUILDING)
    }


def test_every_key_of_the_config_has_its_line() -> None:
    en = Words.of("en")
    usual = usual_values()
    assert [row for row in rows_of(SETTINGS_PAGE) if row[0].startswith("`")] == [
        [
            f"`{key}`",
            en.say(row.about, usual_data="~/.local/share/cribble"),
            f"`{row.bound.wanted}`".replace("|", "or"),
            f"`{usual[key]}`" if key in usual else "–",
        ]
        for key, row in SETTINGS.items()
    ]


def usual_values() -> dict[str, str]:
    found, section = {}, ""
    for line in config_page(Config(), Words.of("en"), {"usual_data": ""}).splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = f"{head[1]}."
        elif pair := re.fullmatch(r"(\w+) = (.+)", line):
            found[section + pair[1]] = pair[2]
    return found


def test_loose_lights_leave_wood_between_them() -> None:
    """The usual pixels need 12 mm; with a pitch of 10 mm their holes would overlap."""
    config = config_of(DOCS / "boards" / "loose.toml")
    assert config.board.light_mm == 12.0
    assert crowded_holes(config, board_of(config).shape) is None


def test_the_lines_of_the_page_are_the_program_s() -> None:
    rule = (DOCS / "units" / "60-leds.rules").read_text(encoding="utf-8")
    assert rule.splitlines()[-1] == UDEV_RULES["leds"]
    assert f"{OVERLAY},gpio={LEDS0_PIN},num_leds=122" in BUILDING
    assert f"spidev.bufsiz={ROOMY_BUFFER}" in BUILDING
    lamp = (DOCS / "units" / "cribble-lamp.service").read_text(encoding="utf-8")
    assert str(SOCKET.parent) == f"/run/{SOCKET.parent.name}"
    assert f"RuntimeDirectory={SOCKET.parent.name}\n" in lamp


PLANK: Final = DOCS / "boards" / "plank.toml"
LOOSE_PAGES: Final = (DOCS / "loose-lights.md", DOCS / "fr" / "loose-lights.md")


@pytest.mark.parametrize("page", LOOSE_PAGES, ids=["en", "fr"])
def test_the_page_leads_the_string_through_the_holes_of_its_wiring(page: Path) -> None:
    """Lights are counted from 1; each row is a run in which the holes go up or down."""
    wiring = board_of(parse_config(PLANK.read_bytes(), PLANK.name)).wiring
    wanted = {
        pixel + 1: (track, hole)
        for track, pixels in enumerate(wiring.tracks, 1)
        for hole, pixel in enumerate(pixels, 1)
        if pixel is not None
    }
    text = page.read_text(encoding="utf-8")
    row = re.compile(r"^\| (\d+)–(\d+) \| (\d) \| \D*(\d+).*? \| \D*(\d+).* \|$", re.MULTILINE)
    shown: dict[int, tuple[int, int]] = {}
    for first, last, track, start, end in (map(int, cells) for cells in row.findall(text)):
        step = 1 if end > start else -1
        holes = range(start, end + step, step)
        numbers = range(first, last + 1)
        shown |= {n: (track, hole) for n, hole in zip(numbers, holes, strict=True)}
    assert shown == wanted
    assert sorted(shown) == [*range(1, 123)]
