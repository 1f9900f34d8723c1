"""What phones are called until their owners say."""

from __future__ import annotations

from web.devices import REMEMBERED, Devices


def test_phones_are_numbered_as_they_come() -> None:
    """The same phone keeps its number."""
    devices = Devices()
    assert [devices.number(name) for name in ("a", "b", "a", "c")] == [1, 2, 1, 3]


def test_made_up_phones_are_forgotten() -> None:
    """However many names are sent, only so many are kept, and no number is given twice."""
    devices = Devices()
    numbers = [devices.number(f"phone {n}") for n in range(3 * REMEMBERED)]
    assert len(set(numbers)) == 3 * REMEMBERED
    assert len(vars(devices)["_numbers"]) == REMEMBERED
