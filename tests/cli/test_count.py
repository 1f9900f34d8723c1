"""`cribble count`: hands as players say them, as JSON, and every hand that cannot be."""

import json

import pytest

from tests.kit.drivers.command_line import typed

TWENTY_NINE = ("5H", "5D", "5S", "JC", "--starter", "5C")

SAID = {
    TWENTY_NINE: (
        "Fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, "
        "fifteen fourteen, fifteen sixteen, four of a kind is twenty-eight, "
        "and one for his nobs is twenty-nine."
    ),
    ("2", "4", "6", "8", "--starter", "K"): "No points.",
    ("AH", "2H", "3H", "9H", "--starter", "KH", "--crib"): (
        "Fifteen two, fifteen four, a run of three is seven, and a flush of five is twelve."
    ),
    ("6", "7", "8", "--starter", "9", "--rules", "five-card"): (
        "Fifteen two, fifteen four, and a run of four is eight."
    ),
    ("2", "4", "6", "8", "--starter", "K", "--flush", "4"): "A flush of four for four.",
    ("2", "4", "6", "J", "--starter", "K", "--nobs"): "One for his nobs.",
    ("2", "4", "6", "J", "--starter", "K", "--flush", "5"): (
        "A flush of five is five, and one for his nobs is six."
    ),
    ("4", "5", "5", "6", "--starter", "J", "--lang", "fr"): (
        "Quinze-deux, quinze-quatre, quinze-six, quinze-huit, "
        "et une double suite de trois, ça fait seize."
    ),
}


@pytest.mark.parametrize("words", SAID, ids=" ".join)
def test_a_hand_is_counted_as_players_say_it(words: tuple[str, ...]) -> None:
    done = typed("count", *words)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == SAID[words]


def test_each_point_names_its_cards() -> None:
    done = typed("count", "4C", "5", "6", "K", "--starter", "J")
    assert done.out.splitlines()[1:] == [
        "  Fifteen two   5 K",
        "  Fifteen four  5 J",
        "  Fifteen six   4♣ 5 6",
        "  Run of three  4♣ 5 6",
    ]


def test_one_hand_as_json() -> None:
    done = typed("count", "5H", "5", "2", "3", "--starter", "K", "--json")
    assert json.loads(done.out) == {
        "total": 10,
        "combos": [
            {"kind": "fifteen", "cards": ["5H", "K"], "points": 2},
            {"kind": "fifteen", "cards": ["5", "K"], "points": 2},
            {"kind": "fifteen", "cards": ["2", "3", "K"], "points": 2},
            {"kind": "fifteen", "cards": ["5H", "5", "2", "3"], "points": 2},
            {"kind": "pair", "cards": ["5H", "5"], "points": 2},
        ],
    }


def test_many_hands_as_json() -> None:
    """A line in, a line out; blank lines are passed over, null is the same as left out."""
    done = typed(
        "count",
        "--json",
        "-",
        stdin=b'\xef\xbb\xbf{"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": false}\n\n'
        b'  {"hand":["2","4","6","8"],"starter":"K","crib":true,"flush":5,"nobs":null}\n'
        b'{"hand":["6","7","8"],"starter":"9","rules":"five-card"}',
    )
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["total"] for line in done.out.splitlines()] == [29, 5, 8]


def test_many_hands_aloud() -> None:
    done = typed("count", "-", stdin=b'{"hand":["2","4","6","8"],"starter":"K"}\n' * 2)
    assert done.out == "No points.\n" * 2


