"""A mosquitto process run by the hub, with one password for the hub and all tables."""

import hashlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from mqtt.broker import Broker
from mqtt.payloads import MAX_LENGTH
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, en

USER: Final = "cribble"
"""The user name of the hub and of all tables."""

PLACES: Final = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/sbin"
"""Executable directories that may be missing from a user's PATH."""

PORTS: Final = range(1883, 1893)
"""Candidate ports; the first free one is used, as Debian's own mosquitto may occupy the default."""

KNOWN: Final = "broker.json"
"""The file with the port and password; all other files are written at each start."""

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""

ITERATIONS: Final = 101
"""PBKDF2 iterations as in mosquitto_passwd; the password is too long to be guessed."""

MAX_QUEUED: Final = 20_000
"""Maximum number of messages queued per client. With the default of 1,000, a reconnecting hub would
get only the first thousand retained results."""

PACKET_ROOM: Final = 1024
"""Maximum size of a packet in bytes, excluding its payload: mainly the topic."""

START_SECONDS: Final = 5.0
STOP_SECONDS: Final = 3.0

NOT_INSTALLED: Final = en(
    "mosquitto, the broker that tables connect to, isn’t installed: run sudo apt "
    "install mosquitto. Without tables on the network, cribble hub --no-broker "
    "runs the night with phones only."
)


class SavedBroker(msgspec.Struct, frozen=True):
    """The content of KNOWN, which may come from a restored backup."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    password: Annotated[str, Meta(max_length=64)] = ""


class Mosquitto:
    """A broker process, running from ``start`` to ``stop``; retained messages are stored on disk.

    ``broker`` is its address for the hub.
    """

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        """Raises Fault if mosquitto is not installed, or *port* or all of PORTS are in use."""
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:{PLACES}")
        if program is None:
            raise Fault(NOT_INSTALLED)
        self._program, self._folder = program, folder
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._stop_previous()
        saved = SavedBroker()
        with suppress(OSError, ValueError):
            saved = msgspec.json.decode((folder / KNOWN).read_bytes(), type=SavedBroker)
        port = _choose_port(port, saved.port)
        password = saved.password or "".join(secrets.choice(LETTERS) for _ in range(20))
        self.broker = Broker("127.0.0.1", port, user=USER, password=password)
        write_private(folder / KNOWN, msgspec.json.encode(SavedBroker(port, password)))
        write_private(folder / "passwords", password_line(USER, password).encode())
        conf = (
            f"listener {port}\nallow_anonymous false\npassword_file {folder / 'passwords'}\n"
            f"max_packet_size {MAX_LENGTH + PACKET_ROOM}\nmax_queued_messages {MAX_QUEUED}\n"
            "max_inflight_messages 0\n"
            f"persistence true\npersistence_location {folder}/\nautosave_interval 60\n"
            f"user {pwd.getpwuid(os.geteuid()).pw_name}\n"
            f"pid_file {folder / 'pid'}\nlog_dest file {folder / 'log'}\n"
        )
        write_private(folder / "mosquitto.conf", conf.encode())

    def _stop_previous(self) -> None:
        """Stop a broker left running by a killed hub, identified by its config file."""
        with suppress(OSError, ValueError):
            number = int((self._folder / "pid").read_text())
            command = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
            if str(self._folder / "mosquitto.conf").encode() not in command:
                return
            os.kill(number, signal.SIGTERM)
            due = monotonic() + STOP_SECONDS
            while monotonic() < due and Path(f"/proc/{number}").exists():
                sleep(0.02)

    def start(self) -> None:
        """Start the broker, and return when it responds. Raises Fault if it does not."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._folder / "mosquitto.conf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for the hub, which says goodbye first.
            start_new_session=True,
        )
        due = monotonic() + START_SECONDS
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.broker.port), 0.2):
                return
            if monotonic() > due or self._process.poll() is not None:
                self.stop()
                sentence = en("mosquitto failed to start; see {path} for the reason.")
                raise Fault(sentence, path=self._folder / "log")
            sleep(0.02)

    def stop(self) -> None:
        """Stop the broker, which first writes retained messages to disk."""
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()


def password_line(user: str, password: str, salt: Callable[[int], bytes] = os.urandom) -> str:
    """Return a line for mosquitto's password file with *user* and *password*."""
    salt_bytes = salt(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt_bytes, ITERATIONS)
    fields = f"7${ITERATIONS}${b64encode(salt_bytes).decode()}${b64encode(digest).decode()}"
    return f"{user}:${fields}\n"


def _choose_port(named: int, previous: int) -> int:
    """Return *named*, or the *previous* port, or the first free one."""
    for port in (named,) if named else (previous, *PORTS) if previous else PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0", port))
            return port
    if named:
        sentence = en(
            "Port {port} is in use, perhaps by another broker: use that one with --broker, "
            "or choose another --broker-port."
        )
        raise Fault(sentence, port=named)
    sentence = en(
        "No port from {first} to {last} is free for mosquitto: choose one with --broker-port."
    )
    raise Fault(sentence, first=PORTS[0], last=PORTS[-1])
