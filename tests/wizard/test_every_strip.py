"""The wizard counts and identifies every kind of strip, within its supply's limit."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from cribble.boards import shape_of, wiring_faults
from cribble.boot_helper.steps import with_config_line
from cribble.config.file import read_config
from cribble.config.schema import StripConfig
from cribble.wizard.session import Probe, lights_between, one_byte, one_light
from hardware.strips.strip import CaptureStrip
from scorekeeper.board.light import Power
from scorekeeper.board.wiring import Place
from scorekeeper.device import DeviceFault
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.wizard_table import (
    BENCHES,
    BoardBuilder,
    FreshMachine,
    by_leds0,
    by_network,
    by_spi,
    four_pieces,
)
from tests.kit.oracles.frame_text import drawn_ma


def set_up(host: FreshMachine, builder: BoardBuilder) -> None:
    name_colours(host, builder)
    lights = count(host, builder)
    host.ask("PUT", "setup/strip", {"lights": lights})
    assert host.ask("GET", "setup")["fault"] is None, "no board was chosen yet"
    host.ask("PUT", "setup/board", {"shape": "classic", "tracks": 2, "kind": "60/m"})
    holes: list[Any] = []
    while (found := host.ask("POST", "setup/survey", {"taps": holes}))["next"] is not None:
        assert found["fault"] is None
        hole = builder.hole()
        holes.append([found["next"], [hole.track, hole.hole]])
    kept = host.ask("POST", "setup/survey", {"taps": holes, "keep": True})
    assert kept["kept"]
    assert kept["faults"] == []


def count(host: FreshMachine, builder: BoardBuilder, answers: list[Any] | None = None) -> int:
    """Count the lights by answering each question; *answers* receives the answers."""
    answers = [] if answers is None else answers
    while (found := host.ask("POST", "setup/length", {"answers": answers}))["guess"] is not None:
        assert found["fault"] is None
        answers.append([found["guess"], builder.is_last_lit()])
    return int(found["least"])


def name_colours(
    host: FreshMachine, builder: BoardBuilder, restart: Callable[[], None] = lambda: None
) -> int:
    """Name the colour of each byte of a light, after a *restart* if there are more bytes than
    assumed; return the number of taps."""
    seen, taps, order = list[str](), 0, host.ask("GET", "setup")["order"]
    while len(seen) < len(order):
        assert host.ask("POST", "setup/pattern", {"byte": len(seen) + 1})["fault"] is None
        colour = builder.colour()
        taps += 1
        if colour is None:
            seen, order = [], host.ask("PUT", "setup/strip", {"white": len(order) == 3})["order"]
            restart()
        else:
            seen.append(colour)
    host.ask("PUT", "setup/strip", {"seen": seen})
    return taps


def check_board(file: Path, builder: BoardBuilder) -> None:
    """Check that the config passes ``cribble board check`` and has every light's hole."""
    done = typed("board", "check", "--config", str(file))
    assert (done.code, done.err) == (0, "")
    assert f"the strip has {len(builder.strip)}" in done.out
    config = read_config(file)
    assert wiring_faults(config, shape_of(config)) == ()
    holes = {}
    for segment in config.wiring.segments:
        run = range(segment.start, segment.start + segment.length)
        for hole, light in enumerate(run[::-1] if segment.reverse else run, segment.hole):
            holes[light] = Place(segment.track - 1, hole)
    assert [holes[light] for light in range(len(builder.strip))] == list(builder.strip)


def choose(host: FreshMachine, name: str) -> None:
    found = host.ask("POST", "setup/find", {"what": "lights"})["lights"]
    choice = next(one for one in found if one["name"] == name)
    if name != "ws281x":  # The socket of its helper is in the config.
        host.ask("PUT", "setup/lights", {"name": name, "at": choice["at"]})


SLOW: Final = ("ddp", "microcontroller", "pico")
"""These are slow to test; after the count the questions are the same for every kind."""


@pytest.mark.parametrize("name", BENCHES)
def test_122_lights_are_found_with_the_config_of_a_fresh_machine(name: str, tmp_path: Path) -> None:
    """In four pieces, one of them reversed; the chips expect blue first."""
    order = "RGB" if name == "ddp" else "BRG"
    with BENCHES[name](tmp_path) as (host, see):
        choose(host, "microcontroller" if name == "pico" else name)
        builder = BoardBuilder(four_pieces(), see, order)
        if name in SLOW:
            name_colours(host, builder)
            assert count(host, builder) == 122
        else:
            set_up(host, builder)
            assert host.ask("POST", "setup/pattern", {"walk": True})["fault"] is None
            assert builder.hole() in builder.strip
        state = host.ask("GET", "setup")
        assert (state["order"], state["limit_ma"], state["wired"]) == (order, 850, name not in SLOW)
    if name not in SLOW:
        check_board(host.file, builder)


