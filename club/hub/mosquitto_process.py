"""The machine's own mosquitto, started with files in the hub's folder and stopped again."""

import logging
import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from mqtt.broker import Broker
from mqtt.client import reconnect_delays
from mqtt.mosquitto import acl_file, conf_file, new_password, passwords_file, users_of
from mqtt.topics import HUB, NAME
from scorekeeper.private_files import write_private
from scorekeeper.words import Fault, en

log = logging.getLogger(__name__)

PLACES: Final = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/sbin"
"""The places of the program, which need not be on a user's path."""

PORTS: Final = range(1883, 1893)
"""The first that is free: Debian's own mosquitto may have the usual one."""

KNOWN: Final = "broker.json"
"""The file that remembers port and passwords; all others follow from it."""

START_SECONDS: Final = 5.0
STOP_SECONDS: Final = 3.0
LASTING_SECONDS: Final = 30.0
"""After so long it is taken to have run well: the pauses before a restart begin small again."""

NOT_INSTALLED: Final = en(
    "mosquitto, the broker for tables with Cribble, isn’t installed: sudo apt install mosquitto "
    "installs it. Without such tables, cribble hub --no-broker runs the night by phones alone."
)


User: TypeAlias = Annotated[str, Meta(pattern=rf"\A{NAME.pattern}\Z")]
Password: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]


class SavedBroker(msgspec.Struct, frozen=True):
    """The broker as it is remembered: its port, and the password of each user. It may come from a
    backup: a name is a line of mosquitto's own files."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    passwords: dict[User, Password] = {}


class Mosquitto:
    """A broker of our own: a password for each table, and what is retained kept on the disk.

    From ``start`` to ``stop`` it is started again whenever it ends.
    """

    def __init__(self, folder: Path, club: str, *, port: int = 0) -> None:
        """Raises Fault where mosquitto is not installed, or its files cannot be written."""
        found = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:{PLACES}")
        if found is None:
            raise Fault(NOT_INSTALLED)
        self._program, self._folder, self._club = found, folder, club
        self._lock, self._closing = Lock(), Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._watch = Thread(target=self._keep, name="mosquitto", daemon=True)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._end_the_one_before()
        known = self._read()
        self.port = _named_port(port) if port else _free_port(known.port)
        self._passwords = dict(known.passwords)
        self._write()

    @property
    def broker(self) -> Broker:
        """The broker as the hub reaches it."""
        return Broker("127.0.0.1", self.port, user=HUB, password=self._passwords[HUB])

    @property
    def passwords(self) -> Mapping[str, str]:
        """The password of each table, by name."""
        return {user: word for user, word in self._passwords.items() if user != HUB}

    def add_tables(self, names: Iterable[str]) -> None:
        """Make a password for each of *names* that has none. Raises Fault for a bad name."""
        with self._lock:
            users = users_of([*self.passwords, *names])
            for user in users:
                self._passwords.setdefault(user, new_password())
            self._write()
            if self._process and self._process.poll() is None:
                self._process.send_signal(signal.SIGHUP)  # It reads passwords and ACL again.

    def _read(self) -> SavedBroker:
        with suppress(OSError, ValueError):
            return msgspec.json.decode((self._folder / KNOWN).read_bytes(), type=SavedBroker)
        return SavedBroker()

    def _write(self) -> None:
        self._passwords.setdefault(HUB, new_password())
        folder = self._folder
        known = SavedBroker(self.port, self._passwords)
        write_private(folder / KNOWN, msgspec.json.encode(known))
        write_private(folder / "passwords", passwords_file(self._passwords).encode())
        write_private(folder / "acl", acl_file(self._club, self._passwords).encode())
        conf = conf_file(folder / "passwords", folder / "acl", port=self.port, data=folder)
        own = pwd.getpwuid(os.geteuid()).pw_name
        conf += f"user {own}\npid_file {folder / 'pid'}\nlog_dest file {folder / 'log'}\n"
        conf += "max_inflight_messages 0\n"
        write_private(folder / "mosquitto.conf", conf.encode())

    def start(self) -> None:
        """Start it, and return once it answers. Raises Fault if it does not."""
        self._spawn()
        due = monotonic() + START_SECONDS
        while not self._answers():
            if monotonic() > due or (self._process and self._process.poll() is not None):
                sentence = en("mosquitto doesn’t start; {path} says why.")
                self.stop()
                raise Fault(sentence, path=self._folder / "log")
            sleep(0.02)
        self._watch.start()

    def _spawn(self) -> None:
        with self._lock:
            if not self._closing.is_set():
                self._process = subprocess.Popen(
                    [self._program, "-c", str(self._folder / "mosquitto.conf")],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    # Ctrl-C is for the hub, which says goodbye first.
                    start_new_session=True,
                )

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False

    def _keep(self) -> None:
        delays, began = reconnect_delays(), monotonic()
        while not self._closing.is_set():
            process = self._process
            if process is not None:
                process.wait()
            if monotonic() - began >= LASTING_SECONDS:
                delays = reconnect_delays()
            if self._closing.wait(next(delays)):
                return
            log.warning("mosquitto ended and is started again; %s says why", self._folder / "log")
            self._spawn()
            began = monotonic()

    def stop(self) -> None:
        """Stop it; what it retains is on the disk then."""
        self._closing.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
            if process.poll() is None:
                process.kill()
                process.wait()

    def _end_the_one_before(self) -> None:
        """A hub that was killed leaves its broker behind: it is ours by its config."""
        with suppress(OSError, ValueError):
            number = int((self._folder / "pid").read_text())
            command = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
            if str(self._folder / "mosquitto.conf").encode() not in command:
                return
            os.kill(number, signal.SIGTERM)
            due = monotonic() + STOP_SECONDS
            while monotonic() < due and Path(f"/proc/{number}").exists():
                sleep(0.02)


def _is_free(port: int) -> bool:
    with socket.socket() as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("0.0.0.0", port))
        return True
    return False


def _named_port(port: int) -> int:
    """Return *port*. Raises Fault if it is in use."""
    if _is_free(port):
        return port
    sentence = en(
        "Port {port} is in use, perhaps by another broker: --broker names that one, or choose "
        "another --broker-port."
    )
    raise Fault(sentence, port=port)


def _free_port(before: int) -> int:
    """Return the port of the evening *before*, or the first that is free. Raises Fault."""
    for port in (before, *PORTS) if before else PORTS:
        if _is_free(port):
            return port
    sentence = en(
        "No port from {first} to {last} is free for mosquitto: name one by --broker-port."
    )
    raise Fault(sentence, first=PORTS[0], last=PORTS[-1])
