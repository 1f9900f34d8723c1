"""Device features: speech, announcements, wake lock, keyboard, and card letters."""

import re

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, SMALL, Phone, Table
from web.settings import SettingsPatch

LISTEN = """
    window.said = [];
    const speak = speechSynthesis.speak.bind(speechSynthesis);
    speechSynthesis.speak = (one) => { window.said.push([one.lang, one.text]); speak(one); };
"""
"""A script that records announcements; speech output still works."""


def settings(phone: Phone, *switches: str) -> None:
    phone.button("Menu").tap()
    phone.page.locator('.item[data-key="Settings"], .item[data-key="Réglages"]').tap()
    for name in switches:
        phone.page.get_by_role("switch", name=name).tap()
    phone.page.keyboard.press("Escape")
    phone.to_table()


def test_the_count_is_said_once_in_the_language_of_the_page(table: Table) -> None:
    table.deal("six-card", "5", "7")
    phone = table.phone(None, lang="fr")
    phone.context.add_init_script(LISTEN)
    phone.open()
    table.do(do="play", card="8", seen_by=phone)
    assert phone.page.evaluate("said") == []
    settings(phone, "Dire le compte à voix haute")
    assert phone.page.evaluate("said") == [["fr-CA", "Quinze-deux"]]
    table.do(do="play", card="9", seen_by=phone)
    aloud = phone.page.locator("#spoken p:last-child").inner_text()
    assert "suite de trois" in aloud
    assert phone.page.evaluate("said")[1:] == [["fr-CA", aloud]]
    phone.context.set_offline(True)
    expect(phone.page.locator(".link.reconnecting")).to_be_attached()
    expect(phone.page.get_by_role("status").filter(has_text="Reconnexion…")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.page.locator("[data-link=live]")).to_be_attached()
    assert len(phone.page.evaluate("said")) == 2


def test_a_device_without_a_voice_says_so(table: Table) -> None:
    """Some browsers report that they cannot speak; others report nothing."""
    table.deal("six-card", "5")
    phone = table.phone(None)
    phone.context.add_init_script(
        "speechSynthesis.speak = () => {}; speechSynthesis.getVoices = () => []"
    )
    phone.page.clock.install()
    phone.open()
    settings(phone, "Say counts aloud")
    phone.page.clock.fast_forward(2000)
    expect(phone.page.get_by_role("alert")).to_have_text(re.compile("no voice"))


def press(phone: Phone, *keys: str) -> None:
    """Press keys, each once the table has the previous one."""
    for key in keys:
        version = phone.version
        phone.page.keyboard.press(key)
        phone.until_newer(version)
        expect(phone.page.locator(".app")).to_have_attribute("aria-busy", "false")


def test_a_whole_deal_by_keyboard_alone(table: Table) -> None:
    table.deal("six-card", options={"muggins": False})
    phone = table.phone()
    keyboard = phone.page.keyboard
    press(phone, "5", "t", "j", "u", "q", "0", "g", "n")
    keyboard.press("Shift+H")
    press(phone, "3")
    assert [str(one.card) for one in table.game.deal.play.laid] == ["10", "Q", "10", "3H"]
    phone.key("5").focus()
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        keyboard.press(arrow)
    expect(phone.key("5")).to_be_focused()
    press(phone, "Enter", "8", "9", "6")
    expect(phone.page.locator(".middle")).to_be_focused()
    press(phone, "Enter", "Enter")
    for rank in ("2", "3", "4", "k"):
        keyboard.press(rank)
    press(phone, "Enter", "k")
    assert table.game.deal.number == 2
    assert table.game.scores == (13, 12)
    settings(phone, "Keyboard shortcuts")
    version = phone.version
    keyboard.press("7")
    phone.settle()
    assert phone.version == version


def test_letters_of_the_cards_are_asked_once_in_french_alone(table: Table) -> None:
    table.deal("six-card")
    english, french = table.phone(), table.phone(lang="fr", viewport=SMALL)
    wall = table.phone("/board?lang=fr").page
    expect(english.page.locator("[data-key=letters]")).to_have_count(0)
    asked = french.page.locator("[data-key=letters]")
    expect(french.key("J")).to_be_visible()
    # The question stays, though another phone turned up the starter.
    table.do(do="starter", card="5S", seen_by=french)
    asked.get_by_role("button", name="V D R").tap()
    expect(french.key("V")).to_be_visible()
    expect(asked).to_have_count(0)
    french.page.reload()
    expect(french.key("V")).to_be_visible()
    expect(asked).to_have_count(0)
    expect(english.key("V")).to_be_visible()
    other = table.phone(lang="fr")
    expect(other.key("V")).to_be_visible()
    expect(other.page.locator("[data-key=letters]")).to_have_count(0)
    table.do(do="play", card="J")
    expect(wall.locator(".laid .card")).to_have_text("V")
    table.site.settings.change(SettingsPatch(letters=None))


