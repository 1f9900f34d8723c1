"""Which names the table answers to, and which pages may write."""

from web import Addresses
from web.http.addresses import is_same_origin

TABLE = Addresses("192.168.1.20", 8121, hostname="cribble", names=("score.example",))

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


def test_the_table_answers_to_addresses_and_its_own_names_alone() -> None:
    """Nobody can point an IP address elsewhere; other names, and nonsense, are refused."""
    assert [host for host in (*OURS, *NOT_OURS) if TABLE.accepts(host)] == [*OURS]


def test_a_nameless_machine_answers_to_addresses_only() -> None:
    """Without a hostname there is no ``None.local``."""
    bare = Addresses()
    assert bare.local_url is None
    assert not bare.accepts("none.local")


SAME_ORIGIN = (
    ("http://10.0.0.7:8121", "10.0.0.7:8121"),
    ("http://CRIBBLE.local:8121", "cribble.local:8121"),
    ("https://score.example", "score.example"),
)
OTHER_ORIGIN = (
    ("http://10.0.0.7:9000", "10.0.0.7:8121"),
    ("http://10.0.0.8:8121", "10.0.0.7:8121"),
    ("http://10.0.0.7:8121.evil.example", "10.0.0.7:8121"),
    ("http://evil.example#10.0.0.7:8121", "10.0.0.7:8121"),
    ("file://10.0.0.7:8121", "10.0.0.7:8121"),
    ("null", "10.0.0.7:8121"),
    ("http://[", "10.0.0.7:8121"),
    ("http://[::1", "[::1]:8121"),
    ("http://a]", "10.0.0.7:8121"),
    ("", ""),
)


def test_a_page_may_write_where_it_came_from() -> None:
    """Host and port must both be those that the page was loaded from."""
    allowed = [pair for pair in (*SAME_ORIGIN, *OTHER_ORIGIN) if is_same_origin(*pair)]
    assert allowed == [*SAME_ORIGIN]


def test_the_qr_names_the_address_and_the_page_the_name() -> None:
    """Older phones do not find ``.local``, and people do not remember numbers."""
    assert TABLE.join("7QK4-93") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.local_url == "http://cribble.local:8121/"
    assert Addresses("fe80::1", 80).url == "http://[fe80::1]:80/"


def test_the_qr_of_a_phone_names_the_address_that_works_for_it() -> None:
    """On a machine in two networks the scorer's own address is the one that is known to work."""
    assert TABLE.join("7QK4-93", "10.0.0.7:8121") == "http://10.0.0.7:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "cribble.local:8121") == "http://192.168.1.20:8121/j/7QK4-93"
    assert TABLE.join("7QK4-93", "127.0.0.1:8121") == "http://192.168.1.20:8121/j/7QK4-93"
