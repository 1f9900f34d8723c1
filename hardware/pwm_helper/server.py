"""The lamp at work: it listens at its socket and shows what the one program that it has sends."""

from __future__ import annotations

import selectors
import socket
import time
from contextlib import suppress
from threading import Event
from typing import Final

from hardware.pwm_helper.protocol import (
    BEFORE_HELLO,
    Kind,
    Message,
    Reader,
    WrongBytes,
    after_hello,
    answer,
    pixels_in,
)
from hardware.pwm_helper.strip import OpenDevice, StripHolder
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

LOOK_UP: Final = 0.5
"""Seconds after which it looks whether somebody said stop."""
GREETS_WITHIN: Final = 1.0
"""Seconds in which a program must say hello, so that no silent one holds the lamp."""
PIECE: Final = 1 << 16


class Client:
    """The program at the other end of *line*, and what came of its messages so far."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line, self.reader = line, Reader(BEFORE_HELLO)
        self.came = time.monotonic()
        self.pixels = 0
        """Of its pictures; 0 before it said hello."""

    @property
    def silent(self) -> bool:
        """True if it has taken too long to say hello."""
        return not self.pixels and time.monotonic() - self.came > GREETS_WITHIN


class PwmHelper:
    """Shows on what *open_shows* opens. One thread does it all."""

    def __init__(self, listener: socket.socket, open_shows: OpenDevice) -> None:
        self._listener, self._bulbs = listener, StripHolder(open_shows)
        self._program: Client | None = None

    def run(self, stop: Event) -> None:
        """Serve programs, one after the other, until *stop*; then go dark."""
        self._listener.setblocking(False)
        try:
            while not stop.is_set():
                self._turn()
        finally:
            self._leave()
            self._bulbs.go_dark()

    def _turn(self) -> None:
        """Wait for something and answer it; who is there comes before who knocks."""
        with selectors.DefaultSelector() as ready:
            ready.register(self._listener, selectors.EVENT_READ)
            if self._program:
                ready.register(self._program.line, selectors.EVENT_READ)
            lines = {key.fileobj for key, _ in ready.select(LOOK_UP)}
        if self._program and self._program.line in lines:
            self._read(self._program)
        elif self._program and self._program.silent:
            self._leave()
        if self._listener in lines:
            self._greet()

    def _greet(self) -> None:
        """Let a program in, or tell it that another one is."""
        with suppress(OSError):
            line, _ = self._listener.accept()
            if self._program is None:
                self._program = Client(line)
                return
            taken = DeviceFault(
                en("Another program lights this strip: end it, and this one takes over by itself.")
            )
            with line:
                line.setblocking(False)
                line.send(bytes(answer(taken)))

    def _read(self, program: Client) -> None:
        try:
            piece = program.line.recv(PIECE)
            for message in program.reader.take(piece):
                self._do(program, message)
            if not piece:
                self._leave()
        except DeviceFault as fault:
            self._tell(program, fault)
            self._leave()
        except (OSError, WrongBytes):
            self._leave()

    def _do(self, program: Client, message: Message) -> None:
        """Do what one message asks for. Raises DeviceFault where it cannot be done."""
        match message.kind:
            case Kind.HELLO:
                pixels = pixels_in(message)
                self._bulbs.number(pixels)
                program.pixels, program.reader.expects = pixels, after_hello(pixels)
            case Kind.FRAME:
                self._bulbs.show(message.body)
            case _:
                self._bulbs.go_dark()
                self._leave()
                return
        self._tell(program)

    def _tell(self, program: Client, fault: DeviceFault | None = None) -> None:
        """Answer. A program that does not read is left, by the error of its full line."""
        program.line.send(bytes(answer(fault)))

    def _leave(self) -> None:
        if self._program:
            self._program.line.close()
        self._program = None
