"""Two cards of one game: what each claimed stays, beside what was ruled."""

import pytest

from club.results.cross_check import CardEntry, CheckedEntry, cross_check

WIN, LOSS, SKUNK = 2, 0, 3


@pytest.mark.parametrize(
    ("cards", "qualify", "ruled"),
    [
        # 12.2.b, both qualify: 17 claimed against 16.
        (((WIN, 17), (LOSS, -16)), (True, True), ((WIN, 16), (LOSS, -17))),
        # 12.2.a, one qualifies: 21 claimed against 16.
        (((WIN, 21), (LOSS, -16)), (True, False), ((WIN, 16), (LOSS, -16))),
        (((WIN, 21), (LOSS, -16)), (False, True), ((WIN, 21), (LOSS, -21))),
        # What is to their own disadvantage stays as it is.
        (((WIN, 16), (LOSS, -21)), (True, True), ((WIN, 16), (LOSS, -21))),
        # 12.2.c, a spread on one card only.
        (((WIN, None), (LOSS, -16)), (True, True), ((WIN, 16), (LOSS, -16))),
        (((WIN, 9), (LOSS, None)), (True, True), ((WIN, 9), (LOSS, -9))),
        # 12.2.d, two wins, or two losses: the plus has it.
        (((WIN, 12), (WIN, -12)), (True, True), ((WIN, 12), (LOSS, -12))),
        (((LOSS, -12), (LOSS, 12)), (True, True), ((LOSS, -12), (WIN, 12))),
        # 12.2.e, the same column too: both lost.
        (((WIN, 12), (WIN, 12)), (True, True), ((LOSS, -12), (LOSS, -12))),
        (((LOSS, -5), (LOSS, -7)), (True, True), ((LOSS, -7), (LOSS, -7))),
        # 12.2.f, one win, both in one column: the win stands.
        (((WIN, 12), (LOSS, 12)), (True, True), ((WIN, 12), (LOSS, -12))),
        (((WIN, -12), (LOSS, -12)), (True, True), ((WIN, 12), (LOSS, -12))),
        # A skunk that is none any more, and one that was not claimed.
        (((SKUNK, 31), (LOSS, -30)), (True, True), ((WIN, 30), (LOSS, -31))),
        (((WIN, 31), (LOSS, -31)), (True, True), ((WIN, 31), (LOSS, -31))),
        (((SKUNK, 31), (LOSS, -31)), (True, True), ((SKUNK, 31), (LOSS, -31))),
        (((SKUNK, 40), (LOSS, -40)), (True, True), ((SKUNK, 40), (LOSS, -40))),
    ],
)
def test_cards_are_ruled_as_the_rules_say(
    cards: tuple[tuple[int, int | None], ...],
    qualify: tuple[bool, bool],
    ruled: tuple[tuple[int, int], ...],
) -> None:
    one, other = CardEntry(*cards[0]), CardEntry(*cards[1])
    checked = cross_check((one, other), qualify)
    assert tuple(card.claimed for card in checked) == (one, other)
    assert tuple(card.ruled for card in checked) == (CardEntry(*ruled[0]), CardEntry(*ruled[1]))
    mirrored = cross_check((other, one), (qualify[1], qualify[0]))
    assert mirrored == checked[::-1]


def test_card_that_is_right_is_not_changed() -> None:
    one, other = cross_check((CardEntry(WIN, 8), CardEntry(LOSS, -8)))
    assert not one.changed
    assert not other.changed


def test_game_without_any_spread_is_the_director_s() -> None:
    blank = (CardEntry(WIN, None), CardEntry(LOSS, None))
    checked = cross_check(blank)
    assert checked == (CheckedEntry(blank[0], None), CheckedEntry(blank[1], None))
    assert all(card.changed for card in checked)
