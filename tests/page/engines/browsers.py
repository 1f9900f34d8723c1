"""WPE, WebKitGTK and Firefox, and a phone in each.

Playwright does not support Debian's builds; they are driven by WebDriver over HTTP, or in Firefox
by its own protocol, Marionette.
"""

import json
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from shutil import which
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from flask import Flask, Response
from jinja2 import DictLoader

from cribble.system.network import free_port
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import host_name
from tests.page.fast_taps import Fingers, Step

PATIENCE: Final = 30.0
"""Timeout in seconds for a browser to answer, long enough for a loaded machine."""

LEASH: Final = '"$@" & read -r _; kill -KILL 0'
"""Kills the process group once its standard input closes, however the tests end."""


@contextmanager
def running(*command: str, keep: tuple[int, ...] = (), **env: str) -> Iterator[None]:
    """Run *command* in its own process group, which is killed at the end.

    It inherits the descriptors *keep*; its output is ignored.
    """
    with subprocess.Popen(
        ("sh", "-c", LEASH, "sh", *command),
        env=os.environ | env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=keep,
        start_new_session=True,
    ) as leash:
        try:
            yield
        finally:
            os.killpg(leash.pid, signal.SIGKILL)


class WebDriver:
    """A browser window with the capabilities *wanted*, through the driver at *url*."""

    def __init__(self, url: str, wanted: Mapping[str, Any]) -> None:
        self._url = url
        begun = self._post("", {"capabilities": {"alwaysMatch": wanted}})
        self._id: str = begun["sessionId"]

    def ask(self, command: str, body: Mapping[str, Any]) -> Any:
        """Return the response to a *command* by its path, such as ``url``."""
        return self._post(f"/{self._id}/{command}", body)

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        request = Request(f"{self._url}/session{path}", json.dumps(body).encode())
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as fault:
            with fault:
                raise AssertionError(json.load(fault)["value"]["message"]) from None


@contextmanager
def driven(driver: str, wanted: Mapping[str, Any], **env: str) -> Iterator[WebDriver]:
    """Context manager: run *driver*, and open a browser with the capabilities *wanted*."""
    port = free_port("127.0.0.1")

    def answers() -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    with running(driver, f"--port={port}", NO_AT_BRIDGE="1", **env):
        soon(answers)
        yield WebDriver(f"http://127.0.0.1:{port}", wanted)


WPE_DRIVER: Final = "WPEWebDriver"
COG: Final = "/usr/bin/cog"
# Option and value must be separate arguments for cog.
COG_ARGUMENTS: Final = ("--automation", "-P", "headless")


@contextmanager
def open_wpe(lang: str) -> Iterator[WebDriver]:
    """Open a window of 800×600, whose size and language cannot be set."""
    wanted = {"wpe:browserOptions": {"binary": COG, "args": COG_ARGUMENTS}}
    with driven(WPE_DRIVER, wanted) as session:
        yield session


GTK_DRIVER: Final = "WebKitWebDriver"
SCREEN: Final = "Xvfb"
PYTHON: Final = "/usr/bin/python3"
"""The system's Python, which has GTK."""
WINDOW: Final = str(Path(__file__).with_name("gtk_window.py"))
GTK_SIZE: Final = "390x844"


def has_webkit_gtk() -> bool:
    if not (which(GTK_DRIVER) and which(SCREEN)):
        return False
    return subprocess.run([PYTHON, WINDOW], capture_output=True, check=False).returncode == 0


@contextmanager
def open_webkit_gtk(lang: str) -> Iterator[WebDriver]:
    options = {"binary": PYTHON, "args": [WINDOW, GTK_SIZE, f"{lang}-CA"]}
    with (
        _screen() as display,
        driven(GTK_DRIVER, {"webkitgtk:browserOptions": options}, DISPLAY=display) as session,
    ):
        yield session


@contextmanager
def _screen() -> Iterator[str]:
    read, write = os.pipe()
    size = ("-screen", "0", "900x1000x24", "-nolisten", "tcp")
    with (
        os.fdopen(read, "rb", buffering=0) as said,
        running(SCREEN, "-displayfd", str(write), *size, keep=(write,)),
    ):
        os.close(write)
        yield f":{said.read(9).decode().strip()}"


FIREFOX: Final = "firefox-esr"
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
"""Touch input, no animations, and no background network requests."""

COMMANDS: Final = {
    "url": "WebDriver:Navigate",
    "execute/sync": "WebDriver:ExecuteScript",
    "context": "Marionette:SetContext",
}
"""Marionette's command names by WebDriver path."""

SHRINK: Final = """for (const [side, size] of Object.entries(arguments[0]))
  for (const end of ["min", "max"])
    gBrowser.selectedBrowser.style.setProperty(`${end}-${side}`, `${size}px`, "important");"""
"""A window is at least 450 pixels wide; its viewport may be narrower."""


