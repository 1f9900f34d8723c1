"""Each engine in turn, opened once for all its tests."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.page.engines.browsers import ENGINES, Engine, EnginePhone, Marionette, WebDriver


class Window(NamedTuple):
    engine: Engine
    session: WebDriver | Marionette

    def phone(self, port: int) -> EnginePhone:
        """A phone at the table on *port*."""
        return EnginePhone(self.session, port, self.engine.lang)


@pytest.fixture(scope="package", params=ENGINES, ids=[engine.name for engine in ENGINES])
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of the engine; if it is not installed, the tests are skipped with a message."""
    engine: Engine = request.param
    if not engine.is_there():
        packages = " ".join(engine.packages)
        pytest.skip(f"the page is not played in {engine.name}: apt-get install {packages}")
    with engine.opened(engine.lang) as session:
        yield Window(engine, session)
