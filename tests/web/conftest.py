"""A table in the play, and a phone that has joined it."""

import pytest

from tests.kit.drivers.web_server import Phone, Site


@pytest.fixture
def site() -> Site:
    """A table in the play, with Ann to lay."""
    return Site().in_the_play()


@pytest.fixture
def scorer(site: Site) -> Phone:
    return site.scorer()
