"""Error messages for refusals and invalid input, including what would be valid."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, get_args

import msgspec

from scorekeeper.cards import NotACard, Suit
from scorekeeper.device import FaultMessage
from scorekeeper.game.actions import Action, Asked
from scorekeeper.game.codec import TOO_DEEP, Unreadable
from scorekeeper.game.refusal import LARGEST, Code, Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import (
    MIN_TEAMS,
    ONLY_FOR,
    OptionCannotBe,
    UnknownName,
)
from scorekeeper.scoring import ImpossibleSuitClaim
from scorekeeper.words import cards, log, people
from scorekeeper.words.catalogue import Fault, Speech, cut, en, shown
from scorekeeper.words.prompts import prompt
from scorekeeper.words.rules import FIELDS

Facts: TypeAlias = Mapping[str, Any]


QUICKER: Final[Mapping[str, str]] = {
    "do": en("{who} was first: {entry} Yours wasn’t added."),
    "undo": en("{who} just undid this: {entry} Yours wasn’t added."),
    "redo": en("{who} just redid this: {entry} Yours wasn’t added."),
    "amend": en("{who} just corrected this: {entry} Yours wasn’t added."),
    "mark": en("{who} was first: {entry} Yours wasn’t added."),
}
"""The message if another scorer made a change first, by the kind of that change."""

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
"""The sentence of each code that has only one, filled in with the facts."""

BARRED: Final[Mapping[str, str]] = {
    "start": en("You can’t start a match now"),
    "set_mode": en("You can’t change what we enter now"),
    "draw": en("You can’t draw now"),
    "starter": en("You can’t turn up a starter now"),
    "play": en("You can’t play a card now"),
    "go": en("You can’t say go now"),
    "show": en("You can’t skip to the show now"),
    "count": en("You can’t count a hand now"),
    "crib": en("You can’t count the crib now"),
    "muggins": en("You can’t call muggins now"),
    "misdeal": en("It’s too late for that misdeal"),
    "peg": en("You can’t add points now"),
    "deal": en("There’s no deal to skip now"),
    "rename": en("You can’t rename a player now"),
    "abandon": en("There’s no game to call off"),
    "concede": en("There’s no game to concede"),
    "next": en("You can’t start the next game now"),
}
"""The clause for each action that is not allowed in the current phase."""

PHASES: Final[Mapping[Phase, str]] = {
    Phase.IDLE: en("no game is on"),
    Phase.DRAW: en("we’re drawing for the deal"),
    Phase.CUT: en("we’re waiting for the starter"),
    Phase.PLAY: en("we’re still in the play"),
    Phase.SHOW: en("we’re counting hands"),
    Phase.OVER: en("the game is over"),
}
"""The clause that describes each phase."""


def refusal(  # noqa: C901 - one flat case a code
    speech: Speech, value: Refusal, game: Game | None = None
) -> str:
    """Return why an action was refused, in one or two sentences; with *game*, also the prompt."""
    facts = {**value.facts, "entry": value.entry, "game": game}
    if card := facts.get("card"):
        total = facts.get("count", 0) + card.pips
        facts |= {"card": cards.the(speech, card), "pips": card.pips, "sum": total}
    if player := facts.get("player"):
        facts["player"] = people.display_name(speech, player)
    if players := facts.get("players"):
        names = (people.display_name(speech, name) for name in players)
        facts |= {"players": speech.and_list(*names), "number": len(players)}
    match value.code:
        case Code.GAME_OVER if facts.get("match"):
            return speech.say("The match is over: start a new one, or undo.")
        case Code.WRONG_PHASE:
            phase = speech.say(PHASES[Phase(facts["phase"])])
            said = speech.say("{when}: {phase}.", when=speech.say(BARRED[facts["do"]]), phase=phase)
            return f"{said} {prompt(speech, game)}" if game else said
        case Code.OUT_OF_TURN if facts.get("crib"):
            return speech.say("{player}’s crib comes next.", player=facts["players"])
        case Code.OUT_OF_TURN if facts["number"] > 1:
            return speech.say("Only {players} can draw now.", players=facts["players"])
        case Code.OUT_OF_TURN:
            return speech.say("It’s {player}’s turn.", player=facts["players"])
        case Code.WRONG_CARDS:
            return _wrong_cards(speech, facts)
        case Code.ALREADY_LAID:
            sentence = (
                en("You entered {card} twice.")
                if facts.get("twice")
                else en("{card:up} is already on the table.")
            )
            return speech.say(sentence, card=facts["card"])
        case Code.FIFTH_OF_A_RANK if facts.get("on_table", len(Suit)) < len(Suit):
            return speech.say("There are only four cards of each rank.")
        case Code.FIFTH_OF_A_RANK:
            return speech.say("All four of that rank are already on the table.")
        case Code.IMPOSSIBLE_SAY:
            return _impossible_claim(speech, facts["flush"], nobs=facts["nobs"])
        case Code.ALREADY_CALLED:
            return speech.say_n(
                "{players} already called muggins on this.",
                "{players} already called muggins on this.",
                facts["number"],
                players=facts["players"],
            )
        case Code.NO_SUCH:
            return _no_such(speech, facts)
        case Code.BAD_VALUE:
            return _bad_value(speech, facts)
        case Code.NO_LONGER_HOLDS:
            broken = speech.say("Later on, entry {entry} won’t work.", entry=value.entry)
            reason = facts.get("reason")
            return f"{broken} {refusal(speech, reason)}" if reason else broken
        case Code.STALE:
            return _stale(speech, facts)
        case _:
            return speech.say(PLAIN[value.code], **facts)


def _wrong_cards(speech: Speech, facts: Facts) -> str:
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


def _stale(speech: Speech, facts: Facts) -> str:
    who, latest, game = facts.get("by"), facts.get("latest"), facts["game"]
    someone = people.scorer(speech, who or "") or speech.say("Someone")
    if latest is None or game is None:
        return speech.say("{who} was first; yours wasn’t added.", who=someone)
    how = facts.get("how", "do")
    sentence = QUICKER[how]
    if how == "amend" and not latest.game:
        done = log.entry(speech, latest.entry, game)
    else:
        done = log.change(speech, latest, game)
    return speech.say(sentence, who=someone, entry=done)


NO_SUCH: Final[Mapping[str, str]] = {
    "seat": en("Seat {value} doesn’t exist; the seats are {wanted}."),
    "team": en("Team {value} doesn’t exist; the teams are {wanted}."),
    "rules": en("Unknown rules {value}; available: {wanted}."),
    "option": en("Unknown option {value}; available: {wanted}."),
    "entry": en("Entry {value} doesn’t exist; the entries are {wanted}."),
    "game": en("Finished game {value} not found."),
    "annulled_game": en("Game {value} is already left out."),
    "counted_game": en("Game {value} already counts."),
    "player": en("No player called {value} has played here."),
}

AT_LEAST: Final = "≥ "

BAD_VALUES: Final[Mapping[str, str]] = {
    "players": en("These rules seat {wanted} players, not {value}."),
    "scores": en("The starting scores can’t be {value}; they must be {wanted}."),
    "captains": en("The captains can’t sit at {value}; choose one seat from each team: {wanted}."),
    "name": en("A name can’t be {value}; use {wanted} printable characters."),
    "unseen_name": en("A name needs at least one visible letter; {value} has none."),
    "given_name": en("{value} is the name of a keypad or a phone: choose another."),
    "same_name": en("Two players can’t both be {value}: add a letter to one of them."),
    "names": en("Merging names needs at least two different ones, not {value}."),
    "names_in_one_game": en("{value} played in the same game, so they must be two players."),
    "points": en("The points can’t be {value}; they must be {wanted}."),
    "out": en("Report players with no cards left one at a time, not all at once."),
    "pass": en("A passed hand needs nothing else: leave out {value}."),
    "key": en("A key can’t be {value}; use {wanted} printable characters."),
    "used_key": en(
        "The key {value} was already used for a different entry, {wanted}: a new entry needs a "
        "new key."
    ),
    "by": en("A phone can’t be called {value}; use {wanted} printable characters."),
    "claim": en("A claim can’t be {value}; it must be {wanted}."),
    "flush": en("A flush can’t have {value} cards; it must have {wanted}."),
    "reason": en("The reason can’t be {value}; use {wanted} characters."),
    "counted_by": en("Hands can be counted by {wanted}, not by {value}."),
    "entered": en("You can enter {wanted}, not {value}."),
}
"""The message for an invalid value of each field of an action."""


def _no_such(speech: Speech, facts: Facts) -> str:
    value, wanted = shown(facts["value"]), facts["wanted"]
    if facts["what"] == "entry" and not wanted:
        return speech.say("There’s no entry to correct yet.")
    return speech.say(NO_SUCH[facts["what"]], value=value, wanted=wanted)


def _impossible_claim(speech: Speech, flush: int, *, nobs: bool) -> str:
    if not flush:
        return speech.say("There can’t be nobs in these cards.")
    sentence = (
        en("These cards can’t have a flush of {length} with nobs.")
        if nobs
        else en("These cards can’t have a flush of {length}.")
    )
    return speech.say(sentence, length=speech.number(flush))


def _bad_value(  # noqa: C901 - one flat case a field
    speech: Speech, facts: Facts
) -> str:
    field, value, wanted = facts["field"], shown(facts["value"]), facts["wanted"]
    match field, wanted:
        case "peg", (least, most):
            return _pegged(speech, facts["value"], least, most)
        case "scores", (teams, most):
            given = facts["value"]
            if len(given) != teams or min(given) < 0:
                wanted = f"{teams} × 0–{most}"
                return speech.say(BAD_VALUES["scores"], value=value, wanted=wanted)
            sentence = en("A head start in a game to {target} can be at most {most}.")
            return speech.say(sentence, target=most + 1, most=most)
        case "skunks", (target, game):
            sentence = (
                en("Skunks (skunks) can’t be {value}; a line can be at most the target ({target}).")
                if any(below > target for below, _ in facts["value"])
                else en(
                    "Skunks (skunks) can’t be {value}; a line must be worth at least an ordinary "
                    "win ({game}), and at least as much as any line with a higher score."
                )
            )
            return speech.say(sentence, value=value, target=target, game=game)
        case _:
            pass
    if wanted.startswith(AT_LEAST):
        wanted = speech.say("{least} or more", least=wanted.removeprefix(AT_LEAST))
    if field in BAD_VALUES:
        return speech.say(BAD_VALUES[field], value=value, wanted=wanted)
    if field not in FIELDS:
        sentence = en("{field} can’t be {value}; it can be {wanted}.")
        return speech.say(sentence, field=field, value=value, wanted=wanted)
    title, choices = speech.say(FIELDS[field].title), FIELDS[field].values
    chosen = facts["value"]
    for limits, sentence in (
        (ONLY_FOR, en("{title} can’t be “{value}” here: that’s for {n} players.")),
        (MIN_TEAMS, en("{title} can’t be “{value}” here: that’s for {n} sides or more.")),
    ):
        if isinstance(chosen, str) and (least := limits.get((field, chosen))):
            return speech.say(sentence, title=title, value=speech.say(choices[chosen]), n=least)
    if choices:
        wanted = speech.or_list(*(f"{key} ({speech.say(name)})" for key, name in choices.items()))
    sentence = en("{title} ({field}) can’t be {value}; it can be {wanted}.")
    return speech.say(sentence, title=title, field=field, value=value, wanted=wanted)


def _pegged(speech: Speech, points: int, least: int, most: int) -> str:
    if points == 0:
        return speech.say("0 points moves nothing: add or take off at least one.")
    if points < least == 0:
        return speech.say("There are no points to take off yet.")
    if points < least:
        return speech.say_n(
            "You can take off {n} point at most, not {points}.",
            "You can take off {n} points at most, not {points}.",
            -least,
            points=shown(-points),
        )
    if most == LARGEST:
        return speech.say("No game has {points} points.", points=shown(points))
    return speech.say_n(
        "You need exactly {n} point to finish, not {points}.",
        "You need exactly {n} points to finish, not {points}.",
        most,
        points=shown(points),
    )


NOT_A_CARD: Final = en(
    "{value} isn’t a card; a card is A 2 … 10 J Q K, then C D H S if you know the "
    "suit: 5H, 10 or JD."
)

COMPLAINTS: Final = (
    (r"not a card: (?P<value>.*) \(a card is .*", NOT_A_CARD),
    (r"Input data was truncated", en("The JSON is truncated: {text}.")),
    (
        r"JSON is malformed: .* \(byte (?P<byte>\d+)\)",
        en("Invalid JSON at byte {byte}: {text}."),
    ),
    (
        r"Object missing required field `(?P<field>.*)`",
        en('{where:up} is missing "{field}": {value}.'),
    ),
    (
        r"Object contains unknown field `(?P<field>.*)`",
        en('{where:up} cannot have "{field}": {value}.'),
    ),
    (r"Invalid value (?P<value>.*)", en("{where:up} cannot be {value}; it must be {actions}.")),
    (r"Invalid enum value (?P<value>.*)", en("{where:up} cannot be {value}; it must be {wanted}.")),
    (
        r"Expected `(?P<kinds>[^`]*)`(?:, got `(?P<value>.*)`)?",
        en("{where:up} cannot be {value}; it must be {wanted}."),
    ),
    (r"Number out of range", en("{where:up} has a number that is too large: {text}.")),
    (TOO_DEEP, en("The JSON is nested too deeply: {text}.")),
    (r".*utf-8.*", en("The text is not UTF-8: {text}.")),
    (r"(?P<complaint>.*)", en("Invalid input ({complaint}): {text}.")),
)
"""Patterns of msgspec's messages with their sentences; the last row matches any message."""

