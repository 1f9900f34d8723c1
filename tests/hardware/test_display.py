"""The display: its content, drawing within its dots, and recovery after a failure."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from errno import ENOENT, EREMOTEIO
from itertools import pairwise
from pathlib import Path

import pytest
from luma.core.device import dummy
from luma.core.interface.serial import i2c, noop, spi
from luma.led_matrix.device import max7219
from luma.oled import device as chips
from msgspec.structs import astuple
from PIL.Image import Image

from hardware import display
from hardware.device import STUCK_SECONDS
from hardware.display import Display, Reading, Readout, reading
from hardware.drivers import DISPLAYS
from hardware.oled import LumaDisplay
from hardware.segments import SegmentDisplay, text_of
from scorekeeper.device import DeviceFault, MachineState, WifiLogin
from scorekeeper.game.codec import read_asked
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.hardware.conftest import START, Told
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.hanging_devices import Hang, Hanging
from tests.kit.fakes.lights import Watch

ON, OFF, PUMP = 0xAF, 0xAE, 0x8D
LONG = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1}
LONG |= {0xDB: 1}
"""The commands of an SSD1306 with arguments (data sheet); for an SH1106, luma uses none with
arguments except the first."""
MEMORY_MODE = 0x20
PAGE_ADDRESS, PAGES = 0xB0, 8
PAGE_RANGE = 0x22
WIDTH = 128
"""Columns of a page, in which each byte is eight dots in a column."""
NOISE = 0x5A


class Chip:
    """An SSD1306 or SH1106 with its 1024 bytes of dots; luma's ``i2c`` accepts it as a bus."""

    def __init__(self, name: str = "ssd1306") -> None:
        self.there, self.darknesses, self.noisy = True, 0, False
        self.asked, self.heard = 0, 0
        self._long = {**LONG, **({MEMORY_MODE: 0} if name == "sh1106" else {})}
        self.power()

    def power(self) -> None:
        """Power up: display and charge pump are off, and the dots are random (data sheet, 8.9)."""
        self.on, self.pumped, self.dots = False, False, bytes([NOISE]) * PAGES * WIDTH
        self._at = 0

    @property
    def seen(self) -> bytes | None:
        return self.dots if self.there and self.on and self.pumped else None

    def write_i2c_block_data(self, address: int, mode: int, words: list[int]) -> None:
        """Receive commands or dots, as sent by smbus2."""
        self.asked += 1
        if not self.there:
            raise OSError(EREMOTEIO, "Remote I/O error")
        assert address == 0x3C
        self.heard += 1
        if mode == 0x40:
            end = self._at + len(words)
            self.dots = self.dots[: self._at] + bytes(words) + self.dots[end:]
            self._at = end
        else:
            self._obey(list(words))

    def _obey(self, words: list[int]) -> None:
        while words:
            word, *words = words
            after, words = words[: self._after(word)], words[self._after(word) :]
            if word == PAGE_RANGE:
                self._at = after[0] * WIDTH
            if word in range(PAGE_ADDRESS, PAGE_ADDRESS + PAGES):
                self._at = (word - PAGE_ADDRESS) * WIDTH
            if word == PUMP:
                self.pumped = after == [0x14]
            if word in (ON, OFF):
                self.darknesses += self.on and word == OFF
                self.on = word == ON
                self.noisy |= self.on and bytes([NOISE]) * 2 in self.dots

    def _after(self, word: int) -> int:
        return self._long.get(word, 0)


READ = (
    (START, Reading("0 0")),
    ('{"do": "starter", "card": "5"}', Reading("0", "0 0")),
    ('{"do": "play", "card": "10"}', Reading("10", "0 0")),
    ('{"do": "play", "card": "5"}', Reading("15", "0 2")),
    ('{"do": "play", "card": "K"}', Reading("25", "0 2")),
    ('{"do": "play", "card": "6"}', Reading("0", "0 4")),
    ('{"do": "show"}', Reading("0 4")),
    ('{"do": "peg", "team": 0, "points": 121}', Reading("121 4")),
)
# luma uses a Pillow function that is deprecated until version 14.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

CHIPS = [driver.given["chip"] for driver in DISPLAYS.values() if driver.given]
GONE = "It does not work (I2C device not found on address: 0x3C)."


