"""Rounds by hand: the CSV that is read, and what is wrong with one that is not."""

import pytest

from club.pairing import CannotPair, pair
from club.pairing.manual import csv_lines, read_csv
from tests.club.pairing.test_movements import people, written

BY_HAND = """\
round,table,player,player,player,player
1,A,Ann,Ben
1,B,Cleo,Dan,Eve,Fay
2,A,Ann,Cleo
"""


def test_rounds_are_read_and_who_is_not_seated_sits_out() -> None:
    rounds = read_csv(BY_HAND)
    assert written(rounds) == "\n1: Ann-Ben Cleo-Dan-Eve-Fay\n2: Ann-Cleo | Ben Dan Eve Fay\n"
    assert rounds[0].tables[1].sides == (("Cleo", "Eve"), ("Dan", "Fay"))


@pytest.mark.parametrize(
    "text",
    [
        BY_HAND.replace(",", ";"),
        "\ufeff" + BY_HAND,
        BY_HAND.replace("\n", "\r\n"),
        BY_HAND.partition("\n")[2],
        BY_HAND + "\n,,,\n",
        "\n".join(sorted(BY_HAND.splitlines()[1:], key=lambda line: line[0], reverse=True)),
    ],
)
def test_spreadsheets_write_it_in_many_ways(text: str) -> None:
    assert read_csv(text) == read_csv(BY_HAND)


def test_rounds_are_written_as_they_are_read() -> None:
    for movement in ("circle", "partners"):
        rounds = pair(people(9), 5, movement)
        read = read_csv("".join(csv_lines(rounds)), people(9))
        assert written(read).splitlines()[1:] == written(rounds).splitlines()[1:]


def test_name_that_would_be_a_formula_comes_back_as_it_was() -> None:
    text = "".join(csv_lines(pair(["=1+1", "@x"], 1, "circle")))
    assert "'=1+1,'@x" in text
    assert read_csv(text)[0].tables[0].players == ("=1+1", "@x")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no tables"),
        ("round,table,player,player\n", "no tables"),
        ("1,A,Ann\n", "Line 1 has 3 values"),
        ("1,A,Ann,Ben,Cleo\n", "Line 1 has 5 values"),
        ("1,A,Ann,Ben\nx,A,Ann,Ben\n", "Line 2: x is no round; it is 1 to 99"),
        ("0,A,Ann,Ben\n", "0 is no round"),
        ("100,A,Ann,Ben\n", "100 is no round"),
        ("²,A,Ann,Ben\n1,B,c,d\n3,B,c,d\n", "3 is not 2"),
        ("2,A,Ann,Ben\n", "2 is not 1"),
        ("1,A,Ann,Ben\n1,A,Cleo,Dan\n", "Round 1 has table A twice"),
        ("1,A,Ann,Ben\n1,B,Ann,Dan\n", "Round 1 has Ann twice"),
        ("1,A,Ann,Ann\n", "Round 1 has Ann twice"),
        (f"1,{'A' * 40},Ann,Ben\n", "a table can’t be called"),
        (f"1,A,{'b' * 65},Ben\n", "A player can’t be called"),
        ("1,A,Ann,B\u0000n\n", "Line|can’t be called"),
        ('1,A,"Ann,Ben\n' * 5, "."),
        ("1,A,Ann,Ben\n" * 10_001, "more than 10000 lines|twice"),
    ],
)
def test_an_error_in_the_list_names_its_line(text: str, said: str) -> None:
    with pytest.raises(CannotPair, match=said):
        read_csv(text)
