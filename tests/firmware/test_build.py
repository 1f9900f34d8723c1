"""The products of `make firmware`: a hex file, and a sketch for the Arduino IDE."""

import ctypes
import re
import struct
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.firmware.uf2 import boot2_check, uf2
from tests.firmware.rig import toolchain
from tests.firmware.rig.toolchain import (
    CORE,
    FIRMWARE,
    HERE,
    STRICT,
    built,
    core_sources,
    firmware,
    need,
)

RAM = 2048
ROOM_FOR_THE_STACK = 320
FLASH_BELOW_THE_LARGEST_BOOT_LOADER = 30_720
"""An old Nano's is 2 kB."""

CHIP = "-mmcu=atmega328p"
COMPILE = ("-c", "-g", "-Os", "-w", "-ffunction-sections", "-fdata-sections", "-flto", CHIP)
"""As in Arduino's platform.txt for AVR boards."""
COMPILE_C = (*COMPILE, "-std=gnu11", "-fno-fat-lto-objects")
COMPILE_CPP = (*COMPILE, "-std=gnu++11", "-fpermissive", "-fno-exceptions", "-x", "c++")
DEFINES = ["-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_AVR_UNO", "-DARDUINO_ARCH_AVR"]
LINK = ("-w", "-Os", "-g", "-flto", "-fuse-linker-plugin", "-Wl,--gc-sections", CHIP)

ARDUINO_S_MAIN = """\
void setup(void);
void loop(void);
int main(void) { setup(); for (;;) loop(); }
"""


@pytest.fixture(autouse=True)
def _tools() -> None:
    need("gcc", "avr-gcc", "avr-libc")


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def sizes(elf: Path) -> tuple[int, int]:
    told = dict(re.findall(r"^\.(text|data|bss) +(\d+)", run("avr-size", "-A", elf), re.MULTILINE))
    text, data, bss = (int(told.get(name, 0)) for name in ("text", "data", "bss"))
    return text + data, data + bss


def test_firmware_fits_with_room_for_the_stack() -> None:
    """400 pixels, a full frame and 128 received bytes leave a sixth of the memory free, and neither
    allocation nor floating point is linked."""
    elf = firmware(115_200) / "cribble-atmega328p.elf"
    flash, ram = sizes(elf)
    assert not re.findall(r"\b(?:malloc|free|printf|__(?:add|mul|div)sf3)\b", run("avr-nm", elf))
    assert flash < FLASH_BELOW_THE_LARGEST_BOOT_LOADER // 4
    assert ram < RAM - ROOM_FOR_THE_STACK


def test_firmware_of_a_pico_needs_no_library() -> None:
    """Neither an SDK nor a C library; without allocation and floating point it takes some kB of the
    2 MB of flash and the 264 kB of RAM."""
    need("arm-none-eabi-gcc")
    elf = toolchain.uf2() / "cribble-rp2040.elf"
    names = run("arm-none-eabi-nm", elf)
    assert not re.findall(r"\b(?:malloc|free|printf|__aeabi_[df]\w+)\b", names)
    text, data, bss = map(int, run("arm-none-eabi-size", elf).splitlines()[1].split()[:3])
    assert text + data < 8 * 1024
    assert data + bss < 10 * 1024


def test_uf2_has_every_byte_at_its_place_and_the_check_of_boot_stage_2() -> None:
    """The polynomial is that of CRC-32/MPEG-2, whose check value is known."""
    assert boot2_check(b"123456789") == 0x0376E6E7
    image = bytes(range(250)) * 3
    blocks = uf2(image)
    assert len(blocks) == 3 * 512
    read = b""
    for number in range(3):
        block = blocks[512 * number :][:512]
        *start, flags, at, length, index, count, family = struct.unpack_from("<8I", block)
        assert start == [0x0A324655, 0x9E5D5157]
        assert struct.unpack_from("<I", block, 508) == (0x0AB16F30,)
        assert (flags, family) == (0x2000, 0xE48BFF56)
        assert (at, length, index, count) == (0x10000000 + 256 * number, 256, number, 3)
        read += block[32 : 32 + length]
    assert read[:252] == image[:252]
    assert read[252:256] == struct.pack("<I", boot2_check(image[:252]))
    assert read[256:].rstrip(b"\0") == image[256:]


IMPOSSIBLE = {
    "BAUD=230400": "not within 2.5 % of BAUD",  # 16 MHz give 222,222.
    "LIMIT_MA=65536": "CEILING_MA must be at most",
}


