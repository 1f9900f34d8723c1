"""Prompts: what is asked now, and of whom, in about six words; the rest of it is help."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from scorekeeper.cards import Cards
from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.scoring.play import EVERY_CARD_FITS
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import people


def prompt(speech: Speech, game: Game, *, cards: bool = True) -> str:
    """Return what to do now if people enter *cards*, else if they enter only points and who deals.
    ``window`` says which claims may be called meanwhile."""
    return _asked(speech, game) if cards else _by_hand(speech, game)


def prompt_help(speech: Speech, game: Game, *, cards: bool = True) -> str | None:
    """Return how it is done, for those who ask: one to three sentences, or None."""
    return " ".join(_help(speech, game) if cards else _help_by_hand(speech, game)) or None


def _by_hand(speech: Speech, game: Game) -> str:
    if game.dealer is None:
        return speech.say("Who deals?")
    dealer = people.player(speech, game, game.dealer)
    return speech.say("{dealer} deals. Add your points.", dealer=dealer)


def _help_by_hand(speech: Speech, game: Game) -> Iterator[str]:
    if game.dealer is None:
        yield speech.say("Cut the deck, then tap who deals.")


def _asked(speech: Speech, game: Game) -> str:
    match game.phase:
        case Phase.IDLE:
            return speech.say("Choose a game to start.")
        case Phase.DRAW:
            return _draw(speech, game)
        case Phase.CUT:
            return _cut(speech, game)
        case Phase.PLAY:
            return _play(speech, game)
        case Phase.SHOW:
            return _show(speech, game)
        case Phase.OVER:
            if game.winner is None:
                return speech.say("The game was called off.")
            wins = people.wins_match if game.is_decided else people.wins
            return wins(speech, game, game.winner)
        case _:
            assert_never(game.phase)


def _help(speech: Speech, game: Game) -> Iterator[str]:
    match game.phase:
        case Phase.DRAW:
            yield from _help_draw(speech, game)
        case Phase.CUT:
            yield from _help_cut(speech, game)
        case Phase.PLAY if game.rules and game.rules.counts == "one":
            yield speech.say("There’s only one count: it ends at 31 or when nobody can play.")
        case Phase.SHOW:
            yield from _help_show(speech, game)
        case Phase.OVER if game.is_decided:
            yield speech.say("That’s the match! Start a new one.")
        case Phase.OVER:
            yield speech.say("Start the next game, or a new match.")
        case _:
            return


def _draw(speech: Speech, game: Game) -> str:
    """Return who must draw; after a tie only those whose tie matters."""
    seats = game.drawing
    names = people.players(speech, game, *seats)
    if any(game.drawn[seat] for seat in seats):
        if any(_is_awaited(game.drawn[seat], game.drawn) for seat in seats):
            return speech.say("Still to draw again: {players}.", players=names)
        return speech.say("Tie! Draw again: {players}.", players=names)
    if len(seats) < len(game.players):
        return speech.say("Still to draw: {players}.", players=names)
    if game.draws_partners:
        return speech.say("Draw a card for partners.")
    return speech.say("Draw a card: low card deals.")


def _is_awaited(cards: Cards, drawn: tuple[Cards, ...]) -> bool:
    """True if somebody who was level with *cards* has drawn again already."""
    ranks, size = [card.rank for card in cards], len(cards)
    return any(
        len(other) > size and [card.rank for card in other[:size]] == ranks for other in drawn
    )


def _help_draw(speech: Speech, game: Game) -> Iterator[str]:
    """Yield what the cards decide."""
    assert game.rules
    if game.draws_partners:
        yield speech.say("The two lowest play together, and the lowest deals. Aces are low.")
    else:
        yield speech.say("The lowest card deals; aces are low.")
    if game.rules.for_last:
        yield speech.say_n(
            "The other side gets {n} point for last.",
            "The other side gets {n} points for last.",
            game.rules.for_last,
        )


def _cut(speech: Speech, game: Game) -> str:
    assert game.dealer is not None and game.turn is not None
    dealer, cutter = (people.player(speech, game, seat) for seat in (game.dealer, game.turn))
    return speech.say("{dealer} deals, {cutter} cuts the starter.", dealer=dealer, cutter=cutter)


def _help_cut(speech: Speech, game: Game) -> Iterator[str]:
    """Yield what is dealt and thrown, who cuts and who turns the starter."""
    assert game.rules and game.dealer is not None and game.turn is not None
    dealer = people.player(speech, game, game.dealer)
    yield _dealing(speech, game, game.rules, dealer)
    cutter = people.player(speech, game, game.turn)
    if game.rules.starter_turner == "cutter":
        yield speech.say("{cutter} cuts and turns up the starter.", cutter=cutter)
    else:
        sentence = en("{cutter} cuts, and {dealer} turns up the starter.")
        yield speech.say(sentence, cutter=cutter, dealer=dealer)


def _dealing(speech: Speech, game: Game, rules: Rules, dealer: str) -> str:
    thrown = rules.dealt - rules.hand
    if rules.dealt_by_place:
        fewer = min(rules.dealt_by_place)
        places = zip(game.around(), rules.dealt_by_place, strict=True)
        names = (
            people.player(speech, game, seat) if seat != game.dealer else speech.say("the dealer")
            for seat, dealt in places
            if dealt == fewer
        )
        return speech.say(
            "{dealer} deals {dealt} each, but {fewer} to {players}; the others throw {thrown}.",
            dealer=dealer,
            dealt=rules.dealt,
            fewer=fewer,
            players=speech.and_list(*names),
            thrown=thrown,
        )
    sentence = (
        en("{dealer} deals {dealt} each and one to the crib; throw {thrown} to it.")
        if rules.crib_from_deck
        else en("{dealer} deals {dealt} each; throw {thrown} to the crib.")
    )
    return speech.say(sentence, dealer=dealer, dealt=rules.dealt, thrown=thrown)


def _play(speech: Speech, game: Game) -> str:
    """Return whose card it is; above a count of 21 it may be a go."""
    assert game.deal and game.deal.play and game.turn is not None
    player = people.player(speech, game, game.turn)
    if not game.deal.play.laid:
        return speech.say("{player} leads.", player=player)
    if not game.deal.play.open:
        return speech.say("{player} leads next.", player=player)
    if game.count > EVERY_CARD_FITS:
        return speech.say("{player}: a card, or go.", player=player)
    return speech.say("{player}, play a card.", player=player)


def _show(speech: Speech, game: Game) -> str:
    """Return whose hand or crib is counted, and how many cards are still unknown."""
    assert game.rules and game.deal and game.turn is not None
    player = people.player(speech, game, game.turn)
    if game.counting == "crib":
        return speech.say("{player}’s crib: enter its {number} cards.", player=player, number=CRIB)
    if not game.hand_size(game.turn):
        return speech.say("{player} has no cards: pass this hand.", player=player)
    if missing := game.hand_size(game.turn) - len(game.deal.hands[game.turn]):
        return speech.say_n(
            "{player}, {n} card to enter.", "{player}, {n} cards to enter.", missing, player=player
        )
    team = game.team_of(game.turn)
    if game.rules.captain and game.captains[team] != game.turn:
        captain = people.speaker(speech, game, team)
        return speech.say("{captain}, count {player}’s hand.", captain=captain, player=player)
    return speech.say("{player}, count your hand.", player=player)


def _help_show(speech: Speech, game: Game) -> Iterator[str]:
    """Yield where the cards are that are asked for, and who speaks."""
    assert game.rules and game.deal and game.turn is not None
    if game.counting == "crib":
        yield speech.say("Turn up the crib, enter its cards and count them.")
    elif len(game.deal.hands[game.turn]) < game.hand_size(game.turn):
        yield speech.say("Enter the cards that weren’t played, then count the hand.")
    team = game.team_of(game.turn)
    if game.rules.captain and game.captains[team] != game.turn:
        captain = people.speaker(speech, game, team)
        yield speech.say("Captain {captain} calls the points.", captain=captain)


def window(speech: Speech, value: Window, game: Game) -> str:
    """Return an open claim, who may call it, and until when; the same whatever was missed."""
    assert game.rules
    hand = people.hand(speech, game, value.of, value.seat)
    if not game.may_call(value):
        sentence = en("{hand:up}: {claim} claimed. Muggins has been called.")
        return speech.say(sentence, hand=hand, claim=value.claim)
    callers = people.speaker(speech, game, *game.may_call(value))
    sentence = (
        en("{hand:up}: {claim} claimed. {callers} can call muggins until the next starter.")
        if game.rules.muggins_until == "next_deal"
        else en("{hand:up}: {claim} claimed. {callers} can call muggins until the next count.")
    )
    return speech.say(sentence, hand=hand, claim=value.claim, callers=callers)


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
"""The clause for each action that is not allowed now."""

PHASES: Final[Mapping[Phase, str]] = {
    Phase.IDLE: en("no game is on"),
    Phase.DRAW: en("we’re drawing for the deal"),
    Phase.CUT: en("we’re waiting for the starter"),
    Phase.PLAY: en("we’re still in the play"),
    Phase.SHOW: en("we’re counting hands"),
    Phase.OVER: en("the game is over"),
}
"""The clause for each phase."""


def wrong_phase(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return what cannot be done, what is going on, and what is asked instead."""
    sentence = en("{when}: {phase}.")
    when, now = speech.say(BARRED[facts["do"]]), speech.say(PHASES[Phase(facts["phase"])])
    said = speech.say(sentence, when=when, phase=now)
    return f"{said} {prompt(speech, facts['game'])}" if facts["game"] else said
