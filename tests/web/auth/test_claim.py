"""A fresh machine is its first phone's, for a while."""

from threading import Thread

from tests.kit.fakes.lights import Watch
from web.auth.access import CLAIM_SECONDS, Claim


def test_the_claim_is_over_after_fifteen_minutes() -> None:
    clock, taken = Watch(), []
    claim = Claim(clock, is_fresh=lambda: True, taken=lambda: taken.append(1))
    clock.seconds += CLAIM_SECONDS - 1
    assert claim.is_open
    clock.seconds += 1
    assert not claim.is_open
    assert not claim.take()
    assert not taken
    assert CLAIM_SECONDS == 900


def test_of_many_phones_one_is_first() -> None:
    claim, won = Claim(Watch(), is_fresh=lambda: True), list[bool]()
    threads = [Thread(target=lambda: won.append(claim.take())) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won.count(True) == 1


def test_a_phone_with_a_right_closes_it_and_a_used_machine_has_none() -> None:
    taken: list[int] = []
    claim = Claim(Watch(), is_fresh=lambda: True, taken=lambda: taken.append(1))
    claim.close()
    assert not claim.take()
    assert taken == [1]
    assert not Claim(Watch()).is_open
