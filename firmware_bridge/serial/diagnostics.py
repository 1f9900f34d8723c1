"""The reasons that a microcontroller shows nothing, and the sentences that say what mends them."""

import errno
from typing import Final, NamedTuple, TypeAlias, assert_never

from firmware_bridge.link.inbound import End, Greeting
from firmware_bridge.protocol.messages import VERSION
from scorekeeper.device import TransientFault
from scorekeeper.words import en

Cause: TypeAlias = End | OSError | None
"""The end of a conversation, or the failure of a port; None where there was no port at all."""

PAGE: Final = "docs/flashing.md"
USED: Final = frozenset({errno.EAGAIN, errno.EBUSY})
CLOSED: Final = frozenset({errno.EACCES, errno.EPERM})
DOES_NOT_OPEN: Final = en("{port} does not open ({reason}): is a microcontroller there?")


class Diagnosis(NamedTuple):
    """The cause that the board at ``port`` shows nothing, and which board answered, if any."""

    cause: Cause = None
    port: str = ""
    board: Greeting | None = None

    @property
    def weight(self) -> int:
        """A rank: of several diagnoses the weightiest is reported."""
        match self.cause:
            case None:
                return 0
            case End.NOBODY:
                return 1
            case OSError():
                return 2
            case End():
                return 3
            case _:
                assert_never(self.cause)


class Plan(NamedTuple):
    """The config of a board: ``at`` which port (empty: any), at how many ``baud``, for how many
    ``lights``; and the ``user`` of this machine that uses it."""

    at: str
    baud: int
    lights: int
    user: str


def fault_of(diagnosis: Diagnosis, plan: Plan) -> TransientFault:
    """Return *diagnosis* as a sentence for people."""
    match diagnosis.cause:
        case None:
            return _not_there(plan.at)
        case OSError():
            return _not_open(diagnosis.cause, diagnosis.port, plan.user)
        case End.NOBODY | End.SILENCE:
            return _silent(diagnosis, plan.baud)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            return _no_match(diagnosis, plan.lights)
        case _:
            assert_never(diagnosis.cause)


def _not_there(at: str) -> TransientFault:
    if at:
        sentence = en(
            "There is no {port}: plug the microcontroller in, or leave strip.at empty and it is "
            "looked for."
        )
        return TransientFault(sentence, port=at)
    return TransientFault(
        "No microcontroller is plugged in: connect it by USB, or name its port in strip.at."
    )


def _not_open(fault: OSError, port: str, user: str) -> TransientFault:
    if fault.errno in USED:
        sentence = en("Another program uses {port}: end it, or name another port in strip.at.")
        return TransientFault(sentence, port=port)
    if fault.errno in CLOSED:
        sentence = en(
            "{user} may not use {port}: say sudo usermod -aG dialout {user} and restart the "
            "machine."
        )
        return TransientFault(sentence, user=user, port=port)
    return TransientFault(DOES_NOT_OPEN, port=port, reason=fault.strerror or str(fault))


def _silent(diagnosis: Diagnosis, baud: int) -> TransientFault:
    if diagnosis.cause is End.SILENCE:
        sentence = en("The microcontroller at {port} has fallen silent: is it still plugged in?")
        return TransientFault(sentence, port=diagnosis.port)
    sentence = en(
        "Nothing at {port} answers at {baud} baud: is Cribble’s firmware on it, as {page} says, "
        "and was it built for strip.baud?"
    )
    return TransientFault(sentence, port=diagnosis.port, baud=baud, page=PAGE)


def _no_match(diagnosis: Diagnosis, lights: int) -> TransientFault:
    """The fault of a board that answers, and cannot do what it is to do."""
    board, port = diagnosis.board, diagnosis.port
    if board and diagnosis.cause is End.UNFIT:
        sentence = en("The microcontroller at {port} has room for {room} lights, not for {lights}.")
        return TransientFault(sentence, port=port, room=board.pixels, lights=lights)
    if board and diagnosis.cause is End.OTHER_VERSION:
        sentence = en(
            "The microcontroller at {port} speaks version {theirs} of the protocol, and this "
            "program version {ours}: flash the firmware that came with this program, as {page} "
            "says."
        )
        return TransientFault(sentence, port=port, theirs=board.version, ours=VERSION, page=PAGE)
    sentence = en(
        "The microcontroller at {port} does not take what this program says: flash the firmware "
        "that came with this program, as {page} says."
    )
    return TransientFault(sentence, port=port, page=PAGE)
