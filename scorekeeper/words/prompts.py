"""Prompts: who has to do what now, in about six words; details are in the help."""

from collections.abc import Iterator
from typing import assert_never

from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.rules.variants import CRIB
from scorekeeper.scoring import EVERY_CARD_FITS
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.people import GameSpeech, about


def prompt(speech: Speech, game: Game, *, cards: bool = True) -> str:
    """Return the prompt; without *cards*, only points and the dealer are entered. ``window``
    describes a claim on which muggins may be called."""
    names = about(speech, game)
    if not cards:
        if game.dealer is None:
            return speech.say("Who deals?")
        dealer = names.player(game.dealer)
        return speech.say("{dealer} deals. Add your points.", dealer=dealer)
    match game.phase:
        case Phase.IDLE:
            return speech.say("Choose a game to start.")
        case Phase.DRAW:
            return _draw(names)
        case Phase.CUT:
            assert game.dealer is not None and game.turn is not None
            dealer, cutter = (names.player(at) for at in (game.dealer, game.turn))
            sentence = en("{dealer} deals, {cutter} cuts the starter.")
            return speech.say(sentence, dealer=dealer, cutter=cutter)
        case Phase.PLAY:
            return _play(names)
        case Phase.SHOW:
            return _show(names)
        case Phase.OVER:
            if game.winner is None:
                return speech.say("The game was called off.")
            return names.wins(game.winner)
        case _:
            assert_never(game.phase)


def prompt_help(speech: Speech, game: Game, *, cards: bool = True) -> str | None:
    """Return the help for the prompt, one to three sentences, or None."""
    if cards:
        return " ".join(_help(about(speech, game))) or None
    return speech.say("Cut the deck, then tap who deals.") if game.dealer is None else None


def _help(speech: GameSpeech) -> Iterator[str]:  # noqa: C901 - one flat case a phase
    game, rules = speech.game, speech.game.rules
    match game.phase:
        case Phase.DRAW:
            assert rules
            if game.draws_partners:
                yield speech.say(
                    "The two lowest play together, and the lowest deals. Aces are low."
                )
            else:
                yield speech.say("The lowest card deals; aces are low.")
            if rules.for_last:
                yield speech.say_n(
                    "The other side gets {n} point for last.",
                    "The other side gets {n} points for last.",
                    rules.for_last,
                )
        case Phase.CUT:
            assert rules and game.dealer is not None and game.turn is not None
            yield _dealing(speech)
            dealer, cutter = (speech.player(at) for at in (game.dealer, game.turn))
            if rules.starter_turner == "cutter":
                yield speech.say("{cutter} cuts and turns up the starter.", cutter=cutter)
            else:
                sentence = en("{cutter} cuts, and {dealer} turns up the starter.")
                yield speech.say(sentence, cutter=cutter, dealer=dealer)
        case Phase.PLAY if rules and rules.counts == "one":
            yield speech.say("There’s only one count: it ends at 31 or when nobody can play.")
        case Phase.SHOW:
            assert game.deal and game.turn is not None
            if game.counting == "crib":
                yield speech.say("Turn up the crib, enter its cards and count them.")
            elif len(game.deal.hands[game.turn]) < game.hand_size(game.turn):
                yield speech.say("Enter the cards that weren’t played, then count the hand.")
            if (captain := _captain(speech)) is not None:
                yield speech.say("Captain {captain} calls the points.", captain=captain)
        case Phase.OVER if game.is_decided:
            yield speech.say("That’s the match! Start a new one.")
        case Phase.OVER:
            yield speech.say("Start the next game, or a new match.")
        case _:
            return


def _draw(speech: GameSpeech) -> str:
    game, seats = speech.game, speech.game.drawing
    names = speech.players(*seats)
    drawn = [tuple(card.rank for card in cards) for cards in game.drawn]
    if any(drawn[seat] for seat in seats):
        # Some of the tied players may have drawn again already.
        awaited = any(
            len(other) > len(drawn[seat]) and other[: len(drawn[seat])] == drawn[seat]
            for seat in seats
            for other in drawn
        )
        if awaited:
            return speech.say("Still to draw again: {players}.", players=names)
        return speech.say("Tie! Draw again: {players}.", players=names)
    if len(seats) < len(game.players):
        return speech.say("Still to draw: {players}.", players=names)
    if game.draws_partners:
        return speech.say("Draw a card for partners.")
    return speech.say("Draw a card: low card deals.")


def _dealing(speech: GameSpeech) -> str:
    game = speech.game
    assert game.rules and game.dealer is not None
    rules, dealer = game.rules, speech.player(game.dealer)
    thrown = rules.dealt - rules.hand
    if rules.dealt_by_place:
        fewer = min(rules.dealt_by_place)
        places = zip(game.around(), rules.dealt_by_place, strict=True)
        names = (
            speech.player(seat) if seat != game.dealer else speech.say("the dealer")
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


def _play(speech: GameSpeech) -> str:
    game = speech.game
    assert game.deal and game.deal.play and game.turn is not None
    player = speech.player(game.turn)
    if not game.deal.play.laid:
        return speech.say("{player} leads.", player=player)
    if not game.deal.play.open:
        return speech.say("{player} leads next.", player=player)
    if game.count > EVERY_CARD_FITS:
        return speech.say("{player}: a card, or go.", player=player)
    return speech.say("{player}, play a card.", player=player)


def _show(speech: GameSpeech) -> str:
    game = speech.game
    assert game.deal and game.turn is not None
    player = speech.player(game.turn)
    if game.counting == "crib":
        return speech.say("{player}’s crib: enter its {number} cards.", player=player, number=CRIB)
    if not game.hand_size(game.turn):
        return speech.say("{player} has no cards: pass this hand.", player=player)
    if missing := game.hand_size(game.turn) - len(game.deal.hands[game.turn]):
        return speech.say_n(
            "{player}, {n} card to enter.", "{player}, {n} cards to enter.", missing, player=player
        )
    if (captain := _captain(speech)) is not None:
        return speech.say("{captain}, count {player}’s hand.", captain=captain, player=player)
    return speech.say("{player}, count your hand.", player=player)


def _captain(speech: GameSpeech) -> str | None:
    """Return the captain who speaks for the player whose turn it is, unless they are the same."""
    game = speech.game
    assert game.rules and game.turn is not None
    team = game.team_of(game.turn)
    if not game.rules.captain or game.captains[team] == game.turn:
        return None
    return speech.speaker(team)


def window(speech: Speech, value: Window, game: Game) -> str:
    """Return an open claim, who may call muggins, and until when; never the missed points."""
    assert game.rules
    names = about(speech, game)
    hand = names.hand(value.of, value.seat)
    if not game.may_call(value):
        sentence = en("{hand:up}: {claim} claimed. Muggins has been called.")
        return speech.say(sentence, hand=hand, claim=value.claim)
    callers = names.speaker(*game.may_call(value))
    sentence = (
        en("{hand:up}: {claim} claimed. {callers} can call muggins until the next starter.")
        if game.rules.muggins_until == "next_deal"
        else en("{hand:up}: {claim} claimed. {callers} can call muggins until the next count.")
    )
    return speech.say(sentence, hand=hand, claim=value.claim, callers=callers)
