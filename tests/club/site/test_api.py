"""The hub's API: permissions and responses for phones, the director and strangers."""

from typing import Any

import pytest
from msgspec.structs import asdict
from werkzeug.routing import Map

from club.night.entry import Arrive, End, Enrol, Hide, NextRound, Noted, Open, Pair, Plan, Rule
from club.site.context import NAME_LIMIT
from scorekeeper.rules.options import house_rules
from tests.club.evening import NAMES, NIGHT, Evening, reports, view
from tests.kit.drivers.web_server import HOST, PIN


def test_a_player_chooses_a_name_once_and_sees_the_seat(four: Evening) -> None:
    stranger = four.phone()
    names = view(stranger.get("/api/v1/me"))["names"]
    assert [one["name"] for one in names] == [*NAMES[:4]]
    ann = four.phone("Ann")
    seen = view(ann.get("/api/v1/me"))
    assert seen["player"] == {"id": "p1", "name": "Ann"}
    assert (seen["seat"]["table"], seen["seat"]["opponents"][0]["name"]) == ("1", "Luc")
    assert view(stranger.get("/api/v1/me"))["names"][0]["taken"] is True
    refused = stranger.post("/api/v1/me", {"player": "p1"}, "PUT")
    assert (refused.status_code, refused.json["code"]) == (409, "taken")
    four.next_round()
    seen = view(stranger.get("/api/v1/me"))
    assert (seen["night"]["round"], seen["seat"], seen["earlier"]) == (2, None, [])


def test_two_phones_that_agree_make_a_result(four: Evening) -> None:
    ann, luc = four.phone("Ann"), four.phone("Luc")
    seat = view(reports(ann, 1, 34, won=True))["seat"]
    assert (seat["status"], seat["mine"]) == ("reported", {"won": True, "margin": 34, "skunk": 1})
    seat = view(luc.get("/api/v1/me"))["seat"]
    assert seat["theirs"] == {"won": False, "margin": 34, "skunk": 1}
    agreed = luc.post("/api/v1/results/agree", {"round": 1, "won": False, "margin": 34})
    assert view(agreed)["seat"]["outcome"] == {"won": False, "margin": 34, "skunk": 1}
    rows = four.phone().get("/api/v1/standings").json
    assert [(row["name"], row["points"], row["net"]) for row in rows][:1] == [("Ann", 3, 34)]


@pytest.mark.parametrize(
    ("plan", "margin", "skunk"),
    [({"target": 91}, 46, 2), ({"target": 61}, 61, 1), ({"rules": "britannica"}, 60, 0)],
)
def test_a_skunk_on_a_phone_is_one_by_the_rules_of_the_night(
    evening: Evening, plan: dict[str, Any], margin: int, skunk: int
) -> None:
    """A table counts it by the same rules."""
    evening.begin(4, **plan)
    seen = view(reports(evening.phone("Ann"), 1, margin, won=True))
    assert seen["seat"]["mine"]["skunk"] == skunk
    rules = house_rules(evening.night.rules_for(2), {"target": evening.night.plan.target})
    assert tuple(seen["night"]["skunks"]) == rules.skunk_margins
    assert rules.skunk_degree(rules.target - margin) == skunk


def test_one_phone_does_not_report_for_both_sides(four: Evening) -> None:
    phone = four.phone("Ann")
    reports(phone, 1, 34, won=True)
    assert phone.post("/api/v1/me", {"player": "p2"}, "PUT").status_code == 200
    agreed = phone.post("/api/v1/results/agree", {"round": 1, "won": False, "margin": 34})
    assert (agreed.status_code, agreed.json["code"]) == (422, "not_now")
    assert reports(phone, 1, 34, won=False).status_code == 422
    assert four.game().outcome is None
    luc = four.phone()
    four.director().enter({"do": "phone", "id": "p2", "phone": None})
    luc.post("/api/v1/me", {"player": "p2"}, "PUT")
    assert reports(luc, 1, 34, won=False).status_code == 201
    assert four.game().outcome


def test_partners_may_share_a_phone(evening: Evening) -> None:
    evening.begin(4, movement="pairs", rounds=1)
    (first, second), _ = evening.game().sides
    phone = evening.phone(evening.hub.now.club.name(first))
    reports(phone, 1, 34, won=True)
    phone.post("/api/v1/me", {"player": second}, "PUT")
    assert reports(phone, 1, 33, won=True).status_code == 201


