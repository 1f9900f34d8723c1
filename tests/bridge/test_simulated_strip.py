"""The simulated microcontroller as a strip: the terminal shows what its board shows, the page hears
when it is gone and when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from time import monotonic, sleep

import pytest

from cribble.devices.drivers import STRIPS
from cribble.devices.microcontroller import bridge
from cribble.devices.simulated import Screen, SimulatedStrip, open_strip
from firmware_bridge.simulated.faults import Faults
from firmware_bridge.simulated.transport import SimulatedBoard
from hardware.strips.capture import CaptureStrip
from hardware.strips.colour_order import ORDERS, arranged, as_frame
from hardware.strips.setup import Caption, Fitting, Wires
from scorekeeper.board.light.device import Health, Mending, Strip, StripFault
from tests.kit.fakes.lights import STILL_BOARD, ann_and_ben, lights

FITTING = Fitting(STILL_BOARD, Caption)
DARK = bytes(3 * STILL_BOARD.pixels)
SOON_AND_SHORT = 1552
"""A chance that unplugs the board after some two seconds, for hardly more than one."""


@contextmanager
def strip_on(terminal: CaptureStrip, faults: Faults, seed: int = 1) -> Iterator[Strip]:
    """The simulated strip, with *terminal* in the place of the real one."""
    screen = Screen(terminal, FITTING.wires.order, STILL_BOARD.pixels)
    board = SimulatedBoard(faults, Random(seed), monotonic, screen.see)
    strip = SimulatedStrip(screen, partial(bridge, FITTING, board.ports, board.open))
    try:
        yield strip
    finally:
        strip.close()


def waits_for(terminal: CaptureStrip, frame: bytes, seconds: float = 5.0) -> bool:
    """Whether *terminal* shows *frame* in time."""
    ends = monotonic() + seconds
    while terminal.frames[-1:] != (frame,) and monotonic() < ends:
        sleep(0.01)
    return terminal.frames[-1:] == (frame,)


@pytest.mark.parametrize("order", ORDERS)
def test_the_strips_order_is_turned_back(order: str) -> None:
    """Whatever a maker wants, the terminal shows the colours of the frame."""
    frame = bytes(range(60))
    assert as_frame(arranged(frame, order), order) == frame


def test_the_terminal_shows_what_the_board_shows() -> None:
    """Dark until the board has its first picture, and in the end dark again."""
    terminal = CaptureStrip()
    with strip_on(terminal, Faults()) as strip:
        frame = Random(1).randbytes(len(DARK)).translate(bytes(byte // 16 for byte in range(256)))
        assert strip.health == Health.OK
        strip.show(frame)
        assert waits_for(terminal, frame)
        before = terminal.shown
        strip.show(frame)  # A caption may have changed.
        assert terminal.shown > before
    assert set(terminal.frames) == {DARK, frame}
    assert terminal.frames[-1] == DARK


def test_the_table_hears_that_the_board_is_gone_and_back() -> None:
    """While it is unplugged the strip is lost, for the reason that the config asked for it; it
    comes back with the picture of now."""
    terminal = CaptureStrip()
    heard = [(Health.OFF, "None")]
    with strip_on(terminal, Faults(vanish=3), seed=SOON_AND_SHORT) as strip, ann_and_ben() as table:
        lit = lights(table, lambda: strip, STILL_BOARD, rest=0.05)
        lit.start()
        ends = monotonic() + 20
        while len(heard) < 4 and monotonic() < ends:
            if (now := (lit.health, str(lit.fault))) != heard[-1]:
                heard.append(now)
            sleep(0.01)
        assert waits_for(terminal, lit.shown.after(0, 0)[1])
        lit.stop()
    asked_for = (
        "The simulated microcontroller does not answer, because strip.at asks for that; it comes "
        "back by itself."
    )
    assert heard[1:] == [(Health.OK, "None"), (Health.LOST, asked_for), (Health.OK, "None")]


def test_a_board_that_is_still_is_looked_after() -> None:
    """Like a strip with wires, for it can vanish while nothing moves; other screens rest."""
    resting = {name for name, row in STRIPS.items() if row.rests}
    assert resting == {"terminal", "browser", "capture", "null"}


def test_a_word_that_is_not_on_the_menu_lights_nothing() -> None:
    """The sentence is the strip's fault, and the strip is tried again as any other."""
    with pytest.raises(StripFault, match=r"^lose=1 in strip\.at is no fault") as told:
        open_strip(FITTING._replace(wires=Wires(at="lose=1")))
    assert not isinstance(told.value, Mending)
