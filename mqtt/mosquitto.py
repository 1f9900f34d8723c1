"""The files of a mosquitto in which a table writes its own topics and results and nothing else."""

import hashlib
import os
import secrets
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Final, NamedTuple

from mqtt.payloads import LONGEST
from mqtt.topics import HOME_ASSISTANT_STATUS, HUB, Topics, is_name
from scorekeeper.words import Fault, en

HOUSE: Final = "homeassistant"
"""The user of Home Assistant at the broker."""

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for another."""

PASSWORD_LENGTH: Final = 20
ITERATIONS: Final = 101
"""Of PBKDF2, as mosquitto_passwd has it: these passwords are too long to be guessed."""

SALT: Final = 12

MOST_QUEUED: Final = 20_000
"""Messages that wait for one client. With mosquitto's own 1,000 a hub that comes back would hear no
more than the first thousand of the results that are retained."""

PACKET_ROOM: Final = 1024
"""Bytes of a packet besides its payload: the topic, for the most part. Who sends a longer one is
disconnected. Mosquitto 2.1 calls the older limit for payloads deprecated."""

USUAL_TABLES: Final = tuple(str(number) for number in range(1, 21))
"""The tables of a club that names none."""

CLASSIC_PLACE: Final = PurePath("/etc/mosquitto")


class MosquittoFiles(NamedTuple):
    """The text of the three files."""

    passwords: str
    acl: str
    conf: str


def users_of(tables: Iterable[str], *, home_assistant: bool = False) -> tuple[str, ...]:
    """Return the users of a broker with *tables*: the hub, each table, and Home Assistant.

    Raises Fault for what no table can be called.
    """
    names = tuple(dict.fromkeys(tables))
    for name in names:
        if not is_name(name) or name in {HUB, HOUSE}:
            sentence = en("No table can be called {name}: it is 1–32 of a–z, 0–9 and -.")
            raise Fault(sentence, name=name)
    return (HUB, *names, *((HOUSE,) if home_assistant else ()))


def new_password() -> str:
    """Return a password that nobody guesses, in letters that are easy to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH))


def password_line(user: str, password: str, salt: Callable[[int], bytes] = os.urandom) -> str:
    """Return the line of mosquitto's password file that lets *user* in with *password*."""
    salt_bytes = salt(SALT)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt_bytes, ITERATIONS)
    fields = f"7${ITERATIONS}${b64encode(salt_bytes).decode()}${b64encode(digest).decode()}"
    return f"{user}:${fields}"


def passwords_file(passwords: Mapping[str, str]) -> str:
    """Return the password file for users and their *passwords*."""
    return "".join(f"{password_line(user, password)}\n" for user, password in passwords.items())


def acl_file(club: str, users: Iterable[str]) -> str:
    """Return the file that says which of *users* reads and writes what.

    What all tables may is said once, with ``%u`` for the user: one that is added later needs a
    password and nothing here, unless Home Assistant is to see it.
    """
    topics = Topics(club)
    parts = [_rights(topics, user) for user in users]
    parts.append(f"pattern {right}" for right in _rights_of_tables(topics))
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts)


def _rights(topics: Topics, user: str) -> Iterator[str]:
    """The lines for *user* alone."""
    yield f"user {user}"
    if user == HUB:
        yield f"topic readwrite {topics.root}/#"
    elif user == HOUSE:
        yield f"topic read {topics.root}/#"
        yield f"topic write {topics.command('+')}"
        yield f"topic readwrite {HOUSE}/#"
    else:
        yield f"topic write {topics.discovery(user)}"


def _rights_of_tables(topics: Topics) -> Iterator[str]:
    """Yield the rights of each user to topics with its name; ``%u`` has to be a whole level."""
    yield f"readwrite {topics.root}/table/%u/#"
    yield f"write {topics.result(table='%u')}"
    yield f"read {topics.seat('%u')}"
    yield f"read {topics.night}"
    yield f"read {topics.standings}"
    yield f"read {HOME_ASSISTANT_STATUS}"


def conf_file(
    passwords: PurePath, acl: PurePath, *, port: int = 1883, data: PurePath | None = None
) -> str:
    """Return the config of a broker with these files. With *data* it is one of its own, which
    keeps its messages there; without, a part of the system's, which keeps them already."""
    lines = [
        f"listener {port}",
        "allow_anonymous false",
        f"password_file {passwords}",
        f"acl_file {acl}",
        f"max_packet_size {LONGEST + PACKET_ROOM}",
        f"max_queued_messages {MOST_QUEUED}",
    ]
    if data is not None:
        lines += ["persistence true", f"persistence_location {data}/", "autosave_interval 60"]
    return "".join(f"{line}\n" for line in lines)


def mosquitto_files(
    club: str, passwords: Mapping[str, str], folder: PurePath = CLASSIC_PLACE
) -> MosquittoFiles:
    """Return the files of *club* for users and their *passwords*, to be put into *folder*."""
    names = folder / "cribble.passwords", folder / "cribble.acl"
    return MosquittoFiles(passwords_file(passwords), acl_file(club, passwords), conf_file(*names))


def printed_files(
    club: str,
    tables: Iterable[str],
    *,
    home_assistant: bool = False,
    folder: PurePath = CLASSIC_PLACE,
    password: Callable[[], str] = new_password,
) -> str:
    """Return the three files as `cribble hub --print-acl` prints them, with a new *password* for
    each user in the clear, so that it can be typed where it belongs. Without *tables* there are
    those from 1 to 20. Raises Fault."""
    users = users_of(tuple(tables) or USUAL_TABLES, home_assistant=home_assistant)
    passwords = {user: password() for user in users}
    files = mosquitto_files(club, passwords, folder)
    clear = "".join(f"# {user}: {word}\n" for user, word in passwords.items())
    parts = {
        "cribble.passwords": clear + files.passwords,
        "cribble.acl": files.acl,
        "conf.d/cribble.conf": files.conf,
    }
    return "\n".join(f"# {folder / name}\n{text}" for name, text in parts.items())
