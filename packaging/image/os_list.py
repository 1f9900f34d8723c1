"""Write the manifest with which Raspberry Pi Imager offers the image: ``make image URL=…``.

Its fields are those of Imager's schema of repositories (os-list-schema.json).
"""

import argparse
import hashlib
import lzma
import time
from pathlib import Path
from typing import Any, Final

DEVICES: Final = ("pi3-64bit", "pi4-64bit", "pi5-64bit")
PIECE: Final = 1 << 20


def manifest(image: Path, url: str, icon: str, date: str) -> dict[str, Any]:
    """Return the manifest of a packed *image* that is downloaded from *url*."""
    whole, size = hashlib.sha256(), 0
    with lzma.open(image) as unpacked:
        while piece := unpacked.read(PIECE):
            whole.update(piece)
            size += len(piece)
    with image.open("rb") as packed:
        download = hashlib.file_digest(packed, "sha256").hexdigest()
    row = {
        "name": "Cribble",
        "description": "Keep score for cribbage played with real cards",
        "icon": icon,
        "url": url,
        "release_date": date,
        "extract_size": size,
        "extract_sha256": whole.hexdigest(),
        "image_download_size": image.stat().st_size,
        "image_download_sha256": download,
        "devices": DEVICES,
        "init_format": "cloudinit-rpi",
        "architecture": "armv8",
    }
    return {"os_list": [row]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("image", type=Path, help="the packed image, .img.xz")
    parser.add_argument("url", help="the address that the image is downloaded from")
    parser.add_argument("icon", help="the address of the icon")
    asked = parser.parse_args()
    date = time.strftime("%Y-%m-%d", time.gmtime(asked.image.stat().st_mtime))