KINDS: Final[Mapping[str | None, str]] = {
    "int": en("a whole number"),
    "float": en("a number"),
    "str": en("text"),
    "bool": en("true or false"),
    "array": en("a list"),
    "object": en("an object"),
}

ASKED: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Asked))
"""All values of ``do`` in a request."""

ACTIONS: Final = ", ".join(kind.__struct_config__.tag for kind in get_args(Action))
"""All values of ``do`` in an amend."""

AT: Final = r"(?s) - at `\$\.?(?P<path>.*)`$"


def _unreadable(
    speech: Speech, complaint: str, text: str | bytes, choices: Sequence[str | int]
) -> str:
    """Return the decoder's *complaint* about *text* as a sentence; *choices* are valid values."""
    at = re.search(AT, complaint)
    path = at["path"] if at else ""
    sentence, values = next(
        (sentence, match.groupdict())
        for pattern, sentence in COMPLAINTS
        if (match := re.fullmatch(pattern, re.sub(AT, "", complaint), re.DOTALL))
    )
    value = _value(text, path)
    if not value:  # The decoder's name for it, and the text that it is in.
        name = values.get("value")
        kind = speech.say(KINDS[name]) if name in KINDS else name or "…"
        value = f"{kind} ({cut(text)})" if text else kind
    # A kind may be ``int | null``: null is the same as left out.
    kinds = (kind for kind in (values.get("kinds") or "").split(" | ") if kind in KINDS)
    named = [
        speech.say('"{word}"', word=choice) if isinstance(choice, str) else str(choice)
        for choice in choices
    ]
    return speech.say(
        sentence,
        **values | {"value": value},
        text=cut(text),
        where=f'"{path}"' if path else speech.say("the JSON"),
        actions=ACTIONS if path.startswith("actions[") or ".actions[" in path else ASKED,
        wanted=speech.or_list(*(speech.say(KINDS[kind]) for kind in kinds))
        or speech.or_list(*named),
    )


