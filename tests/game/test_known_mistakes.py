"""Faults that other programs have, each as a score pad that would not hold if this one had it."""

from tests.kit.formats.game_file import holds


def test_31_and_a_run_both_score() -> None:
    """A card that makes 31 and a run scores for both."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    Ann QH      |
    Ben 6C      |
    Ann 8S      |
    Ben 7D      | run 3, thirty_one 2, Ben 5<0
    """)


def test_31_is_scored_before_the_pile_is_cleared() -> None:
    """A pair that makes 31 is still a pair with the card that lies there."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter QH
    Ann KC      |
    Ben KH      | pair 2
    Ann A       |
    Ben 5D      |
    Ann 5C      | pair 2, thirty_one 2, Ann 4<0, count 0
    """)


def test_the_play_goes_on_until_all_cards_are_out() -> None:
    """When nobody can lay on a count, the next one begins; the play is not over."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter QH
    Ann KC      |
    Ben 9H      |
    Ann JD      | count 29
    all go      | go 1 to Ann, in play, count 0, Ben next
    Ben 8C      | in play
    """)


def test_last_cards_can_be_laid_when_the_other_is_out() -> None:
    """Whoever has cards left lays them alone, one count after the other."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter QH
    Ann 2C      |
    Ben KH      |
    Ann 2D      |
    Ben KS      | count 24
    Ann 2H      | count 26
    Ben go      |
    Ann 3S      | go 1, Ben next, count 0
    Ben 9C      | Ben next
    Ben 9D      | pair 2, last_card 1, in show
    """)


def test_the_next_count_is_led_from_the_left_of_the_last_card() -> None:
    """Not the player who said go leads, nor the one who laid last, but the next with cards."""
    holds("""
    three-handed: Ann, Ben, Cid; Cid deals
    starter QH
    Ann 10C     |
    Ben 9H      |
    Cid 8D      | run 3, count 27
    Ann 3S      | count 30
    Ben go      |
    Cid go      |
    Ann go      | go 1, Ben next
    """)


def test_a_jack_turned_up_is_no_nobs_for_another_jack() -> None:
    """With a jack as the starter only heels are scored: no jack in hand is of its suit."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter JH          | heels 2 to Ben
    to the show
    counts JC 2D 7H 9S  | pair 2
    counts JD 4H 6H 8H  | pair 2
    """)


def test_a_flush_of_four_leaves_the_starter_out() -> None:
    """Three cards of the hand and the starter are no flush."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    to the show
    counts 2H 4H 6H 8C  |
    counts 2C 4C 6C 8S  |
    """)


def test_two_cards_are_no_run() -> None:
    """Neighbours score nothing, in the play or at the show."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter 6H
    Ann 2C      |
    Ben 3D      |
    to the show
    counts 3S 8S 8H     | pair 2
    """)


def test_only_cards_that_follow_each_other_pair_in_the_play() -> None:
    """A card between two of a rank parts them."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    Ann 4C      |
    Ben 9D      |
    Ann 4D      | count 17
    Ben 9S      |
    """)


def test_no_card_goes_above_31() -> None:
    """A card that would pass 31 is refused, and the count stays."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    Ann QC      |
    Ben 9D      |
    Ann 5S      |
    Ben 8S      | refused over_31, count 24, Ben next
    Ben 7S      | thirty_one 2
    """)


def test_the_lower_skunk_line_is_reached() -> None:
    """Of two lines the lower is looked at first, in whichever order they are written."""
    for skunks in ("[[91, 2], [61, 4]]", "[[61, 4], [91, 2]]"):
        holds(f"""
        acc: Ann, Ben; Ben deals; at 120 60; skunks {skunks}
        Ann pegs 1  | peg 1, skunk below 61, Ann wins 4
        acc: Ann, Ben; Ben deals; at 120 61; skunks {skunks}
        Ann pegs 1  | peg 1, skunk below 91, Ann wins 2
        """)


def test_no_muggins_after_the_next_count() -> None:
    """Where calls end with the next count, a later one is refused; before it, it is not."""
    pad = """
    britannica: Ann, Ben; Ben deals; muggins true; muggins_until next_count
    starter 5C
    to the show
    Ann counts 7S 7C 5S 3S claims 6     | claim 6, open Ann
    """
    holds(f"{pad}\nBen calls 6 | muggins 6")
    holds(f"""{pad}
    Ben counts 2H 4D 7H 9S              | fifteen 2, undercount 6 of 12, unclaimed 6, nothing open
    Ben calls 6                         | refused no_window
    """)


def test_the_first_to_get_there_wins_not_the_highest() -> None:
    """At 115 to 120 a hand of 6 wins before the dealer counts his 20."""
    holds("""
    britannica: Ann, Ben; Ben deals; at 115 120
    starter 5C
    to the show
    Ann counts AD 8C 9C 9D  | fifteen 2 x2, pair 2, Ann wins 1, in over, Ann 121<115, Ben 120<0
    Ben counts 5H KS KH KC  | refused game_over
    """)


def test_an_older_card_of_the_same_rank_leaves_a_run_alone() -> None:
    """Only the cards of the run itself must differ; what lies below them does not matter."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    Ann 3C      |
    Ben 3D      | pair 2
    Ann 4D      |
    Ben 5S      | fifteen 2, run 3
    Ann 3S      | run 3
    """)


def test_a_second_go_does_not_score_the_pile_again() -> None:
    """What a card made it made once; a go and another give one point together."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter QH
    Ann JC      |
    Ben JH      | pair 2
    Ann JD      | pair_royal 6
    Ben go      | count 30
    Ann go      | go 1, Ann 7<6, Ben 2<0
    """)


def test_a_run_of_four_is_not_two_of_three_as_well() -> None:
    """A longer run is counted whole and only once, in the play and at the show."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    Ann 2C      |
    Ben 3D      |
    Ann 4D      | run 3
    Ben 5S      | run 4
    to the show
    counts 3H 5H    | fifteen 2 x2, run 4
    """)


def test_a_crib_has_no_flush_of_four() -> None:
    """Four of a suit in the crib score only together with the starter."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KH
    to the show
    counts 2H 4D 6D 8D      |
    counts 2S 4H 6H 8H      |
    crib 2C 4C 6C 8C        |
    """)
    holds("""
    britannica: Ann, Ben; Ben deals
    starter KC
    to the show
    counts 2H 4D 6D 8D      |
    counts 2S 4H 6H 8H      |
    crib 2C 4C 6C 8C        | flush 5
    """)


def test_no_card_counts_twice() -> None:
    """A card that lies on the table cannot come again, and a hand is not longer than it is."""
    holds("""
    britannica: Ann, Ben; Ben deals
    starter 5H
    Ann 5H              | refused already_laid
    Ann 5C              |
    Ben 5C              | refused already_laid
    Ben KD              | fifteen 2
    to the show
    counts 5S KS KH KC  | refused wrong_cards
    counts 5C KS KH     | refused already_laid
    counts KS KH KC     | fifteen 2 x6, pair 2 x4
    """)
