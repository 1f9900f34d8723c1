"""Not allowed now: a sentence for every code, with whose turn it is or what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, assert_never

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.words import cards, people, unfit
from scorekeeper.words.entries import change, entry
from scorekeeper.words.prompts import prompt
from scorekeeper.words.sentences import en
from scorekeeper.words.speech import Speech

Facts: TypeAlias = Mapping[str, Any]

DOING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": en("A match begins only when no game is on"),
        "draw": en("Cards are drawn only before the first deal"),
        "starter": en("The starter is turned only after the deal, before the play"),
        "play": en("Cards are laid only in the play"),
        "go": en("Go is said only in the play"),
        "show": en("Only the play can be left for the show"),
        "count": en("Hands are counted only at the show"),
        "crib": en("The crib is counted only at the show"),
        "muggins": en("Muggins is called only on an open claim"),
        "misdeal": en("A misdeal is called only before the first card is laid"),
        "peg": en("Points are pegged by hand only in a game"),
        "deal": en("A deal can be left only once it has begun"),
        "rename": en("Players are renamed only in a game"),
        "abandon": en("Only a game that is on can be left"),
        "next": en("The next game begins only when this one is over"),
    }
)
"""When each action has its time."""

QUICKER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "do": en("{who} was quicker: {entry} Yours was not added."),
        "undo": en("{who} has just taken this back: {entry} Yours was not added."),
        "redo": en("{who} has just done this again: {entry} Yours was not added."),
        "amend": en("{who} has just put this right: {entry} Yours was not added."),
    }
)
"""What somebody did while a phone still looked at the table from before."""


def refusal(  # noqa: C901 - one flat case a code
    speech: Speech, value: Refusal, game: Game | None = None
) -> str:
    """Why not, in one or two sentences; *game* lets it also say what is asked now."""
    facts = _named(speech, value.facts)
    match value.code:
        case Code.NO_GAME:
            return speech.say(en("No game is on: start one first."))
        case Code.GAME_ON:
            return speech.say(en("A game is on: finish it or leave it first."))
        case Code.GAME_OVER:
            return speech.say(en("The game is over: begin the next one, or undo."))
        case Code.WRONG_PHASE:
            return _wrong_phase(speech, facts, game)
        case Code.OUT_OF_TURN:
            return _out_of_turn(speech, facts)
        case Code.NO_CARDS_LEFT:
            return speech.say(en("{player} has no cards left."), **facts)
        case Code.ALREADY_GONE:
            return speech.say(en("{player} has already said go on this count."), **facts)
        case Code.GO_TOO_LOW:
            return speech.say(
                en("At a count of {count} every card still fits: go is said from 22 on."), **facts
            )
        case Code.OVER_31:
            return _over_31(speech, facts)
        case Code.ALREADY_LAID:
            card = cards.the(speech, facts["card"])
            return speech.say(en("{card:up} already lies on the table."), card=card)
        case Code.FIFTH_OF_A_RANK:
            card = cards.the(speech, facts["card"])
            return speech.say(
                en("All four of its rank already lie on the table: {card} cannot be there too."),
                card=card,
            )
        case Code.WRONG_CARDS:
            return _wrong_cards(speech, facts)
        case Code.IMPOSSIBLE_SAY:
            return _impossible_say(speech, facts)
        case Code.NO_WINDOW:
            return speech.say(en("There is no open claim to call muggins on."))
        case Code.ALREADY_CALLED:
            return speech.say_n(
                "{players} has already called muggins on this count.",
                "{players} have already called muggins on this count.",
                len(facts["players"]),
                players=speech.both(*facts["players"]),
            )
        case Code.OWN_TEAM:
            return speech.say(
                en("That is the team's own count ({players}): muggins is for the others."),
                players=speech.both(*facts["players"]),
            )
        case Code.NO_SUCH:
            return unfit.no_such(speech, facts)
        case Code.BAD_VALUE:
            return unfit.bad_value(speech, facts)
        case Code.NOTHING_TO_UNDO:
            return speech.say(en("There is nothing to undo."))
        case Code.NOTHING_TO_REDO:
            return speech.say(en("There is nothing to redo."))
        case Code.NO_LONGER_HOLDS:
            return _no_longer_holds(speech, facts, value.entry)
        case Code.STALE:
            return _stale(speech, facts, game)
        case _:
            assert_never(value.code)


def _wrong_phase(speech: Speech, facts: Facts, game: Game | None) -> str:
    """When it could be done, what is going on, and what is asked instead."""
    sentence = en("{when}; now {phase}.")
    when, now = speech.say(DOING[facts["do"]]), phase(speech, Phase(facts["phase"]))
    said = speech.say(sentence, when=when, phase=now)
    return f"{said} {prompt(speech, game)}" if game else said


def phase(speech: Speech, value: Phase) -> str:
    """What is going on: the hands are counted."""
    match value:
        case Phase.IDLE:
            return speech.say(en("no game is on"))
        case Phase.DRAW:
            return speech.say(en("the players draw for the deal"))
        case Phase.CUT:
            return speech.say(en("the starter is to be turned"))
        case Phase.PLAY:
            return speech.say(en("the cards are played"))
        case Phase.SHOW:
            return speech.say(en("the hands are counted"))
        case Phase.OVER:
            return speech.say(en("the game is over"))
        case _:
            assert_never(value)


def _named(speech: Speech, facts: Facts) -> Facts:
    """The facts with their players as they are spoken of."""
    named = dict(facts)
    if player := facts.get("player"):
        named["player"] = people.called(speech, player)
    if players := facts.get("players"):
        named["players"] = tuple(people.called(speech, one) for one in players)
    return named


def _out_of_turn(speech: Speech, facts: Facts) -> str:
    if facts.get("crib"):
        return speech.say(
            en("It is the crib's turn: {player}'s crib is counted now."), player=facts["player"]
        )
    return speech.say(en("It is {player}'s turn."), player=facts["player"])


def _over_31(speech: Speech, facts: Facts) -> str:
    card, count = facts["card"], facts["count"]
    return speech.say(
        en("With {card} the count would go from {count} to {sum}: 31 is the limit."),
        card=cards.the(speech, card),
        count=count,
        sum=count + card.pips,
    )


def _wrong_cards(speech: Speech, facts: Facts) -> str:
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


def _impossible_say(speech: Speech, facts: Facts) -> str:
    said = []
    if facts["flush"]:
        said.append(speech.say(en("a flush of {length}"), length=speech.number(facts["flush"])))
    if facts["nobs"]:
        said.append(speech.say(en("a jack of the starter's suit")))
    return speech.say(en("These cards cannot have {what}."), what=speech.both(*said))


def _no_longer_holds(speech: Speech, facts: Facts, number: int | None) -> str:
    """Which later entry breaks, and why it does."""
    broken = speech.say(en("Entry {entry} would no longer hold."), entry=facts.get("entry", number))
    reason = facts.get("reason")
    return f"{broken} {refusal(speech, reason)}" if reason else broken


def _stale(speech: Speech, facts: Facts, game: Game | None) -> str:
    """Who was quicker, and with what."""
    who, latest = facts.get("by"), facts.get("latest")
    someone = people.scorer(speech, who or "") or speech.say(en("Somebody"))
    if latest is None or game is None:
        return speech.say(en("{who} was quicker; yours was not added."), who=someone)
    how = facts.get("how", "do")
    sentence = QUICKER[how]
    took_back = how in {"undo", "redo"}
    done = change(speech, latest, game) if took_back else entry(speech, latest.entry, game)
    return speech.say(sentence, who=someone, entry=done)
