"""Short labels in uncontracted braille, as Unicode cells: letters, accents and figures."""

import unicodedata
from typing import Final

LETTERS: Final = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
ACCENTS: Final = dict(zip("àâçèéêëîïôùûüœ", "⠷⠡⠯⠮⠿⠣⠫⠩⠻⠹⠾⠱⠳⠪", strict=True))
"""The letters of French that English has not."""

NUMBER_SIGN: Final = "⠼"
DIGITS: Final = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
"""In both languages the letters a to j behind a number sign."""

FIRST_CELL: Final = 0x2800


def braille(text: str) -> str:
    """Return *text* in braille. Raises KeyError for a sign that no label has."""
    cells, in_number = "", False
    for sign in unicodedata.normalize("NFC", text.lower()):
        if sign.isdigit():
            cells += DIGITS[sign] if in_number else NUMBER_SIGN + DIGITS[sign]
        else:
            cells += "⠀" if sign.isspace() else (LETTERS | ACCENTS)[sign]
        in_number = sign.isdigit()
    return cells


def dots(cell: str) -> tuple[int, ...]:
    """Return the raised dots of a cell: 1 to 3 down the left side, 4 to 6 down the right."""
    bits = ord(cell) - FIRST_CELL
    return tuple(dot for dot in range(1, 7) if bits >> (dot - 1) & 1)
