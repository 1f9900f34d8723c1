"""A strip on the pins of a Raspberry Pi, lit by the PWM helper: only that may have to be root."""

import errno
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.device import current_user
from hardware.pwm_helper import protocol
from hardware.strips.strip import StripSetup, arranged
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import en

ANSWER_SECONDS: Final = 0.5
"""Seconds for an answer. A frame takes the PWM helper some hundredths, even on the smallest Pi."""


class PwmHelperStrip:
    """Sends frames of *pixels*, their colours in *order*, to the PWM helper that listens at *path*,
    and waits for its answer to each."""

    health = Health.OK

    def __init__(self, path: Path, pixels: int, order: str) -> None:
        self._path, self._order = path, order
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._line.settimeout(ANSWER_SECONDS)
            try:
                self._line.connect(str(path))
            except BlockingIOError as full:
                raise _late() from full
            except OSError as fault:
                raise _unreachable(fault, path) from fault
            self._ask(protocol.hello(protocol.Size(pixels, len(order))))
        except BaseException:
            self._line.close()
            raise

    def show(self, frame: Frame) -> None:
        """Have the whole *frame* shown. Raises DeviceFault."""
        self._ask(protocol.frame(arranged(frame, self._order)))

    def close(self) -> None:
        """Say goodbye, upon which the helper goes dark."""
        with self._line, suppress(OSError):
            self._line.send(protocol.GOODBYE)

    def _ask(self, packet: bytes) -> None:
        """Send *packet*. Raises the fault that the PWM helper answers."""
        try:
            with suppress(BrokenPipeError, ConnectionResetError):  # It may have answered already.
                self._line.send(packet)
            answer = self._answer()
            fault = protocol.fault_in(answer) if answer else None
        except TimeoutError as late:
            raise _late() from late
        except protocol.WrongPacket as wrong:
            raise _strange(self._path, str(wrong)) from wrong
        if fault or not answer:
            raise fault or DeviceFault(
                "The lamp process ended: sudo systemctl start cribble-lamp starts it again."
            )

    def _answer(self) -> bytes:
        """Return the next packet; empty if the PWM helper has ended."""
        longest = protocol.LONGEST_ANSWER + 1
        with suppress(ConnectionResetError):
            return self._line.recv(longest)
        with suppress(ConnectionResetError):  # Linux reports it before packets that came earlier.
            return self._line.recv(longest)
        return b""


def open_strip(setup: StripSetup) -> PwmHelperStrip:
    """Open the strip on the pins, if its PWM helper is there. Raises DeviceFault."""
    path = protocol.helper_address(setup.wiring.at).socket
    return PwmHelperStrip(path, setup.board.pixels, setup.wiring.order)


def _late() -> DeviceFault:
    return DeviceFault(
        "The lamp process does not answer: sudo systemctl restart cribble-lamp restarts it."
    )


def _unreachable(fault: OSError, path: Path) -> DeviceFault:
    match fault.errno:
        case errno.ENOENT | errno.ECONNREFUSED:
            sentence = en(
                "No lamp process listens at {socket}: sudo systemctl start cribble-lamp starts it."
            )
        case errno.EACCES | errno.EPERM:
            sentence = en(
                "{user} may not use the lamp at {socket}: say sudo usermod -aG cribble {user} and "
                "restart the Pi."
            )
        case _:
            return _strange(path, fault.strerror or str(fault))
    return DeviceFault(sentence, socket=str(path), user=current_user())


def _strange(path: Path, reason: str) -> DeviceFault:
    sentence = en("What listens at {socket} is no lamp process of this version ({reason}).")
    return DeviceFault(sentence, socket=str(path), reason=reason[:100])
