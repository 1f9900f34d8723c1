"""The strip in the hand of the wizard draws no more than its supply gives."""

import pytest

from cribble.config.schema import StripConfig
from cribble.wizard.probe import Probe, first_lights, one_byte, one_light
from tests.kit.drivers.wizard_table import captured

LIGHTS = 300
STRIP = StripConfig(name="capture", limit_ma=500, led_ma=60)


def drawn_ma(frame: bytes) -> float:
    """WLED's estimate: 1 mA for each light, and ``led_ma`` for a full white one."""
    return LIGHTS + sum(frame) * STRIP.led_ma / (3 * 255)


def test_a_probe_stays_within_the_limit_of_the_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    with captured(monkeypatch) as strips:
        probe = Probe()
        for frame in (
            b"\xff" * 3 * LIGHTS, first_lights(LIGHTS, LIGHTS), one_byte(1, LIGHTS, LIGHTS),
        ):  # fmt: skip
            assert drawn_ma(frame) > STRIP.limit_ma
            probe.show(STRIP, LIGHTS, frame)
            shown = strips[-1].frames[-1]
            assert any(shown)
            assert drawn_ma(shown) <= STRIP.limit_ma
        probe.show(STRIP, LIGHTS, one_light(7, LIGHTS))
        assert any(strips[-1].frames[-1][21:24])
        probe.close()
        assert not any(strips[-1].frames[-1])
