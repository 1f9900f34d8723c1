"""Broker, hub and tables are killed (`kill -9`) in turn during a night, and every game counts once.

One is down until the next is killed, preferably a table that has just won a game. Every phone
resends its result until acknowledged. In the end every game is in the hub's journal as played, and
the standings are those of the pure function.
"""

import http.client
import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import Any, Final

import msgspec
import pytest

from club.hub.mosquitto import MAX_QUEUED
from club.results import Result, standing
from cribble.folders import HUB_JOURNAL, HUB_SECRETS
from tests.club.evening import NIGHT, Evening
from tests.kit.drivers.killed_table import PATIENCE, Program
from tests.kit.drivers.mosquitto import OPEN, PROGRAM, Mosquitto, mosquitto
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import LOOPBACK, PIN, SECRETS

pytestmark = pytest.mark.skipif(not Path(PROGRAM).exists(), reason="mosquitto is not installed")

KILLS: Final = int(os.environ.get("CLUB_KILLS", "1000"))
"""Number of kills in the long test."""


class HubProgram(Program):
    def __init__(self, data: Path, broker: Mosquitto) -> None:
        super().__init__(data)
        (data / "hub").mkdir()
        (data / "hub" / HUB_SECRETS).write_bytes(msgspec.json.encode(SECRETS))
        self._asked["arguments"] = [
            *("hub", "--data", str(data), "--host", LOOPBACK, "--port", str(self.port)),
            *("--broker", broker.url, "--club", "home"),
        ]


class TableProgram(Program):
    """The real `cribble serve` as a table of the club."""

    def __init__(
        self, data: Path, broker: Mosquitto, name: str, won: "Queue[TableProgram]"
    ) -> None:
        super().__init__(data)
        self._won = won
        config = data / "config.toml"
        config.write_text(f'[mqtt]\nurl = "{broker.url}"\nclub = "home"\ntable = "{name}"\n')
        self._asked["arguments"] += ["--config", str(config)]

    def play(self, winner: str, loser: str, margin: int) -> None:
        """Let *winner* win the assigned match, once the hub has assigned it here."""
        soon(partial(self._goes_on, {winner: 121, loser: 121 - margin}), 2 * PATIENCE)

    def _goes_on(self, goals: dict[str, int]) -> bool:
        """Begin the match or peg; return True once all have their points. The loser pegs first."""
        with suppress(OSError, http.client.HTTPException, ValueError):
            state = self.ask("GET", "/api/v1/state")[1]
            action = self._next_action(state, goals)
            if action is None:
                return state["players"] != []
            body = {"action": action, "seen": state["version"]}
            if self.ask("POST", "/api/v1/actions", body)[1].get("winner") is not None:
                self._won.put(self)
        time.sleep(0.02)
        return False

    def _next_action(self, state: dict[str, Any], goals: dict[str, int]) -> dict[str, Any] | None:
        if {*state["players"]} == {*goals}:
            for name, points in sorted(goals.items(), key=lambda goal: goal[1]):
                team = state["players"].index(name)
                if missing := points - state["scores"][team]:
                    return {"do": "peg", "team": team, "points": min(29, missing), "reason": "29"}
            return None
        start = (state["live"].get("assignment") or {}).get("start")
        if not start or {*start["players"]} != {*goals}:
            raise ValueError("the hub has not seated them yet")
        return {**start, "dealer": 0}


