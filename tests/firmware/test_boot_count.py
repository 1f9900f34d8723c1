"""The firmware's count of its starts: no two that follow are the same, and no cell wears out."""

import ctypes
from itertools import pairwise
from random import Random

import pytest

from tests.firmware.rig.toolchain import FIRMWARE, HERE, STRICT, built, need

PLACES = 64
ERASED = [0xFFFF] * PLACES
CHIP = FIRMWARE / "atmega328p"


def boots(words: list[int]) -> ctypes.CDLL:
    """The count, in an EEPROM that has these *words*."""
    need("gcc")
    compiler = ("gcc", *STRICT, "-O2", "-shared", "-fPIC", f"-I{HERE / 'eeprom'}", f"-I{CHIP}")
    library = ctypes.CDLL(str(built("boots.so", compiler, (CHIP / "boot.c", HERE / "boots.c"))))
    assert library.boots_have((ctypes.c_uint16 * PLACES)(*words)) == PLACES
    library.boot_counted.restype = ctypes.c_uint16
    return library


def test_starts_are_counted_round_and_spread() -> None:
    """0, 1, 2, past 65535 to 0; 200,000 starts write no place more than 3,126 times."""
    counting = boots(ERASED)
    assert [counting.boot_counted() for _ in range(200_000)] == [
        start % 65_536 for start in range(200_000)
    ]
    assert counting.boots_wear() <= 200_000 / PLACES + 1


@pytest.mark.parametrize("seed", range(50))
def test_every_start_differs_from_the_last_whatever_the_eeprom_holds(seed: int) -> None:
    """Another program's words, those of the firmware with one place, or a count torn by a start."""
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
