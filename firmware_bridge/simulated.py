"""A simulated controller on a simulated serial line.

Implemented from PROTOCOL.md, not from the C code, so that each verifies the other.
"""

import errno
from collections import deque
from collections.abc import Callable
from math import inf
from threading import Condition
from typing import Final, TypeAlias

from firmware_bridge.protocol.framing import MAX_PAYLOAD_BYTES, Bad, Decoder, Packet, encode
from firmware_bridge.protocol.messages import (
    ANSWER,
    BYTES,
    KEY,
    MESSAGES,
    PAINT_SHOW,
    VERSION,
    Status,
    number_of,
    packed,
    unpacked,
    unpacked_runs,
)
from firmware_bridge.protocol.pixels import NO_CEILING, Ceiling, Pixels, Tape

FIRMWARE: Final = 1
"""The firmware's release number."""
KEYS: Final = 16
AGAIN_SECONDS: Final = 0.1
"""Seconds until a key is retransmitted."""
MAX_KEYS: Final = 16
"""Capacity of the queue, including the unacknowledged key."""


class KeyQueue:
    """The key events of a controller; *boot* is its start count."""

    def __init__(self, boot: int) -> None:
        self._boot, self._next_seq, self._due = boot, 0, 0.0
        self._sent: Packet | None = None
        self._waiting: deque[bytes] = deque()

    @property
    def waits(self) -> bool:
        """True if there are unacknowledged keys."""
        return bool(self._sent or self._waiting)

    def add(self, key: int, *, down: bool) -> None:
        """Queue a key event; dropped if the queue is full."""
        if len(self._waiting) + bool(self._sent) < MAX_KEYS:
            self._waiting.append(packed(MESSAGES["KEY"].fields, (self._boot, key, down)))

    def forget(self) -> None:
        """Clear the queue."""
        self._sent = None
        self._waiting.clear()

    def data_to_send(self, now: float) -> bytes:
        """Return the frame due at *now*, if any: the next key or a retransmission."""
        if not self._sent and self._waiting:
            self._sent, self._due = Packet(KEY, self._next_seq, self._waiting.popleft()), now
            self._next_seq = (self._next_seq + 1) % 256
        if not self._sent or now < self._due:
            return b""
        self._due = now + AGAIN_SECONDS
        return encode(self._sent)

    def receive(self, answer: Packet) -> None:
        """Remove the key acknowledged by *answer*, regardless of its status."""
        sent = self._sent
        if sent and (answer.type, answer.seq) == (KEY | ANSWER, sent.seq):
            self._sent = None if len(answer.payload) == 1 else sent


SILENT_SECONDS: Final = 3.0
BLINK_SECONDS: Final = 0.25
"""Duration of each phase, dark and lit, of the blinking link LED."""
MAX_POSTPONED: Final = 3
"""Maximum number of consecutive PAINTs refused because of a key."""
MAX_COUNT: Final = 65535
"""Maximum value of two-byte counters, at which they saturate."""

HELLO, CONFIGURE, PAINT, PING = map(number_of, ("HELLO", "CONFIGURE", "PAINT", "PING"))


