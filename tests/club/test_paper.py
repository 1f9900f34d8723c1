"""Score cards and lists: all text is on the paper, in both languages, and within its cell."""

import pypdfium2
import pytest

from club.pairing.movements import pair
from club.paper.lists import LINE, ROW, Form, cell, seat_sheets, standing_sheets
from club.paper.score_card import CardLine, card_sheets, cards_of, empty_cards
from club.results import SCORINGS, read_result, standing
from scorekeeper.board.marks import PAPERS, Box, Page, Text
from scorekeeper.board.pdf import as_pdf
from scorekeeper.words import Words
from tests.club.evening import game, people

NAMES = {"p1": "Élise Bouchard-Tremblay de la Montérégie", "p2": "Łukasz Ő"}
ROUNDS = pair(people(5), 5, "circle")
RESULTS = [
    read_result(game("p2", "p5", "121-118", "1", round=1)),
    read_result(game("p3", "p1", "121-80", "2", round=2)),
    read_result(game("p4", "p2", "90-121", "3", round=3)),
]
ACC = SCORINGS["acc"]


def words_on(sheets: tuple[Page, ...]) -> list[str]:
    pdf = pypdfium2.PdfDocument(as_pdf(sheets, "Cribble"))
    return [page.get_textpage().get_text_bounded() for page in pdf]


def test_card_has_a_line_for_each_round_and_what_is_known_of_it() -> None:
    cards = {card.name: card for card in cards_of(ROUNDS, RESULTS, ACC, NAMES)}
    assert cards[NAMES["p2"]].lines == (
        CardLine(2, 3, "p5", "1"),
        CardLine(opponent="–", seat="–"),
        CardLine(3, 31, "p4", "1"),
        CardLine(opponent=NAMES["p1"], seat="2"),
        CardLine(opponent="p3", seat="2"),
    )
    assert cards[NAMES["p1"]].lines[1] == CardLine(0, -41, "p3", "1")


def test_cards_lie_in_the_order_of_the_names_whatever_their_accents() -> None:
    names = dict(zip(people(5), ("Frank", "Élise", "Zoé", "dan", "Eve"), strict=True))
    cards = cards_of(ROUNDS, (), ACC, names)
    assert [card.name for card in cards] == ["dan", "Élise", "Eve", "Frank", "Zoé"]


def test_numbers_on_cards_are_those_of_the_night_by_the_seats_of_the_first_round() -> None:
    """p1 sits out first; internal ids are on no card."""
    cards = cards_of(ROUNDS, (), ACC, dict(zip(people(5), "ABCDE", strict=True)))
    assert [(card.name, card.number) for card in cards] == [
        *(("A", "5"), ("B", "1"), ("C", "3"), ("D", "4"), ("E", "2")),
    ]


def test_four_cards_are_on_a_sheet_and_their_feet_have_the_totals() -> None:
    sheets = card_sheets(cards_of(ROUNDS, RESULTS, ACC, {}), PAPERS["a4"], Words.of("en"))
    first, second = words_on(sheets)
    text = " ".join(first.split())
    assert (text.count("Net spread"), second.count("Net spread")) == (4, 1)
    assert "Total 0 0 41 Games won 0 Net spread –41" in text
    assert "Total 5 34 0 Games won 2 Net spread +34" in text


@pytest.mark.parametrize("games", [1, 40])
def test_empty_card_fits_as_many_games_as_are_wanted(games: int) -> None:
    (sheet,) = card_sheets(empty_cards(4, games), PAPERS["letter"], Words.of("fr"))
    text = words_on((sheet,))[0]
    assert text.count("Écart net") == 4
    assert str(games) in text
    for mark in sheet.marks:
        box = mark.extent
        assert box.left >= 8
        assert box.top >= 5
        if not isinstance(mark, Text):
            assert box.right <= sheet.area.width - 8
            assert box.bottom <= sheet.area.height - 5


def test_lists_go_on_on_the_next_sheet() -> None:
    english = Words.of("en")
    rounds = pair(people(21), 9, "circle")
    seats = words_on(seat_sheets(rounds, Form({}, PAPERS["a4"], english, "2026-11-22")))
    assert len(seats) == 3
    assert all("Seats · 2026-11-22" in one for one in seats)
    assert "p2 – p21" in seats[0]
    assert "Out: p9" in seats[2]


def test_two_lines_of_a_cell_do_not_overlap() -> None:
    upper, lower = cell(Box(0, 0, 16, ROW), "Premier quart", LINE)
    assert (upper.words, lower.words) == ("Premier", "quart")
    assert lower.at.y - upper.at.y >= upper.height


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_word_of_cards_and_standings_is_cut_short(lang: str) -> None:
    long = ("Marie-Ève Beauchemin-Charlebois de Laval", "Jean-Philippe Élie Desrochers-L’Heureuxx")
    names = dict(zip(people(5), (*long, "Zoé", "Gilles Tremblay", "Ann"), strict=True))
    cards = cards_of(ROUNDS, RESULTS, ACC, names, "2026-11-23-2")
    sheets = card_sheets(cards, PAPERS["a4"], Words.of(lang))
    lists = standing_sheets(standing(RESULTS), Form(names, PAPERS["a4"], Words.of(lang)))
    for page in words_on((*sheets, *lists)):
        assert "…" not in page