def test_reading_has_the_count_and_the_scores(idle: Table) -> None:
    assert reading(idle.now.game) == Reading()
    wifi = WifiLogin("Cribble-7k2m", "abcdefghjk")
    assert reading(idle.now.game, MachineState(address="10.42.0.1")) == Reading("10.42.0.1")
    assert reading(idle.now.game, idle.machine, wifi) == Reading(*astuple(wifi))
    for line, wanted in READ:
        idle.submit(read_asked(line))
        assert reading(idle.now.game) == wanted, line
    assert " ".join(reading(idle.now.game, MachineState(backup="io_error"))).split()[-1] == "!"


def drawn(shown: Reading) -> Image:
    device = dummy(width=128, height=64, mode="1")
    LumaDisplay(lambda serial_interface: device, noop()).show(shown)
    return device.image


@pytest.mark.parametrize("large", ["0", "31", "121 121 121"])
@pytest.mark.parametrize("small", ["", "120 119 118"])
def test_reading_is_drawn_as_large_as_there_is_room(large: str, small: str) -> None:
    image = drawn(Reading(large, small))
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert 0 < left < right < 128
    assert 0 < top < bottom < 64
    assert right - left > 112 or bottom - top > 32
    lit = [image.crop((0, row, 128, row + 1)).getbbox() is not None for row in range(64)]
    bands = [here for above, here in pairwise(lit) if here and not above]
    assert len(bands) == 1 + bool(small)


QUICK = 0.02


def oled(chip: Chip, name: str) -> Callable[[], Display]:
    return lambda: LumaDisplay(getattr(chips, name), i2c(bus=chip))


@contextmanager
def shown_on(open_display: Callable[[], Display], idle: Table) -> Iterator[Told]:
    told = Told()
    shows = Readout(idle, open_display, told, QUICK)
    shows.start()
    try:
        yield told
    finally:
        shows.stop()
    assert idle.machine.display == "off"


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="it may have a display")
@pytest.mark.parametrize("name", CHIPS)
def test_missing_bus_is_named(name: str) -> None:
    with pytest.raises(DeviceFault, match="/dev/i2c-1"):
        DISPLAYS[name].open()


@pytest.mark.parametrize("name", CHIPS)
def test_readout_follows_the_table_and_goes_dark_at_the_end(idle: Table, name: str) -> None:
    chip = Chip(name)
    with shown_on(oled(chip, name), idle) as told:
        soon(lambda: chip.seen == bytes(1024))
        idle.submit(read_asked(START))
        soon(lambda: chip.seen not in (None, bytes(1024)))
        words = chip.heard
        soon(lambda: chip.heard > 2 * words)  # A picture is sent in parts: by now it is complete.
        before, words = chip.seen, chip.heard
        soon(lambda: chip.heard > 3 * words)
        assert (chip.seen, chip.darknesses, chip.noisy) == (before, 0, False)
    assert chip.seen is None
    assert told == []


