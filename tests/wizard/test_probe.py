"""The strip in the hand of the wizard draws no more than its supply gives, and is never dark for
want of it without saying so."""

import pytest

from cribble.config.schema import StripConfig
from cribble.wizard.session import Probe, lights_between, one_byte, one_light
from scorekeeper.device import DeviceFault
from tests.kit.drivers.wizard_table import captured

LIGHTS = 300
STRIP = StripConfig(name="capture")


def lit(frame: bytes) -> list[int]:
    """The lights that shine, from 0."""
    return [at for at in range(len(frame) // 3) if any(frame[3 * at : 3 * at + 3])]


def drawn_ma(frame: bytes, lights: int) -> float:
    """WLED's estimate: 1 mA for each light, and ``led_ma`` for a full white one."""
    return lights + sum(frame) * STRIP.led_ma / (3 * 255)


def test_a_probe_stays_within_the_limit_of_the_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is dimmed for it, what shall shine shines."""
    with captured(monkeypatch) as strips:
        probe = Probe()
        for frame in (
            b"\xff" * 3 * LIGHTS, lights_between(1, LIGHTS, LIGHTS), one_byte(1, LIGHTS, LIGHTS),
        ):  # fmt: skip
            probe.show(STRIP, LIGHTS, frame)
            shown = strips[-1].frames[-1]
            assert len(lit(shown)) == LIGHTS
            assert drawn_ma(shown, LIGHTS) <= STRIP.limit_ma
        probe.show(STRIP, LIGHTS, one_light(7, LIGHTS))
        assert lit(strips[-1].frames[-1]) == [7]
        probe.close()
        assert not any(strips[-1].frames[-1])


def test_lights_that_may_not_be_there_are_not_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is longer than the strip while its lights are counted."""
    with captured(monkeypatch) as strips:
        Probe().show(STRIP, 1200, lights_between(1, 128, 1200), known=1)
        assert lit(strips[-1].frames[-1]) == list(range(128))


def test_what_the_supply_cannot_light_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dark lights alone take more than it gives: nothing shines, and that is told."""
    with captured(monkeypatch) as strips:
        probe = Probe()
        probe.show(STRIP, 1200, one_light(7, 1200))
        for frame, known in ((one_light(7, 1200), 900), (lights_between(1, 800, 1200), 1)):
            with pytest.raises(DeviceFault, match="limit_ma = 850 is too low"):
                probe.show(STRIP, 1200, frame, known)
            assert not any(strips[-1].frames[-1])
