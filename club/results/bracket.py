"""How many qualify, and the bracket that they play in."""

import msgspec


class Bracket(msgspec.Struct, frozen=True):
    """``qualify`` play in a bracket for ``size``; the best have ``byes`` in its first round."""

    qualify: int
    size: int
    byes: int


def bracket(entrants: int) -> Bracket:
    """Return the bracket of a quarter of *entrants*, rounded up."""
    qualify = -(-entrants // 4)
    size = 1 << (qualify - 1).bit_length()
    return Bracket(qualify, size, size - qualify)
