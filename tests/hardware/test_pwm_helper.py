"""The PWM helper: its socket protocol, its process, and its library."""

import atexit
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rpi_ws281x
from hypothesis import given
from hypothesis import strategies as some

from hardware.drivers import STRIPS
from hardware.lights import Lights
from hardware.pwm_helper.protocol import (
    GOODBYE,
    MAX_ANSWER_BYTES,
    MAX_PACKET_BYTES,
    MAX_PIXELS,
    SOCKET,
    HelperAddress,
    Size,
    WrongPacket,
    answer,
    fault_in,
    frame,
    hello,
    helper_address,
    size_in,
    wire_in,
)
from hardware.pwm_helper.rpi_ws281x import MODEL, Ws281xDevice, check
from hardware.strips.strip import StripSetup, StripWiring
from hardware.strips.ws281x import ANSWER_SECONDS, PwmHelperStrip
from scorekeeper.device import DeviceFault
from scorekeeper.game.actions import Peg
from scorekeeper.table import Table
from tests.kit.drivers.command_line import typed
from tests.kit.drivers.own_network import nobody
from tests.kit.drivers.waiting import limit, soon
from tests.kit.fakes.lights import STILL_BOARD, lights
from tests.kit.fakes.pwm_helper_process import GROUP, PwmHelperProcess, pwm_helper_process
from tests.kit.oracles.frame_text import seen


@given(some.binary(max_size=200))
def test_any_bytes_are_read_or_refused(noise: bytes) -> None:
    for read in (size_in, fault_in, lambda packet: wire_in(packet, Size(4))):
        with suppress(WrongPacket):
            read(noise)


@given(some.binary(min_size=12, max_size=12))
def test_frame_arrives_as_it_was_sent(wire: bytes) -> None:
    assert wire_in(frame(wire), Size(4)) == wire
    assert len(frame(bytes(Size(MAX_PIXELS, 4).length))) == MAX_PACKET_BYTES
    kinds = b"".join(packet[:1] for packet in (hello(Size(4)), frame(wire), GOODBYE, answer()))
    assert kinds == b"\1\2\3\4"


@pytest.mark.parametrize(
    "packet", [b"", frame(bytes(11)), frame(bytes(13)), hello(Size(4)), GOODBYE]
)
def test_packet_that_is_no_frame_of_the_size_is_refused(packet: bytes) -> None:
    with pytest.raises(WrongPacket):
        wire_in(packet, Size(4))


def test_fault_travels_as_its_sentence_and_values() -> None:
    fault = DeviceFault("Pin {pin} is {what}.", pin=18, what="é")
    told = fault_in(answer(fault))
    assert told
    assert msgspec.to_builtins(told.message) == {
        "sentence": "Pin {pin} is {what}.",
        "values": {"pin": 18, "what": "é"},
    }
    assert fault_in(answer()) is None
    for body in (b"{}", b'{"sentence":"{x}","values":{}}', b'{"sentence":"{","values":{}}'):
        with pytest.raises(WrongPacket):
            fault_in(answer() + body)
    for packet in (b"", GOODBYE, answer() + bytes(MAX_ANSWER_BYTES)):
        with pytest.raises(WrongPacket):
            fault_in(packet)


PLACES = {
    "": HelperAddress(18, SOCKET),
    "12": HelperAddress(12, SOCKET),
    "GPIO10": HelperAddress(10, SOCKET),
    "21@/a/b": HelperAddress(21, Path("/a/b")),
    "@/a/b": HelperAddress(18, Path("/a/b")),
}


@pytest.mark.parametrize("at", PLACES)
def test_address_has_a_pin_and_a_socket(at: str) -> None:
    assert helper_address(at) == PLACES[at]


@pytest.mark.parametrize("at", ["17", "-18", "/dev/spidev0.0", "1²", "1" * 5000])
def test_address_with_an_unknown_pin_is_refused(at: str) -> None:
    with pytest.raises(DeviceFault, match=f'"{at}".*10, 12, 13, 18, 19, 21'):
        helper_address(at)


