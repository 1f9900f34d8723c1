"""The current of a frame, by WLED's estimate."""

from scorekeeper.board.light import Frame, Power

WHITE = 3 * 255


def drawn_ma(frame: Frame, power: Power) -> float:
    """Return the current of *frame* in mA."""
    return sum(frame) * power.led_ma / WHITE + len(frame) // 3
