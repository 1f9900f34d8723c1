"""What all pages of keys show alike: locked keys, who gets points, a replay, five names."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table
from tests.kit.drivers.keypad_page import LYING, SMALL, hear_again, press
from tests.kit.drivers.web_server import CODE


def test_all_pages_of_keys_are_locked_at_once_and_say_why(table: Table, pad: Phone) -> None:
    """Until keys are heard again; what was armed is cleared for all of them."""
    other = table.phone(None, lang="fr", viewport=SHORT).join(CODE).open("/keys")
    table.deal("six-card", "5", "10", seen_by=pad)
    press(pad, "HELD", "OK")
    for phone, said in (
        (pad, "That key does nothing after OK held. Wait two seconds."),
        (other, "Cette touche ne fait rien après OK maintenu. Attendez deux secondes."),
    ):
        expect(phone.page.locator(".now.refused")).to_have_text(said)
        expect(phone.page.locator(".key:not(.off, .no)")).to_have_count(0)
    hear_again(table)
    press(pad, "7")
    for phone in (pad, other):
        expect(phone.page.locator(".now.refused")).not_to_be_attached()
        expect(phone.page.locator("[data-press='7'].off")).to_have_count(0)


def test_the_box_of_who_gets_the_points_is_lit(table: Table, pad: Phone) -> None:
    """Before digits are typed, while they are, and for a call of muggins."""
    lit = pad.page.locator(".team.asked b")
    table.deal("six-card", "5", seen_by=pad)
    press(pad, "HELD", "2", "GO")
    expect(lit).to_have_text(["Ben"])
    press(pad, "UNDO", "UNDO", "UNDO")
    expect(lit).to_have_text(["Ann"])
    table.set_mode(counted_by="program", entered="points")
    expect(pad.page.locator(".prompt")).to_have_text("Points for Ann?")
    expect(lit).to_have_text(["Ann"])
    press(pad, "GO", "3")
    expect(lit).to_have_text(["Ben"])


def test_a_replay_is_shown_whole_on_the_keys(table: Table, pad: Phone) -> None:
    """Scores, board and what is said are those of the entry that the lights show."""
    table.deal("six-card", "5", "10", "5", seen_by=pad)
    for points in (90, 31):
        table.do(do="peg", team=0, points=points, seen_by=pad)
    scores = pad.page.locator(".scores output")
    expect(scores).to_have_text(["121", "2"])
    game, *_ = pad.page.evaluate(
        """async () => (await (await fetch("/api/v1/games")).json()).games"""
    )
    name = f"{game['match']}.{game['place']}"
    answer = pad.page.evaluate(
        """async (body) => (await fetch("/api/v1/replay", {method: "PUT", body,
            headers: {"Content-Type": "application/json"}})).status""",
        f'{{"game": "{name}", "at": 4, "playing": false}}',
    )
    assert answer == 200
    expect(pad.page.locator(".prompt")).to_contain_text("Replay: entry 4 of ")
    expect(scores).to_have_text(["0", "2"])
    expect(pad.page.locator(".win-line")).not_to_be_attached()
    expect(pad.page.locator(".said > .now")).to_contain_text("Ben plays the 5")
    press(pad, "HELD")
    expect(pad.page.locator(".prompt")).to_have_text("Press the key for your game.")
    press(pad, "2", "2", "OK")
    expect(scores).to_have_text(["0", "0"])
    expect(pad.page.locator(".prompt")).not_to_contain_text("Replay")


def test_five_names_are_whole_on_the_smallest_screens(table: Table, pad: Phone) -> None:
    """In two rows, with three digits each and their back pegs."""
    players = ("Marie-Ève", "Luc", "Guillaume", "Élisabeth", "Jean-François")
    table.deal("five-handed", "5", players=players)
    for points in (100, 18):
        for team in range(5):
            table.do(do="peg", team=team, points=points, seen_by=pad)
    for screen in (*SMALL, LYING):
        pad.resize(screen)
        pad.settle()
        for part in (".team b", ".team .pegs", ".team"):
            assert pad.page.locator(part).evaluate_all(
                "all => all.every((one) => one.scrollWidth <= one.clientWidth + 1)"
            ), (part, screen)
        assert pad.fits()


def test_ok_names_a_hand_without_breaking_the_name(table: Table, pad: Phone) -> None:
    table.site.keys.drop()
    table.deal("britannica", "5D", *"4QA26", players=("Marie-Ève", "Ann"), seen_by=pad)
    table.do(do="show", seen_by=pad)
    press(pad, "7")
    expect(pad.page.locator("[data-press=OK] small .whole")).to_have_text("Marie-Ève")
