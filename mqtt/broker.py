"""Broker configuration: address, user and password."""

import re
import stat
from pathlib import Path
from typing import Final, NamedTuple

from scorekeeper.words import Fault, en

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
"""Default ports by URL scheme."""

URL: Final = re.compile(
    r"(?P<scheme>mqtts?)://(?P<host>[A-Za-z0-9_.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?/?",
    re.ASCII,
)

MAX_PASSWORD_LENGTH: Final = 1024


class Broker(NamedTuple):
    """A broker at ``host`` and ``port``. ``tls``: connect over TLS, with system certificates."""

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"mqtt{'s' * self.tls}://{host}:{self.port}"


def is_url(text: str) -> bool:
    """True if *text* is a valid broker URL."""
    match = URL.fullmatch(text)
    return match is not None and int(match["port"] or 1) <= 65535


def broker_of(url: str, user: str = "", password: str = "") -> Broker:
    """Return the broker at *url*. Raises Fault if *url* is invalid."""
    match = URL.fullmatch(url)
    if match is None or not is_url(url):
        sentence = en(
            "{url} is not a broker address, such as mqtt://192.168.1.10:1883 or "
            "mqtts://broker.example."
        )
        raise Fault(sentence, url=url)
    port = int(match["port"] or PORTS[match["scheme"]])
    return Broker(match["host"].strip("[]"), port, match["scheme"] == "mqtts", user, password)


def read_password(path: Path) -> str:
    """Return the password in the first line of the file at *path*. Raises Fault if it cannot be
    read, is empty, or is accessible to other users."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(path.stat().st_mode)
            raw = file.read(MAX_PASSWORD_LENGTH + 1)
    except OSError as fault:
        sentence = en("The broker password cannot be read from {path}: {reason}.")
        raise Fault(sentence, path=path, reason=fault.strerror or fault) from None
    if mode & 0o077:
        sentence = en(
            "Other users can read the broker password in {path} (mode {mode}): run chmod "
            "600 {path}."
        )
        raise Fault(sentence, path=path, mode=f"{mode:04o}")
    try:
        password = raw.decode().splitlines()[0] if len(raw) <= MAX_PASSWORD_LENGTH else ""
    except (UnicodeDecodeError, IndexError):
        password = ""
    if not password or not password.isprintable():
        sentence = en("{path} has no password: its first line must be the broker password.")
        raise Fault(sentence, path=path)
    return password
