"""Stickers for the board: the QR as it is printed, the address as people type it, and no code."""

from pathlib import Path

import pypdfium2
import pytest
import segno

from cribble.own_wifi import own_login
from cribble.printing.sticker import COLUMNS, EDGE, HIGH, QR, ROWS, WIDE
from tests.kit.drivers.command_line import typed
from tests.kit.oracles.page.pdf_pages import Printed, Spot
from web import Secrets

ADDRESS = "cribble.local:8121"


def printed(path: Path, *options: str) -> Printed:
    """The sheet that ``cribble board sticker`` writes to *path*."""
    done = typed("board", "sticker", "--name", "cribble.local", "--out", str(path), *options)
    assert (done.code, done.out, done.err) == (0, f"{path}\n", "")
    (page,) = pypdfium2.PdfDocument(path)
    return Printed(page)


@pytest.mark.parametrize(("paper", "lang"), [("a4", "en"), ("letter", "fr")])
def test_every_sticker_leads_to_the_table(tmp_path: Path, paper: str, lang: str) -> None:
    """Each QR is, square by square, that of the address to join."""
    sheet = printed(tmp_path / "sticker.pdf", "--paper", paper, "--lang", lang)
    assert sheet.words.count(ADDRESS) == COLUMNS * ROWS
    wanted = segno.make(f"http://{ADDRESS}/join", error="q", micro=False).matrix
    side = QR / len(wanted)
    left, top = (sheet.size.x - COLUMNS * WIDE) / 2, (sheet.size.y - ROWS * HIGH) / 2
    strokes = [it for it in sheet.shapes if it.width == pytest.approx(1.03 * side, abs=0.01)]
    ends = [(it.middle.y, it.low.x, it.high.x) for it in strokes]
    for row, column in ((0, 0), (ROWS - 1, COLUMNS - 1)):
        corner = Spot(left + column * WIDE + EDGE, top + row * HIGH + EDGE)
        for down, squares in enumerate(wanted):
            y = corner.y + (down + 0.5) * side
            near = [(low, high) for middle, low, high in ends if abs(middle - y) < side / 8]
            for at, dark in enumerate(squares):
                x = corner.x + (at + 0.5) * side
                assert any(low < x < high for low, high in near) == bool(dark)


def test_a_sticker_is_drawn_as_svg_too(tmp_path: Path) -> None:
    path = tmp_path / "sticker.svg"
    done = typed("board", "sticker", "--name", "kitchen.lan", "--port", "80", "--out", str(path))
    assert (done.code, done.err) == (0, "")
    assert "kitchen.lan:80" in path.read_text(encoding="utf-8")


def test_sticker_refuses_an_address_that_changes(tmp_path: Path) -> None:
    done = typed("board", "sticker", "--out", str(tmp_path / "x.pdf"), "--port", "0")
    assert done.code == 2
    assert "a sticker needs one that stays" in done.err
    assert not list(tmp_path.iterdir())


def test_the_table_s_own_wifi_is_on_its_stickers(tmp_path: Path) -> None:
    """Its password is the one by which phones join; no other table has it."""
    config = tmp_path / "it.toml"
    config.write_text('own_wifi = "on"\n')
    given = ("--config", str(config), "--data", str(tmp_path / "data"))
    sheet = printed(tmp_path / "sticker.pdf", *given, "--lang", "en")
    login = own_login(Secrets.load(tmp_path / "data" / "secrets.json").key)
    assert sheet.words.count(f"No network? Wi-Fi {login.ssid}, password {login.password}") == 8
    without = printed(tmp_path / "plain.pdf", "--data", str(tmp_path / "data"))
    assert "Wi-Fi" not in without.words