@pytest.mark.parametrize(
    ("name", "lights", "order"),
    [("spi", 144, "GRBW"), ("leds0", 300, "GWRB"), ("ws281x", 122, "WRGB")],
)
def test_lights_with_a_white_one_are_counted_as_they_are(
    name: str, lights: int, order: str, tmp_path: Path
) -> None:
    """Several colours at once: a light takes four bytes, in any order."""
    with BENCHES[name](tmp_path) as (host, see):
        builder = BoardBuilder([four_pieces()[0]] * lights, see, order)
        assert name_colours(host, builder, lambda: restart(host, tmp_path)) >= 5
        assert host.ask("GET", "setup")["order"] == order
        assert count(host, builder) == lights


def restart(host: FreshMachine, folder: Path) -> None:
    """Write the missing boot lines, like the boot helper."""
    lines = host.ask("GET", "setup")["boot"]["lines"]
    file = folder / "pi/boot/firmware/config.txt"
    for line in lines if file.exists() else ():
        file.write_text(with_config_line(file.read_text(), line))


def test_strip_of_three_colours_is_not_taken_for_one_of_four(tmp_path: Path) -> None:
    """A host who taps several colours by mistake is asked again."""
    with by_spi(tmp_path) as (host, see):
        host.ask("PUT", "setup/strip", {"white": True})
        name_colours(host, BoardBuilder(four_pieces(), see, "RBG"))
        assert host.ask("GET", "setup")["order"] == "RBG"


@pytest.mark.parametrize(("lights", "counted"), [(512, 512), (511, 511), (600, 512)])
def test_a_count_ends_where_the_kernel_does(lights: int, counted: int, tmp_path: Path) -> None:
    with by_leds0(tmp_path) as (host, see):
        answers: list[Any] = []
        assert count(host, BoardBuilder([four_pieces()[0]] * lights, see), answers) == counted
        note = host.ask("POST", "setup/length", {"answers": answers})["note"]
        assert (note is not None) == (counted == 512)


@pytest.mark.parametrize(("buffer", "driven"), [(4096, 150), (32768, None)])
def test_a_count_by_spi_sends_what_the_kernel_takes(
    buffer: int, driven: int | None, tmp_path: Path
) -> None:
    with by_spi(tmp_path, buffer) as (host, see):
        found = host.ask("POST", "setup/length", {})
        assert (found["driven"], found["fault"]) == (driven, None)
        assert count(host, BoardBuilder(four_pieces(), see)) == 122


def test_a_wled_with_its_usual_setting_says_so_at_the_count(tmp_path: Path) -> None:
    """Thirty lights, the factory default, though its address was typed."""
    with by_network(tmp_path, 30) as (host, see):
        choose(host, "ddp")
        found = host.ask("POST", "setup/length", {})
        assert (found["driven"], found["most"]) == (30, 30)
        assert "30" in found["note"]
        assert count(host, BoardBuilder(four_pieces()[:30], see)) == 30


def test_a_long_strip_is_counted_by_fewer_lights_that_shine(tmp_path: Path) -> None:
    """850 mA cannot light them all: those that answer the question are enough."""
    with by_spi(tmp_path) as (host, see):
        assert count(host, BoardBuilder([four_pieces()[0]] * 790, see)) == 790


LIGHTS = 300
STRIP = StripConfig(name="capture")


def lit(frame: bytes) -> list[int]:
    return [at for at in range(len(frame) // 3) if any(frame[3 * at : 3 * at + 3])]


def test_a_probe_stays_within_the_limit_of_the_supply(strips: list[CaptureStrip]) -> None:
    """However much is dimmed for it, the wanted lights are lit."""
    probe = Probe()
    for frame in (
        b"\xff" * 3 * LIGHTS, lights_between(1, LIGHTS, LIGHTS), one_byte(1, LIGHTS, LIGHTS),
    ):  # fmt: skip
        probe.show(STRIP, LIGHTS, frame)
        shown = strips[-1].frames[-1]
        assert len(lit(shown)) == LIGHTS
        assert drawn_ma(shown, Power()) <= STRIP.limit_ma
    probe.show(STRIP, LIGHTS, one_light(7, LIGHTS))
    assert lit(strips[-1].frames[-1]) == [7]
    probe.close()
    assert not any(strips[-1].frames[-1])


def test_what_the_supply_cannot_light_is_a_fault(strips: list[CaptureStrip]) -> None:
    """Even dark lights draw more than the limit: nothing is lit, and that is reported."""
    probe = Probe()
    probe.show(STRIP, 1200, one_light(7, 1200))
    for frame, known in ((one_light(7, 1200), 900), (lights_between(1, 800, 1200), 1)):
        with pytest.raises(DeviceFault, match="limit_ma = 850 is too low"):
            probe.show(STRIP, 1200, frame, known)
        assert not any(strips[-1].frames[-1])
