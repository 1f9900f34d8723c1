"""A phone may send strict JSON, and nothing that two readers would read differently."""

import pytest

from scorekeeper.cards import Card
from scorekeeper.game.actions import Play
from scorekeeper.game.codec import Unreadable
from web.http.request import InvalidInput, parse_body
from web.live.write import ActionRequest


def test_an_action_is_read() -> None:
    """The card is a card, and what was left out is not there."""
    body = b'{"action": {"do": "play", "card": "10h"}, "seen": 3}'
    assert parse_body(body, ActionRequest) == ActionRequest(Play(card=Card.parse("10H")), seen=3)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[]", "array"),
        (b"{}", "action"),
        (b'{"action": null}', "action"),
        (b'{"action": {"do": "play", "card": "1H"}}', "1H"),
        (b'{"action": {"do": "play", "card": 5}}', "5"),
        (b'{"action": {"do": "fly"}}', "fly"),
        (b'{"action": {"do": "go", "aLl": true}}', "aLl"),
        (b'{"action": {"do": "go"}, "seen": "3"}', "seen"),
        (b'{"action": {"do": "go"}, "seen": 3.5}', "seen"),
        (b'{"action": {"do": "go"}, "seen": NaN}', "malformed"),
        (b'{"action": {"do": "go"}, "seen": -Infinity}', "malformed"),
        (b'{"action": {"do": "go"}, "seen": 1e999}', "seen"),
        (b'{"action": {"do": "go"}, "seen": ' + b"9" * 5000 + b"}", ""),
        (b'{"action": {"do": "go"}, "more": 1}', "more"),
        (b'{"action": {"do": "go"}, "seen": 1, "seen": 2}', "seen"),
        (b'{"action": {"do": "go", "do": "show"}}', "do"),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\xff"}}', ""),
        (b'{"action": {"do": "rename", "seat": 0, "name": "\\ud800"}}', ""),
        (b"[" * 10_000, ""),
        (b"[" * 5000 + b"]" * 5000, ""),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, ""),
        ("{}".encode("utf-16"), ""),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else None,
)
def test_an_unreadable_body_is_refused_with_the_reason(body: bytes, named: str) -> None:
    """Each is one line that says what was wrong, and names it where there is something to name."""
    with pytest.raises((Unreadable, InvalidInput)) as told:
        parse_body(body, ActionRequest)
    assert named in str(told.value)
    assert "\n" not in str(told.value)
