"""Two hubs on one club: the first runs the night, the second only watches."""

import pytest

from club.hub.election import ANSWER_SECONDS, BACK_SECONDS, HubStatus, LeaderElection, Mode

ONLINE = HubStatus(hub="first", status="online", since=1000)
OFFLINE = HubStatus(hub="first", status="offline", since=1000)


def looking(*heard: tuple[HubStatus, bool]) -> LeaderElection:
    """A second hub, when its own question has come back after what it *heard*."""
    claim = LeaderElection("second", 2000)
    for status, retained in heard:
        claim.take(status, retained=retained)
    claim.take_own_question(10.0)
    return claim


HEARD = {
    "nobody": ((), Mode.RUN),
    "one that has gone": (((OFFLINE, True),), Mode.RUN),
    "itself, before it was killed": (
        ((HubStatus(hub="second", status="online", since=1), True),), Mode.RUN,
    ),
    "one that was there": (((ONLINE, True),), Mode.LOOK),
    "one that answers": (((ONLINE, True), (ONLINE, False)), Mode.WATCH),
}  # fmt: skip


@pytest.mark.parametrize("case", HEARD)
def test_mode_of_a_hub_follows_from_the_hubs_it_hears(case: str) -> None:
    heard, mode = HEARD[case]
    assert looking(*heard).mode is mode


def test_a_hub_that_does_not_answer_was_killed_with_its_broker() -> None:
    claim = looking((ONLINE, True))
    claim.tick(10.0 + ANSWER_SECONDS - 0.1)
    assert claim.mode is Mode.LOOK
    claim.tick(10.0 + ANSWER_SECONDS)
    assert claim.mode is Mode.RUN


def test_an_answer_in_time_makes_it_watch() -> None:
    claim = looking((ONLINE, True))
    claim.take(ONLINE, retained=False)
    claim.tick(99.0)
    assert (claim.mode, claim.rival) == (Mode.WATCH, "first")


def watching() -> LeaderElection:
    """The second hub, while the first runs the night."""
    claim = looking((ONLINE, True))
    claim.take(ONLINE, retained=False)
    return claim


def test_a_hub_that_watches_looks_again_once_the_first_has_gone_and_runs_the_night() -> None:
    claim = watching()
    claim.take(OFFLINE, retained=False)
    claim.tick(20.0)
    claim.tick(20.0 + BACK_SECONDS - 0.1)
    assert claim.mode is Mode.WATCH
    claim.tick(20.0 + BACK_SECONDS)
    assert (claim.mode, claim.rival) == (Mode.LOOK, "first"), "it decides nothing yet"
    claim.take(OFFLINE, retained=True)
    claim.take_own_question(31.0)
    assert (claim.mode, claim.rival) == (Mode.RUN, None)


def test_a_hub_that_comes_back_in_time_goes_on() -> None:
    claim = watching()
    claim.take(OFFLINE, retained=False)
    claim.tick(20.0)
    claim.take(ONLINE, retained=False)
    claim.tick(99.0)
    assert (claim.mode, claim.rival) == (Mode.WATCH, "first")


def test_a_hub_that_was_killed_with_the_broker_is_missed_too() -> None:
    """Its last word is that it is there; after the broker is back it does not answer."""
    claim = watching()
    claim.take(ONLINE, retained=True)
    claim.take_own_question(50.0)
    claim.tick(50.0 + BACK_SECONDS)
    assert claim.mode is Mode.LOOK
    claim.take(ONLINE, retained=True)
    claim.take_own_question(61.0)
    claim.tick(61.0 + ANSWER_SECONDS)
    assert claim.mode is Mode.RUN
    answered = watching()
    answered.take_own_question(50.0)
    answered.take(ONLINE, retained=False)
    answered.tick(99.0)
    assert answered.mode is Mode.WATCH


def test_of_two_that_began_together_the_later_one_yields() -> None:
    first, second = LeaderElection("first", 1000), LeaderElection("second", 2000)
    for claim in (first, second):
        claim.take_own_question(0.0)
    assert first.take(second.online, retained=False)
    assert not second.take(first.online, retained=False)
    assert (first.mode, second.mode) == (Mode.RUN, Mode.WATCH)


def test_of_two_that_began_in_the_same_moment_the_first_by_name_stays() -> None:
    first, second = LeaderElection("a", 1000), LeaderElection("b", 1000)
    for claim in (first, second):
        claim.take_own_question(0.0)
    assert first.take(second.online, retained=False)
    assert not second.take(first.online, retained=False)
    assert (first.mode, second.mode) == (Mode.RUN, Mode.WATCH)


def test_the_first_one_stays_after_its_own_late_will() -> None:
    """The broker publishes the will of a lost connection after the next one was made."""
    claim = looking()
    assert claim.take(claim.offline, retained=False)
    assert claim.mode is Mode.RUN