class Controller:
    """A new controller with memory for *pixels_room* pixels. *boot*: start count; *ceiling*: limits
    of the firmware. LEDs may be lit from an earlier start, so they are initially white."""

    def __init__(
        self, pixels_room: int = 400, boot: int = 7, ceiling: Ceiling = NO_CEILING
    ) -> None:
        self._room, self._boot = pixels_room, boot
        self._decoder, self._pixels, self._ceiling = Decoder(), Pixels(pixels_room), ceiling
        self._tape: Tape | None = None
        self._longest, self._lit_to = 0, pixels_room
        self._whole = False
        self._received_at: float | None = None
        self._silent_since: float | None = None
        self._key_queue = KeyQueue(boot)
        self._put_off = 0
        self.shown: bytes | None = None
        """The image on the strip, three bytes per pixel; None before the first."""
        self.lights = b"\xff" * BYTES * pixels_room
        """The colours of all LEDs, including those beyond the strip."""
        self.sent = 0
        """The number of pixels transmitted, including dark ones beyond the strip."""
        self.link_led = False
        """True while the link LED is lit."""
        self.bad = 0
        """The number of invalid frames."""

    def receive(self, data: bytes, now: float) -> bytes:
        """Process *data* received at *now* (monotonic seconds). Return the answers."""
        self._notice(now)
        return b"".join(self._answer(heard, now) for heard in self._decoder.feed(data))

    def tick(self, now: float) -> bytes:
        """Return unsolicited data due at *now*."""
        self._notice(now)
        return self._key_queue.data_to_send(now)

    def press(self, key: int, now: float) -> None:
        """Press *key*, numbered 0 to 15."""
        self._add(key, now, down=True)

    def release(self, key: int, now: float) -> None:
        """Release *key*."""
        self._add(key, now, down=False)

    def _add(self, key: int, now: float, *, down: bool) -> None:
        self._notice(now)
        if self._tape and self._silent_since is None:
            self._key_queue.add(key, down=down)

    def _notice(self, now: float) -> None:
        """Detect a timeout of the Pi, and update the link LED."""
        if self._silent_since is None and (
            self._received_at is None or now - self._received_at >= SILENT_SECONDS
        ):
            self._silent_since = now
            self._key_queue.forget()
            self._show_link(lit=False)
        if self._silent_since is not None:
            self.link_led = (now - self._silent_since) // BLINK_SECONDS % 2 == 1

    def _answer(self, heard: Packet | Bad, now: float) -> bytes:
        if isinstance(heard, Bad):
            self.bad = min(self.bad + 1, MAX_COUNT)
            return b""
        was_silent, self._silent_since = self._silent_since is not None, None
        self._received_at, self.link_led = now, True
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
        """Process a request. Return the payload of the answer."""
        if asked == HELLO:
            if not payload:
                return bytes((Status.MALFORMED,))
            greeting = (VERSION, FIRMWARE, self._boot, self._room, MAX_PAYLOAD_BYTES, KEYS)
            return bytes((Status.DONE,)) + packed(MESSAGES["HELLO"].answer, greeting)
        if asked == CONFIGURE:
            return bytes((self._configure(payload),))
        if asked == PAINT:
            return bytes((self._paint(payload),))
        if asked == PING:
            if payload:
                return bytes((Status.MALFORMED,))
            lost = 0  # The simulation has no receive overflow.
            values = packed(MESSAGES["PING"].answer, (self._boot, lost, self.bad))
            return bytes((Status.DONE,)) + values
        return bytes((Status.UNKNOWN,))

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
        if flags not in (b"\0", bytes((PAINT_SHOW,))) or runs is None:
            return Status.MALFORMED
        if not all(map(self._tape.holds, runs)):
            return Status.MALFORMED
        shows = flags == bytes((PAINT_SHOW,))
        if shows:  # Without bounce, only queued keys matter.
            puts_off = self._key_queue.waits and self._put_off < MAX_POSTPONED
            self._put_off = self._put_off + 1 if puts_off else 0
            if puts_off:
                return Status.BUSY
        self._pixels.paint(runs)
        self._whole = shows
        if shows:
            self._show(self._tape, self._lit(self._tape))
        return Status.DONE

    def _show_link(self, *, lit: bool) -> None:
        """Show the stored image, if complete, with the link pixel dark or *lit*."""
        if self._tape and self._whole:
            picture = self._lit(self._tape)
            self._show(self._tape, picture if lit else self._tape.silent(picture))

    def _lit(self, tape: Tape) -> bytes:
        """Return the stored image within the power limit."""
        return tape.lit(self._pixels.of(tape), self._ceiling, self._longest)

    def _show(self, tape: Tape, picture: bytes) -> None:
        """Show *picture*, and turn off lit pixels beyond it."""
        self.sent, self._lit_to = max(tape.pixels, self._lit_to), tape.pixels
        dark = bytes(BYTES * (self.sent - tape.pixels))
        self.shown, self.lights = picture, picture + dark + self.lights[BYTES * self.sent :]


BITS: Final = 10
"""Bits on the line per byte."""
PIXEL_SECONDS: Final = 30e-6
BOOTING_SECONDS: Final = 0.8
POLL_SECONDS: Final = 0.05
"""Poll interval for unsolicited data."""

OnPicture: TypeAlias = Callable[[bytes], None]
"""Called with each image shown, three bytes per pixel in strip order."""


def unseen(picture: bytes) -> None:
    """Ignore the image."""


class _Way:
    """Bytes in transit, with their arrival times."""

    def __init__(self, baud: int) -> None:
        self._seconds = BITS / baud
        self._coming: deque[tuple[float, bytes]] = deque()

    @property
    def due(self) -> float:
        """When the next bytes arrive."""
        return self._coming[0][0] if self._coming else inf

    def send(self, data: bytes, now: float) -> None:
        """Queue *data* after the bytes in transit."""
        begins = max(now, self._coming[-1][0]) if self._coming else now
        if data:
            self._coming.append((begins + len(data) * self._seconds, data))

    def come(self, now: float) -> bytes:
        """Return the bytes that have arrived by *now*."""
        arrived = b""
        while self.due <= now:
            arrived += self._coming.popleft()[1]
        return arrived


