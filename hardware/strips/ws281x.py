"""A strip on the pins of a Raspberry Pi, lit by the PWM helper: only that may have to be root."""

import errno
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.device import current_user
from hardware.pwm_helper import protocol
from hardware.pwm_helper.address import helper_address
from hardware.strips.strip import StripSetup, arranged
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import DeviceFault, Health
from scorekeeper.words import en

ANSWER_SECONDS: Final = 0.5
"""Seconds for an answer. A frame takes the PWM helper some hundredths, even on the smallest Pi."""
PIECE: Final = 4096


class PwmHelperStrip:
    """Sends frames of *pixels*, their colours in *order*, to the PWM helper that listens at *path*,
    and waits for its word on each."""

    health = Health.OK

    def __init__(self, path: Path, pixels: int, order: str) -> None:
        self._path, self._order = path, order
        self._reader = protocol.MessageReader(protocol.FROM_HELPER)
        self._line = socket.socket(socket.AF_UNIX)
        try:
            self._line.settimeout(ANSWER_SECONDS)
            self._connect()
            self._ask(protocol.hello(protocol.Size(pixels, len(order))))
        except BaseException:
            self._line.close()
            raise

    def show(self, frame: Frame) -> None:
        """Have the whole *frame* shown. Raises DeviceFault."""
        self._ask(protocol.picture_of(arranged(frame, self._order)))

    def close(self) -> None:
        """Say goodbye, upon which the helper goes dark."""
        with self._line, suppress(OSError):
            self._line.sendall(bytes(protocol.HelperMessage(protocol.Kind.GOODBYE)))

    def _connect(self) -> None:
        try:
            self._line.connect(str(self._path))
        except BlockingIOError as full:
            raise _late() from full
        except OSError as fault:
            raise _not_there(fault, self._path) from fault

    def _ask(self, message: protocol.HelperMessage) -> None:
        """Send *message* and return its answer."""
        try:
            with suppress(BrokenPipeError, ConnectionResetError):  # It may have said why it went.
                self._line.sendall(bytes(message))
            fault = protocol.fault_in(self._answer())
        except TimeoutError as late:
            raise _late() from late
        except ConnectionResetError as ended:
            raise _ended() from ended
        except protocol.WrongBytes as wrong:
            raise _strange(self._path, str(wrong)) from wrong
        if fault:
            raise fault

    def _answer(self) -> protocol.HelperMessage:
        """Return the next message of the PWM helper, which answers each of ours."""
        while piece := self._line.recv(PIECE):
            for message in self._reader.take(piece):
                return message
        raise _ended()


def open_strip(setup: StripSetup) -> PwmHelperStrip:
    """Open the strip on the pins, if its PWM helper is there. Raises DeviceFault."""
    wiring = setup.wiring
    return PwmHelperStrip(helper_address(wiring.at).socket, setup.board.pixels, wiring.order)


def _late() -> DeviceFault:
    return DeviceFault(
        "The lamp process does not answer: sudo systemctl restart cribble-lamp restarts it."
    )


def _ended() -> DeviceFault:
    return DeviceFault("The lamp process ended: sudo systemctl start cribble-lamp starts it again.")


def _not_there(fault: OSError, path: Path) -> DeviceFault:
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
