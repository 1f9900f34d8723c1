"""A fresh machine with its table, served by the shipped server, to be set up by phone."""

import http.client
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from msgspec.structs import replace

from cribble.cli.overrides import ActiveConfig
from cribble.config.file import parse_config
from cribble.doctor.machine import Machine
from cribble.serve.app import App
from cribble.wizard.search import FoundWled
from cribble.wizard.session import WizardSession
from hardware.strips.virtual import CaptureStrip
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Words
from tests.kit.drivers.web_server import PIN, SECRETS, ask
from tests.kit.formats.machine_file import machine
from web import Access, Settings


class FreshMachine:
    """An *app* with its *wizard*, its config *file*, and a host's phone that asks without a
    browser."""

    def __init__(self, app: App, wizard: WizardSession, file: Path) -> None:
        self.app, self.wizard, self.file = app, wizard, file
        self.port = app.addresses.port
        self.cookie = ""

    def claim(self) -> int:
        """Become the host, as the first phone does; return the status."""
        status, _, cookie = asked(self.port, "POST", "/api/v1/setup/claim", {}, "")
        if status == 200:
            self.cookie = cookie
        return status

    def become_host(self) -> None:
        """Become the host by the PIN."""
        status, _, self.cookie = asked(self.port, "POST", "/api/v1/host", {"pin": PIN}, "")
        assert status == 200

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask as the host, and be answered well."""
        status, answer = ask(self.port, method, f"/api/v1/{path}", body, self.cookie)
        assert status == 200, (status, answer)
        return answer

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Ask as the host, and be refused: the status and the sentence."""
        status, answer = ask(self.port, method, f"/api/v1/{path}", body, self.cookie)
        assert status >= 400, answer
        return status, answer["refused"]

    def printed(self, sheet: str, paper: str) -> bytes:
        """Print a *sheet* on *paper* as the host; return the PDF."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with closing(line):
            path = f"/setup/{sheet}.pdf?paper={paper}"
            line.request("GET", path, headers={"Cookie": self.cookie})
            answer = line.getresponse()
            assert answer.status == 200
            return answer.read()


def asked(port: int, method: str, path: str, body: Any, cookie: str) -> tuple[int, Any, str]:
    """One request: the status, the JSON, and the cookies that came with it."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        line.request(method, path, json.dumps(body), headers)
        answer = line.getresponse()
        pairs = [one.split(";")[0] for one in answer.headers.get_all("Set-Cookie") or []]
        return answer.status, json.loads(answer.read() or b"null"), "; ".join(pairs)
    finally:
        line.close()


@contextmanager
def fresh_machine(
    folder: Path,
    config: str = "",
    look_at: Callable[[], Machine] | None = None,
    *,
    port: int = 0,
    wleds: Callable[[], Sequence[FoundWled]] = tuple,
    packaged: bool = True,
) -> Iterator[FreshMachine]:
    """A table with an empty journal and this *config*, on a PC unless another is to *look_at*, in a
    network with the controllers that *wleds* finds; *packaged*: its program is the package's. One
    that was in this *folder* before has the config that it had then."""
    file = folder / "config.toml"
    if not file.exists():
        file.write_text(f'host = "127.0.0.1"\nport = {port}\n{config}')
    active = ActiveConfig(parse_config(file.read_bytes(), str(file)), file)
    active = active._replace(config=replace(active.config, data=str(folder)))

    def wizard(app: App) -> WizardSession:
        pc = lambda: machine("pc", folder / "pc")  # noqa: E731
        return WizardSession(app, active, look_at or pc, wleds, packaged=packaged)

    with closing(Table(Journal.in_memory())) as table:
        is_open = active.config.access == "open"
        access, words = Access(SECRETS, is_open=is_open), Words.of("en")
        app = App(table, active.config, access, words, Settings(), wizard=wizard)
        assert app.wizard
        with app.open(Event()):
            yield FreshMachine(app, app.wizard, file)


@contextmanager
def captured(patch: pytest.MonkeyPatch) -> Iterator[list[CaptureStrip]]:
    """Every strip of the kind ``capture`` that is opened meanwhile, the newest last."""
    strips: list[CaptureStrip] = []

    def open_strip(setup: Any) -> CaptureStrip:
        strips.append(CaptureStrip())
        return strips[-1]

    patch.setattr("hardware.strips.virtual.CaptureStrip", open_strip)
    yield strips
