"""What keeps a microcontroller from showing anything, and the sentence that says what mends it."""

from __future__ import annotations

import errno
from typing import Final, NamedTuple, TypeAlias, assert_never

from firmware_bridge.link.inbound import End, Greeting
from firmware_bridge.protocol.messages import VERSION
from scorekeeper.board.light.device import Mending
from scorekeeper.words import en

Why: TypeAlias = End | OSError | None
"""How a conversation ended, or how the port failed; None where there was no port at all."""

PAGE: Final = "docs/flashing.md"
USED: Final = frozenset({errno.EAGAIN, errno.EBUSY})
CLOSED: Final = frozenset({errno.EACCES, errno.EPERM})


class Trouble(NamedTuple):
    """Why nothing is shown by the board at ``port``, and who was met there, if anybody was."""

    why: Why = None
    port: str = ""
    board: Greeting | None = None

    @property
    def tells(self) -> int:
        """How much it tells: of several troubles the one with most is told."""
        match self.why:
            case None:
                return 0
            case End.NOBODY:
                return 1
            case OSError():
                return 2
            case End():
                return 3
            case _:
                assert_never(self.why)


class Plan(NamedTuple):
    """What the config says of a board: ``at`` which port (empty: any), at how many ``baud``, for
    how many ``lights``; and which ``user`` of this machine uses it."""

    at: str
    baud: int
    lights: int
    user: str


def fault_of(trouble: Trouble, plan: Plan) -> Mending:
    """*trouble* as a sentence for people."""
    match trouble.why:
        case None:
            return _not_there(plan.at)
        case OSError():
            return _not_open(trouble.why, trouble.port, plan.user)
        case End.NOBODY | End.SILENCE:
            return _silent(trouble, plan.baud)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            return _no_match(trouble, plan.lights)
        case _:
            assert_never(trouble.why)


def _not_there(at: str) -> Mending:
    if at:
        sentence = en(
            "There is no {port}: plug the microcontroller in, or leave strip.at empty and it is "
            "looked for."
        )
        return Mending(sentence, port=at)
    return Mending(
        en("No microcontroller is plugged in: connect it by USB, or name its port in strip.at.")
    )


def _not_open(fault: OSError, port: str, user: str) -> Mending:
    if fault.errno in USED:
        sentence = en("Another program uses {port}: end it, or name another port in strip.at.")
        return Mending(sentence, port=port)
    if fault.errno in CLOSED:
        sentence = en(
            "{user} may not use {port}: say sudo usermod -aG dialout {user} and restart the "
            "machine."
        )
        return Mending(sentence, user=user, port=port)
    sentence = en("{port} does not open ({reason}): is a microcontroller there?")
    return Mending(sentence, port=port, reason=fault.strerror or str(fault))


def _silent(trouble: Trouble, baud: int) -> Mending:
    if trouble.why is End.SILENCE:
        sentence = en("The microcontroller at {port} has fallen silent: is it still plugged in?")
        return Mending(sentence, port=trouble.port)
    sentence = en(
        "Nothing at {port} answers at {baud} baud: is Cribble's firmware on it, as {page} says, "
        "and was it built for strip.baud?"
    )
    return Mending(sentence, port=trouble.port, baud=baud, page=PAGE)


def _no_match(trouble: Trouble, lights: int) -> Mending:
    """The fault of a board that answers, and cannot do what it is to do."""
    board, port = trouble.board, trouble.port
    if board and trouble.why is End.UNFIT:
        sentence = en("The microcontroller at {port} has room for {room} lights, not for {lights}.")
        return Mending(sentence, port=port, room=board.pixels, lights=lights)
    if board and trouble.why is End.OTHER_VERSION:
        sentence = en(
            "The microcontroller at {port} speaks version {theirs} of the protocol, and this "
            "program version {ours}: flash the firmware that came with this program, as {page} "
            "says."
        )
        return Mending(sentence, port=port, theirs=board.version, ours=VERSION, page=PAGE)
    sentence = en(
        "The microcontroller at {port} does not take what this program says: flash the firmware "
        "that came with this program, as {page} says."
    )
    return Mending(sentence, port=port, page=PAGE)
