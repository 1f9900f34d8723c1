"""WPE WebKit 2.38, which is what the iPhones of 2022 had as Safari 16.0. It needs no screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Final

from tests.kit.browsers.webdriver import Session, driven

DRIVER: Final = "WPEWebDriver"
BROWSER: Final = "/usr/bin/cog"
# The option and its value are two words; as one, cog does not know them.
ARGUMENTS: Final = ("--automation", "-P", "headless")


def is_there() -> bool:
    """True if the driver and the browser are installed."""
    return bool(which(DRIVER) and which(BROWSER))


@contextmanager
def opened(lang: str) -> Iterator[Session]:
    """A window of 800×600, which cannot be told its size or language."""
    wanted = {"wpe:browserOptions": {"binary": BROWSER, "args": ARGUMENTS}}
    with driven(DRIVER, wanted) as session:
        yield session