class Marionette:
    """A Firefox window, connected by *line*."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._heard, self._number = line, line.makefile("rb"), count(1)
        self._read()
        self._send("WebDriver:NewSession", {})
        self.ask("context", {"value": "chrome"})
        self.ask("execute/sync", {"script": SHRINK, "args": [SIZE]})
        self.ask("context", {"value": "content"})

    def ask(self, command: str, body: Mapping[str, Any]) -> Any:
        return self._send(COMMANDS[command], body)

    def close(self) -> None:
        self._heard.close()

    def _send(self, command: str, body: Mapping[str, Any]) -> Any:
        asked = json.dumps([0, next(self._number), command, body]).encode()
        self._line.sendall(b"%d:%s" % (len(asked), asked))
        _, _, fault, answer = self._read()
        assert fault is None, fault
        return answer.get("value")

    def _read(self) -> Any:
        """Read a message: its length, a colon, and JSON."""
        size = b"".join(iter(lambda: self._heard.read(1), b":"))
        return json.loads(self._heard.read(int(size)))


@contextmanager
def open_firefox(lang: str) -> Iterator[Marionette]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        preferences = {**PREFERENCES, "intl.accept_languages": f"{lang}-CA"}.items()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(to)});\n" for name, to in preferences)
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        with running(FIREFOX, *FLAGS, "--profile", profile):
            told = Path(profile, PORT_FILE)
            soon(lambda: told.exists() and told.stat().st_size > 0)
            port = int(told.read_text(encoding="utf-8"))
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
                session = Marionette(line)
                yield session
                session.close()


class Engine(NamedTuple):
    """A browser engine: whether it is installed, how it is opened in a language, and the language
    of its match."""

    name: str
    is_there: Callable[[], bool]
    opened: Callable[[str], AbstractContextManager[WebDriver | Marionette]]
    lang: str


ENGINES: Final = (
    Engine("wpe", lambda: bool(which(WPE_DRIVER) and which(COG)), open_wpe, "fr"),
    Engine("webkit-gtk", has_webkit_gtk, open_webkit_gtk, "en"),
    Engine("firefox", lambda: bool(which(FIREFOX)), open_firefox, "en"),
)
"""Fastest first."""


TEMPLATE: Final = "page.html"
HEAD: Final = "<head>"

LISTEN: Final = """// Remembers faults, refusals of the content policy, errors and warnings.
window.complaints = [];
const complain = (text) => window.complaints.push(String(text));
addEventListener("error", (event) => event.message && complain(event.message));
addEventListener("unhandledrejection", (event) => complain(event.reason));
document.addEventListener("securitypolicyviolation", (event) =>
  complain(`${event.violatedDirective}: ${event.blockedURI}`));
console.error = console.warn = complain;
"""


def listen(app: Flask) -> None:
    """Add a script to each page of *app* that installs error listeners first."""
    loader = app.jinja_env.loader
    assert loader
    source, _, _ = loader.get_source(app.jinja_env, TEMPLATE)
    assert HEAD in source
    listening = source.replace(HEAD, f'{HEAD}<script src="/complaints.js"></script>')
    app.jinja_env.loader = DictLoader({TEMPLATE: listening})

    @app.get("/complaints.js")
    def script() -> Response:
        return Response(LISTEN, mimetype="text/javascript")


CALM: Final = """() => {
  const {get} = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches");
  const calm = {get() { return this.media.includes("reduced-motion") || get.call(this); }};
  Object.defineProperty(MediaQueryList.prototype, "matches", calm);
}"""
"""Counts are told at once. WPE has no setting for reduced motion."""


class Page:
    """The subset of Playwright's page that Fingers needs."""

    def __init__(self, session: WebDriver | Marionette) -> None:
        self._session = session

    def goto(self, url: str) -> None:
        self._session.ask("url", {"url": url})

    def evaluate(self, script: str, given: Any = None) -> Any:
        """Evaluate *script* in the page; if it is a function, call it with *given*."""
        run = f"const it = ({script}); return typeof it === 'function' ? it(arguments[0]) : it"
        return self._session.ask("execute/sync", {"script": run, "args": [given]})


class EnginePhone:
    """A phone at the table on *port*, in the language *lang*."""

    def __init__(self, session: WebDriver | Marionette, port: int, lang: str) -> None:
        self.page, self.lang = Page(session), lang
        self.url = f"http://{host_name()}:{port}"
        self.fingers = Fingers(self)

    def open(self, path: str = "/") -> None:
        """Open *path*, wait until it follows the table, and choose the language."""
        self.page.goto(f"{self.url}{path}")
        self.until_shown(":is(.link.live, [data-link=live])")
        self.page.evaluate(
            "(lang) => document.querySelector(`header [lang=${lang}]`)?.click()", self.lang
        )
        self.until_shown(f"html[lang={self.lang}]")

    def tap(self, *steps: Step, seen: int = 0, enters: bool = True) -> None:
        """Make taps once the page shows version *seen*; if they enter something, wait for it."""
        self.fingers.press(steps, seen, enters=enters)

    def until_shown(self, selector: str) -> None:
        find = "(selector) => Boolean(document.querySelector(selector))"
        soon(lambda: self.page.evaluate(find, selector))

    def calm(self) -> None:
        self.page.evaluate(CALM)

    def complaints(self) -> list[str]:
        complaints: list[str] = self.page.evaluate("() => complaints.splice(0)")
        return complaints
