"""WebDriver over HTTP, as the drivers of both WebKits speak it."""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cribble.system.network import free_port
from tests.kit.browsers.processes import PATIENCE, running, until


class Session:
    """One window of a browser with the capabilities *wanted*, behind the driver at *url*."""

    def __init__(self, url: str, wanted: Mapping[str, Any]) -> None:
        self._url = url
        begun = self._post("", {"capabilities": {"alwaysMatch": wanted}})
        self._id: str = begun["sessionId"]

    def ask(self, command: str, body: Mapping[str, Any]) -> Any:
        """Return the answer to a *command* by its path, such as ``url``."""
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
def driven(driver: str, wanted: Mapping[str, Any], **env: str) -> Iterator[Session]:
    """Run *driver*, and what it starts for a browser with the capabilities *wanted*."""
    port = free_port("127.0.0.1")

    def answers() -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    with running(driver, f"--port={port}", NO_AT_BRIDGE="1", **env):
        until(answers, driver)
        yield Session(f"http://127.0.0.1:{port}", wanted)
