"""Phones that follow the table, over real connections to the real server."""

import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest

from scorekeeper.game.actions import Deal
from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import CODE, START, Site, Stream, ask, asked, served, without_age
from web import Streams
from web.http import events

PEG = {"do": "peg", "team": 0, "points": 1}


@pytest.fixture(scope="module")
def site() -> Site:
    return in_the_play()


def in_the_play() -> Site:
    return Site(is_open=True).in_the_play()


@pytest.fixture(scope="module")
def port(site: Site) -> Iterator[int]:
    with served(site) as port:
        yield port


def enter(port: int, action: object, **more: object) -> int:
    status, _ = ask(port, "POST", "/api/v1/actions", {"action": action, **more})
    return status


def test_a_stream_event_is_the_state_byte_for_byte(port: int) -> None:
    with Stream(port, "/api/v1/stream?lang=fr") as phone:
        event = phone.event()
    _, state = ask(port, "GET", "/api/v1/state?lang=fr")
    assert without_age(json.loads(event["data"])) == without_age(state)
    assert event["id"] == f"{state['journal']}.{state['revision']}"


@pytest.mark.parametrize("by_header", [False, True])
def test_a_phone_that_is_up_to_date_waits(by_header: bool, port: int) -> None:
    _, state = ask(port, "GET", "/api/v1/state")
    newest = f"{state['journal']}.{state['revision']}"
    after, header = ("other.1", {"Last-Event-ID": newest}) if by_header else (newest, {})
    with Stream(port, f"/api/v1/stream?after={after}", **header) as phone:
        assert enter(port, PEG) == 201
        assert phone.state()["version"] == state["version"] + 1


@pytest.mark.parametrize("after", ["other.1", "nonsense", "", "ahead", "behind"])
def test_any_other_id_is_answered_at_once(port: int, after: str) -> None:
    _, state = ask(port, "GET", "/api/v1/state")
    ids = {
        "ahead": f"{state['journal']}.{state['revision'] + 5}",
        "behind": f"{state['journal']}.{state['revision'] - 1}",
    }
    with Stream(port, f"/api/v1/stream?after={ids.get(after, after)}") as phone:
        assert phone.state()["version"] == state["version"]


def test_watchers_leave_slots_for_scorers() -> None:
    site = Site(streams=Streams(4, for_scorers=1))
    with served(site) as port, ExitStack() as pages:
        for _ in range(3):
            assert pages.enter_context(Stream(port)).status == 200
        with Stream(port) as late:
            assert late.status == 503
            assert late.answer.headers["Retry-After"] == "5"
            assert json.loads(late.answer.read())["code"] == "full"
        _, _, cookie = asked(port, "POST", "/api/v1/join", {"code": CODE}, "")
        with Stream(port, Cookie=cookie) as scorer:
            assert scorer.status == 200
        assert ask(port, "GET", "/api/v1/state")[0] == 200


def test_an_open_table_keeps_slots_for_phones_that_entered_something() -> None:
    site = Site(streams=Streams(4, for_scorers=1), is_open=True)
    ann, ben = (f"cribble_device={name * 5}" for name in ("anna", "benb"))
    with served(site) as port, ExitStack() as pages:
        assert ask(port, "POST", "/api/v1/actions", {"action": START}, ann)[0] == 201
        for _ in range(3):
            assert pages.enter_context(Stream(port)).status == 200
        with Stream(port, Cookie=ben) as watcher:
            assert watcher.status == 503
        with Stream(port, Cookie=ann) as scorer:
            assert scorer.status == 200


def test_a_client_that_never_reads_harms_nobody() -> None:
    site = in_the_play()
    with served(site, max_stall=1.0) as port, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        soon(lambda: len(site.streams) == 1)
        end = time.monotonic() + 20
        points = 1
        while len(site.streams) and time.monotonic() < end:
            assert enter(port, {**PEG, "points": points}) == 201
            points = -points
        assert len(site.streams) == 0


@pytest.mark.parametrize("protocol", ["HTTP/1.0", "HTTP/1.1"])
def test_a_slow_reader_is_sent_the_newest_state_and_not_all_that_it_missed(
    protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest state is sent as soon as there is room, without another change."""
    monkeypatch.setattr(events, "POLL", 3600.0)
    site = in_the_play()
    with served(site) as port, Stream(port) as quick, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.settimeout(30)
        slow.connect(("127.0.0.1", port))
        slow.sendall(f"GET /api/v1/stream {protocol}\r\nHost: localhost\r\n\r\n".encode())
        quick.state()
        sent = b""
        for _ in range(720):
            version = site.table.submit(Deal()).version
            while quick.state()["version"] < version:
                pass
            sent += slow.recv(1024)
        read, newest = len(sent), b'"version":%d,' % version
        while len(sent) < read + 40_000 and newest not in sent[read:]:
            sent += slow.recv(1024)
        assert newest in sent[read:]
        end = b"\n\n" if protocol == "HTTP/1.0" else b"\n\n\r\n"
        while not sent.endswith(end) and len(sent) < read + 80_000:
            sent += slow.recv(1024)
    body = sent.partition(b"\r\n\r\n")[2]
    assert all(map(EVENT.fullmatch, pieces(body) if protocol == "HTTP/1.1" else [body]))


EVENT = re.compile(rb'(retry: 1000\n\n|event: beat\ndata: {}\n\n|id: \S+\ndata: {"[^\n]*}\n\n)+')


def pieces(body: bytes) -> Iterator[bytes]:
    while body:
        size, _, body = body.partition(b"\r\n")
        end = int(size, 16)
        assert body[end : end + 2] == b"\r\n"
        yield body[:end]
        body = body[end + 2 :]


@pytest.mark.parametrize("races", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_two_phones_with_the_same_card_race(races: int, site: Site, port: int) -> None:
    with ThreadPoolExecutor(2) as phones:
        for _ in range(races):
            version = site.table.now.version
            body = {"action": {"do": "play", "card": "10H"}, "seen": version}
            race = partial(ask, port, "POST", "/api/v1/actions", body)
            answers = [phone.result() for phone in [phones.submit(race), phones.submit(race)]]
            (won, after), (lost, told) = sorted(answers, key=lambda answer: answer[0])
            assert (won, lost) == (201, 409)
            assert told["code"] == "stale"
            assert told["snapshot"]["version"] == after["version"] == version + 1
            assert enter(port, {"do": "undo"}) == 201
    print(f"{races:,} races: one accepted and one told who was faster in each")
