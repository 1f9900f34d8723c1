"""`cribble serve` with a broker, tested through the page and mosquitto."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from cribble.config.schema import MqttConfig
from cribble.serve.app import client_id, table_name
from mqtt.payloads import Night, Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.mosquitto import listening, mosquitto, retained
from tests.kit.drivers.serving import HERE, Serving, serving
from tests.kit.drivers.waiting import limit, soon
from tests.kit.drivers.web_server import ask
from tests.kit.fakes.network import black_hole

CLUB = Topics("oak-street")
ROUND_4 = Seat(
    night="2026-11-22", round=4, rules="acc",
    players=(SeatedPlayer(id="p12", name="<b>Ann</b>"), SeatedPlayer(id="p31", name="Luc")),
)  # fmt: skip


def config(folder: Path, url: str, more: str = "") -> str:
    path = folder / "config.toml"
    path.write_text(
        f'access = "open"\n[mqtt]\nurl = "{url}"\nclub = "oak-street"\ntable = "7"\n{more}'
    )
    return str(path)


def agree(table: Serving, place: str, seat: int) -> tuple[int, Any]:
    return ask(table.port, "POST", "/api/v1/agreements", {"place": place, "seat": seat})


def test_a_night_at_a_table_from_its_seat_to_the_end_by_kill(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "mosquitto") as broker, listening(broker.port) as hub:
        hub.say(CLUB.seat("7"), encode(ROUND_4), retain=True)
        hub.say(CLUB.night, encode(Night(night="2026-11-22", agree=True)), retain=True)
        options = ["--config", config(tmp_path, broker.url), "--strip", "null"]
        with serving(tmp_path / "data", *options) as table:
            hub.until_last(CLUB.status("7"), b"online")
            soon(lambda: "assignment" in table.ask("/api/v1/state")["live"])
            start = table.ask("/api/v1/state")["live"]["assignment"]["start"]
            assert start["players"] == ["<b>Ann</b>", "Luc"]
            table.ask("/api/v1/actions", start | {"dealer": 0})
            table.ask("/api/v1/actions", {"do": "concede", "team": 1})
            soon(lambda: table.ask("/api/v1/state")["live"]["assignment"].get("place") == "1.0")
            assert agree(table, "2.0", 0)[0] == 422
            assert agree(table, "1.0", 0)[1]["agreed"] == [True, False]
            result = CLUB.result("2026-11-22", "7", "1.0")
            assert hub.last(result) is None
            assert agree(table, "1.0", 1)[0] == 200
            hub.until(lambda it: it.last(result) is not None)
            assert json.loads(hub.last(result) or b"")["scores"] == [121, 0]
            soon(lambda: table.ask("/api/v1/state")["live"]["assignment"].get("sent") is True)
            assert table.ask("/healthz")["broker"] == {"health": "ok", "fault": None, "ignored": 0}
            table.process.send_signal(signal.SIGKILL)
            assert hub.until_last(CLUB.status("7"), b"offline") < limit(5)
        assert result in retained(broker.port, "cribble/#")


def test_a_table_whose_broker_never_answers_opens_plays_and_closes(tmp_path: Path) -> None:
    with black_hole() as port:
        options = ["--config", config(tmp_path, f"mqtt://{HERE}:{port}"), "--strip", "null"]
        with serving(tmp_path / "data", *options) as table:
            start = {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"], "dealer": 1}
            assert table.ask("/api/v1/actions", start)["version"] == 1
            assert table.ask("/healthz")["broker"]["health"] == "lost"
            assert agree(table, "1.0", 0)[0] == 422
            seconds, code, _, _ = table.stop()
        assert code == 0
        assert seconds < limit(4)


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("abc\n")
    secret.chmod(0o644)
    more = f'user = "7"\npassword_file = "{secret}"\n'
    path = config(tmp_path, "mqtt://127.0.0.1:1", more)
    done = typed("serve", "--data", str(tmp_path / "data"), "--config", path, "--port", "0")
    assert done.code != 0
    assert f"chmod 600 {secret}" in done.err


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("Küche.local", "k-che"),
        ("", "table"),
        ("a" * 60, "a" * 32),
        ("-x_y-", "x-y"),
    ],
)
def test_a_table_is_called_like_its_machine(host: str, expected: str) -> None:
    assert table_name(MqttConfig(), lambda: host) == expected
    assert table_name(MqttConfig(table="7"), lambda: host) == "7"


def test_a_session_has_the_same_name_after_a_restart_and_another_elsewhere() -> None:
    ours = client_id(CLUB, "7", "journal")
    assert ours == client_id(CLUB, "7", "journal") != client_id(CLUB, "7", "another")
    assert len(ours) <= 23
