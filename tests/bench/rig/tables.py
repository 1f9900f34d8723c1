"""Tables that each publish a state a second; called with a port, their number, and seconds."""

import sys
import time

from mqtt.broker import Broker
from mqtt.client import Client
from mqtt.payloads import State, encode
from mqtt.topics import Topics
from tests.kit.drivers.mosquitto import HERE

TOPICS = Topics("bench")


def publish(port: int, tables: int, seconds: float) -> None:
    """Publish the states evenly spread; ``at`` is when, on the clock of this machine."""
    client = Client(Broker(HERE, port), name="tables")
    client.start()
    while not client.connected:
        time.sleep(0.01)
    began = time.monotonic()
    for number in range(round(tables * seconds)):
        time.sleep(max(began + number / tables - time.monotonic(), 0))
        table = str(number % tables + 1)
        state = State(
            table=table,
            phase="play",
            rules="acc",
            target=121,
            players=("Ann", "Ben"),
            teams=((0,), (1,)),
            scores=(43, 37),
            pegs=((43, 40), (37, 35)),
            dealer=1,
            turn=0,
            count=24,
            deal=3,
            games=(1, 0),
            at=str(time.monotonic_ns()),
        )
        client.publish(TOPICS.state(table), encode(state), retain=True)
    client.stop()


if __name__ == "__main__":
    publish(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
