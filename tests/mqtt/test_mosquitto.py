"""The files that we print, on a real broker: a table writes its own topics and nothing else."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import NamedTuple

import pytest

from mqtt.client import Client
from mqtt.mosquitto import (
    acl_file,
    conf_file,
    password_line,
    passwords_file,
    printed_files,
    users_of,
)
from mqtt.topics import Topics
from scorekeeper.words import Fault
from tests.kit.drivers.mosquitto import Mosquitto, listening, mosquitto, retained
from tests.kit.drivers.waiting import soon

HOME, AWAY = Topics("home"), Topics("away")


class Club(NamedTuple):
    """A broker with what was printed, and who logs in with which password."""

    broker: Mosquitto
    passwords: Mapping[str, str]

    def login(self, user: str) -> dict[str, str]:
        """The login of *user*."""
        return {"user": user, "password": self.passwords[user]}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A hub, the tables 7 and 8, and Home Assistant, by the text of `cribble hub --print-acl`."""
    folder = tmp_path_factory.mktemp("club")
    printed = printed_files("home", ["7", "8"], home_assistant=True, folder=folder)
    parts = re.split(rf"^# ({folder}/\S+)\n", printed, flags=re.MULTILINE)[1:]
    files = {Path(name).name: text for name, text in zip(parts[::2], parts[1::2], strict=True)}
    for name in ("cribble.passwords", "cribble.acl"):
        (folder / name).write_text(files[name])
        (folder / name).chmod(0o600)
    lines = re.findall(r"^# (\w+): (\w+)$", files["cribble.passwords"], re.MULTILINE)
    conf = re.sub(r"^listener .*\n", "", files["cribble.conf"], flags=re.MULTILINE)
    with mosquitto(folder / "broker", conf) as broker:
        yield Club(broker, dict(lines))


ALLOWED = [
    ("7", HOME.status("7")),
    ("7", HOME.state("7")),
    ("7", HOME.event("7")),
    ("7", HOME.light("7")),
    ("7", HOME.result("may", "7", "412.1")),
    ("7", HOME.discovery("7")),
    ("hub", HOME.seat("7")),
    ("hub", HOME.night),
    ("hub", HOME.standings),
    ("hub", HOME.result("may", "8", "1.0")),
    ("homeassistant", HOME.command("7", "undo")),
]
DENIED = [
    ("7", HOME.result("may", "8", "412.1")),
    ("7", HOME.state("8")),
    ("7", HOME.status("8")),
    ("7", HOME.command("8", "undo")),
    ("7", HOME.seat("7")),
    ("7", HOME.seat("8")),
    ("7", HOME.night),
    ("7", HOME.standings),
    ("7", HOME.hub),
    ("7", HOME.discovery("8")),
    ("7", AWAY.result("may", "7", "412.1")),
    ("7", "homeassistant/status"),
    ("7", "anything"),
    ("hub", AWAY.night),
    ("homeassistant", HOME.result("may", "7", "1.0")),
    ("homeassistant", HOME.seat("7")),
]


def test_a_user_may_write_its_own_topics_only(club: Club) -> None:
    """A stolen password of one table changes no other's result."""
    for user, topic in (*ALLOWED, *DENIED):
        with listening(club.broker.port, **club.login(user)) as speaker:
            speaker.say(topic, b"x", retain=True)
    kept = {*retained(club.broker.port, "#", **club.login("hub"))}
    kept |= {*retained(club.broker.port, "homeassistant/#", **club.login("homeassistant"))}
    assert {topic for _, topic in ALLOWED} == kept - {"homeassistant/status"}


def test_a_table_reads_its_own_seat_and_no_other(club: Club) -> None:
    with listening(club.broker.port, **club.login("hub")) as hub:
        for table in ("7", "8"):
            hub.say(HOME.seat(table), b"{}", retain=True)
        hub.say(HOME.night, b"{}", retain=True)
    found = retained(club.broker.port, "cribble/#", **club.login("7"))
    assert HOME.seat("7") in found
    assert HOME.night in found
    assert not [topic for topic in found if "/8" in topic]


@pytest.mark.parametrize(("user", "password"), [("", ""), ("7", "wrong"), ("9", "x")])
def test_a_wrong_user_or_password_is_refused(club: Club, user: str, password: str) -> None:
    client = Client(club.broker.address._replace(user=user, password=password), name="x")
    client.start()
    soon(lambda: client.fault is not None)
    client.stop()
    assert client.fault == "Not authorized"


def test_a_password_is_kept_as_mosquitto_keeps_it() -> None:
    """By PBKDF2 with SHA-512; never in the clear outside of a comment."""
    line = password_line("7", "secret", bytes)
    assert line.startswith("7:$7$101$AAAAAAAAAAAAAAAA$")
    assert len(line.split("$")[-1]) == 88
    assert "secret" not in passwords_file({"7": "secret"})


@pytest.mark.parametrize("name", ["hub", "homeassistant", "Table 1", "a\nuser hub", "", "a/b"])
def test_an_invalid_table_name_is_refused(name: str) -> None:
    with pytest.raises(Fault, match="No table can be called"):
        users_of(["1", name])


def test_acl_file_has_a_pattern_for_all_tables() -> None:
    assert acl_file("home", ["hub", "7"]) == (
        "user hub\n"
        "topic readwrite cribble/home/#\n"
        "\n"
        "user 7\n"
        "topic write homeassistant/device/cribble_home_7/config\n"
        "\n"
        "pattern readwrite cribble/home/table/%u/#\n"
        "pattern write cribble/home/result/+/%u/+\n"
        "pattern read cribble/home/seat/%u\n"
        "pattern read cribble/home/night\n"
        "pattern read cribble/home/standings\n"
        "pattern read homeassistant/status\n"
    )


def test_a_club_that_names_no_tables_has_those_from_1_to_20() -> None:
    printed = printed_files("home", [], password=lambda: "secret")
    assert re.findall(r"^# (\w+): secret$", printed, re.MULTILINE) == [
        "hub", *(str(number) for number in range(1, 21)),
    ]  # fmt: skip


def test_a_broker_of_the_hub_keeps_its_messages() -> None:
    place = PurePath("/data")
    conf = conf_file(place / "p", place / "a", port=1884, data=place)
    assert conf == (
        "listener 1884\nallow_anonymous false\npassword_file /data/p\nacl_file /data/a\n"
        "max_packet_size 66560\nmax_queued_messages 20000\n"
        "persistence true\npersistence_location /data/\nautosave_interval 60\n"
    )


def test_a_payload_of_64_kb_arrives_and_a_longer_one_does_not(club: Club) -> None:
    event = HOME.event("7")
    with listening(club.broker.port, event, **club.login("hub")) as listener:

        def longest() -> int:
            return max(map(len, listener.on(event)), default=0)

        for size in (65_536, 70_000):
            client = Client(
                club.broker.address._replace(user="7", password=club.passwords["7"]), name="7"
            )
            client.start()
            soon(lambda client=client: client.connected)
            client.publish(event, b"x" * size)
            if size > 65_536:
                soon(lambda client=client: not client.connected)
            else:
                soon(lambda: longest() == 65_536)
            client.stop()
        listener.settle()
        assert longest() == 65_536