def test_one_address_does_not_take_the_names_of_a_whole_club(evening: Evening) -> None:
    evening.do(Open(NIGHT), *(Enrol(f"Player {number}") for number in range(60)))
    answers = [
        evening.phone().post("/api/v1/me", {"player": f"p{number}"}, "PUT").status_code
        for number in range(1, 61)
    ]
    assert answers == [200] * NAME_LIMIT.each + [429] * (60 - NAME_LIMIT.each)
    assert sum(one.phone is not None for one in evening.hub.now.club.players.values()) == 20


PAGES = ("night", "standings", "me", "director", "tables", "openapi.json", "rights")


def unreadable(evening: Evening) -> dict[str, int]:
    director, zoe = evening.director(), evening.phone("Zoé")
    paths = [f"/api/v1/{page}" for page in PAGES]
    paths += ["/", "/me", "/director", *(f"/paper/{name}" for name in PAPER)]
    asked = {path: director.get(path).status_code for path in paths}
    asked["/api/v1/me of a player"] = zoe.get("/api/v1/me").status_code
    return {path: status for path, status in asked.items() if status != 200}


def test_three_skunks_in_one_result_are_refused_by_every_route(four: Evening) -> None:
    ann, luc, director = four.phone("Ann"), four.phone("Luc"), four.director()
    assert reports(ann, 1, 95, won=True, skunk=3).status_code == 400
    reports(ann, 1, 95, won=True, skunk=2)
    assert reports(luc, 1, 95, won=False, skunk=3).status_code == 400
    ruling = {"do": "rule", "round": 1, "table": "1", "scores": [121, 26], "skunk": 3}
    assert director.enter(ruling).status_code == 400
    assert director.enter({**ruling, "skunk": 2}).status_code == 201
    assert not unreadable(four)


@pytest.mark.parametrize(
    ("plan", "loser", "skunk"), [({}, 91, 1), ({}, 61, 2), ({"target": 61}, 0, 2)]
)
def test_a_skunk_beyond_the_rules_of_the_night_is_refused(
    evening: Evening, plan: dict[str, Any], loser: int, skunk: int
) -> None:
    """A club may count a smaller one."""
    evening.begin(4, **plan)
    ann, director, target = evening.phone("Ann"), evening.director(), evening.night.plan.target
    ruling = {"do": "rule", "round": 1, "table": "1", "scores": [target, loser]}
    for answer in (
        reports(ann, 1, target - loser, won=True, skunk=skunk),
        director.enter({**ruling, "skunk": skunk}),
    ):
        assert (answer.status_code, answer.json["code"]) == (422, "bad_value")
    assert reports(ann, 1, target - loser, won=True, skunk=skunk - 1).status_code == 201
    assert director.enter({**ruling, "skunk": skunk - 1}).status_code == 201


def test_standings_that_cannot_be_worked_out_leave_the_director_a_page(four: Evening) -> None:
    """The journal of a version that computes standings in an unknown way."""
    four.hub.journal.write([Plan(scoring="snake")], "now", by="director")
    four.close()
    again = Evening(four.path)
    again.app.testing = False
    director = again.director()
    seen = view(director.get("/api/v1/director"))
    assert (seen["standings"], len(seen["players"])) == (None, 4)
    assert director.get("/api/v1/stream/director").status_code == 200
    view(director.enter({**asdict(four.night.plan), "do": "plan", "scoring": "acc"}))
    assert not unreadable(again)
    again.close()


def test_agreeing_with_what_has_changed_is_refused(four: Evening) -> None:
    ann, luc = four.phone("Ann"), four.phone("Luc")
    reports(ann, 1, 12, won=True)
    reports(ann, 1, 22, won=True)
    answer = luc.post("/api/v1/results/agree", {"round": 1, "won": False, "margin": 12})
    assert (answer.status_code, answer.json["code"]) == (409, "different")


def test_the_same_key_twice_is_one_entry(four: Evening) -> None:
    ann, director = four.phone("Ann"), four.director()
    version = view(reports(ann, 1, 12, won=True, key="a"))["version"]
    assert view(reports(ann, 1, 12, won=True, key="a"))["version"] == version
    assert view(reports(ann, 1, 12, won=True))["version"] == version, "a phone without a key for it"
    zita = {"do": "enrol", "name": "Zita"}
    first, again = (view(director.enter(zita, key="k"))["version"] for _ in range(2))
    assert again == first


def test_hidden_standings_are_nowhere(four: Evening) -> None:
    director, ann = four.director(), four.phone("Ann")
    reports(ann, 1, 12, won=True)
    director.enter({"do": "hide", "hidden": True})
    assert ann.get("/api/v1/standings").json is None
    assert view(ann.get("/api/v1/night"))["standings"] is None
    assert view(ann.get("/api/v1/me"))["row"] is None
    director.enter({"do": "end"})
    assert len(ann.get("/api/v1/standings").json) == 4


