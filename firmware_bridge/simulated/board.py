"""The board as a program: hears bytes, answers them, shows pictures. No port, no clock.

It follows PROTOCOL.md and not the C, so that each proves the other, and people without a board run
it. Its owner calls ``tick`` every few milliseconds: silence is noticed and keys are sent there.
"""

from typing import Final

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD, Bad, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    MESSAGES,
    SHOW,
    VERSION,
    Status,
    number_of,
    packed,
    unpacked,
    unpacked_runs,
)
from firmware_bridge.protocol.pixels import NO_CEILING, Ceiling, Pixels, Tape
from firmware_bridge.simulated.key_queue import KeyQueue

SILENT_SECONDS: Final = 3.0
BLINK_SECONDS: Final = 0.25
"""The link lamp is dark for so long, then lit as long."""
MOST_PUT_OFF: Final = 3
"""Times in a row that a picture is put off for a key."""
MOST: Final = 65535
"""The highest count of two bytes; it stays there."""

HELLO, CONFIGURE, PAINT, PING = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING"))


class Board:
    """A board with room for *pixels_room* pixels that was just started, for the time *boot*, and
    built with a *ceiling*. Its lights may be lit from an earlier start, and so are white."""

    def __init__(
        self,
        pixels_room: int = 400,
        boot: int = 7,
        firmware: int = 1,
        keys: int = 16,
        ceiling: Ceiling = NO_CEILING,
    ) -> None:
        self._room, self._boot, self._firmware, self._keys = pixels_room, boot, firmware, keys
        self._decoder, self._pixels, self._ceiling = Decoder(), Pixels(pixels_room), ceiling
        self._tape: Tape | None = None
        self._longest, self._lit_to = 0, pixels_room
        self._whole = False
        self._received_at: float | None = None
        self._silent_since: float | None = None
        self._key_queue = KeyQueue(boot)
        self._put_off = 0
        self.shown: bytes | None = None
        """The latest picture of the strip, three bytes a pixel; None: nothing yet."""
        self.lights = b"\xff" * BYTES * pixels_room
        """The colours of all lights that there may be, those past the strip included."""
        self.sent = 0
        """Pixels that the latest picture was sent to; those past the strip were made dark."""
        self.lamp = False
        """True while the link lamp is lit."""
        self.bad = 0
        """Frames that were no packets."""

    def receive(self, data: bytes, now: float) -> bytes:
        """Return the answer of the board to *data*, which came at *now* (seconds of any clock)."""
        self._notice(now)
        return b"".join(self._answer(heard, now) for heard in self._decoder.feed(data))

    def tick(self, now: float) -> bytes:
        """Return what the board says by itself at *now*."""
        self._notice(now)
        return self._key_queue.data_to_send(now)

    def press(self, key: int, now: float) -> None:
        """The key of that number, 0 to 15, goes down."""
        self._add(key, now, down=True)

    def release(self, key: int, now: float) -> None:
        """The key of that number goes up again."""
        self._add(key, now, down=False)

    def _add(self, key: int, now: float, *, down: bool) -> None:
        self._notice(now)
        if self._tape and self._silent_since is None and key < self._keys:
            self._key_queue.add(key, down=down)

    def _notice(self, now: float) -> None:
        """See whether the Pi has fallen silent by *now*, and blink."""
        if self._silent_since is None and (
            self._received_at is None or now - self._received_at >= SILENT_SECONDS
        ):
            self._silent_since = now
            self._key_queue.forget()
            self._show_link(lit=False)
        if self._silent_since is not None:
            self.lamp = (now - self._silent_since) // BLINK_SECONDS % 2 == 1

    def _answer(self, heard: Packet | Bad, now: float) -> bytes:
        if isinstance(heard, Bad):
            self.bad = min(self.bad + 1, MOST)
            return b""
        was_silent, self._silent_since = self._silent_since is not None, None
        self._received_at, self.lamp = now, True
        answer = self._receive(heard)
        if was_silent:
            self._show_link(lit=True)
        return answer

    def _receive(self, packet: Packet) -> bytes:
        if packet.type & ANSWER:
            self._key_queue.receive(packet)
            return b""
        payload = self._done(packet.type, packet.payload)
        return encode(Packet(packet.type | ANSWER, packet.seq, payload))

    def _done(self, asked: int, payload: bytes) -> bytes:
        """Do what is *asked*: the payload of the answer."""
        if asked == HELLO:
            return self._hello(payload)
        if asked == CONFIGURE:
            return bytes((self._configure(payload),))
        if asked == PAINT:
            return bytes((self._paint(payload),))
        if asked == PING:
            return self._ping(payload)
        return bytes((Status.UNKNOWN,))

    def _hello(self, payload: bytes) -> bytes:
        if not payload:
            return bytes((Status.MALFORMED,))
        values = (VERSION, self._firmware, self._boot, self._room, LONGEST_PAYLOAD, self._keys)
        return bytes((Status.DONE,)) + packed(MESSAGES["HELLO"].answer, values)

    def _configure(self, payload: bytes) -> Status:
        values = unpacked(MESSAGES["CONFIGURE"].fields, payload)
        tape = Tape(*values) if values else None
        if not tape or not tape.can_be:
            return Status.MALFORMED
        if tape.pixels > self._room:
            return Status.UNFIT
        self._tape, self._whole = tape, False
        self._longest = max(self._longest, tape.pixels)
        self._pixels.cut(tape.pixels)
        return Status.DONE

    def _paint(self, payload: bytes) -> Status:
        if not self._tape:
            return Status.UNCONFIGURED
        flags, runs = payload[:1], unpacked_runs(payload[1:])
        if flags not in (b"\0", bytes((SHOW,))) or runs is None:
            return Status.MALFORMED
        if not all(map(self._tape.holds, runs)):
            return Status.MALFORMED
        shows = flags == bytes((SHOW,))
        if shows and self._puts_off():
            return Status.BUSY
        self._pixels.paint(runs)
        self._whole = shows
        if shows:
            self._show(self._tape, self._lit(self._tape))
        return Status.DONE

    def _puts_off(self) -> bool:
        """True if a picture comes too early, for a key waits to be sent. Of contacts that settle
        nothing is known here: keys are pressed for certain."""
        puts_off = self._key_queue.waits and self._put_off < MOST_PUT_OFF
        self._put_off = self._put_off + 1 if puts_off else 0
        return puts_off

    def _ping(self, payload: bytes) -> bytes:
        if payload:
            return bytes((Status.MALFORMED,))
        values = (self._boot, 0, self.bad)  # A program always has room.
        return bytes((Status.DONE,)) + packed(MESSAGES["PING"].answer, values)

    def _show_link(self, *, lit: bool) -> None:
        """Show the kept picture with its link pixel dark or *lit*, if it is wholly there."""
        if self._tape and self._whole:
            picture = self._lit(self._tape)
            self._show(self._tape, picture if lit else self._tape.silent(picture))

    def _lit(self, tape: Tape) -> bytes:
        """The kept picture, with as much light as it may have."""
        return tape.lit(self._pixels.of(tape), self._ceiling, self._longest)

    def _show(self, tape: Tape, picture: bytes) -> None:
        """Show *picture*, and make dark what is lit past it."""
        self.sent, self._lit_to = max(tape.pixels, self._lit_to), tape.pixels
        dark = bytes(BYTES * (self.sent - tape.pixels))
        self.shown, self.lights = picture, picture + dark + self.lights[BYTES * self.sent :]
