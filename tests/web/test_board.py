"""The board over HTTP: the configured or suggested one, its drawing, and the strip's frames."""

import gzip
import json
import re
from base64 import b64decode
from typing import Any

import pytest

from hardware.lights import Shown
from scorekeeper.board.light import Colour, Look, corrected
from scorekeeper.board.panel import Panel, panel_board
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import Board, Lamps, build, wire_in_order
from tests.kit.drivers.web_server import START, Phone, Site, Stream, served
from web import Boards, HostSettings, Settings

COLOURS = (Colour(1, 2, 3), Colour(255, 0, 0), Colour(0, 255, 0))


def built() -> Board:
    """A classic board whose lamp comes after its holes."""
    shape = shape_named("classic", Measures())
    wiring = wire_in_order(shape, "pegged", pixels=123, lamps=Lamps(link=122))
    return Board(shape, wiring, Look(colours=COLOURS))


def board(phone: Phone, query: str = "") -> Any:
    return phone.get(f"/api/v1/board{query}").get_json()


def test_the_board_that_was_built_is_told_with_its_lights() -> None:
    it = built()
    settings = Settings(HostSettings(colours=("#010203", "#ff0000", "#00ff00")))
    told = board(Site(boards=Boards(built=it), settings=settings).phone(), "?way=portrait")
    assert (told["shape"], told["built"], told["pixels"]) == ("classic", True, 123)
    for track, wood, lights in zip(told["tracks"], it.shape.tracks, it.wiring.tracks, strict=True):
        assert track["holes"] == [[round(x, 2), round(y, 2)] for x, y in wood.holes]
        assert track["starts"] == [[round(x, 2), round(y, 2)] for x, y in wood.starts]
        assert track["pixels"] == list(lights)
    assert told["lamps"] == {"dealer": [], "turn": [], "games": [], "count": [], "link": 122}
    assert told["colours"] == ["#010203", "#ff0000", "#00ff00"]
    assert (told["game"], told["misfit"]) == (None, None)


def test_a_strip_that_stays_dark_is_drawn_as_the_board_that_was_built() -> None:
    told = board(Site(boards=Boards(built=built())).phone(), "?of=strip")
    assert (told["shape"], told["pixels"], told["tracks"][0]["pixels"]) == ("classic", None, [])


@pytest.mark.parametrize("way", ["landscape", "portrait"])
def test_a_panel_tells_where_each_light_is(way: str) -> None:
    panel = Board(*panel_board(Panel(), "classic", 2))
    told = board(Site(boards=Boards(built=panel, strip=panel)).phone(), f"?of=strip&way={way}")
    assert len(told["cells"]) == told["pixels"] == 256
    for track in told["tracks"]:
        assert track["holes"] == [told["cells"][pixel] for pixel in track["pixels"]]


def test_it_tells_how_the_game_fits() -> None:
    site = Site(boards=Boards(built=built()), is_open=True)
    phone = site.phone()
    phone.enter(START)
    game = board(phone)["game"]
    assert (game["laps"], game["shared"], game["whole"], game["tracks"]) == (2, False, True, [0, 1])
    stands = {score: game["stands"][score] for score in (0, 1, 60, 61, 120, 121)}
    assert stands == {0: [0, 1], 1: [1, 1], 60: [60, 1], 61: [1, 2], 120: [60, 2], 121: [61, 2]}


def test_a_game_that_does_not_fit_is_told() -> None:
    short = build("straight", Measures(holes=20))
    phone = Site(boards=Boards(built=short), is_open=True).phone()
    phone.enter(START)
    told = board(phone)
    assert (told["game"], told["misfit"]) == (None, {"laps": 7, "most": 6})
    assert phone.get("/board.svg").status_code == 200


