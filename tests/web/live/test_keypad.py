"""The sixteen keys over HTTP: who may press them, what they answer, and none pressed twice."""

from typing import Any

from scorekeeper.table.keypad import LOCKOUT_SECONDS
from tests.kit.drivers.web_server import Phone, Site, without_age

KEYS = "/api/v1/keys"


def press(phone: Phone, key: str, **more: Any) -> Any:
    """Return what is answered to a key."""
    answer = phone.post(KEYS, {"key": key, **more})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_json()


def test_a_key_is_answered_with_its_outcome_and_the_table(site: Site) -> None:
    """A card is an entry; OK held waits for another key; a key that means nothing is refused."""
    phone = site.scorer()
    laid = press(phone, "10")
    assert (laid["result"], laid["entry"], laid["why"]) == ("done", 3, None)
    assert [one["card"] for one in laid["pile"]] == ["10"]
    assert laid["record"][-1]["by"].startswith("Phone ")
    held = press(phone, "HELD")
    assert (held["result"], held["entry"]) == ("typed", 3)
    assert held["typed"] == "more: press a key"
    refused = press(phone, "OK")
    assert (refused["result"], refused["why"], refused["typed"]) == ("refused", None, None)
    state = {"result": "refused", "entry": 3, "why": None, **phone.state()}
    locked_ms = refused.pop("locked_ms")
    assert without_age(refused) == without_age(state)
    assert 0 < locked_ms <= 1000 * LOCKOUT_SECONDS
    assert (laid["locked_ms"], held["locked_ms"]) == (0, 0)


def test_every_state_says_for_how_long_keys_are_refused_and_why(site: Site) -> None:
    """In the language of its reader, whoever pressed the key that locked them."""
    phone = site.scorer()
    assert (phone.state()["locked_ms"], phone.state()["locked_why"]) == (0, None)
    for key in ("HELD", "OK"):
        press(phone, key)
    for lang, why in (
        ("en", "That key does nothing after OK held. Wait two seconds."),
        ("fr", "Cette touche ne fait rien après OK maintenu. Attendez deux secondes."),
    ):
        state = site.phone().get(f"/api/v1/state?lang={lang}").get_json()
        assert 0 < state["locked_ms"] <= 1000 * LOCKOUT_SECONDS
        assert state["locked_why"] == why


def test_a_key_that_is_not_possible_yet_is_explained(site: Site) -> None:
    phone = site.scorer()
    for key in ("HELD", "4", "OK", "4", "5", "6"):
        press(phone, key)
    assert press(phone, "OK")["why"] == "1 card is missing."
    press(phone, "UNDO")
    french = phone.post(f"{KEYS}?lang=fr", {"key": "OK"}).get_json()
    assert french["why"] == "Il manque 2 cartes."
    assert press(phone, "6", seen=2)["why"] == "Someone was first; yours wasn’t added."
    assert press(phone, "6", seen=3, pending=False)["why"] == "Someone else is typing."
    assert press(phone, "6", seen=3, pending=True)["why"] is None


def test_only_scorers_press_and_everybody_sees(site: Site) -> None:
    """Watchers read what is half typed in their own language."""
    watcher = site.phone()
    assert watcher.post(KEYS, {"key": "5"}).status_code == 403
    assert site.table.now.version == 2
    phone = site.scorer()
    for key in ("HELD", "2", "GO", "A"):
        press(phone, key)
    assert watcher.state()["typed"] == "1 point for Ben"
    french = watcher.get("/api/v1/state?lang=fr").get_json()
    assert french["typed"] == "1 point pour Ben"
    press(phone, "OK")
    assert watcher.state()["typed"] is None


def test_a_key_sent_again_is_pressed_once(site: Site) -> None:
    """Its answer is the first one, with the table as it is by now."""
    phone = site.scorer()
    for _ in range(2):
        assert (press(phone, "5", once="k1", seen=2)["result"]) == "done"
    assert site.table.now.version == 3
    assert press(phone, "5", once="k2", seen=2)["result"] == "refused"
    assert press(phone, "5", once="k3", seen=3)["result"] == "done"
