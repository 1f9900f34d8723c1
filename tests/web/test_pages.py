"""Lists of the journal and the rules; the page, its files and its sentences; the Wi-Fi."""

import gzip
import json
import re
from string import Formatter

import pytest

from scorekeeper.device import WifiLogin
from scorekeeper.game.codec import to_plain
from scorekeeper.rules.variants import RULES
from scorekeeper.words import LANGUAGES, Words
from tests.kit.drivers.web_server import Phone, Site
from tests.kit.fakes.machine import QuietWifi
from web import FirstHost
from web.translations import SCRIPTS, extract, sentences, translations

LAY = {"do": "play", "card": "10H"}


def test_the_journal_tells_what_happened(site: Site, scorer: Phone) -> None:
    scorer.enter(LAY, key="a phone’s own secret")
    scorer.enter({"do": "undo"})
    told = scorer.get("/api/v1/journal?after=2").get_json()
    assert (told["journal"], told["version"]) == (site.table.now.journal, 4)
    assert [line["version"] for line in told["lines"]] == [3, 4]
    assert [line["asked"] for line in told["lines"]] == [LAY, {"do": "undo"}]
    assert "secret" not in json.dumps(told)
    one = scorer.get("/api/v1/journal?after=1&limit=1").get_json()
    assert [line["version"] for line in one["lines"]] == [2]


def test_the_rules_are_those_of_the_rows(site: Site) -> None:
    told = site.phone().get("/api/v1/rules?lang=fr").get_json()
    rows = {row.pop("key"): row for row in told["rules"]}
    for row in rows.values():
        assert row.pop("title")
        assert row.pop("about")
    lengths = {key: row.pop("lengths") for key, row in rows.items()}
    assert [lengths[key] for key in ("five-card", "cribble")] == [[61], [61, 121]]
    by_length = {key: row.pop("by_length") for key, row in rows.items()}
    assert by_length["six-card"]["61"] == {"skunks": [[31, 2]], "target_by_team": []}
    assert rows == {key: json.loads(json.dumps(to_plain(row))) for key, row in RULES.items()}


HAND = {"hand": ["5H", "5D", "5S", "JC"], "starter": "5C", "crib": False}


def test_any_hand_can_be_counted(site: Site) -> None:
    told = site.phone().post("/api/v1/count", HAND).get_json()
    assert told["total"] == 29
    assert sum(combo["points"] for combo in told["combos"]) == 29


@pytest.mark.parametrize(
    ("more", "status"),
    [({"hand": ["5H", "5D", "5S"]}, 422), ({"rules": "bezique"}, 422), ({"crib": "no"}, 400)],
)
def test_an_impossible_hand_is_refused(site: Site, more: dict[str, object], status: int) -> None:
    answer = site.phone().post("/api/v1/count", HAND | more)
    assert answer.status_code == status
    assert answer.get_json()["refused"]


def test_the_page_names_files_that_may_be_kept_for_ever(site: Site) -> None:
    phone = site.phone()
    page = phone.get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    edition = files[0].split("/")[2]
    assert phone.get(files[0].replace(edition, "0" * len(edition))).status_code == 404
    for path in files:
        plain = phone.get(path)
        packed = phone.get(path, **{"Accept-Encoding": "gzip"})
        assert plain.status_code == 200, path
        assert "immutable" in plain.headers["Cache-Control"]
        if packed.headers.get("Content-Encoding"):
            assert gzip.decompress(packed.data) == plain.data
            assert len(packed.data) < len(plain.data)
        tag = plain.headers["ETag"]
        assert phone.get(path, **{"If-None-Match": tag}).status_code == 304


def test_a_browser_is_known_again(site: Site) -> None:
    """A cookie identifies it, so that a newer tab replaces the stream of an older one."""
    phone = site.phone()
    first = phone.get("/").headers["Set-Cookie"]
    assert first.startswith("cribble_device_8121=")
    assert "Set-Cookie" not in phone.get("/").headers


CALL = re.compile(r"\bt\((?!\s*\")[^\n]*")
SAID = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")')


def test_scripts_say_literals_only() -> None:
    """A sentence in a variable would not be translated."""
    found = {path.name: CALL.findall(path.read_text()) for path in SCRIPTS.rglob("*.js")}
    assert not {name: calls for name, calls in found.items() if calls}