def test_a_phone_that_may_go_dark_says_so_in_its_settings(table: Table) -> None:
    table.deal("six-card")
    phone = table.phone(None)
    phone.context.add_init_script("delete Navigator.prototype.wakeLock")
    phone.open().menu("Settings")
    expect(phone.page.get_by_text("To keep the screen on, turn off auto-lock.")).to_be_visible()


LOG = """() => {
  window.log = [];
  const region = document.querySelector("#spoken");
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((one) => log.push(one.textContent)))).observe(region, { childList: true });
}"""
"""What a screen reader announces of a polite live region: each node added."""


def asked(phone: Phone, key: str) -> str:
    """Type a question's shortcut and return the answer."""
    before = phone.page.evaluate("log.length")
    phone.page.keyboard.press(key)
    phone.page.wait_for_function("(before) => log.length > before", arg=before)
    answer: str = phone.page.evaluate("log.at(-1)")
    return answer


SAID = {
    "The starter is the 9 of hearts. Ann leads.": {"do": "starter", "card": "9H"},
    "Ann plays the 6. Ben, play a card.": {"do": "play", "card": "6"},
    "Ben plays the 9: fifteen for two. Ann, play a card.": {"do": "play", "card": "9"},
    "On to the show. Ann, 3 cards to enter.": {"do": "show"},
    "Ann’s hand: fifteen two, and a pair is four. Ben, 3 cards to enter.": {
        "do": "count",
        "cards": ["6", "2", "2", "K"],
    },
}
"""What each action of a deal is announced as."""


def test_a_deal_is_announced_once_and_in_order(table: Table) -> None:
    table.deal("six-card")
    phone = table.phone(viewport=SHORT)
    phone.page.evaluate(LOG)
    for action in SAID.values():
        table.do(**action, seen_by=phone)
    assert phone.page.evaluate("log") == [*SAID]
    region = phone.page.get_by_role("log")
    expect(region).to_have_attribute("aria-live", "polite")
    live = "[role=status], [role=alert], [aria-live=polite], output:not([aria-live=off])"
    others = phone.page.locator(f".app :is({live}):not(:empty)")
    assert others.count() == 0, "no other place says it too"


def test_keys_ask_and_the_page_answers(table: Table) -> None:
    table.deal("six-card", "K", "5", "10", "J")
    page = table.phone(viewport=SHORT)
    expect(page.page.locator(".ask-aloud")).to_be_attached()
    for phone in (page, table.phone("/keys", viewport=SHORT)):
        phone.page.evaluate(LOG)
        assert asked(phone, "l") in {"Ann plays the jack.", "Undone: Ben’s 6. Ben −2."}
        assert asked(phone, "s") == "Ann: 0, Ben: 2"
        assert asked(phone, "w") == "Ben: a card, or go. Count 25"
        assert asked(phone, "p").startswith("5, 10, jack. Starter: king")
        assert asked(phone, "e") == "To go: Ann: 121, Ben: 119"
        table.do(do="play", card="6", seen_by=phone)
        table.do(do="undo", seen_by=phone)
        assert asked(phone, "b").startswith("Undone: Ben’s 6. Ben −2.")
        assert asked(phone, "b").startswith("Ben plays the 6")


def test_cards_are_entered_by_name(table: Table) -> None:
    table.deal("six-card", "5", "10", show=True)
    phone = table.phone(viewport=SHORT)
    phone.menu("Settings")
    phone.page.get_by_role("switch", name="Type or dictate cards").tap()
    phone.to_table()
    field = phone.page.get_by_role("textbox", name="Cards by name")
    field.fill("queen tin")
    field.press("Enter")
    expect(phone.page.get_by_role("alert")).to_contain_text('the card "tin"')
    field.fill("Queen of hearts, 4 and 2")
    field.press("Enter")
    expect(phone.page.locator(".hand .card")).to_have_count(5)
    expect(phone.page.locator("[data-key=count]")).to_be_visible()
