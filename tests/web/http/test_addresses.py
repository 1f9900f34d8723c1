"""The names that the table answers to, and the pages that may write."""

import pytest

from web import Addresses, Network
from web.http.security import is_same_origin

TABLE = Addresses(lambda: Network("192.168.1.20", "kitchen"), names=("score.example",))

OURS = (
    "192.168.1.20:8121",
    "10.0.0.7",
    "127.0.0.1:9000",
    "[::1]:8121",
    "[fe80::1]",
    "localhost:8121",
    "LOCALHOST",
    "cribble.local",
    "Cribble.local:8121",
    "cribble:8121",
    "score.example:80",
    "cribble.local.",
    "kitchen.local:8121",
    "Kitchen",
)
NOT_OURS = (
    "",
    "evil.example",
    "cribble.local.evil.example",
    "192.168.1.20.evil.example",
    "localhost.evil.example",
    "ann@localhost",
    "localhost/evil.example",
    "localhost:port",
    "localhost#",
    "127.1",
    "[::1",
    ", localhost",
)


@pytest.mark.parametrize("host", OURS)
def test_a_host_header_that_names_the_table_is_accepted(host: str) -> None:
    """Any IP address will do, since nobody can point it elsewhere, and so do its own names."""
    assert TABLE.accepts(host)


@pytest.mark.parametrize("host", NOT_OURS)
def test_a_host_header_of_another_name_is_refused(host: str) -> None:
    """A name that somebody else may point at this machine is refused, and so is nonsense."""
    assert not TABLE.accepts(host)


def test_a_nameless_machine_answers_to_addresses_only() -> None:
    bare = Addresses()
    assert bare.local_url is None
    assert not bare.accepts("none.local")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://10.0.0.7:8121", "10.0.0.7:8121", True),
        ("http://CRIBBLE.local:8121", "cribble.local:8121", True),
        ("https://score.example", "score.example", True),
        ("https://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:9000", "10.0.0.7:8121", False),
        ("http://10.0.0.8:8121", "10.0.0.7:8121", False),
        ("http://10.0.0.7:8121.evil.example", "10.0.0.7:8121", False),
        ("http://evil.example#10.0.0.7:8121", "10.0.0.7:8121", False),
        ("file://10.0.0.7:8121", "10.0.0.7:8121", False),
        ("null", "10.0.0.7:8121", False),
        ("http://[", "10.0.0.7:8121", False),
        ("http://[::1", "[::1]:8121", False),
        ("http://a]", "10.0.0.7:8121", False),
        ("", "", False),
    ],
)
def test_a_page_may_write_where_it_came_from(origin: str, host: str, *, same: bool) -> None:
    """Host and port must both be those that the page was loaded from."""
    assert is_same_origin(origin, host) is same


def test_the_qr_names_the_address_and_the_page_the_name() -> None:
    """Older phones do not find ``.local``, and people do not remember numbers."""
    assert TABLE.join("7QK4-93") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.local_url == "http://kitchen.local:8121/"
    assert Addresses(lambda: Network("fe80::1"), 80).url == "http://[fe80::1]/"


def test_the_qr_of_a_phone_names_the_address_that_works_for_it() -> None:
    assert TABLE.join("7QK4-93", "10.0.0.7:8121") == "http://10.0.0.7:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "cribble.local:8121") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "127.0.0.1:8121") == "http://192.168.1.20:8121/j/7QK4-93"