def test_extraction_misses_no_sentence() -> None:
    """Babel does not find a call inside a template literal, so sentences must not be there."""
    scripts = (path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js"))
    said = {json.loads(literal) for script in scripts for literal in SAID.findall(script)}
    parts = extract()
    assert {text for part in parts.values() for text in part} == said
    assert sentences() == tuple(parts["table"]), "run make setup"
    assert sentences("club") == (*parts["table"], *parts["club"]), "run make setup"
    assert sentences("wizard") == (*parts["table"], *parts["wizard"]), "run make setup"


def test_french_joins_names_only_as_the_page_can() -> None:
    words = Words.of("fr")
    texts = (translations(words, "club") | translations(words, "wizard")).values()
    joints = {wish for text in texts for _, _, wish, _ in Formatter().parse(text) if wish}
    assert joints <= {"de", "le", "Le", "À"}


def test_route_sends_sentences_and_the_rules_for_de() -> None:
    phone = Site().phone()
    english, french = (phone.get(f"/words/{lang}.json").get_json() for lang in LANGUAGES)
    assert english["sentences"] == {}
    said = translations(Words.of("fr"))
    assert french["sentences"] == {key: text for key, text in said.items() if key != text}
    assert not english["joints"]
    assert french["joints"].keys() == {"elided", "de", "à", "placed"}


def test_health_tells_for_how_long_the_program_has_run() -> None:
    seconds = [100.0]
    phone = Site(clock=lambda: seconds[0]).phone()
    seconds[0] += 5
    assert phone.get("/healthz").get_json()["uptime"] == 5


PROBES = (
    "http://captive.apple.com/hotspot-detect.html",
    "http://connectivitycheck.gstatic.com/generate_204",
)


@pytest.mark.parametrize("probe", PROBES)
def test_probe_of_a_phone_is_led_to_the_page_in_the_own_wifi(probe: str) -> None:
    site = Site(wifi=QuietWifi(is_on=True))
    base, _, path = probe.removeprefix("http://").partition("/")
    told = site.phone().client.get(f"/{path}", base_url=f"http://{base}")
    assert (told.status_code, told.headers["Location"]) == (302, "http://192.168.1.20:8121/")
    assert told.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in told.headers


def test_probe_of_the_first_phone_is_led_to_a_page_that_names_a_browser() -> None:
    """Which claims nothing: the phone may forget the cookies of the portal."""
    first_host = FirstHost(lambda: 0.0, is_fresh=lambda: True)
    phone = Site(wifi=QuietWifi(is_on=True), first_host=first_host).phone()
    told = phone.client.get("/generate_204", base_url="http://captive.apple.com")
    assert told.headers["Location"] == "http://192.168.1.20:8121/welcome"
    shown = phone.get("/welcome")
    assert shown.text.count("192.168.1.20:8121") == len(LANGUAGES)
    assert first_host.is_open
    assert phone.get("/api/v1/me").get_json()["first_host"] == "open"


@pytest.mark.parametrize("wifi", [None, QuietWifi()])
def test_foreign_name_is_refused_everywhere_else(wifi: QuietWifi | None) -> None:
    site = Site(wifi=wifi)
    told = site.phone().client.get("/", base_url="http://captive.apple.com")
    assert told.status_code == 421


def test_foreign_name_writes_nothing_in_the_own_wifi_either() -> None:
    site = Site(wifi=QuietWifi(is_on=True))
    told = site.phone().client.post("/api/v1/join", json={}, base_url="http://captive.apple.com")
    assert told.status_code == 421


def test_qr_code_of_the_wifi_is_there_while_it_is() -> None:
    on = Site(wifi=QuietWifi(is_on=True)).phone().get("/wifi.svg")
    assert (on.status_code, on.mimetype) == (200, "image/svg+xml")
    assert Site(wifi=QuietWifi()).phone().get("/wifi.svg").status_code == 404
    assert Site(wifi=None).phone().get("/wifi.svg").status_code == 404


def test_host_names_another_wifi() -> None:
    wifi = QuietWifi(is_on=True)
    host = Site(wifi=wifi).host()
    told = host.get("/api/v1/wifi").get_json()
    assert told == {
        "ssid": "Cribble-7k2m",
        "password": "abcdefghjk",
        "next": {"ssid": "Cribble-7k2m", "password": "abcdefghjk"},
        "on": True,
        "networks": [{"ssid": "Chalet", "strength": 80, "locked": True}],
        "refused": None,
    }
    asked = host.post("/api/v1/wifi", {"ssid": "Chalet", "password": "motdepasse"})
    assert (asked.status_code, wifi.asked) == (202, [WifiLogin("Chalet", "motdepasse")])
    assert Site(wifi=wifi).scorer().get("/api/v1/wifi").status_code == 403


def test_only_scorers_are_told_the_password_of_the_own_wifi_and_only_while_it_is_on() -> None:
    wifi = QuietWifi(is_on=True)
    site = Site(wifi=wifi)
    site.table.set_machine(wifi=wifi.login.ssid)
    watcher, scorer = site.phone(), site.scorer()
    assert scorer.get("/api/v1/me").get_json()["wifi"] == {
        "ssid": wifi.login.ssid,
        "password": wifi.login.password,
    }
    assert watcher.get("/api/v1/me").get_json()["wifi"] is None
    assert watcher.state()["machine"]["wifi"] == wifi.login.ssid
    assert wifi.login.password not in watcher.get("/api/v1/state").text
    wifi.is_on = False
    assert scorer.get("/api/v1/me").get_json()["wifi"] is None
