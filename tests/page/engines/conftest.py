"""Each engine in turn, opened once for all its tests."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.page.engines.browsers import ENGINES, Engine, EnginePhone, Marionette, WebDriver


class Window(NamedTuple):
    engine: Engine
    session: WebDriver | Marionette

    def phone(self, port: int) -> EnginePhone:
        return EnginePhone(self.session, port, self.engine.lang)


@pytest.fixture(scope="package", params=ENGINES, ids=[engine.name for engine in ENGINES])
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of the engine; if it is not installed, the tests are skipped with a message."""
    engine: Engine = request.param
    if not engine.is_there():
        pytest.skip(f"{engine.name} is not installed: make engine-packages")
    with engine.opened(engine.lang) as session:
        yield Window(engine, session)
