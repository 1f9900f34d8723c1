"""The simulated microcontroller as a strip: the terminal shows what its board shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from time import monotonic, sleep

import pytest

from cribble.devices.microcontroller import bridge
from cribble.devices.simulated import Screen, SimulatedStrip, open_strip
from firmware_bridge.simulated.transport import SimulatedBoard
from hardware.strips.capture import CaptureStrip
from hardware.strips.colour_order import ORDERS, arranged, as_frame
from hardware.strips.setup import Strip, StripSetup, StripWiring
from scorekeeper.device import DeviceFault, Health, TransientFault
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.lights import STILL_BOARD, ann_and_ben, lights
from tests.kit.fakes.noisy_line import Faults, NoisyLine

SETUP = StripSetup(STILL_BOARD)
DARK = bytes(3 * STILL_BOARD.pixels)
SOON_AND_SHORT = 1552
"""A chance that unplugs the board after some two seconds, for hardly more than one."""


@contextmanager
def strip_on(terminal: CaptureStrip, faults: Faults, seed: int = 1) -> Iterator[Strip]:
    screen = Screen(terminal, SETUP.wiring.order, STILL_BOARD.pixels)
    board = SimulatedBoard(monotonic, screen.see, partial(NoisyLine, faults, Random(seed)))
    strip = SimulatedStrip(screen, partial(bridge, SETUP, board.ports, board.open))
    try:
        yield strip
    finally:
        strip.close()


@pytest.mark.parametrize("order", ORDERS)
def test_colour_order_is_reversible(order: str) -> None:
    frame = bytes(range(60))
    assert as_frame(arranged(frame, order), order) == frame


def test_the_terminal_shows_what_the_board_shows() -> None:
    terminal = CaptureStrip()
    with strip_on(terminal, Faults()) as strip:
        frame = Random(1).randbytes(len(DARK)).translate(bytes(byte // 16 for byte in range(256)))
        assert strip.health == Health.OK
        strip.show(frame)
        soon(lambda: terminal.frames[-1:] == (frame,))
        before = terminal.shown
        strip.show(frame)  # A caption may have changed.
        assert terminal.shown > before
    assert set(terminal.frames) == {DARK, frame}
    assert terminal.frames[-1] == DARK


def test_the_table_hears_that_the_board_is_gone_and_back() -> None:
    """While it is unplugged the strip is lost; it comes back with the picture of now."""
    terminal = CaptureStrip()
    heard = [(Health.OFF, "None")]
    with strip_on(terminal, Faults(vanish=3), seed=SOON_AND_SHORT) as strip, ann_and_ben() as table:
        lit = lights(table, lambda: strip, STILL_BOARD, refresh_every=0.05)
        lit.start()
        ends = monotonic() + 20
        while (len(heard) < 4 or heard[-1][0] != Health.OK) and monotonic() < ends:
            if (now := (lit.health, str(lit.fault))) != heard[-1]:
                heard.append(now)
            sleep(0.01)
        soon(lambda: terminal.frames[-1:] == (lit.shown.after(0, 0)[1],))
        lit.stop()
    silent = "The microcontroller at simulated has fallen silent: is it still plugged in?"
    missing = "No microcontroller is plugged in: connect it by USB, or name its port in strip.at."
    assert heard[1] == heard[-1] == (Health.OK, "None")
    assert {*heard[2:-1]} <= {(Health.LOST, silent), (Health.LOST, missing)}


@pytest.mark.parametrize("at", ["drop=0.001 flip=0.001", "/dev/ttyACM0"])
def test_a_simulated_microcontroller_at_a_port_is_refused(at: str) -> None:
    with pytest.raises(
        DeviceFault, match=f'^strip.at is "{at}", .* leave strip.at empty'
    ) as caught:
        open_strip(SETUP._replace(wiring=StripWiring(at=at)))
    assert not isinstance(caught.value, TransientFault)
