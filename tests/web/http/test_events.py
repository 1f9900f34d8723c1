"""The places for phones that follow: one a device, the last ones for scorers."""

from web.http.events import BY_ADDRESS, Streams


def test_the_newer_stream_of_a_device_replaces_the_older() -> None:
    """Even at a full table: the place only changes hands."""
    streams = Streams(1, for_scorers=0)
    older = streams.acquire("ann", scorer=False)
    newer = streams.acquire("ann", scorer=False)
    assert (older.held, older.replaced) == (False, True)
    assert (newer.held, newer.replaced) == (True, False)
    streams.release(older)
    assert len(streams) == 1, "the older one takes nothing with it when it ends"


def test_a_refused_device_keeps_the_stream_it_has() -> None:
    """A phone that stopped being a scorer is not cut off by asking again."""
    streams = Streams(2, for_scorers=1)
    older = streams.acquire("ann", scorer=True)
    streams.acquire(None, scorer=True)
    assert older.held


def test_a_released_slot_is_free_again() -> None:
    streams = Streams(1, for_scorers=0)
    place = streams.acquire("ann", scorer=False)
    assert place
    streams.release(place)
    streams.release(place)
    assert len(streams) == 0
    assert streams.acquire("ben", scorer=False)


def test_closing_ends_every_stream_and_accepts_no_more() -> None:
    streams = Streams(4)
    place = streams.acquire("ann", scorer=True)
    streams.close()
    assert place
    assert (place.held, place.replaced) == (False, False)
    assert streams.acquire("ben", scorer=True) is None


def test_watchers_from_one_address_leave_places_to_others() -> None:
    streams = Streams(40, for_scorers=0)
    for _ in range(BY_ADDRESS):
        assert streams.acquire(None, scorer=False, address="10.0.0.66")
    assert streams.acquire(None, scorer=False, address="10.0.0.66") is None
    assert streams.acquire(None, scorer=False, address="10.0.0.7")
    assert streams.acquire(None, scorer=True, address="10.0.0.66")