IMPOSSIBLE = {
    ("5H", "5D", "5S", "--starter", "5C"): (
        "A hand of six-card has 4 cards beside the starter, and here are 3: 5H 5D 5S."
    ),
    ("5H", "5D", "5S", "7", "--starter", "5C", "--rules", "five-card"): (
        "A hand of five-card has 3 cards beside the starter, and here are 4: 5H 5D 5S 7."
    ),
    ("6", "7", "8", "--starter", "5C", "--rules", "five-card", "--crib"): (
        "A crib has 4 cards beside the starter, and here are 3: 6 7 8."
    ),
    ("5H", "5D", "5S", "JC", "--starter", "5H"): "5H is there twice, and a deck has it once.",
    ("5", "5", "5", "5", "--starter", "5"): (
        "5 is there more than four times, and a deck has it in four suits."
    ),
    ("5H", "5D", "5S", "JX", "--starter", "5C"): (
        '"JX" isn’t a card; a card is A 2 … 10 J Q K, then C D H S if you know the suit: '
        "5H, 10 or JD."
    ),
    (*TWENTY_NINE, "--rules", "whist"): (
        'No rules are called "whist"; there are cribble, six-card, three-handed, four-handed, '
        "five-card, britannica, acc, seven-card, captain, five-handed, six-handed."
    ),
    (*TWENTY_NINE, "--flush", "4"): "These cards can’t have a flush of four.",
    ("2", "4", "6", "8", "--starter", "K", "--crib", "--flush", "4"): (
        "These cards can’t have a flush of four."
    ),
    ("2", "4", "6", "8", "--starter", "K", "--nobs"): "There can’t be nobs in these cards.",
    ("2", "4", "6", "JC", "--starter", "KD", "--nobs", "--flush", "5"): (
        "These cards can’t have a flush of five with nobs."
    ),
    (*TWENTY_NINE, "--flush", "7"): "--flush cannot be 7; it is 0–6.",
    ("5H", "5D", "5S", "JC"): "The starter is missing: give it as in --starter 5C.",
    ("5H\n\x1b[31m", "5D", "5S", "JC", "--starter", "5C"): (
        '"5H\\n\\u001b[31m" isn’t a card; a card is A 2 … 10 J Q K, then C D H S if you know the '
        "suit: 5H, 10 or JD."
    ),
}


@pytest.mark.parametrize("words", IMPOSSIBLE, ids=ascii)
def test_a_hand_that_cannot_be_is_one_sentence(words: tuple[str, ...]) -> None:
    assert typed("count", *words) == (2, "", f"cribble: {IMPOSSIBLE[words]}\n")


WRONG_LINES = {
    b"nope": "nope",
    b'{"hand":["5"': '{"hand":["5"',
    b"\xff": "\\xff",
    b"[1]": "[1]",
    b'{"hand":["5X"],"starter":"5"}': '"5X"',
    b'{"hand":["5",6],"starter":"5"}': "6",
    b'{"starter":"5"}': '"hand"',
    b'{"hand":[],"starter":"5","suit":1}': '"suit"',
    b'{"hand":["2","4","6"],"starter":"5"}': "2 4 6",
    b'{"hand":["2","4","6","8"],"starter":"5","rules":"whist"}': '"whist"',
    b'{"hand":["2","4","6","8"],"starter":"5","flush":NaN}': "NaN",
    b'{"hand":["2","4","6","8"],"starter":"5","flush":-1}': "-1",
    b'{"hand":["2","4","6","8"],"starter":"5","flush":' + b"9" * 40 + b"}": "99999",
    b'{"hand":["2","4","6","8"],"starter":"5","flush":' + b"9" * 5000 + b"}": "hand",
    b'{"hand":' + b"[" * 100_000: "[[[[",
    b'{"hand":["' + b"5" * (1 << 20): '{"hand":["5555',
}


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda line: ascii(line[:40]))
def test_the_first_line_that_is_wrong_ends_it(line: bytes) -> None:
    good = b'{"hand":["2","4","6","8"],"starter":"K"}\n'
    done = typed("count", "--json", "-", stdin=good + line + b"\n" + good)
    assert (done.code, done.out) == (2, '{"total":0,"combos":[]}\n')
    assert done.err.startswith("cribble: Line 2")
    assert WRONG_LINES[line] in done.err
    assert done.err.count("\n") == 1
    assert len(done.err) < 300
