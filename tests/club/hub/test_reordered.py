"""Reports may arrive in any order, late, twice, and again after a restart.

A broker only guarantees that the newest message on each topic comes last.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from club.hub.broker import BrokerLink
from club.night.entry import Rule
from club.night.standings import standings_of
from mqtt.broker import Broker
from mqtt.payloads import GreatHand, PlayedSeat, Result, State, encode
from mqtt.topics import Topics
from tests.club.evening import NIGHT, Evening

TOPICS = Topics("home")
PLACES = ("1.0", "2.0", "10.0")
SCORES = ((121, 80), (80, 121), (121, 119))
GAMES = ((1, ("p1", "p2")), (1, ("p3", "p6")), (2, ("p1", "p3")), (2, ("p2", "p4")))
"""Two games of each of the first two rounds of six players, as the next test verifies."""
RULING = Rule(1, "1", (121, 60), 1)


class Message(NamedTuple):
    topic: str
    payload: bytes
    retained: bool


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a night in its second round."""
    path = tmp_path_factory.mktemp("begun") / "night.sqlite"
    evening = Evening(path)
    evening.begin(6).next_round()
    keys = [evening.night.key_of(players[0], number) for number, players in GAMES]
    games = [evening.night.games[key] for key in keys if key]
    assert [{*game.players} for game in games] == [{*players} for _, players in GAMES]
    evening.close()
    return path


@contextmanager
def hub_of(journal: Path) -> Iterator[tuple[Evening, Callable[[Sequence[Message]], None]]]:
    """Return a hub that runs the night, and a function that delivers a batch of messages."""
    evening = Evening(journal)
    link = BrokerLink(evening.hub, evening.tables, TOPICS, Broker("127.0.0.1", 1))

    def hear(messages: Sequence[Message]) -> None:
        for one in messages:
            link._inbox.take(*one)  # noqa: SLF001
        link._inbox.wake()  # noqa: SLF001
        link._step(link._inbox.messages())  # noqa: SLF001

    yield evening, hear
    evening.close()


def result(device: str, place: str, number: int, scores: tuple[int, int], swapped: bool) -> bytes:
    game, players = GAMES[number]
    return encode(
        Result(
            night=NIGHT,
            round=game,
            table=device,
            place=place,
            players=players[::-1] if swapped else players,
            scores=scores,
            at=f"2026-11-22T20:0{number}:00Z",
        )
    )


def state(device: str, hands: Sequence[str]) -> bytes:
    seat = PlayedSeat(
        night=NIGHT,
        round=GAMES[int(device)][0],
        players=GAMES[int(device)][1],
        feats=tuple(GreatHand(event_type=kind, team=0) for kind in hands),  # type: ignore[arg-type]
    )
    return encode(State(table=device, phase="show", teams=((0,), (1,)), seat=seat))


@st.composite
def topics(draw: st.DrawFn) -> dict[str, list[bytes]]:
    said: dict[str, list[bytes]] = {}
    for device in ("0", "1", "2"):
        for place in draw(st.lists(st.sampled_from(PLACES), unique=True)):
            payload = st.one_of(
                st.just(b""),
                st.builds(
                    partial(result, device, place),
                    st.integers(0, 3), st.sampled_from(SCORES), st.booleans(),
                ),
            )  # fmt: skip
            topic = TOPICS.result(NIGHT, device, place)
            said[topic] = draw(st.lists(payload, min_size=1, max_size=3))
        hands = st.lists(st.sampled_from(("hand_29", "hand_24")), unique=True, max_size=2)
        states = st.builds(partial(state, device), hands)
        said[TOPICS.state(device)] = draw(st.lists(states, max_size=3))
    return {topic: payloads for topic, payloads in said.items() if payloads}


Steps = list[list[Message] | str]


@st.composite
def deliveries(draw: st.DrawFn) -> tuple[dict[str, bytes], Steps]:
    """Generate the newest message on each topic, and an order of delivery."""
    said = draw(topics())
    older = [Message(topic, one, False) for topic, all_ in said.items() for one in all_]
    some = st.lists(st.sampled_from(older), max_size=6) if older else st.just([])
    steps: Steps = draw(st.lists(st.one_of(some, st.just("restart")), max_size=5))
    steps.insert(draw(st.integers(0, len(steps))), "rule")
    newest = {topic: payloads[-1] for topic, payloads in said.items()}
    retained = draw(st.booleans())
    last = [Message(topic, one, retained) for topic, one in newest.items() if one or not retained]
    if retained:  # A broker retains nothing on a cleared topic; it is only delivered live.
        steps.append([Message(topic, one, False) for topic, one in newest.items() if not one])
        steps.append("restart")
    steps.append(draw(st.permutations(last)))
    return newest, steps


def outcome(evening: Evening) -> Any:
    night = evening.night
    games = {key: replace(game, at="") for key, game in night.games.items()}  # By arrival.
    return (
        games,
        dict(night.reported),
        dict(night.feats),
        standings_of(evening.hub.now.club, night),
    )


RUNS = count()


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(delivery=deliveries())
def test_any_order_gives_the_same_night(
    begun: Path, delivery: tuple[dict[str, bytes], Steps]
) -> None:
    newest, steps = delivery
    number = next(RUNS)
    one, other = (begun.with_name(f"{name}-{number}.sqlite") for name in ("one", "other"))
    shutil.copy(begun, one)
    shutil.copy(begun, other)
    with hub_of(other) as (plain, hear):
        plain.do(RULING)
        hear([Message(topic, payload, False) for topic, payload in newest.items()])
        expected = outcome(plain)
    stages: Steps = [*steps, "restart"]
    while stages:
        with hub_of(one) as (evening, hear):
            while (step := stages.pop(0)) != "restart":
                if isinstance(step, str):
                    evening.do(RULING)
                else:
                    hear(step)
            found = outcome(evening)
    assert found == expected
