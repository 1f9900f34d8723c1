"""The engines that the page is played in beside Chromium; one more is one more row."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, Protocol

from tests.kit.browsers import firefox, webkit_gtk, wpe


class Session(Protocol):
    """One window of a browser."""

    def ask(self, command: str, body: Mapping[str, Any]) -> Any:
        """Return the answer to a command of WebDriver, by its path."""


class Engine(NamedTuple):
    """A browser: the Debian packages that bring it, whether they did, how it is opened for
    somebody who speaks a language, and the language that is played in it."""

    name: str
    packages: tuple[str, ...]
    is_there: Callable[[], bool]
    opened: Callable[[str], AbstractContextManager[Session]]
    lang: str


ENGINES: Final = (
    Engine("wpe", ("wpewebkit-driver", "cog"), wpe.is_there, wpe.opened, "fr"),
    Engine(
        "webkit-gtk",
        ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"),
        webkit_gtk.is_there,
        webkit_gtk.opened,
        "en",
    ),
    Engine("firefox", ("firefox-esr",), firefox.is_there, firefox.opened, "en"),
)
"""The cheapest first."""