def test_without_a_board_the_game_proposes_one() -> None:
    phone = Site(is_open=True).phone()
    assert board(phone)["shape"] == "paperclip"
    phone.enter({**START, "rules": "five-card"})
    told = board(phone)
    assert (told["shape"], len(told["tracks"]), told["built"]) == ("sixty-one", 2, False)
    assert (told["pixels"], told["lamps"], told["tracks"][0]["pixels"]) == (None, None, [])
    phone.enter({"do": "abandon"})
    phone.enter({"do": "start", "rules": "three-handed", "players": ["A", "B", "C"], "dealer": 0})
    assert len(board(phone)["tracks"]) == 3


def test_the_board_and_its_drawing_are_kept_until_they_change() -> None:
    phone = Site(boards=Boards(built=build("straight")), is_open=True).phone()
    for path in ("/api/v1/board", "/board.svg"):
        tag = phone.get(path).headers["ETag"]
        assert phone.get(path, **{"If-None-Match": tag}).status_code == 304
        phone.enter(START)
        assert phone.get(path, **{"If-None-Match": tag}).status_code == 200
        phone.enter({"do": "undo"})


GZIP = {"Accept-Encoding": "gzip"}


def test_long_answers_are_sent_compressed() -> None:
    phone = Site().phone()
    plain, packed = (phone.get("/board.svg", **asks) for asks in ({}, GZIP))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Content-Encoding" not in phone.get("/api/v1/me", **GZIP).headers


def test_the_page_as_it_is_sent_stays_small() -> None:
    site = Site(is_open=True)
    phone = site.phone()
    phone.enter({**START, "rules": "three-handed", "players": ["A", "B", "C"]})
    linked = re.findall(r'(?:src|href)="(/[^"]+)"', phone.get("/").text)
    files = [path for path in linked if "/icons/" not in path]
    assert len(files) == 7, "style, two scripts, the table, the rights, icon and manifest"
    rest = ("/", "/api/v1/board", "/board.svg", "/api/v1/settings")
    answers = [phone.get(path, **GZIP) for path in (*files, *rest)]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) < 60_000


def lit(stream: Stream) -> tuple[list[int], Any]:
    told = json.loads(stream.event()["data"])
    return list(b64decode(told["frame"])), told["strip"]


def test_the_very_frames_are_sent_as_a_screen_shows_them() -> None:
    shown = Shown()
    site = Site(boards=Boards(shown=shown, gamma=2.2))
    bright = bytes((255, 128, 0, 40, 60, 200))
    with served(site) as port, Stream(port, "/api/v1/strip") as stream:
        assert lit(stream) == ([], {"health": None, "say": None})
        shown.put(corrected(bright, 2.2))
        frame, _ = lit(stream)
        assert frame == pytest.approx(list(bright), abs=2)
        site.table.set_machine(strip="lost")
        assert lit(stream) == (frame, {"health": "lost", "say": None})


def test_the_board_of_the_frames_is_drawn_anew_for_another_game() -> None:
    site = Site(boards=Boards(shown=Shown()), is_open=True)
    names = []
    with served(site) as port, Stream(port, "/api/v1/strip") as stream:
        for entry in (None, START, {"do": "abandon"}, {**START, "rules": "five-card"}):
            if entry:
                site.phone().enter(entry)
            site.table.set_machine(strip=str(entry))
            while (told := json.loads(stream.event()["data"]))["strip"]["health"] != str(entry):
                pass
            names.append(told["board"])
    assert names[1] == names[2]
    assert len(set(names)) == 3


def test_a_browser_may_follow_the_table_and_watch_the_strip() -> None:
    cookie = {"Cookie": f"cribble_device={'a' * 32}"}
    with (
        served(Site(boards=Boards(shown=Shown()))) as port,
        Stream(port, **cookie) as table,
        Stream(port, "/api/v1/strip", **cookie) as strip,
    ):
        assert table.state()["version"] == 0
        lit(strip)
        with Stream(port, "/api/v1/strip", **cookie) as newer:
            lit(newer)
            assert strip.event()["event"] == "replaced"
