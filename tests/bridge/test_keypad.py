"""Keys by their names: once each, in their order, and none is held by a board that is gone."""

import pytest

from firmware_bridge.keypad import DEFAULT_LAYOUT, Keypad, names_of
from firmware_bridge.link import Key


def heard(*keys: Key) -> list[str]:
    """Return the keys told: ``A+`` goes down, ``A-`` goes up; a dot where the board was lost."""
    told = list[str]()
    keypad = Keypad(lambda name, down: told.append(name + ("+" if down else "-")))
    for key in keys:
        keypad.receive(key)
    told.append(".")
    keypad.let_go()
    return told


CASES = {
    "a press": ((Key(7, 0, 0, down=True), Key(7, 1, 0, down=False)), "A+ A- ."),
    "told twice": ((Key(7, 0, 9, down=True), Key(7, 0, 9, down=True)), "10+ . 10-"),
    "pressed twice": (
        (Key(7, 0, 3, down=True), Key(7, 1, 3, down=False), Key(7, 2, 3, down=True)),
        "4+ 4- 4+ . 4-",
    ),
    "two at once": (
        (Key(7, 254, 14, down=True), Key(7, 255, 12, down=True), Key(7, 0, 14, down=False)),
        "UNDO+ K+ UNDO- . K-",
    ),
    "the board starts anew while a key is held": (
        (Key(7, 0, 13, down=True), Key(8, 0, 15, down=True)),
        "GO+ GO- OK+ . OK-",
    ),
}


def test_restarted_board_holds_no_key() -> None:
    """As soon as it is met, not with its next key; one that was pressed since stays down."""
    told = list[tuple[str, bool]]()
    keypad = Keypad(lambda name, down: told.append((name, down)))
    keypad.met(7)
    keypad.receive(Key(7, 0, 14, down=True))
    keypad.met(7)
    assert told == [("UNDO", True)]
    keypad.met(8)
    assert told == [("UNDO", True), ("UNDO", False)]
    keypad.receive(Key(9, 0, 15, down=True))
    keypad.met(9)
    assert told[2:] == [("OK", True)]


@pytest.mark.parametrize(("keys", "told"), CASES.values(), ids=CASES)
def test_keys_are_pressed_by_name(keys: tuple[Key, ...], told: str) -> None:
    assert heard(*keys) == told.split()


def test_a_layout_has_sixteen_names() -> None:
    assert names_of(DEFAULT_LAYOUT)[:5] == ("A", "2", "3", "4", "5")
    for layout in (
        DEFAULT_LAYOUT + " X",
        "A " + DEFAULT_LAYOUT,
        DEFAULT_LAYOUT.replace("K", "A"),
        "",
    ):
        with pytest.raises(ValueError, match="16 keys of different names, not"):
            names_of(layout)