DRIVER = rpi_ws281x.ws


@pytest.mark.skipif(
    MODEL.exists() and "Raspberry Pi" in MODEL.read_text(encoding="utf-8"),
    reason="here the library would light its pin",
)
def test_refusal_of_the_library_is_a_sentence() -> None:
    for pin, width in ((18, 3), (10, 4)):
        with pytest.raises(DeviceFault, match="does not support this Pi: choose"):
            Ws281xDevice(Size(5, width), pin)


class Recorder:
    """A fake of the library's driver, which records calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(DRIVER, name)
        return real if isinstance(real, int) else partial(self._record, name)

    def _record(self, name: str, *values: Any) -> Any:
        self.calls.append((name, *values))
        return 0 if name in {"ws2811_init", "ws2811_render"} else (name, *values)


@pytest.mark.parametrize(("pin", "width"), [(18, 3), (13, 3), (10, 4)])
def test_driver_is_asked_as_the_library_asks_it(
    pin: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = bytes(range(1, 1 + 5 * width))
    colours = [rpi_ws281x.Color(*frame[at : at + width]) for at in range(0, len(frame), width)]
    theirs, ours = Recorder(), Recorder()
    kind = ours.SK6812_STRIP_RGBW if width == 4 else ours.WS2811_STRIP_RGB
    with monkeypatch.context() as patch:
        patch.setattr(atexit, "register", lambda function: None)
        patch.setattr("rpi_ws281x.rpi_ws281x.ws", theirs)
        strip = rpi_ws281x.PixelStrip(5, pin, channel=int(pin == 13), strip_type=kind)
        strip.begin()
        for number, colour in enumerate(colours):
            strip.setPixelColor(number, colour)
        strip.show()
    with monkeypatch.context() as patch:
        patch.setattr("rpi_ws281x.ws", ours)
        device = Ws281xDevice(Size(5, width), pin)
        device.show(frame)
        assert ours.calls == theirs.calls
        device.close()
    driver = ("new_ws2811_t",)
    assert ours.calls[-2:] == [("ws2811_fini", driver), ("delete_ws2811_t", driver)]


REFUSED = {
    "Raspberry Pi 5 Model B Rev 1.0": "leds0",
    "Some Other Board": "not a Raspberry Pi",
    "": "not a Raspberry Pi",
}


@pytest.mark.parametrize("model", REFUSED)
def test_unknown_board_is_refused_before_the_library_is_asked(tmp_path: Path, model: str) -> None:
    file = tmp_path / "model"
    file.write_text(f"{model}\0")
    with pytest.raises(DeviceFault, match=REFUSED[model]):
        check(10, file, is_root=True)


@pytest.mark.parametrize("model", ["Zero 2 W Rev 1.0", "400 Rev 1.0", "Compute Module 4 Rev 1.0"])
def test_known_pis_need_root_but_for_spi(
    tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "model"
    file.write_text(f"Raspberry Pi {model}\0")
    check(10, file, is_root=False)
    with monkeypatch.context() as patch:
        patch.setattr("hardware.pwm_helper.rpi_ws281x.version", lambda _: "6.0.0")
        with pytest.raises(DeviceFault, match=r"rpi_ws281x 5 is missing.*'rpi-ws281x==5.\*'"):
            check(10, file, is_root=False)
    for pin in (12, 13, 18, 19, 21):
        check(pin, file, is_root=True)
        with pytest.raises(DeviceFault, match=f"Pin {pin} needs root.*pin 10"):
            check(pin, file, is_root=False)


RED, BLUE, DARK = b"\xff\0\0" * 4, b"\0\0\xff" * 4, bytes(12)


@pytest.fixture(scope="module")
def shared_helper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PwmHelperProcess]:
    with pwm_helper_process(tmp_path_factory.mktemp("helper")) as helper:
        yield helper


@pytest.fixture
def helper(shared_helper: PwmHelperProcess) -> PwmHelperProcess:
    """A helper that has shown nothing yet."""
    shared_helper.file.unlink(missing_ok=True)
    return shared_helper


@pytest.fixture
def own_helper(tmp_path: Path) -> Iterator[PwmHelperProcess]:
    with pwm_helper_process(tmp_path) as helper:
        yield helper


def program(helper: PwmHelperProcess) -> PwmHelperStrip:
    return PwmHelperStrip(helper.socket, 4, "RGB")


def test_the_picture_stays_when_a_program_is_gone_and_goes_out_with_a_goodbye(
    helper: PwmHelperProcess,
) -> None:
    first = program(helper)
    first.show(RED)
    assert helper.frames == [RED]
    first._line.close()  # noqa: SLF001 - as the system does for a program that was killed
    second = program(helper)
    assert helper.frames == [RED]
    second.show(BLUE)
    second.close()
    soon(lambda: helper.frames == [RED, BLUE, DARK])
    third = program(helper)
    third.show(RED)
    third._line.close()  # noqa: SLF001
    longer = PwmHelperStrip(helper.socket, 5, "RGB")
    longer.show(BLUE + BLUE[:3])
    longer.close()
    soon(lambda: helper.frames == [RED, BLUE, DARK, RED, DARK, BLUE + BLUE[:3], bytes(15)])


def test_second_program_is_refused_while_the_first_is_connected(helper: PwmHelperProcess) -> None:
    first = program(helper)
    with pytest.raises(DeviceFault, match="Another program is using this strip"):
        program(helper)
    first.show(RED)
    assert helper.frames == [RED]
    first.close()
    with closing(program(helper)) as second:
        second.show(BLUE)
        assert helper.frames[-1] == BLUE


def until_hung_up(helper: PwmHelperProcess, *packets: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as stranger:
        stranger.settimeout(5)
        stranger.connect(str(helper.socket))
        with suppress(BrokenPipeError, ConnectionResetError):
            for packet in packets:
                stranger.send(packet)
            while stranger.recv(100):
                pass


def test_stranger_that_speaks_another_protocol_is_disconnected(helper: PwmHelperProcess) -> None:
    for noise in (b"GET / HTTP/1.1\r\n\r\n", hello(Size(0)), b"", bytes(100_000)):
        until_hung_up(helper, noise)
    for second in (frame(b"x"), hello(Size(4)), b"\x03x", b"", GOODBYE):
        until_hung_up(helper, hello(Size(4)), second)
    until_hung_up(helper)  # The client must send hello within a second.
    with closing(program(helper)) as strip:
        strip.show(RED)
        assert helper.frames == [DARK, RED]


def test_a_helper_that_is_ended_goes_dark(own_helper: PwmHelperProcess) -> None:
    helper = own_helper
    strip = program(helper)
    strip.show(RED)
    assert helper.end() == (0, "")
    assert helper.frames == [RED, DARK]
    assert not helper.socket.exists()
    with pytest.raises(DeviceFault, match="The PWM helper has stopped: start it again"):
        strip.show(BLUE)
    strip.close()


def test_only_the_group_may_use_the_helper(helper: PwmHelperProcess) -> None:
    status = helper.socket.stat()
    assert (status.st_mode & 0o777, status.st_gid) == (0o660, GROUP.gr_gid)
    if os.geteuid() == 0:
        helper.socket.parent.chmod(0o755)
        with nobody(), pytest.raises(DeviceFault, match="usermod -aG cribble nobody"):
            program(helper)


def test_there_is_one_helper_at_a_socket(helper: PwmHelperProcess) -> None:
    done = typed(*helper.words)
    assert (done.code, done.err) == (
        2,
        f"cribble: A PWM helper is already running at {helper.socket}.\n",
    )
    with closing(program(helper)) as strip:
        strip.show(RED)


@pytest.mark.parametrize(
    ("path", "group", "sentence"),
    [
        ("file", GROUP.gr_name, "The PWM helper cannot listen on"),
        ("no/folder", GROUP.gr_name, "The folder"),
        ("socket", "no-such-group", "sudo groupadd --system no-such-group"),
    ],
)
def test_helper_that_cannot_listen_says_what_would_mend_it(
    tmp_path: Path, path: str, group: str, sentence: str
) -> None:
    file, config = tmp_path / "file", tmp_path / "config.toml"
    file.write_text("mine")
    config.write_text(f'[strip]\nat = "18@{tmp_path / path}"\n')
    into = str(tmp_path / "frames")
    done = typed("lamp", "--config", str(config), "--into", into, "--group", group)
    assert (done.code, done.err.count("\n"), file.read_text()) == (2, 1, "mine")
    assert sentence in done.err


# A whole program whose PWM helper comes and goes


def on_the_helper(table: Table, helper: PwmHelperProcess) -> Lights:
    setup = StripSetup(STILL_BOARD, StripWiring(helper.at, "RGB"))
    return lights(table, partial(STRIPS["ws281x"].open, setup), STILL_BOARD, refresh_every=0.3)


def becomes(table: Table, health: str) -> None:
    soon(lambda: table.machine.strip == health)


def shows_the_table(helper: PwmHelperProcess, table: Table) -> bool:
    tracks = seen(STILL_BOARD, helper.frames[-1])
    return tuple(track.find("O") + 1 for track in tracks) == table.now.game.scores


def test_killed_helper_comes_back_with_the_whole_picture(
    living: Table, own_helper: PwmHelperProcess
) -> None:
    table, helper = living, own_helper
    drawing = on_the_helper(table, helper)
    drawing.start()
    becomes(table, "ok")
    helper.end(signal.SIGKILL)
    becomes(table, "lost")
    assert table.submit(Peg(team=0, points=5)).snapshot.game.scores == (5, 0)
    assert drawing.fault
    assert "sudo systemctl start cribble-lamp" in str(drawing.fault)
    helper.start()
    becomes(table, "ok")
    soon(lambda: shows_the_table(helper, table))
    assert (drawing.fault, table.machine.strip_fault) == (None, None)
    drawing.stop()
    soon(lambda: helper.frames[-1] == bytes(3 * STILL_BOARD.pixels))


def test_hanging_helper_delays_no_entry(living: Table, own_helper: PwmHelperProcess) -> None:
    table, helper = living, own_helper
    drawing = on_the_helper(table, helper)
    drawing.start()
    becomes(table, "ok")
    helper.process.send_signal(signal.SIGSTOP)
    slowest = 0.0
    for _ in range(20):
        began = time.monotonic()
        table.submit(Peg(team=0, points=1))
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.02)
    assert slowest < limit(ANSWER_SECONDS / 2)
    becomes(table, "lost")
    assert "not responding" in str(drawing.fault)
    helper.process.send_signal(signal.SIGCONT)
    becomes(table, "ok")
    table.submit(Peg(team=1, points=1))
    soon(lambda: shows_the_table(helper, table))
    helper.process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    drawing.stop()
    assert time.monotonic() - began < limit(2)
    helper.process.send_signal(signal.SIGCONT)


HANDED = 'exec 3<&"$1"; shift; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'


def test_helper_goes_by_the_socket_that_systemd_hands_it(tmp_path: Path) -> None:
    at, frames = tmp_path / "socket", tmp_path / "frames"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)) as made:
        made.bind(str(at))
        made.listen()
        number = made.fileno()
        words = [sys.executable, "-m", "cribble", "lamp", "--into", str(frames)]
        program = ["bash", "-c", HANDED, "bash", str(number), *words]
        with subprocess.Popen(program, pass_fds=[number], stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline()
            with closing(PwmHelperStrip(at, 4, "RGB")) as strip:
                strip.show(RED)
            process.terminate()
            assert process.wait(60) == 0
    assert bytes.fromhex(frames.read_text(encoding="ascii").splitlines()[0]) == RED
    assert at.is_socket()
