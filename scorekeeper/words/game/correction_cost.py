"""The cost of a correction: cards that are now another player's, points, a win, later entries."""

from collections.abc import Iterator

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.snapshot import Correction, Entry
from scorekeeper.game.state import Game, LaidCard, Phase
from scorekeeper.words.catalogue import Speech
from scorekeeper.words.game import cards, people


def correction_cost(
    speech: Speech, value: Correction, game: Game, before: Game | None = None
) -> str:
    """Return the end of what *correction* says: whose cards are now another player's, what the
    scores gained or lost, who has not won after all, and how many later entries went with it. Empty
    where there is none of these."""
    if value.change.game:
        return "".join(_removed(speech, value))
    if names_dealer(value, game, before):
        return ""
    lost = _lost_win(speech, value, game, before)
    moved = _moved(speech, value, game, before)
    return " ".join((*moved, *_gains(speech, value, game, before), *lost, *_removed(speech, value)))


def names_dealer(value: Correction, game: Game, before: Game | None) -> bool:
    """True if the match is as it was *before*, except that a dealer is named instead of drawn, or
    no longer is: that is no correction."""
    if before is None:
        return False
    match = (game.rules, game.players, game.captains, game.scores)
    phases = (before.phase, game.phase)
    return (
        (value.how == "amend" or value.change.amends)
        and [type(action) for action in value.change.entry.actions] == [a.Start]
        and phases in ((Phase.DRAW, Phase.CUT), (Phase.CUT, Phase.DRAW))
        and match == (before.rules, before.players, before.captains, before.scores)
    )


def repegged(was: Entry | None, now: Entry) -> tuple[a.Team, int] | None:
    """Return the team whose points, pegged by hand, are other ones *now*, and how many more."""
    match was.actions if was else (), now.actions:
        case (a.Peg(team=team, points=points),), (a.Peg(team=other, points=better),) if (
            team == other and min(points, better) > 0
        ):
            return team, better - points
        case _:
            return None


def of_player(speech: Speech, game: Game, seat: a.Seat | None, card: Card) -> str:
    """Return a card as that of a player: Paul’s 8."""
    if seat is None:
        return cards.the(speech, card)
    player = people.player(speech, game, seat)
    return speech.say("{player}’s {card}", player=player, card=cards.card(speech, card))


def _moved(speech: Speech, value: Correction, game: Game, before: Game | None) -> Iterator[str]:
    """Yield which later card is now another player's by an amend, or how many are."""
    if value.how != "amend" or before is None or value.change.removed:
        return
    moved = _other_players(_laid(before), _laid(game))
    if len(moved) == 1:
        ((was, now),) = moved
        card = of_player(speech, game, was.seat, was.card)
        player = people.player(speech, game, now.seat)
        yield speech.say("{card:up} is now {player}’s.", card=card, player=player)
    elif moved:
        yield speech.say("{n} later cards are now another player’s.", n=len(moved))


def _laid(game: Game) -> tuple[LaidCard, ...]:
    return game.deal.play.laid if game.deal and game.deal.play else ()


def _other_players(
    were: tuple[LaidCard, ...], are: tuple[LaidCard, ...]
) -> tuple[tuple[LaidCard, LaidCard], ...]:
    """Return the cards that have another player, behind the first that differs: that one was
    deleted, added or changed. Empty where the cards behind it are not the same ones."""
    same = next(
        (
            at
            for at, (was, now) in enumerate(zip(were, are, strict=False))
            if (was.seat, was.card) != (now.seat, now.card)
        ),
        min(len(were), len(are)),
    )
    later = max(len(were), len(are)) - same - 1
    pairs = tuple(zip(were[len(were) - later :], are[len(are) - later :], strict=False))
    if later <= 0 or any(was.card != now.card for was, now in pairs):
        return ()
    return tuple(pair for pair in pairs if pair[0].seat != pair[1].seat)


def _gains(speech: Speech, value: Correction, game: Game, before: Game | None) -> Iterator[str]:
    """Yield what each team gained or lost, where it is still the same game and that is not said
    with the points themselves."""
    if before is None or (before.players, before.number) != (game.players, game.number):
        return
    gains = [now - then for now, then in zip(game.scores, before.scores, strict=False)]
    pegged = repegged(value.was, value.change.entry) if value.how == "amend" else None
    if pegged and gains == [pegged[1] if team == pegged[0] else 0 for team in range(len(gains))]:
        return
    told = [
        speech.say("{team} {points}", team=people.team(speech, game, team), points=signed(gain))
        for team, gain in enumerate(gains)
        if gain
    ]
    if told:
        yield f"{', '.join(told)}."


def _lost_win(speech: Speech, value: Correction, game: Game, before: Game | None) -> Iterator[str]:
    """Yield who had won *before*, where nobody has after an amend."""
    if value.how != "amend" or before is None or before.winner is None or game.winner is not None:
        return
    yield speech.say_n(
        "{team} no longer wins.",
        "{team} no longer win.",
        len(people.members(game, before.winner)),
        team=people.team(speech, game, before.winner),
    )


def _removed(speech: Speech, value: Correction) -> Iterator[str]:
    """Yield how many later entries are gone by an amend, or back as it was undone."""
    if n := value.change.removed:
        if value.how == "undo":
            yield speech.say_n("{n} later entry is back.", "{n} later entries are back.", n)
        else:
            yield speech.say_n("{n} later entry removed.", "{n} later entries removed.", n)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")
