"""Simulated phones in one process that follow a table and record when they receive each version.

Run as a program with a port, a number of phones, and optionally how many reconnect per second. It
prints a line once every phone has the state. At the end of standard input it prints, as JSON, the
monotonic times in ns at which phones received each version.
"""

import asyncio
import json
import re
import sys
from collections import defaultdict
from random import Random
from time import monotonic_ns

HOST = "127.0.0.1"
VERSION = re.compile(rb'"version":(\d+)')


async def follow(port: int, number: int, heard: dict[int, list[int]], ready: asyncio.Event) -> None:
    """Follow the stream from an individual loopback address, like separate phones."""
    address = f"127.0.{1 + number // 200}.{1 + number % 200}"
    reader, writer = await asyncio.open_connection(
        HOST, port, limit=1 << 20, local_addr=(address, 0)
    )
    cookie = f"Cookie: cribble_device=phone-{number:026d}\r\n"
    writer.write(f"GET /api/v1/stream HTTP/1.1\r\nHost: {HOST}\r\n{cookie}\r\n".encode())
    assert b" 200 " in await reader.readline()
    newest = -1
    while line := await reader.readline():
        now, found = monotonic_ns(), VERSION.search(line)
        if line.startswith(b"data:") and found and newest < (version := int(found[1])):
            if newest >= 0:
                # Each version has the whole state, so the next one also delivers those missed.
                for had in range(newest + 1, version + 1):
                    heard[had].append(now)
            newest = version
            ready.set()


async def main(port: int, phones: int, drops: int = 0) -> None:
    """Start all phones one after another; print the report at the end of standard input."""
    heard = defaultdict[int, list[int]](list)
    tasks = []
    for number in range(phones):
        ready = asyncio.Event()
        tasks.append(asyncio.create_task(follow(port, number, heard, ready)))
        await ready.wait()
    print("following", flush=True)
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    chance = Random(drops)
    while drops and not over.done():
        await asyncio.sleep(1 / drops)
        number = chance.randrange(phones)
        tasks[number].cancel()
        tasks[number] = asyncio.create_task(follow(port, number, heard, asyncio.Event()))
    await over
    for task in tasks:
        task.cancel()
    json.dump(heard, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
