"""The doctor's check of the broker: connection, login, and permission to publish."""

from pathlib import Path

import pytest

from club.hub.mosquitto import password_line
from cribble.config.schema import MqttConfig
from cribble.system.network import free_port
from mqtt.broker import Broker
from mqtt.client import BrokerAnswer, probe
from mqtt.topics import Topics
from tests.doctor.cases import PC, Case, on, plan
from tests.kit.drivers.mosquitto import HERE, mosquitto
from tests.kit.fakes.network import black_hole

URL = "mqtt://192.168.1.10:1883"


def at(answer: BrokerAnswer | Exception, **said: str) -> Case:
    broker = MqttConfig(**{"url": URL, "club": "oak", "table": "kitchen"} | said)
    return on(PC, plan("null", mqtt=broker), "broker", broker=answer)


CASES = {
    "the broker passes on what the table says": at(BrokerAnswer()),
    "the broker is not there": at(ConnectionRefusedError(111, "Connection refused")),
    "the broker wants a user": at(BrokerAnswer("Not authorized")),
    "the access list forbids it": at(BrokerAnswer(passes_on=False)),
    "the password is not there": at(BrokerAnswer(), user="kitchen", password_file="/no/file"),
}


def test_a_user_who_is_refused_is_named(tmp_path: Path) -> None:
    (secret := tmp_path / "password").touch(0o600)
    secret.write_text("wrong\n")
    case = at(BrokerAnswer("Not authorized"), user="kitchen", password_file=str(secret))
    (finding,) = case.told(tmp_path / "machine")
    assert finding.startswith(f"wrong: The broker {URL} rejected the user kitchen (Not authorized)")
    assert finding.endswith("[sudo mosquitto_passwd /etc/mosquitto/cribble.passwords kitchen]")


def test_a_real_broker_is_asked(tmp_path: Path) -> None:
    """With an access list for its own topics, the table receives its own messages and no others."""
    (tmp_path / "passwords").write_text(password_line("kitchen", "secret"))
    (tmp_path / "acl").write_text("pattern readwrite cribble/oak/table/%u/#\n")
    for name in ("passwords", "acl"):
        (tmp_path / name).chmod(0o600)
    conf = f"allow_anonymous false\npassword_file {tmp_path}/passwords\nacl_file {tmp_path}/acl\n"
    with mosquitto(tmp_path / "broker", conf) as there:

        def ask(password: str, topic: str) -> BrokerAnswer:
            return probe(Broker(HERE, there.port, False, "kitchen", password), topic, 0.5)

        own = Topics("oak").probe("kitchen")
        assert ask("secret", own) == BrokerAnswer()
        assert ask("secret", Topics("oak").probe("porch")) == BrokerAnswer(passes_on=False)
        assert ask("secret", Topics("elm").probe("kitchen")) == BrokerAnswer(passes_on=False)
        assert ask("guessed", own) == BrokerAnswer("Not authorized", passes_on=False)


def test_what_is_no_broker_is_told_from_one() -> None:
    with pytest.raises(OSError, match="refused"):
        probe(Broker(HERE, free_port(HERE)), "word", 0.2)
    with black_hole() as hole, pytest.raises(TimeoutError, match="no answer"):
        probe(Broker(HERE, hole), "word", 0.2)
