"""What the state says of a count: its lines and their times, and the hand that is due."""

from scorekeeper.cards import Card, read_cards
from scorekeeper.game.state import DealState, Game, Phase
from scorekeeper.rules.options import house_rules
from tests.kit.formats.states import SHOW, STARTER, TWELVE, after, counted_of, played, start, told
from web.live.state import Counting, counting_of


def test_a_count_is_told_line_by_line() -> None:
    """One line a combination, with what the hand comes to so far, and all of it as it is spoken."""
    state = told(after(*SHOW))
    counted = counted_of(state["latest"])
    totals = [line["total"] for line in counted["lines"]]
    assert totals[-1] == counted["total"] == sum(line["points"] for line in counted["lines"])
    assert totals == sorted(totals)
    assert len(counted["lines"]) == len(counted["combos"])
    assert counted["lines"][0]["say"] == "Fifteen two"
    assert counted["tally"].startswith("Fifteen two, fifteen four")
    assert state["counting"]["of"] == 1


def test_praise_says_what_of_suits_was_taken_as_given() -> None:
    """In one sentence, for ears; where nothing was given it is the praise of the eyes."""
    begun = (start(options={"muggins": False}), {"do": "starter", "card": "5"}, {"do": "show"})
    count = {"do": "count", "cards": ["2", "4", "6", "8"], "flush": 4}
    for claim, praise in ((11, "Right, 11, with a flush!"), (9, None)):
        latest = told(after(*begun, {**count, "claim": claim}))["latest"]
        assert latest.get("praise") == praise
        assert latest["right"] == (praise and "Right, 11!")


def test_each_line_of_a_count_has_its_time() -> None:
    """The awards and the lines that explain them are told together; the record is told already."""
    state = told(after(*SHOW[:-1], TWELVE))
    counted = counted_of(state["latest"])
    times = [line["at_ms"] for line in counted["lines"]]
    assert times == [0, 800, 1600, 2400, 3200]
    assert times == [award["at_ms"] for award in state["latest"]["awards"]]
    awarded = [award["cards"] for award in state["latest"]["awards"]]
    assert [line["cards"] for line in counted["lines"]] == awarded
    recorded = counted_of(state["record"][-1])
    assert not any("at_ms" in line for line in recorded["lines"])


def test_a_truth_that_waited_is_told_at_once() -> None:
    """Ann's claim is a line, and so is Ben's; when his is made hers can be explained in full."""
    begun = start(options={"muggins": True, "muggins_until": "next_count"})
    two = {"do": "count", "cards": ["2C", "4D", "6S", "8C"], "claim": 2}
    state = told(after(begun, STARTER, {"do": "show"}, {**TWELVE, "claim": 8}, two))
    counted = counted_of(state["latest"])
    assert (counted["of"], len(counted["lines"])) == (0, 5)
    assert not any("at_ms" in line for line in counted["lines"])
    assert [award["at_ms"] for award in state["latest"]["awards"]] == [0]


def test_the_peg_walks_at_once_in_the_play_and_line_by_line_in_a_count() -> None:
    """Each step begins where the one before ended; what takes points back walks back."""
    laid = played("10H 5C")
    assert told(laid)["latest"]["steps"] == [
        {"team": 1, "start": 0, "to": 2, "at_ms": 0, "ms": 180}
    ]
    counted = {"do": "count", "cards": ["5C", "5S", "5D", "JH"]}
    steps = told(after(start(), STARTER, {"do": "show"}, counted))["latest"]["steps"]
    assert [step["start"] for step in steps] == [0, *(step["to"] for step in steps[:-1])]
    assert steps[-1]["to"] == 29
    assert [step["at_ms"] for step in steps] == sorted({step["at_ms"] for step in steps})
    back = after(start(scores=[10, 0]), {"do": "peg", "team": 0, "points": -3})
    assert told(back)["latest"]["steps"] == [
        {"team": 0, "start": 10, "to": 7, "at_ms": 0, "ms": 270}
    ]


def due(known: str, starter: str, *, crib: bool = False) -> Counting:
    """Ben's hand, or Ann's crib, as it is due with *known* on the table."""
    game = Game(
        phase=Phase.SHOW,
        key="six-card",
        rules=house_rules("six-card", {}),
        players=("Ann", "Ben"),
        deal=DealState(
            number=1,
            dealer=0,
            scores=(0, 0),
            hands=((), ()) if crib else ((), read_cards(known.split())),
            starter=Card.parse(starter),
            shown=2 if crib else 0,
        ),
    )
    return counting_of(game)


def test_counting_names_the_hand_that_is_due() -> None:
    """Whose it is, what lies there, and how much is missing; the crib is the dealer's, unknown."""
    known = read_cards(["5H", "10"])
    assert due("5H 10", "2C") == Counting(of=1, seat=1, known=known, missing=2, size=4)
    assert due("", "2C", crib=True) == Counting("crib", 0, (), 4, 4)
    assert counting_of(Game()) is None, "no hand is due outside the show"
