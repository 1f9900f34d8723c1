"""``cribble serve``, ``hub`` and ``demo``: start and stop."""

import csv
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from random import Random
from shutil import copy
from urllib.request import urlopen

import pytest
import segno

from cribble.demo import Bot
from cribble.system.network import free_port
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.variants import RULES
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import HERE, running, serving
from tests.kit.drivers.terminal_screen import Screen
from tests.kit.drivers.waiting import limit, soon
from tests.kit.drivers.web_server import START, ask
from tests.kit.paths import DATA


def test_serve_answers_and_a_signal_closes_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as table:
        soon(lambda: table.ask("/healthz")["strip"] == "ok")  # after its first frame
        told = table.ask("/healthz")
        del told["journal"]["id"]
        assert told["journal"] == {"lines": 0, "trouble": None, "backup_trouble": None}
        assert ask(table.port, "POST", "/api/v1/actions", {"action": START})[0] == 403
        stream = urlopen(f"http://{HERE}:{table.port}/api/v1/stream", timeout=30)
        assert stream.readline() == b"retry: 1000\n"
        seconds, code, out, err = table.stop()
        assert stream.read().endswith(b"\n")
    assert (code, err) == (0, "")
    assert seconds < limit(10)
    assert f"The table is open: http://{HERE}:{table.port}/\n" in out
    kept = typed("code", "--data", str(tmp_path / "data")).out.strip()
    assert f"Join code, to keep score: {kept}\nhttp://{HERE}:{table.port}/j/{kept}" in out


def test_serve_continues_the_game_after_any_signal(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--access", "open") as table:
        assert table.ask("/api/v1/actions", START)["version"] == 1
        assert table.stop(signal.SIGINT)[1] == 0
    with serving(tmp_path / "data", "--access", "open") as table:
        assert table.ask("/api/v1/state")["players"] == ["Ann", "Ben"]
        exported = typed("export", "--data", str(tmp_path / "data"))
        assert table.stop(signal.SIGHUP)[1] == 0
    carried = typed("import", "-", "--data", str(tmp_path / "new"), stdin=exported.out.encode())
    assert (exported.code, carried) == (0, (0, "1 entry was imported.\n", ""))
    again = typed("export", "--data", str(tmp_path / "new")).out
    assert again.splitlines()[1:] == exported.out.splitlines()[1:]


def test_one_program_keeps_one_journal(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as table:
        busy = ("--host", HERE, "--port", str(table.port))
        again = typed("serve", "--data", str(tmp_path / "data"), "--port", str(free_port(HERE)))
        twice = typed("serve", "--data", str(tmp_path / "data"), *busy)
        beside = typed("serve", "--data", str(tmp_path / "other"), *busy)
    assert again.code == twice.code == beside.code == 2
    assert f"The table is already open: http://{HERE}:{table.port}/ " in twice.err
    assert again.err.startswith(f"cribble: The journal {tmp_path}/data/journal.sqlite is in use")
    assert f"Port {table.port} on {HERE} is in use by another program" in beside.err


def test_data_folder_is_private_and_where_xdg_says(tmp_path: Path) -> None:
    data = tmp_path / "cribble"
    home = {"XDG_DATA_HOME": str(tmp_path)}
    first = typed("code", environ=home).out
    assert typed("code", "--data", str(data)).out == first
    assert typed("code", "--renew", "--data", str(data)).out != first
    modes = {path.name: path.stat().st_mode & 0o777 for path in (data, *data.iterdir())}
    assert modes == {"cribble": 0o700, "secrets.json": 0o600}
    typed("code", home=tmp_path)
    assert (tmp_path / ".local/share/cribble/secrets.json").exists()


def test_export_and_import_overwrite_nothing(tmp_path: Path) -> None:
    data, file = ("--data", str(tmp_path)), tmp_path / "evening.jsonl"
    nothing = b'{"cribble":"journal","format":2,"journal":"it","entries":0}\n'
    done = typed("import", "-", *data, stdin=b"nope\n")
    assert (done.code, done.err.startswith("cribble: Line 1 ")) == (2, True), done
    assert typed("import", "-", *data, stdin=nothing).out == "0 entries were imported.\n"
    assert typed("import", "-", *data, stdin=nothing).code == 2
    assert typed("export", str(file), *data) == (0, "", "")
    assert typed("export", str(file), *data).err == f"cribble: {file} already exists.\n"
    assert typed("export", str(tmp_path / "other"), "--data", str(tmp_path / "no")).code == 2
    assert not (tmp_path / "other").exists()


def test_finished_games_are_a_table_for_a_spreadsheet(tmp_path: Path) -> None:
    copy(DATA / "journals" / "evenings.sqlite3", tmp_path / "journal.sqlite")
    data, file = ("--data", str(tmp_path)), tmp_path / "hands.csv"
    assert typed("csv", "hands", str(file), *data) == (0, "", "")
    hands = list(csv.DictReader(file.read_text("utf-8-sig").splitlines()))
    assert {hand["of"] for hand in hands} == {"hand", "crib"}
    assert typed("csv", "hands", str(file), *data).err == f"cribble: {file} already exists.\n"
    assert typed("csv", "games", *data).out.count("\n") > 1


PROMPT = "Choose a game to start."


def test_terminal_shows_address_code_qr_and_strip(tmp_path: Path) -> None:
    here, there = pty.openpty()
    ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
    words = ["serve", "--data", str(tmp_path), "--host", HERE, "--port", str(free_port(HERE))]
    environ = os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cribble", *words], stdout=there, stderr=there, env=environ
    )
    os.close(there)
    screen, text = Screen(100, 50), ""
    while PROMPT not in text:
        text += (part := os.read(here, 65536).decode())
        screen.feed(part)
    shown = screen.text
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # so that Linux reports a closed connection
        while part := os.read(here, 65536).decode():
            screen.feed(part)
    os.close(here)
    assert process.wait(60) == 0
    assert screen.cursor_shown
    [address] = {word for word in text.split() if "/j/" in word}
    assert any(PROMPT in row for row in shown)
    assert any(address in row for row in shown)
    assert qr_in(text) == [
        [bool(square) for square in row]
        for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)
    ]


