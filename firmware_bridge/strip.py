"""A strip driven by a microcontroller, with messages for its faults."""

import errno
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, assert_never

from firmware_bridge.link import End
from firmware_bridge.port import Diagnosis, Port
from firmware_bridge.protocol.messages import VERSION
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health, TransientFault
from scorekeeper.words import en

PAGE: Final = "docs/flashing.md"
USED: Final = frozenset({errno.EAGAIN, errno.EBUSY})
CLOSED: Final = frozenset({errno.EACCES, errno.EPERM})
DOES_NOT_OPEN: Final = en(
    "{port} cannot be opened ({reason}): is a microcontroller plugged in there?"
)
IN_USE: Final = en("Another program is using {port}, probably the table: close it and try again.")
NOT_ALLOWED: Final = en(
    "{user} is not allowed to use {port}: run sudo usermod -aG dialout {user} and restart the "
    "machine."
)

Arrange: TypeAlias = Callable[[Frame], bytes]
"""Converts a frame to the colour order of the strip."""

SETTLE_SECONDS: Final = 2.0
"""Seconds before a missing controller counts as lost: opening the port resets an Uno."""


class BridgeSettings(NamedTuple):
    """The configuration of a controller, for messages: port ``at`` (empty: any), ``baud``, number
    of ``lights``, and the ``user`` of this process."""

    at: str
    baud: int
    lights: int
    user: str


class BridgeStrip:
    """A strip on the controller at *port*, in the colour order of *arrange*. Reconnects
    automatically. Faults contain values of *settings*."""

    def __init__(self, port: Port, settings: BridgeSettings, arrange: Arrange) -> None:
        self._port, self._settings, self._arrange = port, settings, arrange
        port.settle(SETTLE_SECONDS)

    @property
    def health(self) -> str:
        """``lost`` if the controller does not respond, else ``ok``."""
        return Health.LOST if self._port.diagnosis else Health.OK

    def show(self, frame: Frame) -> None:
        """Show *frame*, without blocking. Raises TransientFault while there is no controller."""
        self._port.show(self._arrange(frame))
        if not self._port.lives:
            raise DeviceFault("The microcontroller has disconnected.")
        if diagnosis := self._port.diagnosis:
            raise fault_of(diagnosis, self._settings)

    def close(self) -> None:
        """Turn the lights off if possible, and release the port."""
        self._port.close()


def fault_of(diagnosis: Diagnosis, settings: BridgeSettings) -> TransientFault:  # noqa: C901 - flat cases
    """Return the message for *diagnosis*."""
    port, greeting = diagnosis.port, diagnosis.greeting
    match diagnosis.cause:
        case None if settings.at:
            sentence = en(
                "{port} not found: plug in the microcontroller, or leave strip.at empty to have "
                "it found automatically."
            )
            return TransientFault(sentence, port=settings.at)
        case None:
            return TransientFault(
                "No microcontroller is plugged in: connect it by USB, or name its port in strip.at."
            )
        case OSError(errno=code) if code in USED:
            sentence = en(
                "Another program is using {port}: close it, or name another port in strip.at."
            )
            return TransientFault(sentence, port=port)
        case OSError(errno=code) if code in CLOSED:
            return TransientFault(NOT_ALLOWED, user=settings.user, port=port)
        case OSError() as fault:
            return TransientFault(DOES_NOT_OPEN, port=port, reason=fault.strerror or str(fault))
        case End.SILENCE:
            sentence = en(
                "The microcontroller at {port} no longer responds: is it still plugged in?"
            )
            return TransientFault(sentence, port=port)
        case End.NO_ANSWER:
            sentence = en(
                "No response on {port} at {baud} baud: is Cribble’s firmware on it (see {page}), "
                "and was it built for strip.baud?"
            )
            return TransientFault(sentence, port=port, baud=settings.baud, page=PAGE)
        case End.UNFIT if greeting:
            sentence = en("The microcontroller at {port} has room for {room} lights, not {lights}.")
            return TransientFault(sentence, port=port, room=greeting.pixels, lights=settings.lights)
        case End.OTHER_VERSION if greeting:
            theirs = greeting.version
            sentence = en(
                "The microcontroller at {port} uses protocol version {theirs}, but this "
                "program uses version {ours}: flash the firmware that came with this program "
                "(see {page})."
            )
            return TransientFault(sentence, port=port, theirs=theirs, ours=VERSION, page=PAGE)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            sentence = en(
                "The microcontroller at {port} does not understand this program: flash the "
                "firmware that came with it (see {page})."
            )
            return TransientFault(sentence, port=port, page=PAGE)
        case _:
            assert_never(diagnosis.cause)
