"""The results of a conversation: a greeting, keys, and the reason that it is over."""

from enum import Enum
from typing import Final, NamedTuple

from firmware_bridge.protocol.framing import Packet
from firmware_bridge.protocol.messages import MESSAGES, unpacked

KEYS: Final = 16


class Greeting(NamedTuple):
    """A board's answer to HELLO."""

    version: int
    firmware: int
    boot: int
    pixels: int
    payload: int
    keys: int


class Key(NamedTuple):
    """A key that went ``down`` or up, numbered ``seq`` by a board started ``boot`` times."""

    boot: int
    seq: int
    number: int
    down: bool


def key_in(packet: Packet) -> Key | None:
    """Return the key in a KEY; None where it is malformed."""
    match unpacked(MESSAGES["KEY"].fields, packet.payload):
        case (boot, number, 0 | 1 as down) if number < KEYS:
            return Key(boot, packet.seq, number, bool(down))
        case _:
            return None


class End(Enum):
    """The reasons that a conversation is over, and its port to be closed."""

    NOBODY = "HELLO was not answered"
    SILENCE = "a board that was there does not answer any more"
    OTHER_VERSION = "the board speaks another version of the protocol"
    UNFIT = "the board has no room for so many pixels"
    REFUSED = "the board takes for nonsense what this version may say"
