"""Keys that went down or up and that the Pi has not answered for: sent in order, one by one."""

from collections import deque
from typing import Final

from firmware_bridge.protocol.framing import Packet, encode
from firmware_bridge.protocol.messages import ANSWER, KEY, MESSAGES, packed

AGAIN_SECONDS: Final = 0.1
"""Seconds after which a key is sent again."""
MOST: Final = 16
"""Keys that can wait, with the one that waits for its answer."""


class KeyQueue:
    """The keys of a board that was started for the time *boot*."""

    def __init__(self, boot: int) -> None:
        self._boot, self._next_seq, self._due = boot, 0, 0.0
        self._sent: Packet | None = None
        self._waiting: deque[bytes] = deque()

    @property
    def waits(self) -> bool:
        """True if there is a key that the Pi has not answered for."""
        return bool(self._sent or self._waiting)

    def add(self, key: int, *, down: bool) -> None:
        """Send it when its turn comes. It is lost where too many wait."""
        if len(self._waiting) + bool(self._sent) < MOST:
            self._waiting.append(packed(MESSAGES["KEY"].fields, (self._boot, key, down)))

    def forget(self) -> None:
        """Drop them all."""
        self._sent = None
        self._waiting.clear()

    def data_to_send(self, now: float) -> bytes:
        """Return what is due at *now*: the next key, or the last one again."""
        if not self._sent and self._waiting:
            self._sent, self._due = Packet(KEY, self._next_seq, self._waiting.popleft()), now
            self._next_seq = (self._next_seq + 1) % 256
        if not self._sent or now < self._due:
            return b""
        self._due = now + AGAIN_SECONDS
        return encode(self._sent)

    def receive(self, answer: Packet) -> None:
        """Drop the key that *answer* is for, whatever it says."""
        sent = self._sent
        if sent and (answer.type, answer.seq) == (KEY | ANSWER, sent.seq):
            self._sent = None if len(answer.payload) == 1 else sent