def test_a_preview_shows_the_rounds_and_changes_nothing(evening: Evening) -> None:
    evening.begin(5)
    director = evening.director()
    version = evening.hub.now.version
    answer = director.post("/api/v1/director/preview", {"plan": {"rounds": 5}, "start": 2})
    rounds = answer.json
    assert [one["round"] for one in rounds] == [2, 3, 4, 5]
    whole = director.post("/api/v1/director/preview", {"plan": {"rounds": 5}})
    assert [one["round"] for one in whole.json] == [1, 2, 3, 4, 5]
    assert evening.hub.now.version == version
    director.enter({"do": "pair", "start": 2})
    paired = view(director.get("/api/v1/director"))["rounds"][1:]
    assert [one["games"][0]["sides"] for one in paired] == [
        one["tables"][0]["sides"] for one in rounds
    ]


def test_phones_with_a_name_guess_sixty_director_pins_and_the_director_is_told(
    evening: Evening,
) -> None:
    evening.do(Open(NIGHT), *(Enrol(f"Player {number}") for number in range(20)))
    answers = list[int]()
    for number in range(1, 21):
        phone = evening.phone(f"Player {number - 1}")
        for _ in range(25):
            answers.append(phone.post("/api/v1/director", {"pin": "0000"}).status_code)
    assert (answers.count(403), len(answers)) == (60, 500)
    assert evening.phone().post("/api/v1/director", {"pin": PIN}).status_code == 429
    director = evening.phone()
    director.address = "192.168.1.30"
    assert director.post("/api/v1/director", {"pin": PIN}).status_code == 200
    assert view(director.get("/api/v1/director"))["guesses"] == 501


def routes(rules: Map) -> list[tuple[str, str]]:
    return [
        (rule.rule, method)
        for rule in rules.iter_rules()
        for method in sorted(rule.methods or ())
        if method not in {"GET", "HEAD", "OPTIONS"}
    ]


FOR_ANYBODY = {("/api/v1/director", "POST"), ("/api/v1/me", "PUT")}
"""Routes that request a right: the PIN, and a free name."""


def test_every_other_route_that_writes_wants_a_right(four: Evening) -> None:
    before = four.hub.now
    for path, method in {*routes(four.app.url_map)} - FOR_ANYBODY:
        answer = four.phone().post(path, {}, method)
        assert (answer.status_code, answer.json["code"]) == (403, "may_not"), (path, method)
    for path in ("/api/v1/director", "/api/v1/stream/director"):
        assert four.phone().get(path).status_code == 403
    assert four.hub.now is before


