"""The history of a night: who were opponents, and who sat out."""

from club.pairing.round import Round, Seating
from club.pairing.search import History

NIGHT = (
    Round(1, (Seating("1", ("ann", "cleo", "ben", "dan")),), ("eve", "flo")),
    Round(2, (Seating("1", ("eve", "flo")),), ("ann", "ben", "cleo", "dan")),
)
"""Ann and Ben against Cleo and Dan; then Eve against Flo."""


def test_two_units_have_met_if_any_of_their_players_were_opponents() -> None:
    history = History(NIGHT)
    assert history.met(("ann", "ben"), ("cleo", "dan"))
    assert history.met(("ann", "eve"), ("gus", "dan")), "a new pair with an old opponent"
    assert not history.met(("ann", "ben"), ("eve", "flo"))
    assert not history.met(("ann",), ("ben",)), "partners are no opponents"


def test_a_unit_sat_out_as_often_as_the_one_of_its_players_who_did_most() -> None:
    history = History((*NIGHT, Round(3, (), ("eve",))))
    assert (history.sat(("eve", "flo")), history.sat(("flo",)), history.sat(("gus",))) == (2, 1, 0)
