"""A deal for ears: each thing is announced once, in order, and can be asked again by a key."""

from playwright.sync_api import expect

from tests.kit.drivers.browser import SHORT, Phone, Table

LOG = """() => {
  window.log = [];
  const region = document.querySelector("#spoken");
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((one) => log.push(one.textContent)))).observe(region, { childList: true });
}"""
"""What a screen reader says of a polite log: each node that is added to it."""

DEAL = [
    {"do": "starter", "card": "9H"},
    *({"do": "play", "card": card} for card in ("5", "10", "J", "4")),
    {"do": "go", "all": True},
    *({"do": "play", "card": card} for card in ("7", "8", "2", "3")),
    {"do": "count"},
    {"do": "count"},
    {"do": "crib", "cards": ["4", "4", "Q", "K"]},
]


def asked(phone: Phone, key: str) -> str:
    """The answer to a question that is typed."""
    before = phone.page.evaluate("log.length")
    phone.page.keyboard.press(key)
    phone.page.wait_for_function("(before) => log.length > before", arg=before)
    answer: str = phone.page.evaluate("log.at(-1)")
    return answer


SAID = [
    "The starter is the 9 of hearts. Ann leads.",
    "Ann plays the 5. Ben, play a card.",
    "Ben plays the 10: fifteen for two. Ann, play a card.",
    "Ann plays the jack. Ben: a card, or go.",
    "Ben plays the 4. Ann: a card, or go.",
    "Nobody can play – Ben: one for the go. Ann leads next.",
    "Ann plays the 7. Ben, play a card.",
    "Ben plays the 8: fifteen for two. Ann, play a card.",
    "Ann plays the 2. Ann said go at 29 but could have played the 2. Ben, play a card.",
    "Ben plays the 3: one for last card. Ann, count your hand.",
    "Ann’s hand: fifteen two. Ben, count your hand.",
    "Ben’s hand: fifteen two, and a run of three is five. Ben’s crib: enter its 4 cards.",
    "Ben’s crib: a pair for two. Ann deals, Ben cuts the starter.",
]


def test_a_deal_is_announced_once_and_in_order(table: Table) -> None:
    table.deal("six-card")
    phone = table.phone(viewport=SHORT)
    phone.page.evaluate(LOG)
    for action in DEAL:
        table.do(**action, seen_by=phone)
    assert phone.page.evaluate("log") == SAID
    region = phone.page.get_by_role("log")
    expect(region).to_have_attribute("aria-live", "polite")
    live = "[role=status], [role=alert], [aria-live=polite], output:not([aria-live=off])"
    assert phone.page.locator(f".app :is({live})").count() == 0, "no other place says it too"


def test_keys_ask_and_the_page_answers(table: Table) -> None:
    """On the page and at the keypad alike; the last announcement again, and the one before."""
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
    """As a phone's dictation writes them; a word that is none is named, and nothing is entered."""
    table.deal("six-card", "5", "10", show=True)
    phone = table.phone(viewport=SHORT)
    phone.menu("Settings")
    phone.page.get_by_role("switch", name="Type or dictate cards").tap()
    phone.button("Back to the table").tap()
    field = phone.page.get_by_role("textbox", name="Cards by name")
    field.fill("queen tin")
    field.press("Enter")
    expect(phone.page.get_by_role("alert")).to_contain_text('the card "tin"')
    field.fill("Queen of hearts, 4 and 2")
    field.press("Enter")
    expect(phone.page.locator(".hand .card")).to_have_count(5)
    expect(phone.page.locator("[data-key=count]")).to_be_visible()
