"""A club night whose broker and hub are killed in turn, while people go on playing.

Every phone sends its result until it is acknowledged. In the end every game counts once, as it was
played, and the standings are those of the pure function.
"""

import http.client
import json
import random
import time
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from club.hub.hub import Hub
from club.hub.journal import HubJournal
from club.hub.mosquitto import MOST_QUEUED
from club.results import Result, standing
from tests.kit.drivers.mosquitto import OPEN, Mosquitto, mosquitto
from tests.kit.drivers.waiting import soon
from tests.kit.kill.http import Program

NIGHT = "2026-11-22"
PIN = "482913"
CLUB = "home"


class HubProgram(Program):
    """The shipped `cribble hub`, started and killed again and again."""

    def __init__(self, data: Path, broker: Mosquitto) -> None:
        super().__init__(data)
        self._asked["arguments"] = [
            *("hub", "--data", str(data), "--host", "127.0.0.1", "--port", str(self.port)),
            *("--broker", broker.url, "--club", CLUB),
        ]


class Phone:
    """A phone at an *address* of its own, whose cookies outlive the hub; what it sends it sends
    until it is answered."""

    def __init__(self, hub: HubProgram, name: str, address: str = "127.0.0.1") -> None:
        self._hub, self._device, self._source = hub, f"{name:_<24}", (address, 0)
        self._cookies = {"cribble_device": self._device}

    def send(self, method: str, path: str, body: Any) -> Any:
        """Return the answer; an error of the phone's own ends the test."""
        while True:
            try:
                status, told = self._once(method, path, body)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.03)
                continue
            assert status in (200, 201), told
            return told

    def _once(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        line = http.client.HTTPConnection(
            "127.0.0.1", self._hub.port, timeout=10, source_address=self._source
        )
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        with closing(line):
            sent = None if body is None else json.dumps(body)
            line.request(method, path, sent, headers)
            answer = line.getresponse()
            for name, value in answer.getheaders():
                if name == "Set-Cookie":
                    key, _, rest = value.partition("=")
                    self._cookies[key] = rest.partition(";")[0]
            return answer.status, json.loads(answer.read())


def play(folder: Path, *, players: int, rounds: int, kills: int, seed: int = 1) -> int:
    """Play a night with *kills* spread over its rounds; return how many games count."""
    began, chance = time.monotonic(), random.Random(seed)
    secrets = {"code": "7QK4-93", "key": "ab" * 32, "pin": PIN, "pin_version": "cd" * 8}
    (folder / "hub" / "hub").mkdir(parents=True)
    (folder / "hub" / "hub" / "hub-secrets.json").write_text(json.dumps(secrets))
    expected: dict[tuple[int, str], tuple[str, int]] = {}
    conf = f"{OPEN}max_queued_messages {MOST_QUEUED}\n"
    with (
        mosquitto(folder / "broker", conf) as broker,
        HubProgram(folder / "hub", broker) as hub,
    ):
        hub.start()
        director = Phone(hub, "director")
        phones = _set_up(director, hub, players, rounds)
        for number in range(1, rounds + 1):
            wanted = kills * number // rounds - kills * (number - 1) // rounds
            programs = [chance.choice((broker, hub, hub)) for _ in range(wanted)]
            _play_round(_Round(number, director, phones, expected), chance, programs)
            if number < rounds:
                director.send(*_entry({"do": "round", "round": number + 1}, f"round {number}"))
        told = director.send("GET", "/api/v1/standings", None)
    _check(folder / "hub" / "hub" / "night.sqlite", expected, told)
    print(
        f"{players} players, {rounds} rounds, {kills:,} kills: {len(expected)} games, each counted "
        f"once; {time.monotonic() - began:.0f} s"
    )
    return len(expected)


def _entry(entry: dict[str, Any], key: str) -> tuple[str, str, dict[str, Any]]:
    return "POST", "/api/v1/director/entries", {"entry": entry, "key": key}


def _set_up(director: Phone, hub: HubProgram, players: int, rounds: int) -> dict[str, Phone]:
    """Open the night, enter everybody, choose names, begin; return the phones by player."""
    director.send("POST", "/api/v1/director", {"pin": PIN})
    director.send(*_entry({"do": "open", "night": NIGHT}, "open"))
    for number in range(1, players + 1):
        director.send(*_entry({"do": "enrol", "name": f"Player {number}"}, f"enrol {number}"))
    phones = {}
    for number in range(1, players + 1):
        phones[f"p{number}"] = Phone(hub, f"phone{number}", f"127.0.1.{number}")
        phones[f"p{number}"].send("PUT", "/api/v1/me", {"player": f"p{number}"})
    plan = {"do": "plan", "rounds": rounds, "agree": False}
    director.send(*_entry(plan, "plan"))
    director.send(*_entry({"do": "pair", "start": 1}, "pair"))
    return phones


class _Round(NamedTuple):
    number: int
    director: Phone
    phones: dict[str, Phone]
    expected: dict[tuple[int, str], tuple[str, int]]


def _play_round(one: _Round, chance: random.Random, programs: list[Any]) -> None:
    """Play all games of a round at the same time, and kill *programs* meanwhile."""
    view = one.director.send("GET", "/api/v1/night", None)["view"]
    threads = [
        Thread(target=_play_game, args=[one, game, chance.randint(1, 60)], daemon=True)
        for game in view["now"]["games"]
    ]
    for thread in threads:
        thread.start()
    for program in programs:
        time.sleep(chance.uniform(0.0, 0.25))
        program.kill()
        program.start()
    for thread in threads:
        thread.join(600)
        assert not thread.is_alive(), "a game is never over"
    night = lambda: one.director.send("GET", "/api/v1/night", None)["view"]["night"]  # noqa: E731
    soon(lambda: bool(night()["done"]), 300)


def _play_game(one: _Round, game: dict[str, Any], margin: int) -> None:
    """One side wins by *margin*, as both phones say."""
    (winner,), (loser,) = game["sides"]
    said = {"round": one.number, "margin": margin}
    for player, won in ((winner, True), (loser, False)):
        one.phones[player["id"]].send(
            "POST", "/api/v1/results", {**said, "won": won, "key": f"{one.number}"}
        )
    one.expected[one.number, game["table"]] = (winner["id"], margin)


def _check(
    journal: Path, expected: dict[tuple[int, str], tuple[str, int]], told: list[dict[str, Any]]
) -> None:
    """Compare what the journal says with what was played."""
    with closing(HubJournal.open(journal)) as kept:
        assert not kept.notices
        night = Hub(kept).now.club.night
    assert night
    games = {key: game for key, game in night.games.items() if key in expected}
    assert len(games) == len(expected) == len([one for one in night.games.values() if one.outcome])
    results: list[Result] = []
    for key, (winner, margin) in expected.items():
        game, outcome = games[key], games[key].outcome
        assert outcome, key
        assert (game.sides[outcome.winner], outcome.margin) == ((winner,), margin), key
        loser = next(player for player in game.players if player != winner)
        results.append(
            Result(
                night=NIGHT,
                round=game.round,
                table=game.table,
                place=str(len(results)),
                players=(winner, loser),
                scores=(121, 121 - margin),
            )
        )
    rows = {row.id: row for row in standing(results)}
    assert len(rows) == len(told)
    for row in told:
        pure = rows[row["id"]]
        assert (row["place"], row["points"], row["net"]) == (pure.place, pure.points, pure.net)
