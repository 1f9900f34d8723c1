"""Cards that cannot be: laid already, over 31, too many, or not those of the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game import cards
from scorekeeper.words.sentences import en


def already_laid(speech: Speech, facts: Mapping[str, Any]) -> str:
    """The card lies there for all to see."""
    card = cards.the(speech, facts["card"])
    return speech.say(en("{card:up} already lies on the table."), card=card)


def fifth_of_a_rank(speech: Speech, facts: Mapping[str, Any]) -> str:
    """A pack has four of each rank."""
    sentence = en("All four of its rank already lie on the table: {card} cannot be there too.")
    return speech.say(sentence, card=cards.the(speech, facts["card"]))


def over_31(speech: Speech, facts: Mapping[str, Any]) -> str:
    """What the count would come to."""
    card, count = facts["card"], facts["count"]
    return speech.say(
        en("With {card} the count would go from {count} to {sum}: 31 is the limit."),
        card=cards.the(speech, card),
        count=count,
        sum=count + card.pips,
    )


def wrong_cards(speech: Speech, facts: Mapping[str, Any]) -> str:
    """The crib, a hand of another size, or a hand that is not what was laid."""
    player, wanted, size, got = (facts[name] for name in ("player", "wanted", "hand", "got"))
    given = speech.say_n("{n} card was given.", "{n} cards were given.", len(got))
    if player is None:
        return " ".join((speech.say(en("The crib has {size} cards."), size=size), given))
    if len(got) == size:
        sentence = en("{player} laid other cards than {cards}.")
        return speech.say(sentence, player=player, cards=cards.cards(speech, got))
    if not wanted:
        sentence = en("All cards of {player} are known: give none, or all {size} with their suits.")
        return " ".join((speech.say(sentence, player=player, size=size), given))
    needed = speech.say_n(
        "Give the card of {player} that is not known yet, or all {size}.",
        "Give the {n} cards of {player} that are not known yet, or all {size}.",
        wanted,
        player=player,
        size=size,
    )
    return f"{needed} {given}"


def impossible_say(speech: Speech, facts: Mapping[str, Any]) -> str:
    """The flush or the nobs that cannot be among them."""
    said = []
    if facts["flush"]:
        said.append(speech.say(en("a flush of {length}"), length=speech.number(facts["flush"])))
    if facts["nobs"]:
        said.append(speech.say(en("a jack of the starter's suit")))
    return speech.say(en("These cards cannot have {what}."), what=speech.both(*said))
