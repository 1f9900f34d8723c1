"""A small display's chip at the end of luma's own I²C: what it shows, also after its power went."""

from errno import EREMOTEIO

ON, OFF, PUMP = 0xAF, 0xAE, 0x8D
LONG = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1}
LONG |= {0xDB: 1}
"""The commands of an SSD1306 that have bytes after them (its data sheet); an SH1106, as luma speaks
with it, has none after the first."""
MEMORY_MODE = 0x20
PAGE_ADDRESS, PAGES = 0xB0, 8
PAGE_RANGE = 0x22
WIDTH = 128
"""Dots of a page, each byte eight of them above each other."""
NOISE = 0x5A


class Chip:
    """An SSD1306 or SH1106 with its 1024 bytes of dots, which luma's ``i2c`` takes for a bus."""

    def __init__(self, name: str = "ssd1306") -> None:
        self.there, self.darknesses, self.noisy = True, 0, False
        self.asked, self.heard = 0, 0
        self._long = {**LONG, **({MEMORY_MODE: 0} if name == "sh1106" else {})}
        self.power()

    def power(self) -> None:
        """Its power comes: it is off, its pump is off, and its dots are noise (data sheet, 8.9)."""
        self.on, self.pumped, self.dots = False, False, bytes([NOISE]) * PAGES * WIDTH
        self._at = 0

    @property
    def seen(self) -> bytes | None:
        """The dots that people see; None where all is dark."""
        return self.dots if self.there and self.on and self.pumped else None

    def write_i2c_block_data(self, address: int, mode: int, words: list[int]) -> None:
        """Take commands or dots, as smbus2 sends them."""
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
