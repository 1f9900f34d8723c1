"""Name and password of a Wi-Fi; those of the table's own follow from its secrets."""

import hashlib
import hmac
from typing import Final

from scorekeeper.game.live import WifiLogin
from scorekeeper.words import Fault, en
from scorekeeper.words.errors import shown

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that another looks like: the password is read off a sticker."""
PASSWORD: Final = 10
SUFFIX: Final = 4

MOST_SSID: Final = 32
"""Bytes of a name (IEEE 802.11)."""
LEAST_PASSWORD, MOST_PASSWORD = 8, 63
"""Letters of a WPA password; 64 are a key in hexadecimal."""


def own_login(key: str) -> WifiLogin:
    """Return the login of the table whose secrets have this *key*, always the same: it is printed
    on a sticker, and comes back with a backup."""
    digits = hmac.digest(bytes.fromhex(key), b"wifi", hashlib.sha256)
    number = int.from_bytes(digits, "big")
    letters = []
    for _ in range(PASSWORD + SUFFIX):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    word = "".join(letters)
    return WifiLogin(f"Cribble-{word[:SUFFIX]}", word[SUFFIX:])


def checked(ssid: str, password: str) -> WifiLogin:
    """Return a login as it was typed. Raises Fault where there can be none such."""
    if not 1 <= len(ssid.encode()) <= MOST_SSID or not ssid.isprintable():
        sentence = en("{ssid} cannot be: the name of a Wi-Fi has 1 to {most} letters.")
        raise Fault(sentence, ssid=shown(ssid), most=MOST_SSID)
    fits = LEAST_PASSWORD <= len(password) <= MOST_PASSWORD and password.isprintable()
    if password and not (fits and password.isascii()):
        raise Fault(
            en("The password of a Wi-Fi has {least} to {most} letters, or there is none."),
            least=LEAST_PASSWORD,
            most=MOST_PASSWORD,
        )
    return WifiLogin(ssid, password)
