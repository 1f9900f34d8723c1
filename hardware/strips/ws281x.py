"""A strip on GPIO pins, driven by the PWM helper, so that this process needs no root."""

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
"""Timeout in seconds for an answer, which takes under 0.1 s per frame on the slowest Pi."""


class PwmHelperStrip:
    """Sends frames of *pixels* in colour *order* to the PWM helper at socket *path*."""

    health = Health.OK

    def __init__(self, path: Path, pixels: int, order: str) -> None:
        self._path, self._order = path, order
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._line.settimeout(ANSWER_SECONDS)
            self._connect()
            self._ask(protocol.hello(protocol.Size(pixels, len(order))))
        except BaseException:
            self._line.close()
            raise

    def show(self, frame: Frame) -> None:
        self._ask(protocol.frame(arranged(frame, self._order)))

    def close(self) -> None:
        """Send a goodbye, after which the helper turns the LEDs off."""
        with self._line, suppress(OSError):
            self._line.send(protocol.GOODBYE)

    def _connect(self) -> None:
        try:
            self._line.connect(str(self._path))
        except BlockingIOError as full:
            raise _late() from full
        except (FileNotFoundError, ConnectionRefusedError) as fault:
            raise DeviceFault(
                "No PWM helper at {socket}: start it with sudo systemctl start cribble-lamp.",
                socket=str(self._path),
            ) from fault
        except PermissionError as fault:
            raise DeviceFault(
                "{user} is not allowed to use the PWM helper at {socket}: run sudo usermod -aG "
                "cribble {user} and restart the Pi.",
                socket=str(self._path),
                user=current_user(),
            ) from fault
        except OSError as fault:
            raise self._mismatch(fault.strerror or str(fault)) from fault

    def _mismatch(self, reason: str) -> DeviceFault:
        sentence = en("The process at {socket} is not this version’s PWM helper ({reason}).")
        return DeviceFault(sentence, socket=str(self._path), reason=reason[:100])

    def _ask(self, packet: bytes) -> None:
        """Send *packet* and wait for the answer. Raises its fault, if any."""
        try:
            with suppress(BrokenPipeError, ConnectionResetError):  # The answer may have arrived.
                self._line.send(packet)
            answer = self._answer()
            fault = protocol.fault_in(answer) if answer else None
        except TimeoutError as late:
            raise _late() from late
        except protocol.WrongPacket as wrong:
            raise self._mismatch(str(wrong)) from wrong
        if fault or not answer:
            raise fault or DeviceFault(
                "The PWM helper has stopped: start it again with sudo systemctl start cribble-lamp."
            )

    def _answer(self) -> bytes:
        """Return the next packet; empty if the PWM helper has exited."""
        longest = protocol.MAX_ANSWER_BYTES + 1
        for _ in range(2):  # Linux reports a reset before pending packets.
            with suppress(ConnectionResetError):
                return self._line.recv(longest)
        return b""


def open_strip(setup: StripSetup) -> PwmHelperStrip:
    """Connect to the PWM helper. Raises DeviceFault."""
    path = protocol.helper_address(setup.wiring.at).socket
    return PwmHelperStrip(path, setup.board.pixels, setup.wiring.order)


def _late() -> DeviceFault:
    return DeviceFault(
        "The PWM helper is not responding: restart it with sudo systemctl restart cribble-lamp."
    )
