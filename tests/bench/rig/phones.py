"""Many phones in one process: each follows the table, and notes when it heard of each version.

Run as a program with a port, a number of phones, and how many of them lose their line in a second.
It says on standard output how many were given a stream once every phone has the state; the others
ask again every two seconds, as the page does. When its standard input ends it prints, for each
version, the nanoseconds of the machine's steady clock at which each phone had it.
"""

import asyncio
import json
import re
import sys
from collections import defaultdict
from random import Random
from time import monotonic_ns

HOST = "127.0.0.1"
ASK_AGAIN = 2.0
VERSION = re.compile(rb'"version":(\d+)')
ASKED = f"HTTP/1.1\r\nHost: {HOST}\r\n".encode()

Heard = dict[int, list[int]]


class Phone:
    """One phone: it has the newest version that it was told."""

    def __init__(self, port: int, number: int, heard: Heard) -> None:
        self._port, self._number, self._heard = port, number, heard
        self._address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self._version = -1
        self.there = asyncio.Event()
        self.follows = False

    async def live(self) -> None:
        """Follow the stream; without a place in it, ask again and again."""
        reader, writer = await self._connect()
        cookie = f"Cookie: cribble_device=phone-{self._number:026d}\r\n".encode()
        writer.write(b"GET /api/v1/stream " + ASKED + cookie + b"\r\n")
        try:
            self.follows = b" 200 " in await reader.readline()
            while self.follows and (line := await reader.readline()):
                if line.startswith(b"data:"):
                    self._note(line)
        finally:
            writer.close()
        while not self.follows:
            await self._ask()
            await asyncio.sleep(ASK_AGAIN)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """From an address of its own, as in any network."""
        return await asyncio.open_connection(
            HOST, self._port, limit=1 << 20, local_addr=(self._address, 0)
        )

    async def _ask(self) -> None:
        reader, writer = await self._connect()
        writer.write(b"GET /api/v1/state " + ASKED + b"Connection: close\r\n\r\n")
        self._note(await reader.read())
        writer.close()

    def _note(self, told: bytes) -> None:
        now, found = monotonic_ns(), VERSION.search(told)
        if found and self._version < (version := int(found[1])):
            if self._version >= 0 and self.follows:
                # Who missed one has it with the next: each message holds the whole table.
                for had in range(self._version + 1, version + 1):
                    self._heard[had].append(now)
            self._version = version
            self.there.set()


async def lose_lines(phones: list[Phone], living: list[asyncio.Task[None]], drops: int) -> None:
    """Every so often a phone loses its line, and comes back over another."""
    chance = Random(drops)
    while drops:
        await asyncio.sleep(1 / drops)
        number = chance.randrange(len(phones))
        living[number].cancel()
        living[number] = asyncio.create_task(phones[number].live())


async def main(port: int, phones: int, drops: int = 0) -> None:
    """Open all phones, say that they are there, and report at the end of the input."""
    heard: Heard = defaultdict(list)
    all_phones = [Phone(port, number, heard) for number in range(phones)]
    living = []
    for phone in all_phones:
        living.append(asyncio.create_task(phone.live()))
        await phone.there.wait()
    print(sum(phone.follows for phone in all_phones), flush=True)
    losing = asyncio.create_task(lose_lines(all_phones, living, drops))
    await asyncio.to_thread(sys.stdin.read)
    for one in (losing, *living):
        one.cancel()
    json.dump(heard, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
