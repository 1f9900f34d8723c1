"""Names and addresses at run time: networks come late, go, and assign new addresses."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname
from subprocess import PIPE

import pytest

from cribble.serve.run import address_watch
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import Fault
from tests.kit.drivers.own_network import OwnNetwork, why_not
from tests.kit.drivers.waiting import soon
from web import Addresses, Network

PORT = 8121
HERE = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[OwnNetwork]:
    """`cribble serve` on a machine without a network."""
    words = ["serve", "--data", str(tmp_path), "--port", str(PORT)]
    command = [sys.executable, "-m", "cribble", *words]
    network = OwnNetwork(command, stdout=PIPE, stderr=PIPE)
    assert network.program.stdout
    assert network.program.stdout.readline() == f"The table is open: {HERE}/\n"
    yield network
    network.close()


def address(network: OwnNetwork) -> str | None:
    """Return the address given to phones, which the live state must have within a second."""
    me = json.loads(network.fetch(f"{HERE}/api/v1/me"))
    plain = (me["url"] or "").removeprefix("http://").rstrip("/")
    soon(lambda: json.loads(network.fetch(f"{HERE}/api/v1/state"))["machine"]["address"] == plain)
    return plain or None


@pytest.mark.skipif(why_not() is not None, reason=why_not() or "")
def test_a_table_finds_its_network_whenever_it_comes(served: OwnNetwork) -> None:
    """None at the start; an address without a default route, like a hotspot; a default route by
    another network; none again. The machine's own names work throughout."""
    assert address(served) is None
    assert served.fetch(f"{HERE}/watch.svg").startswith("404")
    served.ip("link add lan type veth peer name other")
    served.ip("link set lan up")
    served.ip("link set other up")
    served.ip("addr add 10.42.0.1/24 dev lan")
    soon(lambda: address(served) == f"10.42.0.1:{PORT}")
    assert served.fetch(f"{HERE}/watch.svg").startswith("<svg")
    served.ip("addr add 192.168.9.5/24 dev other")
    served.ip("route add default via 192.168.9.1 dev other")
    soon(lambda: address(served) == f"192.168.9.5:{PORT}")
    for name in (f"{gethostname().partition('.')[0]}.local", "cribble.local", "127.0.0.1"):
        assert served.fetch(f"{HERE}/healthz", f"{name}:{PORT}").startswith("{")
    served.ip("addr flush dev lan")
    served.ip("addr flush dev other")
    soon(lambda: address(served) is None)


def test_a_change_of_address_is_shown_and_said() -> None:
    table, told, found = Table(Journal.in_memory()), list[Fault](), [Network(None)]
    watch = address_watch(table, Addresses(lambda: found[0]), told.append)
    assert table.machine.address == ""
    found[0] = Network("10.0.0.7")
    watch.poll()
    watch.poll()
    assert table.machine.address == "10.0.0.7:8121"
    found[0] = Network(None)
    watch.poll()
    assert [str(fault) for fault in told] == [
        "The table’s address is now http://10.0.0.7:8121/",
        "The network is down; everything entered so far is saved.",
    ]
