"""A sentence for every refusal, with whose turn it is or what would be right."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from scorekeeper.cards import Suit
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.words import errors
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import cards, people
from scorekeeper.words.game.log import change, entry
from scorekeeper.words.game.prompts import wrong_phase


def wrong_cards(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return why these cards are not the crib, the size of a hand, or what was laid."""
    player, wanted, size, got = (facts[name] for name in ("player", "wanted", "hand", "got"))
    if not size:
        return speech.say("{player} played no card: the hand can only be passed.", player=player)
    given = speech.say_n("You entered {n}.", "You entered {n}.", len(got))
    if player is None:
        return " ".join((speech.say("The crib has {size} cards.", size=size), given))
    if len(got) == size:
        sentence = en("{player} didn’t play these cards: {cards}.")
        return speech.say(sentence, player=player, cards=cards.cards(speech, got))
    if not wanted:
        sentence = en("All of {player}’s cards are known: enter none, or all {size} with suits.")
        return " ".join((speech.say(sentence, player=player, size=size), given))
    needed = speech.say_n(
        "Enter {player}’s missing card, or all {size}.",
        "Enter {player}’s {n} missing cards, or all {size}.",
        wanted,
        player=player,
        size=size,
    )
    return f"{needed} {given}"


def _impossible_say(speech: Speech, facts: Mapping[str, Any]) -> str:
    return errors.impossible_say(speech, facts["flush"], nobs=facts["nobs"])


def _already_laid(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return that a card lies on the table, or was entered twice in a hand."""
    sentence = (
        en("You entered {card} twice.")
        if facts.get("twice")
        else en("{card:up} is already on the table.")
    )
    return speech.say(sentence, card=facts["card"])


def _fifth_of_a_rank(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return that all of a rank lie on the table, or that a deck has no more of them."""
    if facts.get("on_table", len(Suit)) < len(Suit):
        return speech.say("There are only four cards of each rank.")
    return speech.say("All four of that rank are already on the table.")


Facts: TypeAlias = Mapping[str, Any]

Builder: TypeAlias = Callable[[Speech, Facts], str]

QUICKER: Final[Mapping[str, str]] = {
    "do": en("{who} was first: {entry} Yours wasn’t added."),
    "undo": en("{who} just undid this: {entry} Yours wasn’t added."),
    "redo": en("{who} just redid this: {entry} Yours wasn’t added."),
    "amend": en("{who} just corrected this: {entry} Yours wasn’t added."),
    "mark": en("{who} was first: {entry} Yours wasn’t added."),
}
"""An entry of another scorer while a phone still showed the table before it."""


def refusal(speech: Speech, value: Refusal, game: Game | None = None) -> str:
    """Return why not, in one or two sentences; with *game* it also says what is asked now."""
    facts = _facts(speech, value, game)
    if value.code is Code.GAME_OVER and facts.get("match"):
        return speech.say("The match is over: start a new one, or undo.")
    if value.code in PLAIN:
        return speech.say(PLAIN[value.code], **facts)
    return BUILDERS[value.code](speech, facts)


def _facts(speech: Speech, value: Refusal, game: Game | None) -> Facts:
    """Return the facts of a refusal with display names, its entry, and the game."""
    facts = {**value.facts, "entry": value.entry, "game": game}
    if card := facts.get("card"):
        total = facts.get("count", 0) + card.pips
        facts |= {"card": cards.the(speech, card), "pips": card.pips, "sum": total}
    if player := facts.get("player"):
        facts["player"] = people.display_name(speech, player)
    if players := facts.get("players"):
        names = (people.display_name(speech, one) for one in players)
        facts |= {"players": speech.and_list(*names), "number": len(players)}
    return facts


def _out_of_turn(speech: Speech, facts: Facts) -> str:
    """Return whose turn it is; after a tie several draw again."""
    players = facts["players"]
    if facts.get("crib"):
        return speech.say("{player}’s crib comes next.", player=players)
    if facts["number"] > 1:
        return speech.say("Only {players} can draw now.", players=players)
    return speech.say("It’s {player}’s turn.", player=players)


def _already_called(speech: Speech, facts: Facts) -> str:
    """Return who has called muggins already."""
    return speech.say_n(
        "{players} already called muggins on this.",
        "{players} already called muggins on this.",
        facts["number"],
        players=facts["players"],
    )


def _no_longer_holds(speech: Speech, facts: Facts) -> str:
    """Return which later entry breaks, and why."""
    broken = speech.say("Later on, entry {entry} won’t work.", entry=facts["entry"])
    reason = facts.get("reason")
    return f"{broken} {refusal(speech, reason)}" if reason else broken


def _stale(speech: Speech, facts: Facts) -> str:
    """Return who was quicker, and with what."""
    who, latest, game = facts.get("by"), facts.get("latest"), facts["game"]
    someone = people.scorer(speech, who or "") or speech.say("Someone")
    if latest is None or game is None:
        return speech.say("{who} was first; yours wasn’t added.", who=someone)
    how = facts.get("how", "do")
    sentence = QUICKER[how]
    if how == "amend" and not latest.game:
        done = entry(speech, latest.entry, game)
    else:
        done = change(speech, latest, game)
    return speech.say(sentence, who=someone, entry=done)


PLAIN: Final[Mapping[Code, str]] = {
    Code.NO_GAME: en("There’s no game on: start one first."),
    Code.GAME_ON: en("A game is still on: finish it or call it off first."),
    Code.GAME_OVER: en("The game is over: start the next one, or undo."),
    Code.OVER_31: en("{card:up} doesn’t fit: {count} + {pips} = {sum}."),
    Code.NO_CARDS_LEFT: en("{player} has no cards left."),
    Code.ALREADY_GONE: en("{player} already said go."),
    Code.GO_TOO_LOW: en("The count is {count}: any card fits. You can say go from 22."),
    Code.OWN_TEAM: en("That’s their own count: {players} can’t call muggins."),
    Code.NO_WINDOW: en("There’s nothing to call muggins on."),
    Code.NOTHING_TO_UNDO: en("There’s nothing to undo."),
    Code.NOTHING_TO_REDO: en("There’s nothing to redo."),
}
"""Codes with one sentence, filled in with the facts as they are."""

BUILDERS: Final[Mapping[Code, Builder]] = {
    Code.WRONG_PHASE: wrong_phase,
    Code.OUT_OF_TURN: _out_of_turn,
    Code.WRONG_CARDS: wrong_cards,
    Code.ALREADY_LAID: _already_laid,
    Code.FIFTH_OF_A_RANK: _fifth_of_a_rank,
    Code.IMPOSSIBLE_SAY: _impossible_say,
    Code.ALREADY_CALLED: _already_called,
    Code.NO_SUCH: errors.no_such,
    Code.BAD_VALUE: errors.bad_value,
    Code.NO_LONGER_HOLDS: _no_longer_holds,
    Code.STALE: _stale,
}
"""The other codes, each with the function that builds its sentence."""