def test_idle_display_goes_dark(idle: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A static picture would burn in; the next entry lights it again, or finds it disconnected."""
    name = "ssd1306"
    chip = Chip(name)
    with shown_on(oled(chip, name), idle) as told:
        soon(lambda: chip.seen is not None)
        monkeypatch.setattr(display, "IDLE_SECONDS", 0.1)
        soon(lambda: chip.seen is None)
        chip.power()
        words = chip.heard
        soon(lambda: chip.heard > 2 * words)
        assert chip.seen is None
        chip.there = False
        soon(lambda: told == [GONE])
        chip.there = True
        monkeypatch.setattr(display, "IDLE_SECONDS", 60.0)
        idle.submit(read_asked(START))
        soon(lambda: chip.seen not in (None, bytes(1024)))


GLYPHS = dict(zip(bytes.fromhex("7e306d79335b5f707f7b0001"), "0123456789 -", strict=True))
"""Digits by their segments, A to G from bit 6 to bit 0 (data sheet, table 6)."""
POINT = 0x80
DECODE, SCAN, SHUTDOWN, TEST = 0x9, 0xB, 0xC, 0xF


class Digits:
    """A MAX7219 with eight digits, as spidev writes to it: digit 0 is at the right."""

    def __init__(self) -> None:
        self.there, self.seen_since = True, set[str | None]()
        self.power()

    def power(self) -> None:
        """Power up: shut down, one digit scanned (data sheet, initial power-up)."""
        self.registers = bytearray(16)

    def open(self, port: int, device: int) -> None:
        if not self.there:
            raise OSError(ENOENT, "No such file or directory")
        assert (port, device) == (0, 0)

    def writebytes(self, words: list[int]) -> None:
        """Latch the last two bytes before chip select goes up: a register and its value."""
        if not self.there:
            raise OSError(EREMOTEIO, "Remote I/O error")
        register, value = words[-2:]
        self.registers[register & 0xF] = value
        self.seen_since.add(self.seen)

    def close(self) -> None: ...

    @property
    def seen(self) -> str | None:
        """Return what the digits say; None if they are dark."""
        if not self.registers[SHUTDOWN] & 1:
            return None
        assert not self.registers[TEST] & 1
        text = ""
        for place in range(self.registers[SCAN] & 7, -1, -1):
            value = self.registers[1 + place]
            text += "?" if self.registers[DECODE] else GLYPHS[value & ~POINT]
            text += "." * bool(value & POINT)
        return text


IN_EIGHT = {
    Reading("31", "61 121"): "31 61.121",
    Reading("5", "61 9"): "5    61.9",
    Reading("31", "121 121"): "31.121.121",
    Reading("31", "61 45 9"): "31 61.45.9",
    Reading("31", "121 61 101"): "31      ",
    Reading("61 121"): "61   121",
    Reading("61 45 9"): "61 45 9 ",
    Reading("121 119 52"): "121.119.52",
    Reading("121 119 120"): "21 19 20",
    Reading("10.42.0.1"): "10.42.0.1  ",
    Reading("192.168.1.50"): "-       ",
    Reading("Cribble-7k2m", "abcdefghjk"): "-       ",
    Reading(): "        ",
}


@pytest.mark.parametrize("shown", IN_EIGHT)
def test_reading_fits_into_eight_digits(shown: Reading) -> None:
    """Count and scores with points between those that touch; if they do not fit, the count."""
    chip = Digits()
    with closing(SegmentDisplay(max7219, spi(chip, noop()))) as digits:
        digits.show(shown)
        assert chip.seen == IN_EIGHT[shown]
    assert chip.seen is None
    assert text_of(Reading("121 119 !")) == "121.119.!"


@pytest.mark.skipif(Path("/dev/spidev0.0").exists(), reason="it may have a display")
def test_missing_spi_is_named() -> None:
    with pytest.raises(DeviceFault, match="SPI"):
        DISPLAYS["max7219"].open()


def test_digits_follow_the_table_and_come_back_by_themselves(idle: Table) -> None:
    """The same reading is resent without a visible change, and with the setup."""
    chip = Digits()
    with shown_on(lambda: SegmentDisplay(max7219, spi(chip, noop())), idle) as told:
        for line, wanted in READ:
            idle.submit(read_asked(line))
            digits = text_of(wanted)
            soon(lambda digits=digits: (chip.seen or "").rstrip() == digits)
        for lost in (DECODE, SCAN, SHUTDOWN):
            chip.registers[lost] ^= 1
            soon(lambda: chip.seen == "121    4")
        chip.power()
        soon(lambda: chip.seen == "121    4")
        chip.seen_since.clear()
        soon(lambda: chip.seen_since)
        assert chip.seen_since == {"121    4"}
        chip.there = False
        soon(lambda: idle.machine.display == "lost")
        chip.power()
        chip.there = True
        soon(lambda: idle.machine.display == "ok")
        assert chip.seen == "121    4"
    assert chip.seen is None
    assert [fault is None for fault in told] == [False, True]


def test_display_that_hangs_is_lost() -> None:
    """It blocks its own thread, which therefore cannot report it."""
    watch, hang, told = Watch(), Hang(), list[DeviceFault | None]()
    with closing(Table(Journal.in_memory(), ticks=watch)) as idle:
        display = Readout(idle, lambda: Hanging(hang, "show", "hide"), told.append)
        display.start()
        assert hang.reached.wait(60)
        display.poll()
        assert told == []
        watch.seconds += STUCK_SECONDS
        display.poll()
        display.poll()
        assert idle.machine.display == "lost"
        assert ["not responding" in str(fault) for fault in told] == [True]
        hang.released.set()
        display.stop()