@pytest.mark.parametrize("setting", IMPOSSIBLE)
def test_impossible_setting_is_refused(setting: str, tmp_path: Path) -> None:
    """The output of an earlier build is deleted, so that it is not flashed by mistake."""
    old = tmp_path / "cribble-atmega328p.hex"
    old.write_text("of another setting", encoding="ascii")
    with pytest.raises(AssertionError, match=IMPOSSIBLE[setting]):
        run("make", "-s", "-C", FIRMWARE, setting, f"OUT={tmp_path}")
    assert not old.exists()


def test_the_core_is_strict_c11_for_the_controller_too() -> None:
    run("avr-gcc", CHIP, *STRICT, f"-I{CORE}", "-fsyntax-only", *core_sources())


def test_the_arduino_ide_can_compile_the_sketch(tmp_path: Path) -> None:
    """Every C file, the sketch as C++, then Arduino's core, whose main() is not used."""
    sketch = firmware(1_000_000) / "cribble"
    assert "#define BAUD 1000000uL" in (sketch / "serial.c").read_text(encoding="utf-8")
    assert {file.name for file in sketch.iterdir()} == {
        "cribble.ino",
        *(file.name for room in (CORE, BOOT_CHIP) for file in room.glob("*.[ch]")),
    }
    objects = []
    for source in sorted(sketch.glob("*.c")):
        objects.append(tmp_path / f"{source.name}.o")
        run("avr-gcc", *COMPILE_C, *DEFINES, source, "-o", objects[-1])
    objects.append(tmp_path / "cribble.ino.cpp.o")
    run("avr-g++", *COMPILE_CPP, *DEFINES, sketch / "cribble.ino", "-o", objects[-1])
    linked = tmp_path / "cribble.ino.elf"
    run("avr-gcc", *LINK, "-o", linked, *objects, arduino_core(tmp_path), "-lm")
    flash, ram = sizes(linked)
    assert flash < FLASH_BELOW_THE_LARGEST_BOOT_LOADER // 4
    assert ram < RAM - ROOM_FOR_THE_STACK


def arduino_core(folder: Path) -> Path:
    """Build an archive with the main() that every Arduino sketch gets."""
    source, thing, archive = (folder / name for name in ("main.c", "main.o", "core.a"))
    source.write_text(ARDUINO_S_MAIN, encoding="utf-8")
    run("avr-gcc", *COMPILE_C, source, "-o", thing)
    run("avr-gcc-ar", "rcs", archive, thing)
    return archive


PLACES = 64
ERASED = [0xFFFF] * PLACES
BOOT_CHIP = FIRMWARE / "atmega328p"


def boots(words: list[int]) -> ctypes.CDLL:
    """Return the boot counter of an EEPROM with these *words*."""
    need("gcc")
    compiler = ("gcc", *STRICT, "-O2", "-shared", "-fPIC", f"-I{HERE / 'eeprom'}", f"-I{BOOT_CHIP}")
    library = ctypes.CDLL(
        str(built("boots.so", compiler, (BOOT_CHIP / "boot.c", HERE / "boots.c")))
    )
    assert library.boots_have((ctypes.c_uint16 * PLACES)(*words)) == PLACES
    library.boot_counted.restype = ctypes.c_uint16
    return library


def test_starts_are_counted_round_and_spread() -> None:
    """0, 1, 2, past 65535 to 0; 200,000 starts write no cell more than 3,126 times."""
    counting = boots(ERASED)
    assert [counting.boot_counted() for _ in range(200_000)] == [
        start % 65_536 for start in range(200_000)
    ]
    assert counting.boots_wear() <= 200_000 / PLACES + 1


@pytest.mark.parametrize("seed", range(8))
def test_every_start_differs_from_the_last_whatever_the_eeprom_holds(seed: int) -> None:
    """Contents of another program, of a firmware with one cell, or a count torn by a reset."""
    chance = Random(seed)
    words = chance.choice(
        (
            [chance.randrange(65_536) for _ in range(PLACES)],
            [chance.randrange(65_536), *ERASED[1:]],
            [*range(640, 640 + 20), chance.randrange(65_536), *range(597, 640)],
            [7] * PLACES,
        )
    )
    counting = boots(words)
    started = [counting.boot_counted() for _ in range(1000)]
    assert all(before != after for before, after in pairwise(started))
    assert counting.boots_wear() <= 20