class Phone:
    """A phone with its own *address*, whose cookies outlive the hub; it resends until answered."""

    def __init__(self, hub: HubProgram, address: str) -> None:
        self._hub, self._address = hub, address
        self._cookies = SimpleCookie({"cribble_device": f"{address:_<24}"})

    def send(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """Send a request and return the answer; a refusal fails the test."""
        while True:
            with suppress(OSError, http.client.HTTPException, ValueError):
                status, told = self._once(path, body, method if body else "GET")
                assert status in (200, 201), told
                return told
            time.sleep(0.03)

    def direct(self, **entry: Any) -> None:
        self.send("/api/v1/director/entries", {"entry": entry, "key": f"{entry}"})

    def _once(self, path: str, body: Any, method: str) -> tuple[int, Any]:
        line = http.client.HTTPConnection(
            LOOPBACK, self._hub.port, timeout=10, source_address=(self._address, 0)
        )
        cookies = "; ".join(f"{name}={one.value}" for name, one in self._cookies.items())
        headers = {"Content-Type": "application/json", "Cookie": cookies}
        with closing(line):
            line.request(method, path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", ()):
                self._cookies.load(cookie)
            return answer.status, json.loads(answer.read())


class ClubNight:
    """A night of *players* with a broker, a hub and *tables* with devices; others use phones."""

    def __init__(self, folder: Path, broker: Mosquitto, players: int, tables: int) -> None:
        self.chance = Random(players)
        names = [str(number + 1) for number in range(tables)]
        for name in ("hub", *names):
            (folder / name).mkdir()
        self.broker, self.hub = broker, HubProgram(folder / "hub", broker)
        self.won = Queue[TableProgram]()
        self.boards = {name: TableProgram(folder / name, broker, name, self.won) for name in names}
        self.director = Phone(self.hub, "127.0.2.1")
        self.phones = {f"p{n}": Phone(self.hub, f"127.0.1.{n}") for n in range(1, players + 1)}
        self.played = list[Result]()
        """How each game was won; the winner comes first."""

    @contextmanager
    def running(self) -> Iterator[None]:
        with ExitStack() as stack:
            for program in (self.hub, *self.boards.values()):
                stack.enter_context(program).start()
            yield

    def begin(self, rounds: int) -> None:
        self.director.send("/api/v1/director", {"pin": PIN})
        self.director.direct(do="open", night=NIGHT)
        for player, phone in self.phones.items():
            self.director.direct(do="enrol", name=f"Player {player}")
            phone.send("/api/v1/me", {"player": player}, "PUT")
        self.director.direct(do="plan", rounds=rounds, agree=False)
        self.director.direct(do="pair", start=1)

    def play(self, number: int, kills: int) -> None:
        games = self.director.send("/api/v1/night")["view"]["now"]["games"]
        threads = [Thread(target=self._game, args=(number, game), daemon=True) for game in games]
        for thread in threads:
            thread.start()
        down: Mosquitto | Program | None = None
        for _ in range(kills):
            victim = self._next_victim(down)
            victim.kill()
            if down:
                down.start()
            down = victim
        if down:
            down.start()
        for thread in threads:
            thread.join(3 * PATIENCE)
            assert not thread.is_alive(), "a game is never over"
        soon(lambda: self.director.send("/api/v1/night")["view"]["night"]["done"], PATIENCE)

    def _next_victim(self, down: Mosquitto | Program | None) -> Mosquitto | Program:
        """Return the next process to kill: any, often the hub; or a table that has just won, or its
        broker."""
        some = [self.broker, *self.boards.values(), *3 * [self.hub]]
        with suppress(Empty):
            some = [self.won.get(timeout=self.chance.uniform(0, 0.25)), self.broker]
        return self.chance.choice([program for program in some if program is not down])

    def _game(self, number: int, game: dict[str, Any]) -> None:
        """Let one side win, on a device by pegging, else by reports of both phones."""
        (winner,), (loser,) = game["sides"]
        margin, table = self.chance.randint(1, 60), game["table"]
        if table in self.boards:
            self.boards[table].play(winner["name"], loser["name"], margin)
        for player, won in ((winner, True), (loser, False)) if table not in self.boards else ():
            report = {"round": number, "won": won, "margin": margin, "key": f"{number}"}
            self.phones[player["id"]].send("/api/v1/results", report)
        self.played.append(
            Result(
                night=NIGHT,
                round=number,
                table=table,
                place=f"{number}",
                players=(winner["id"], loser["id"]),
                scores=(121, 121 - margin),
            )
        )

    def check(self, journal: Path, told: list[dict[str, Any]]) -> None:
        """Check that every game is in the *journal* once, as played, and that the standings *told*
        are those of the pure function."""
        with closing(Evening(journal)) as evening:
            assert not evening.hub.journal.notices
            night = evening.night
        games = {key: game for key, game in night.games.items() if game.outcome}
        assert games.keys() == {(result.round, result.table) for result in self.played}
        for result in self.played:
            game = games[result.round, result.table]
            assert game.outcome
            assert game.sides[game.outcome.winner] == result.players[:1], result
            assert game.outcome.margin == result.margin, result
            assert len(game.reports) == (result.table in self.boards), result
        pure = [(row.place, row.id, row.points, row.net) for row in standing(self.played)]
        assert [(row["place"], row["id"], row["points"], row["net"]) for row in told] == pure


@pytest.mark.parametrize(
    ("players", "rounds", "tables", "kills"),
    [(6, 2, 1, 6), pytest.param(60, 9, 3, KILLS, marks=pytest.mark.slow)],
)
def test_a_night_survives_kills(
    players: int, rounds: int, tables: int, kills: int, tmp_path: Path
) -> None:
    conf, began = f"{OPEN}max_queued_messages {MAX_QUEUED}\n", time.monotonic()
    with mosquitto(tmp_path / "broker", conf) as broker:
        night = ClubNight(tmp_path, broker, players, tables)
        with night.running():
            night.begin(rounds)
            for number in range(1, rounds + 1):
                night.play(number, kills * number // rounds - kills * (number - 1) // rounds)
                if number < rounds:
                    night.director.direct(do="round", round=number + 1)
            told = night.director.send("/api/v1/standings")
    night.check(tmp_path / "hub" / "hub" / HUB_JOURNAL, told)
    assert len(night.played) == players // 2 * rounds
    print(
        f"{players} players, {rounds} rounds, {kills:,} kills: {len(night.played)} games, "
        f"each counted once; {time.monotonic() - began:.0f} s"
    )