def qr_in(text: str) -> list[list[bool]]:
    """Return the dark modules of the QR code in *text*, which is black on white."""
    rows = re.findall(r"\x1b\[38;2;0;0;0;48;2;255;255;255m([ ▀▄█]+)\x1b\[0m", text)
    halves = [[(half in "▀█", half in "▄█") for half in row] for row in rows]
    squares = [[half[which] for half in row] for row in halves for which in (0, 1)]
    return squares[: len(squares[0])]


def test_second_hub_on_the_same_data_names_the_address_of_the_first(tmp_path: Path) -> None:
    port = free_port(HERE)
    words = ["hub", "--data", str(tmp_path), "--host", HERE, "--no-broker", "--port"]
    with running([*words, str(port)], port):
        second = typed(*words, str(free_port(HERE)))
    assert (second.code, second.out) == (2, "")
    assert f"The hub is already open: http://{HERE}:{port}/" in second.err


@pytest.mark.parametrize("key", RULES)
def test_bot_plays_every_variant_to_its_end(key: str) -> None:
    dealer = Bot(Random(1))
    game, _ = apply(Game(), dealer.begin(key))
    won = set[int]()
    while game.number <= 3:
        game, _ = apply(game, dealer.next_action(game))
        if game.phase is Phase.OVER:
            assert game.winner is not None
            won.add(game.number)
    assert won == {1, 2, 3}


def test_demo_has_a_display_but_no_buzzer(tmp_path: Path) -> None:
    """A display is shown, like the lights, but an exhibit should be silent."""
    config = tmp_path / "config.toml"
    parts = ("strip", "null"), ("buzzer", "terminal"), ("readout", "terminal")
    config.write_text("".join(f'[{part}]\nname = "{name}"\n' for part, name in parts))
    words = ("demo", "--games", "1", "--speed", "1000", "--rules", "acc", "--port", "0")
    done = typed(*words, "--config", str(config), "--host", "127.0.0.1")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^\d+ · \d+ \d+$", done.out, re.MULTILINE)
    assert "anyone can watch" in done.out
    assert "Join code" not in done.out
