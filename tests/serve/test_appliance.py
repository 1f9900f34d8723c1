"""An appliance restarts by itself with the backup uploaded by its host."""

import hashlib
import json
from base64 import b64encode
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import copy

import pytest

from cribble.backup.archive import CONFIG, write_backup
from cribble.config.file import read_config
from cribble.folders import JOURNAL, SECRETS
from cribble.system.network import free_port
from scorekeeper.journal import export_lines
from tests.backup.archives import PARTS
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.serving import HERE, running
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import ask, asked
from tests.kit.paths import DATA

PIECE = 11_250
BACKUP = "/api/v1/backup"


THEIRS = """
data = "/mnt/theirs"
port = 8199
host = "10.0.0.9"
access = "code"
names = ["theirs.lan"]
language = "fr"

[mqtt]
url = "mqtt://127.0.0.1:9"
user = "theirs"
password_file = "/mnt/theirs/password"
"""


@pytest.fixture
def evenings(tmp_path: Path) -> bytes:
    (there := tmp_path / "there").mkdir()
    copy(DATA / "journals/evenings.sqlite3", there / JOURNAL)
    for name, content in (PARTS | {CONFIG: THEIRS.encode()}).items():
        (there / name).write_bytes(content)
    with (tmp_path / "evenings.zip").open("wb") as out:
        write_backup(out, there, there / CONFIG)
    return (tmp_path / "evenings.zip").read_bytes()


def test_backup_of_another_machine_is_brought_back_by_phone(
    tmp_path: Path, evenings: bytes
) -> None:
    """The table restarts in the same process, so that systemd does not notice."""
    data, config, port = tmp_path / "here", tmp_path / "cribble.toml", free_port(HERE)
    ours = f'port = {port}\nhost = "{HERE}"\ndata = "{data}"\naccess = "open"\n'
    config.write_text(ours)
    with running(["serve", "--config", str(config)], port) as table:
        table.ask(
            "/api/v1/actions", {"do": "start", "rules": "six-card", "players": ["Ann", "Ben"]}
        )
        before = json.loads((data / SECRETS).read_text())
        _, _, cookies = asked(port, "POST", "/api/v1/host", {"pin": before["pin"]}, "")
        host = partial(ask, port, cookie=cookies)
        for offset in range(0, len(evenings), PIECE):
            piece = b64encode(evenings[offset : offset + PIECE]).decode()
            assert host("PUT", f"{BACKUP}/upload", {"offset": offset, "data": piece})[0] == 200
        status, offer = host("POST", f"{BACKUP}/offer", {})
        assert (status, offer["replaces"]) == (200, 1)
        assert offer["sha256"] == hashlib.sha256(evenings).hexdigest()
        assert [change["key"] for change in offer["changes"]] == ["language", "mqtt.url"]
        process = table.process.pid
        status, _ = host("POST", f"{BACKUP}/restore", {"sha256": offer["sha256"]})
        assert status == 202

        def is_restored() -> bool:
            with suppress(OSError):
                return bool(table.ask("/healthz")["journal"]["lines"] == offer["entries"])
            return False

        soon(is_restored, 60)
        assert table.process.pid == process
        assert table.process.poll() is None
        table.stop()
    kept = {name: (data / name).read_bytes() for name in PARTS if name != CONFIG}
    assert kept == {name: part for name, part in PARTS.items() if name != CONFIG}
    now = read_config(config)
    assert (now.port, now.host, now.data, now.access) == (port, HERE, str(data), "open")
    assert (now.names, now.language, now.mqtt.user) == ((), "fr", "")
    (replaced,) = data.glob("replaced-*")
    assert json.loads((replaced / SECRETS).read_text()) == before
    assert len(list(export_lines(replaced / JOURNAL))) == 2
    assert (replaced / CONFIG).read_text() == ours
    assert typed("code", "--data", str(data)).out.strip() == "7QK4-93"
