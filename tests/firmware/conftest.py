"""An emulated Uno, at several baud rates."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.rig.toolchain import need
from tests.firmware.rig.uno import Uno

BAUDS = (115_200, 1_000_000)
OFFERED = (115_200, 250_000, 500_000, 1_000_000)
"""The baud rates in docs/flashing.md."""

at_the_usual_baud = pytest.mark.parametrize("uno", BAUDS[:1], indirect=True, ids=["usual"])
at_the_fastest_baud = pytest.mark.parametrize("uno", BAUDS[1:], indirect=True, ids=["fast"])
at_every_baud = pytest.mark.parametrize(
    "uno",
    [pytest.param(baud, marks=[] if baud in BAUDS else [pytest.mark.slow]) for baud in OFFERED],
    indirect=True,
)


@pytest.fixture(params=BAUDS, ids=lambda baud: f"{baud:,} baud")
def uno(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Uno]:
    need("gcc", "avr-gcc", "avr-libc", "simavr")
    uno = Uno(tmp_path, request.param)
    uno.plug()
    yield uno
    uno.stop()
