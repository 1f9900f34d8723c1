"""An evening for tests: a hub, its pages, and actions of players and the director."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

from flask import Flask
from werkzeug.test import TestResponse

from club.hub.hub import Hub, Snapshot
from club.hub.journal import HubJournal
from club.hub.tables import Tables
from club.night.decide import DIRECTOR
from club.night.entry import Enrol, Entry, NextRound, Open, Pair, Plan
from club.night.state import Game, Night
from club.site.app import create_hub_app
from club.site.context import HubContext
from tests.kit.drivers.web_server import ADDRESSES, PIN, SECRETS, Phone, running
from web import Access, Server, Streams
from web.http.assets import Assets

NIGHT = "2026-11-22"
NAMES = (
    "Ann", "Luc", "Zoé", "Ben", "Marie-Ève", "Gilles", "Dora", "Jean-Philippe",
    "Suzanne", "Paul", "Mamie",
)  # fmt: skip


@cache
def _assets() -> Assets:
    return Assets.of()


@dataclass
class Evening:
    """A hub with its journal at *path*, and its web application."""

    path: Path
    streams: Streams = field(default_factory=lambda: Streams(100))

    def __post_init__(self) -> None:
        self.hub = Hub(HubJournal.open(self.path))
        self.tables = Tables()

    @cached_property
    def context(self) -> HubContext:
        return HubContext(
            self.hub,
            self.tables,
            Access(SECRETS),
            ADDRESSES,
            self.streams,
            club="home",
            assets=_assets(),
        )

    @cached_property
    def app(self) -> Flask:
        app = create_hub_app(self.context)
        app.testing = True
        return app

    def close(self) -> None:
        self.hub.journal.close()

    def do(self, *entries: Entry) -> Snapshot:
        """Enter something as the director."""
        for entry in entries:
            self.hub.submit(entry, by=DIRECTOR)
        return self.hub.now

    def begin(self, players: int = 4, **plan: Any) -> Self:
        """Open a night, enter players, and begin the first round."""
        self.do(Open(NIGHT), *(Enrol(name) for name in NAMES[:players]))
        self.do(Plan(**{"rounds": players - 1 + players % 2, **plan}), Pair())
        return self

    def next_round(self) -> Self:
        self.do(NextRound(self.night.round + 1))
        return self

    @property
    def night(self) -> Night:
        night = self.hub.now.club.night
        assert night
        return night

    def game(self, table: str = "1", number: int | None = None) -> Game:
        return self.night.games[number or self.night.round, table]

    def phone(self, name: str | None = None) -> Phone:
        phone = Phone(self.app)
        if name:
            player = next(one for one in self.hub.now.club.players.values() if one.name == name)
            answer = phone.post("/api/v1/me", {"player": player.id}, "PUT")
            assert answer.status_code == 200, answer.json
        return phone

    def director(self) -> "Director":
        director = Director(self.app)
        assert director.post("/api/v1/director", {"pin": PIN}).status_code == 200
        return director

    @contextmanager
    def served(self) -> Iterator[int]:
        """Context manager: serve this evening with the real server, and yield the port."""
        with running(Server(self.app, self.streams, host="127.0.0.1", port=0)) as port:
            yield port


class Director(Phone):
    def enter(self, action: Any, **more: Any) -> TestResponse:
        return self.post("/api/v1/director/entries", {"entry": action, **more})


def view(answer: TestResponse) -> Any:
    assert answer.status_code in (200, 201), answer.get_data()
    return json.loads(answer.get_data())["view"]


def reports(phone: Phone, number: int, margin: int, *, won: bool, **more: Any) -> TestResponse:
    body = {"round": number, "won": won, "margin": margin, **more}
    return phone.post("/api/v1/results", body)


def people(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def game(one: str, other: str, scores: str, place: str = "", **fields: Any) -> str:
    """Return a result from a short form: ``game("a", "b", "121-87")``."""
    first, second = map(int, scores.split("-"))
    line = {
        "v": 1, "night": "n", "round": 1, "table": "1",
        "place": place or f"{one}.{other}.{scores}",
        "players": [*one.split("+"), *other.split("+")],
        "scores": [first, second], "by": "table",
    }  # fmt: skip
    if "+" in one:
        (a, b), (c, d) = one.split("+"), other.split("+")
        line["players"] = [a, c, b, d]
    return json.dumps(line | fields)