class SerialLine:
    """A serial line to a controller with memory for *room* pixels. *shows* receives its images."""

    def __init__(self, shows: OnPicture = unseen, *, room: int = 400, baud: int = 115_200) -> None:
        self._shows, self._room, self._baud = shows, room, baud
        self._to_controller, self._to_pi = _Way(baud), _Way(baud)
        self._boots, self._ready_at, self._open = 0, inf, False
        self.controller = Controller(room)
        """The current controller, replaced at each restart."""

    def there(self, now: float) -> bool:
        """True if the controller is connected."""
        return True

    def open(self, now: float) -> None:
        """Open the line, which resets the controller. Raises OSError if there is no controller."""
        if not self.there(now):
            raise FileNotFoundError(errno.ENOENT, "the simulated controller is unplugged")
        self._open = True
        self._to_controller, self._to_pi = _Way(self._baud), _Way(self._baud)
        self.start(now)

    def start(self, now: float) -> None:
        """Restart the controller."""
        self._boots += 1
        self._ready_at = now + BOOTING_SECONDS
        self.controller = Controller(self._room, boot=self._boots % (1 << 16))

    def receive(self, data: bytes, now: float) -> None:
        """Accept *data* from the Pi. Raises OSError if the controller is disconnected."""
        self._require_plugged(now)
        self._to_controller.send(self.arriving(data), now)

    def data_to_send(self, now: float) -> bytes:
        """Return bytes that arrived by *now*. Raises OSError if disconnected."""
        self._require_plugged(now)
        heard = self._to_controller.come(now)
        if now >= self._ready_at:
            self._answer(heard, now)
        return self._to_pi.come(now)

    def due_in(self, now: float) -> float:
        """Return the seconds until the next call to ``data_to_send`` is due."""
        due = min(self._to_controller.due, self._to_pi.due)
        return min(max(due - now, 0.001), POLL_SECONDS)

    def turn(self, key: int, now: float, *, down: bool) -> None:
        """Press (*down*) or release a key of the controller."""
        (self.controller.press if down else self.controller.release)(key, now)

    def arriving(self, data: bytes) -> bytes:
        """Return *data* as received; subclasses simulate transmission errors."""
        return data

    def _require_plugged(self, now: float) -> None:
        if not self.there(now):
            self._open = False
        if not self._open:
            raise OSError(errno.EIO, "the simulated controller was unplugged")

    def _answer(self, heard: bytes, now: float) -> None:
        last = self.controller.shown
        data = self.controller.receive(heard, now) + self.controller.tick(now)
        shown = self.controller.shown
        busy = 0.0
        if shown is not None and shown is not last:
            busy = PIXEL_SECONDS * self.controller.sent
            self._shows(shown)
        self._to_pi.send(self.arriving(data), now + busy)


PORT: Final = "simulated"
"""The name of the simulated port."""


class SimulatedTransport:
    """A Transport over *line*, guarded by *changed*; calls *show* after each read."""

    def __init__(
        self,
        line: SerialLine,
        changed: Condition,
        clock: Callable[[], float],
        show: Callable[[], None],
    ) -> None:
        self._line, self._changed, self._clock, self._show = line, changed, clock, show
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """Return received bytes; none after *timeout* seconds or if woken. Raises OSError if the
        controller is disconnected."""
        try:
            with self._changed:
                ends = self._clock() + timeout
                while True:
                    now = self._clock()
                    data = self._line.data_to_send(now)
                    if data or self._woken or now >= ends:
                        self._woken = False
                        return data
                    self._changed.wait(min(ends - now, self._line.due_in(now)))
        finally:
            self._show()

    def write(self, data: bytes) -> None:
        """Send *data*. Raises OSError if the controller is disconnected."""
        with self._changed:
            self._line.receive(data, self._clock())

    def wake(self) -> None:
        """Interrupt the current read, or else the next one."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """No-op: there is nothing to release."""


class SimulatedController:
    """A controller found and opened like a real one, independent of its transports. Thread-safe.
    *clock* returns seconds, *shows* receives the images, *line_to* creates the line."""

    def __init__(
        self,
        clock: Callable[[], float],
        shows: OnPicture = unseen,
        line_to: Callable[[OnPicture], SerialLine] = SerialLine,
    ) -> None:
        self._pictures: deque[bytes] = deque()
        self._line = line_to(self._pictures.append)
        self._clock, self._shows = clock, shows
        self._changed = Condition()

    def ports(self) -> tuple[str, ...]:
        """Return the port of the controller; none while it is disconnected."""
        with self._changed:
            return (PORT,) if self._line.there(self._clock()) else ()

    def open(self, port: str = PORT) -> SimulatedTransport:
        """Open a transport. Raises OSError while the controller is disconnected."""
        with self._changed:
            self._line.open(self._clock())
        return SimulatedTransport(self._line, self._changed, self._clock, self._show)

    def turn(self, key: int, *, down: bool) -> None:
        """Press (*down*) or release a key."""
        with self._changed:
            self._line.turn(key, self._clock(), down=down)
            self._changed.notify_all()

    def _show(self) -> None:
        """Deliver new images, without holding the lock."""
        while self._pictures:
            self._shows(self._pictures.popleft())
