"""Turn a flash image of the RP2040 into the UF2 file that its boot loader takes.

``python uf2.py IMAGE.bin FIRMWARE.uf2``; also fills in the check at the end of boot stage 2.
(https://github.com/microsoft/uf2; RP2040 data sheet, 2.8.1.3.1)
"""

import struct
import sys
from pathlib import Path

FLASH = 0x10000000
RP2040 = 0xE48BFF56
FAMILY_PRESENT = 0x2000
BOOT2_BYTES, BLOCK_BYTES, ROOM = 256, 256, 476


def boot2_check(code: bytes) -> int:
    """Return the CRC-32 (polynomial 04C11DB7, not reflected) that the chip's ROM expects."""
    check = 0xFFFFFFFF
    for byte in code:
        check ^= byte << 24
        for _ in range(8):
            check = (check << 1 ^ (0x04C11DB7 if check >> 31 else 0)) & 0xFFFFFFFF
    return check


def uf2(image: bytes) -> bytes:
    """Return the UF2 file of a flash *image* that begins with boot stage 2."""
    code = image[: BOOT2_BYTES - 4]
    image = code + struct.pack("<I", boot2_check(code)) + image[BOOT2_BYTES:]
    starts = range(0, len(image), BLOCK_BYTES)
    blocks = []
    for number, start in enumerate(starts):
        head = (0x0A324655, 0x9E5D5157, FAMILY_PRESENT, FLASH + start, BLOCK_BYTES, number)
        data = image[start : start + BLOCK_BYTES].ljust(ROOM, b"\0")
        blocks.append(struct.pack("<8I476sI", *head, len(starts), RP2040, data, 0x0AB16F30))
    return b"".join(blocks)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(uf2(Path(sys.argv[1]).read_bytes()))