HOSTILE: dict[str, tuple[dict[str, str], int]] = {
    "a foreign origin": ({"Origin": "http://evil.example"}, 403),
    "a form": ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "a wrong host": ({"Host": "evil.example"}, 421),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_every_route_that_writes_refuses(four: Evening, case: str) -> None:
    headers, status = HOSTILE[case]
    director, before = four.director(), four.hub.now
    found = routes(four.app.url_map)
    assert len(found) == 8
    for path, method in found:
        own = {"Origin": f"http://{HOST}", "Content-Type": "application/json", **headers}
        answer = director.client.open(
            path, method=method, base_url=f"http://{HOST}", data=b"{}", headers=own
        )
        assert answer.status_code == status, (path, method)
    assert four.hub.now is before


def test_one_phone_cannot_fill_the_journal(four: Evening) -> None:
    ann = four.phone("Ann")
    statuses = [reports(ann, 1, 1 + n, won=True).status_code for n in range(40)]
    assert statuses[:30] == [201] * 30
    assert set(statuses[30:]) == {429}


def test_a_hub_that_only_watches_says_so_and_takes_nothing(four: Evening) -> None:
    director = four.director()
    four.hub.set_rival("a1b2c3")
    answer = director.enter({"do": "hide", "hidden": True})
    assert (answer.status_code, answer.json["code"]) == (409, "watching")
    assert view(director.get("/api/v1/night"))["rival"] == "a1b2c3"


def test_a_grand_slam_is_on_the_wall_once_the_night_is_over(four: Evening) -> None:
    """It would reveal the standings, which may be hidden."""
    for number in (1, 2, 3):
        game = four.night.game_of("p1", number)
        assert game
        four.do(Rule(number, game.table, (121, 99) if game.side_of("p1") == 0 else (99, 121)))
        if number < 3:
            four.next_round()
    wall = four.phone()
    assert view(wall.get("/api/v1/night"))["feats"] == []
    four.do(End())
    (feat,) = view(wall.get("/api/v1/night"))["feats"]
    assert (feat["kind"], feat["name"]) == ("grand_slam", "Ann")


PAPER = {
    "cards.pdf": b"%PDF",
    "empty-cards.pdf": b"%PDF",
    "seats.pdf": b"%PDF",
    "standings.pdf": b"%PDF",
    "results.csv": "Zoé".encode(),
    "standings.csv": b"Ann",
    "season.csv": b"Ben",
    "season.pdf": b"%PDF",
    "evening.pdf": b"%PDF",
    "evening.csv": b"grass_roots",
}


def test_the_director_prints_and_nobody_else_does(four: Evening) -> None:
    four.do(Rule(1, "2", (121, 99)))
    director = four.director()
    for name, text in PAPER.items():
        answer = director.get(f"/paper/{name}?paper=letter")
        assert answer.status_code == 200, answer.json
        assert text in answer.get_data(), name
        assert four.phone().get(f"/paper/{name}").status_code == 403
    assert director.get("/paper/secrets.csv").status_code == 404


def test_great_hands_are_entered_on_a_phone_or_by_the_director(four: Evening) -> None:
    ann, luc, director = four.phone("Ann"), four.phone("Luc"), four.director()
    own = {"round": 1, "hand": "hand_28"}
    noted = {"do": "noted", "player": "p2", "round": 1, "feat": "hand_29"}
    assert view(ann.post("/api/v1/hands", own))["seat"]["hands"] == ["hand_28"]
    view(director.enter(noted))
    feats = view(ann.get("/api/v1/night"))["feats"]
    assert [(one["kind"], one["name"]) for one in feats] == [("hand_29", "Luc"), ("hand_28", "Ann")]
    refused = luc.post("/api/v1/hands", {"round": 1, "hand": "hand_29", "undone": True})
    assert (refused.status_code, refused.json["code"]) == (422, "not_now")
    assert view(ann.post("/api/v1/hands", {**own, "undone": True}))["seat"]["hands"] == []
    view(director.enter({**noted, "undone": True}))
    assert view(ann.get("/api/v1/night"))["feats"] == []
    assert ann.post("/api/v1/hands", {"round": 2, "hand": "hand_24"}).status_code == 422


def test_sheet_is_on_the_wall_once_the_last_game_has_its_result(evening: Evening) -> None:
    evening.begin(4, rounds=1)
    wall, director = evening.phone(), evening.director()
    evening.do(Noted("p1", 1, "hand_24"), Rule(1, "1", (121, 99)))
    assert view(wall.get("/api/v1/night"))["sheet"] is None
    evening.do(Rule(1, "2", (121, 80), 1))
    sheet = view(wall.get("/api/v1/night"))["sheet"]
    leader = sheet["rows"][0]
    assert (leader["name"], leader["in_quarter"], leader["season_points"]) == ("Zoé", True, 3)
    assert [(pot["kind"], pot["name"]) for pot in sheet["pots"]] == [("hand_24", "Ann")]
    evening.do(Hide(True))
    assert view(wall.get("/api/v1/night"))["sheet"] is None
    assert view(director.get("/api/v1/director"))["sheet"]["finished"]


def test_sheet_waits_for_a_game_that_drags_on_from_an_earlier_round(evening: Evening) -> None:
    evening.begin(4, rounds=2)
    evening.do(Rule(1, "1", (121, 99)), NextRound(2))
    evening.do(Rule(2, "1", (121, 99)), Rule(2, "2", (121, 99)))
    wall, director = evening.phone(), evening.director()
    assert view(wall.get("/api/v1/night"))["sheet"] is None
    assert not view(director.get("/api/v1/director"))["sheet"]["finished"]
    evening.do(Rule(1, "2", None))
    assert view(wall.get("/api/v1/night"))["sheet"]


def test_season_counts_the_best_nights_since_it_began(evening: Evening) -> None:
    for day in (NIGHT, "2026-11-29", "2026-12-06"):
        evening.do(Open(day), *(Enrol(name) for name in NAMES[:2] if day == NIGHT))
        here = Arrive("p1"), Arrive("p2")
        evening.do(*here, Plan(rounds=1), Pair(), Rule(1, "1", (121, 99)), End())
    director = evening.director()
    for since, best, points in (("", 0, 6), ("2026-11-29", 0, 4), ("2026-11-29", 1, 2)):
        seen = view(director.enter({"do": "season", "since": since, "best": best}))
        assert [row["points"] for row in seen["sheet"]["season"]] == [points, 0]
