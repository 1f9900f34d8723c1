"""``cribble board flash``: finds port and speed, and explains failures."""

import os
import pty
import stat
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from cribble.commands.board.flash import (
    FOLDERS,
    HEX,
    UF2,
    firmware_file,
    pico_disks,
    write_avr,
    write_pico,
)
from firmware_bridge import serial_ports
from scorekeeper.words import Fault
from tests.kit.drivers.command_line import typed
from tests.kit.paths import ROOT

THANKS = "\navrdude done.  Thank you.\n"
IN_SYNC, NOT_IN_SYNC = (0, THANKS), (1, f"avrdude error: programmer is not responding\n{THANKS}")


def boot_loader(port: str, baud: int, asked: list[Sequence[str]]) -> object:
    """A fake avrdude that can reach one board."""

    def run(words: Sequence[str]) -> tuple[int, str]:
        asked.append(words)
        there = words[words.index("-P") + 1] == port and words[words.index("-b") + 1] == str(baud)
        return IN_SYNC if there else NOT_IN_SYNC

    return run


@pytest.mark.parametrize(("baud", "tries"), [(115_200, 1), (57_600, 2)])
def test_port_and_speed_of_the_boot_loader_are_found(baud: int, tries: int) -> None:
    asked: list[Sequence[str]] = []
    avrdude = boot_loader("/dev/ttyACM0", baud, asked)
    assert write_avr(Path("c.hex"), ["/dev/ttyACM0"], avrdude) == ("/dev/ttyACM0", baud)
    assert len(asked) == tries
    assert " ".join(asked[-1]) == (
        f"-p m328p -c arduino -b {baud} -D -P /dev/ttyACM0 -U flash:w:c.hex:i"
    )
    several = ["/dev/ttyUSB0", "/dev/ttyACM0"]
    assert write_avr(Path("c.hex"), several, avrdude) == ("/dev/ttyACM0", baud)
    with pytest.raises(Fault, match=r"\(programmer is not responding\)"):
        write_avr(Path("c.hex"), several[:1], avrdude)


WRONG_CHIP = "avrdude error: expected signature for ATmega328P is 1E 95 0F\n"


@pytest.mark.parametrize(
    "said",
    [
        "avrdude: Device signature = 0x1e9516 (probably m328pb)\n",
        "avrdude warning: device signature = 1E 95 16 (ATmega328PB)\n",
    ],
)
def test_atmega328pb_is_written_under_its_own_name(said: str) -> None:
    asked: list[Sequence[str]] = []

    def run(words: Sequence[str]) -> tuple[int, str]:
        asked.append(words)
        is_pb = words[words.index("-p") + 1] == "m328pb"
        return IN_SYNC if is_pb else (1, said + WRONG_CHIP)

    done = write_avr(Path("c.hex"), ["/dev/ttyACM0"], run)
    assert done == ("/dev/ttyACM0", 115_200)
    assert [words[words.index("-p") + 1] for words in asked] == ["m328p", "m328pb"]


def test_firmware_of_a_clone_is_the_delivered_one() -> None:
    folders = [folder for folder in FOLDERS if folder.parts[-2:] != ("build", "firmware")]
    delivered = ROOT / "firmware_bridge" / "firmware" / "hex" / HEX
    assert firmware_file(folders).read_bytes() == delivered.read_bytes()


def test_the_newest_firmware_is_taken(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for age, folder in enumerate((old, new)):
        folder.mkdir()
        (folder / "cribble-atmega328p.hex").write_text(":00000001FF\n")
        os.utime(folder / "cribble-atmega328p.hex", (age, age))
    assert firmware_file([old, new, tmp_path]).parent == new
    with pytest.raises(Fault, match="make firmware"):
        firmware_file([tmp_path])


@pytest.mark.parametrize("name", ["RPI-RP2", "RP2350"])
def test_a_uf2_is_copied_to_a_pico_that_waits(tmp_path: Path, name: str) -> None:
    disk, file = tmp_path / "media/ann" / name, tmp_path / "cribble.uf2"
    file.write_bytes(b"UF2\nrest")
    with pytest.raises(Fault, match="BOOTSEL"):
        write_pico(file, pico_disks(tmp_path))
    disk.mkdir(parents=True)
    (disk / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    assert write_pico(file, pico_disks(tmp_path)) == disk
    assert (disk / "cribble.uf2").read_bytes() == b"UF2\nrest"
    file.write_bytes(b"MZ")
    with pytest.raises(Fault, match="not a UF2"):
        write_pico(file, pico_disks(tmp_path))
    ours = firmware_file(name=UF2)
    if name == "RPI-RP2":
        assert write_pico(ours, pico_disks(tmp_path)) == disk
    else:
        with pytest.raises(Fault, match="not for a Pico 2"):
            write_pico(ours, pico_disks(tmp_path))


def test_one_of_two_picos_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    picos = ("/dev/ttyACM8", "/dev/ttyACM9")
    listed = [SimpleNamespace(device=port, vid=0x2E8A, pid=0x000A) for port in picos]
    monkeypatch.setattr(serial_ports, "comports", lambda: listed)
    done = typed("board", "flash", "--file", UF2)
    assert done.code
    assert f"at {', '.join(picos)}: name one with --port" in " ".join(done.err.split())
    assert "--port" not in typed("board", "flash", "--file", UF2, "--port", picos[0]).err


def test_port_that_the_table_uses_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table, wire = pty.openpty()
    port = os.ttyname(wire)
    pico = SimpleNamespace(device=port, vid=0x2E8A, pid=0x000A)
    monkeypatch.setattr(serial_ports, "comports", lambda: [pico])
    with closing(serial_ports.SerialTransport(port, 115_200)):
        done = typed("board", "flash")
    os.close(table)
    os.close(wire)
    assert done.code
    assert f"Another program is using {port}, probably the table" in " ".join(done.err.split())


def test_the_command_runs_avrdude_and_says_what_it_did(tmp_path: Path) -> None:
    tool, port, firmware = tmp_path / "avrdude", tmp_path / "port", tmp_path / "c.hex"
    tool.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/said\n')
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    port.touch()
    firmware.touch()
    path = f"{tmp_path}:{os.environ['PATH']}"
    words = ("board", "flash", "--port", str(port), "--file", str(firmware))
    done = typed(*words, environ={"PATH": path})
    assert done.code == 0
    assert f"is on the microcontroller at {port} (boot loader at 115200 baud)" in done.out
    assert "does not respond" in done.err
    assert f"flash:w:{firmware}:i" in (tmp_path / "said").read_text()
    assert typed("board", "flash", "--file", str(tmp_path / "none.hex")).code == 2
