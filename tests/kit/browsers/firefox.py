"""Firefox ESR with fingers instead of a mouse, asked over Marionette, its own line to tests."""

import json
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import which
from typing import Any, Final

from tests.kit.browsers.processes import PATIENCE, running, until

BROWSER: Final = "firefox-esr"
FLAGS: Final = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote")
PORT_FILE: Final = "MarionetteActivePort"
SIZE: Final = {"width": 390, "height": 844}

PREFERENCES: Final = {
    "marionette.port": 0,
    "dom.w3c_touch_events.enabled": 1,
    "ui.allPointerCapabilities": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#",
}
"""A finger, still pictures, and no call to anybody but the table."""

COMMANDS: Final = {
    "url": "WebDriver:Navigate",
    "execute/sync": "WebDriver:ExecuteScript",
    "context": "Marionette:SetContext",
}
"""Marionette's names for WebDriver's paths."""

SHRINK: Final = """for (const [side, size] of Object.entries(arguments[0]))
  for (const end of ["min", "max"])
    gBrowser.selectedBrowser.style.setProperty(`${end}-${side}`, `${size}px`, "important");"""
"""A window has at least 450 pixels; what it shows may have fewer."""


class Session:
    """One window of the Firefox at the other end of *line*."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._heard, self._number = line, line.makefile("rb"), count(1)
        self._read()
        self._send("WebDriver:NewSession", {})
        self.ask("context", {"value": "chrome"})
        self.ask("execute/sync", {"script": SHRINK, "args": [SIZE]})
        self.ask("context", {"value": "content"})

    def ask(self, command: str, body: Mapping[str, Any]) -> Any:
        """Return the answer to a *command* by its path in WebDriver, such as ``url``."""
        return self._send(COMMANDS[command], body)

    def close(self) -> None:
        """Hang up."""
        self._heard.close()

    def _send(self, command: str, body: Mapping[str, Any]) -> Any:
        asked = json.dumps([0, next(self._number), command, body]).encode()
        self._line.sendall(b"%d:%s" % (len(asked), asked))
        _, _, fault, answer = self._read()
        assert fault is None, fault
        return answer.get("value")

    def _read(self) -> Any:
        """The next message: its length, a colon, and JSON."""
        size = b"".join(iter(lambda: self._heard.read(1), b":"))
        return json.loads(self._heard.read(int(size)))


def is_there() -> bool:
    """True if Firefox is installed."""
    return which(BROWSER) is not None


@contextmanager
def opened(lang: str) -> Iterator[Session]:
    """A window as large as a phone, of somebody who speaks *lang*."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        preferences = {**PREFERENCES, "intl.accept_languages": f"{lang}-CA"}.items()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(to)});\n" for name, to in preferences)
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        with running(BROWSER, *FLAGS, "--profile", profile):
            told = Path(profile, PORT_FILE)
            port = until(lambda: told.exists() and told.read_text(encoding="utf-8"), BROWSER)
            with socket.create_connection(("127.0.0.1", int(port)), PATIENCE) as line:
                session = Session(line)
                yield session
                session.close()
