"""The PWM helper at work: it listens at its socket and shows the frames of one program."""

import selectors
import socket
import time
from contextlib import suppress
from threading import Event
from typing import Final

from hardware.pwm_helper import protocol
from hardware.pwm_helper.strip import OpenDevice, StripHolder
from scorekeeper.device import DeviceFault

LOOK_UP: Final = 0.5
"""Seconds after which it looks whether somebody said stop."""
GREETS_WITHIN: Final = 1.0
"""Seconds in which a program must say hello, so that no silent one holds the PWM helper."""
PIECE: Final = 1 << 16


class Client:
    """The program at the other end of *line*, and what came of its messages so far."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line, self.reader = line, protocol.MessageReader(protocol.BEFORE_HELLO)
        self.came = time.monotonic()
        self.greeted = False

    @property
    def silent(self) -> bool:
        """True if it has taken too long to say hello."""
        return not self.greeted and time.monotonic() - self.came > GREETS_WITHIN


class PwmHelper:
    """Shows on what *open_device* opens. One thread does it all."""

    def __init__(self, listener: socket.socket, open_device: OpenDevice) -> None:
        self._listener, self._strip = listener, StripHolder(open_device)
        self._client: Client | None = None

    def run(self, stop: Event) -> None:
        """Serve programs, one after the other, until *stop*; then go dark."""
        self._listener.setblocking(False)
        try:
            while not stop.is_set():
                self._turn()
        finally:
            self._leave()
            self._strip.go_dark()

    def _turn(self) -> None:
        """Wait for something and answer it; who is there comes before who knocks."""
        with selectors.DefaultSelector() as ready:
            ready.register(self._listener, selectors.EVENT_READ)
            if self._client:
                ready.register(self._client.line, selectors.EVENT_READ)
            lines = {key.fileobj for key, _ in ready.select(LOOK_UP)}
        if self._client and self._client.line in lines:
            self._read(self._client)
        elif self._client and self._client.silent:
            self._leave()
        if self._listener in lines:
            self._greet()

    def _greet(self) -> None:
        """Let a program in, or tell it that another one is."""
        with suppress(OSError):
            line, _ = self._listener.accept()
            if self._client is None:
                self._client = Client(line)
                return
            taken = DeviceFault(
                "Another program lights this strip: end it, and this one takes over by itself."
            )
            with line:
                line.setblocking(False)
                line.send(bytes(protocol.answer(taken)))

    def _read(self, client: Client) -> None:
        try:
            piece = client.line.recv(PIECE)
            for message in client.reader.take(piece):
                self._do(client, message)
            if not piece:
                self._leave()
        except DeviceFault as fault:
            self._tell(client, fault)
            self._leave()
        except (OSError, protocol.WrongBytes):
            self._leave()

    def _do(self, client: Client, message: protocol.HelperMessage) -> None:
        """Do what one message asks for. Raises DeviceFault where it cannot be done."""
        match message.kind:
            case protocol.Kind.HELLO:
                size = protocol.size_in(message)
                self._strip.open(size)
                client.greeted, client.reader.expects = True, protocol.after_hello(size)
            case protocol.Kind.FRAME:
                self._strip.show(message.body)
            case _:
                self._strip.go_dark()
                self._leave()
                return
        self._tell(client)

    def _tell(self, client: Client, fault: DeviceFault | None = None) -> None:
        """Answer. A program that does not read is left, by the error of its full line."""
        client.line.send(bytes(protocol.answer(fault)))

    def _leave(self) -> None:
        if self._client:
            self._client.line.close()
        self._client = None
