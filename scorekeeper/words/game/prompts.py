"""Prompts: one to three short sentences of what is asked now, and of whom, in every phase."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from scorekeeper.game.state import Game, Phase, Window
from scorekeeper.rules.variants import CRIB, Rules
from scorekeeper.scoring.play import EVERY_CARD_FITS
from scorekeeper.words.catalogue import Speech, en
from scorekeeper.words.game import people


def prompt(speech: Speech, game: Game, *, cards: bool = True) -> str:
    """Return what to do now if people enter *cards*, else if they enter only points and who deals.
    ``window`` says which claims may be called meanwhile."""
    return " ".join(_asked(speech, game) if cards else _by_hand(speech, game))


def _by_hand(speech: Speech, game: Game) -> Iterator[str]:
    """Yield who deals, and then that only points are entered."""
    if game.dealer is None:
        yield speech.say("Who deals?")
        yield speech.say("Cut for it as you like: no card is entered.")
    else:
        dealer = people.player(speech, game, game.dealer)
        yield speech.say("{dealer} deals: peg what each team scores.", dealer=dealer)


def _asked(speech: Speech, game: Game) -> Iterator[str]:
    match game.phase:
        case Phase.IDLE:
            yield speech.say("Choose a game and name the players.")
        case Phase.DRAW:
            yield from _draw(speech, game)
        case Phase.CUT:
            yield from _cut(speech, game)
        case Phase.PLAY:
            yield from _play(speech, game)
        case Phase.SHOW:
            yield from _show(speech, game)
        case Phase.OVER:
            yield from _over(speech, game)
        case _:
            assert_never(game.phase)


def _draw(speech: Speech, game: Game) -> Iterator[str]:
    """Yield who must draw, and what for; after a tie only those whose tie matters."""
    assert game.rules
    seats = game.drawing
    names = people.players(speech, game, *seats)
    if any(game.drawn[seat] for seat in seats):
        yield speech.say_n(
            "A tie: {players} draws again.",
            "A tie: {players} draw again.",
            len(seats),
            players=names,
        )
        return
    if game.draws_partners:
        yield speech.say(
            "Draw for partners: the two lowest play together, and the lowest deals, ace low."
        )
    else:
        yield speech.say("Draw for the deal: the lowest card deals, ace low.")
    if game.rules.for_last:
        yield speech.say_n(
            "The other side gets {n} point for last.",
            "The other side gets {n} points for last.",
            game.rules.for_last,
        )
    if len(seats) < len(game.players):
        yield speech.say("Still to draw: {players}.", players=names)


def _cut(speech: Speech, game: Game) -> Iterator[str]:
    """Yield what is dealt and thrown, who cuts and who turns the starter."""
    assert game.rules and game.dealer is not None and game.turn is not None
    dealer = people.player(speech, game, game.dealer)
    yield _dealing(speech, game.rules, dealer)
    cutter = people.player(speech, game, game.turn)
    if game.rules.starter_turner == "cutter":
        yield speech.say("{cutter} cuts and turns the starter.", cutter=cutter)
    else:
        sentence = en("{cutter} cuts, and {dealer} turns the starter.")
        yield speech.say(sentence, cutter=cutter, dealer=dealer)


def _dealing(speech: Speech, rules: Rules, dealer: str) -> str:
    sentence = (
        en("{dealer} deals {dealt} each and one from the deck to the crib; each throws {thrown}.")
        if rules.crib_from_deck
        else en("{dealer} deals {dealt} each; each throws {thrown} to the crib.")
    )
    thrown = rules.dealt - rules.hand
    return speech.say(sentence, dealer=dealer, dealt=rules.dealt, thrown=thrown)


def _play(speech: Speech, game: Game) -> Iterator[str]:
    """Yield whose card it is; above a count of 21 it may be a go."""
    assert game.rules and game.deal and game.deal.play and game.turn is not None
    player = people.player(speech, game, game.turn)
    if not game.deal.play.open:
        yield speech.say("{player} leads: lay a card.", player=player)
        if game.rules.counts == "one":
            yield speech.say("There is only one count: it ends at 31 or when nobody can lay.")
    elif game.count > EVERY_CARD_FITS:
        yield speech.say("{player}, lay a card or say go.", player=player)
    else:
        yield speech.say("{player}, lay a card.", player=player)


def _show(speech: Speech, game: Game) -> Iterator[str]:
    """Yield whose hand or crib is counted, how many cards are still unknown, and who speaks."""
    assert game.rules and game.deal and game.turn is not None
    player = people.player(speech, game, game.turn)
    if game.counting == "crib":
        sentence = en("{player}’s crib: turn up its {number} cards and count them.")
        yield speech.say(sentence, player=player, number=CRIB)
    else:
        yield speech.say("{player}, show and count your hand.", player=player)
        if missing := game.rules.hand - len(game.deal.hands[game.turn]):
            yield speech.say_n(
                "{n} card is not known yet.", "{n} cards are not known yet.", missing
            )
    team = game.team_of(game.turn)
    if game.rules.captain and game.captains[team] != game.turn:
        captain = people.speaker(speech, game, team)
        yield speech.say("Captain {captain} says the points.", captain=captain)


def _over(speech: Speech, game: Game) -> Iterator[str]:
    if game.winner is None:
        yield speech.say("The game was left without a winner.")
    else:
        yield people.wins(speech, game, game.winner)
    yield (
        speech.say("That decides the match: begin a new one.")
        if game.is_decided
        else speech.say("Begin the next game, or a new match.")
    )


def window(speech: Speech, value: Window, game: Game) -> str:
    """Return an open claim, who may call it, and until when; the same whatever was missed."""
    assert game.rules
    hand = people.hand(speech, game, value.of, value.seat)
    if not game.may_call(value):
        sentence = en("{hand:up} was claimed as {claim}; all who may call muggins have done so.")
        return speech.say(sentence, hand=hand, claim=value.claim)
    callers = speech.or_list(*(people.speaker(speech, game, team) for team in game.may_call(value)))
    sentence = (
        en("{hand:up} was claimed as {claim}: {callers} may call muggins until the next starter.")
        if game.rules.muggins_until == "next_deal"
        else en(
            "{hand:up} was claimed as {claim}: {callers} may call muggins until the next count."
        )
    )
    return speech.say(sentence, hand=hand, claim=value.claim, callers=callers)


TIMES: Final[Mapping[str, str]] = {
    "start": en("A match begins only when no game is on"),
    "draw": en("Cards are drawn only before the first deal"),
    "starter": en("The starter is turned only after the deal, before the play"),
    "play": en("Cards are laid only in the play"),
    "go": en("Go is said only in the play"),
    "show": en("Only the play can be left for the show"),
    "count": en("Hands are counted only at the show"),
    "crib": en("The crib is counted only at the show"),
    "muggins": en("Muggins is called only on an open claim"),
    "misdeal": en(
        "After a misdeal you deal again only before the first card is laid, "
        "and put it right only before the show"
    ),
    "peg": en("Points are pegged by hand only in a game"),
    "deal": en("A deal can be left only once it has begun"),
    "rename": en("Players are renamed only in a game"),
    "abandon": en("Only a game that is on can be left"),
    "concede": en("Only a game that is on can be given up"),
    "next": en("The next game begins only when this one is over"),
}
"""The time of each action."""

PHASES: Final[Mapping[Phase, str]] = {
    Phase.IDLE: en("no game is on"),
    Phase.DRAW: en("the players draw for the deal"),
    Phase.CUT: en("the starter is to be turned"),
    Phase.PLAY: en("the cards are played"),
    Phase.SHOW: en("the hands are counted"),
    Phase.OVER: en("the game is over"),
}
"""The clause for each phase."""


def wrong_phase(speech: Speech, facts: Mapping[str, Any]) -> str:
    """Return when it would be possible, what is going on, and what is asked instead."""
    sentence = en("{when}; now {phase}.")
    when, now = speech.say(TIMES[facts["do"]]), speech.say(PHASES[Phase(facts["phase"])])
    said = speech.say(sentence, when=when, phase=now)
    return f"{said} {prompt(speech, facts['game'])}" if facts["game"] else said
