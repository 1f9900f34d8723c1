"""Counting a hand in Python takes one import, which loads nothing that is not needed."""

import doctest
import subprocess
import sys

import pytest

import scorekeeper
from scorekeeper import bounds, count, say
from scorekeeper.scoring.show import ImpossibleSuitClaim


@pytest.mark.parametrize("module", [scorekeeper, bounds])
def test_examples_in_docstrings_hold(module: object) -> None:
    tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_suit_claims_count_where_suits_are_missing() -> None:
    """A flush and nobs that nobody can prove; what the known cards exclude is an error."""
    assert say(count("2 4 6 8", "KC", flush=4)) == "A flush of four for four."
    assert sum(combo.points for combo in count("2 4 7 J", "KC", nobs=True)) == 1
    with pytest.raises(ImpossibleSuitClaim):
        count("2C 4H 6H 8H", "KC", flush=4)


def test_importing_the_package_loads_no_room() -> None:
    code = (
        "import sys, scorekeeper; print([m for m in sys.modules if m.startswith('scorekeeper.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