def _value(text: str | bytes, path: str) -> str:
    """Return the value at *path*, such as ``actions[0].card``, as JSON; empty if not found."""
    try:
        value = msgspec.json.decode(text)
        for name, place in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
            value = value[name or int(place)]
        return shown(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, TypeError):
        return ""


def fault(speech: Speech, value: ValueError, line: int | None = None) -> str:
    """Return the error message: the invalid value, what would be valid, and the *line* number.

    Raises TypeError for an exception that is not an input error.
    """
    if line is not None:
        return speech.say("Line {line}: {fault}", line=line, fault=fault(speech, value))
    match value:
        case Fault():
            return device_fault(speech, value)
        case NotACard(text=text):
            return speech.say(NOT_A_CARD, value=shown(text))
        case UnknownName(what=what, name=name, wanted=wanted):
            return _no_such(speech, {"what": what, "value": name, "wanted": wanted})
        case OptionCannotBe(name=name, value=given, wanted=wanted):
            return _bad_value(speech, {"field": name, "value": given, "wanted": wanted})
        case ImpossibleSuitClaim(said=said):
            return _impossible_claim(speech, said.flush, nobs=said.nobs)
        case Unreadable(text=text, choices=choices):
            return _unreadable(speech, str(value), text, choices)
        case _:
            raise TypeError(f"no text for {value!r}") from value


def device_fault(speech: Speech, fault: Fault | FaultMessage) -> str:
    """Return the message for the *fault* of a device or a setting."""
    values = {
        name: device_fault(speech, value) if isinstance(value, Fault | FaultMessage) else value
        for name, value in fault.values.items()
    }
    return speech.say(fault.sentence, **values)
