"""Decide: the entries to write for a request, or why it is refused. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final, cast
from unicodedata import category, combining, normalize

from msgspec.structs import replace

from club.night import entry as e
from club.night.entry import Refused, Why
from club.night.evolve import Written, evolve, outcome_of, undone_of
from club.night.state import USUAL_RULES, Club, Game, Night, Phase, Player, Status
from club.pairing.movements import MOVEMENTS, Movement, most_rounds, pair
from club.pairing.round import CannotPair, PlayerId, Round
from club.results import SCORINGS
from club.season import Feat
from scorekeeper.game.refusal import MAX_NAME_LENGTH, is_visible, plain_name
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Fault, en

DATE: Final = len("2026-11-23")
DIRECTOR: Final = "director"
"""The author of entries that can be undone."""


def decide(club: Club, asked: e.Entry, lines: Sequence[Written]) -> tuple[e.Entry, ...]:
    """Return the entries to write for the request *asked*; *lines* are those of the night so far.

    Raises Refused, and CannotPair if the rounds are not possible.
    """
    match asked:
        case e.Open():
            return (_opened(club, asked),)
        case e.Undo() | e.Redo():
            return (_taken_back(asked, lines),)
        case e.Enrol():
            if len(club.present) >= e.MAX_PLAYERS:
                sentence = en("A night can have at most {most} players.")
                raise Refused(Why.BAD_VALUE, sentence, most=e.MAX_PLAYERS)
            if asked.id is not None and asked.id in club.players:
                raise Refused(Why.TAKEN, en("Player {id} already exists."), id=asked.id)
            numbers = [int(id_[1:]) for id_ in club.players if id_[:1] == "p" and id_[1:].isdigit()]
            player = asked.id or f"p{max(numbers, default=0) + 1}"
            name = _free_name(club, asked.name)
            return (_paired_again(club, replace(asked, id=player, name=name)),)
        case e.Rename():
            _player(club, asked.id)
            return (replace(asked, name=_free_name(club, asked.name, asked.id)),)
        case e.Arrive() | e.Leave():
            _player(club, asked.id)
            return (_paired_again(club, asked),)
        case e.Phone():
            return (_phone(club, asked),)
        case e.Season():
            return (asked,)
        case _:
            return _for_night(club, _night(club), asked)


def is_decided(asked: e.Entry, written: e.Entry) -> bool:
    """True if *written* is what ``decide`` returned first for *asked*; the fields that it fills in
    are not compared."""
    match asked, written:
        case ((e.NextRound(round=first) | e.Pair(start=first)), e.Pair(start=start)):
            return first == start
        case e.Open(night=day), e.Open(night=night):
            return day[:DATE] == night[:DATE]
        case (e.Undo(of=of), e.Undo(of=line)) | (e.Redo(of=of), e.Redo(of=line)):
            return of in (None, line)
        case (e.Arrive(id=id_), e.Arrive(id=player)) | (e.Leave(id=id_), e.Leave(id=player)):
            return id_ == player
        case e.Enrol() as new, e.Enrol() as player:
            named = replace(new, id=new.id or player.id, name=_tidy(new.name))
            return named == replace(player, rounds=new.rounds)
        case e.Rename() as new, _:
            return replace(new, name=_tidy(new.name)) == written
        case _:
            return asked == written


def _for_night(club: Club, night: Night, asked: e.Entry) -> tuple[e.Entry, ...]:
    match asked:
        case e.Plan():
            return (_plan(night, asked),)
        case e.Pair():
            return (_pair(club, night, asked),)
        case e.NextRound():
            return _next_round(club, night, asked)
        case e.PlayerReport():
            return (_player_report(club, night, asked),)
        case e.Rule():
            return (_rule(night, asked),)
        case e.Noted():
            return (_noted(club, night, asked),)
        case e.End() if night.phase is not Phase.PLAY:
            raise Refused(Why.NOT_NOW, en("The night hasn’t started, or is over."))
        case _:
            return (asked,)


def _opened(club: Club, asked: e.Open) -> e.Open:
    """Return *asked*, with a number added to the night's id if that date is taken: the clock of a
    phone may be wrong, and results on the broker are identified by the id."""
    taken = {night.id for night in club.past}
    if club.night and club.night.games:
        taken.add(club.night.id)
    day = asked.night[:DATE]
    numbered = (f"{day}-{number}" for number in range(2, 1000))
    free = (name for name in (asked.night, *numbered) if name not in taken)
    return e.Open(next(free, asked.night))


def _night(club: Club) -> Night:
    if club.night is None:
        raise Refused(Why.NO_NIGHT, en("No night has been opened yet."))
    return club.night


def _player(club: Club, player: str) -> Player:
    if player not in club.players:
        raise Refused(Why.NO_SUCH, en("Player {id} does not exist."), id=player)
    return club.players[player]


def _free_name(club: Club, name: str, own: str | None = None) -> str:
    tidy = _tidy(name)
    if not is_visible(tidy) or not tidy.isprintable() or len(tidy) > MAX_NAME_LENGTH:
        sentence = en("A name needs 1 to 40 visible letters; {name} isn’t allowed.")
        raise Refused(Why.BAD_VALUE, sentence, name=name)
    taken = {
        _bare(player.name): player.name for player in club.players.values() if player.id != own
    }
    if _bare(tidy) in taken:
        sentence = en(
            "The club already has someone called {name}: add the first letter of the last name."
        )
        raise Refused(Why.TAKEN, sentence, name=taken[_bare(tidy)])
    return tidy


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _bare(name: str) -> str:
    """Return *name* without accents, hyphens or spaces, so that Zoe matches Zoé."""
    plain = plain_name(name)
    letters = (c for c in normalize("NFKD", plain) if category(c)[0] in "LNM" and not combining(c))
    return "".join(letters) or plain


def _paired_again(club: Club, asked: e.Enrol | e.Arrive | e.Leave) -> e.Enrol | e.Arrive | e.Leave:
    """Return *asked* with as many of the remaining rounds as possible, paired for the players then
    present. If there are none, the refusal of the next round says why."""
    entry = replace(asked, rounds=None)
    night = club.night
    if night is None or night.phase is not Phase.PLAY or night.round == len(night.rounds):
        return entry
    after, movement = evolve(club, Written(0, entry, DIRECTOR, "")), night.plan.movement
    if players_to_pair(club, movement) == players_to_pair(after, movement):
        return entry
    start, plan = night.round + 1, night.plan
    for _ in range(2):  # The second time with as many rounds as there can be.
        try:
            return replace(entry, rounds=paired(after, replace(night, plan=plan), start))
        except CannotPair as fault:
            if fault.most is None or fault.most < start:
                break
            plan = replace(plan, rounds=fault.most)
        except Refused:
            break
    return replace(entry, rounds=())


def _plan(night: Night, asked: e.Plan) -> e.Plan:
    games = [key for key, rules in RULES.items() if rules.players in USUAL_RULES]
    for value, known in (
        (asked.movement, MOVEMENTS),
        (asked.scoring, SCORINGS),
        (asked.rules, games),
    ):
        if value not in known:
            sentence = en("{value} isn’t one of {known}.")
            raise Refused(Why.BAD_VALUE, sentence, value=value, known=", ".join(known))
    if night.phase is Phase.OVER:
        raise Refused(Why.NOT_NOW, en("This night is over."))
    if any(game.status is not Status.OPEN for game in night.games.values()):
        kept = (night.plan.scoring, night.plan.target)
        if kept != (asked.scoring, asked.target):
            sentence = en(
                "Games have already been played: scoring and target can’t be changed tonight."
            )
            raise Refused(Why.NOT_NOW, sentence)
    return asked


def _pair(club: Club, night: Night, asked: e.Pair) -> e.Pair:
    """Return the pairing of the next rounds. The first pairing starts the night; later ones do not
    change the current round."""
    if night.phase is Phase.OVER:
        raise Refused(Why.NOT_NOW, en("This night is over."))
    earliest = night.round + 1
    start = earliest if night.phase is Phase.PLAY else 1
    if asked.start != start and not earliest <= asked.start <= len(night.rounds) + 1:
        sentence = en("Only round {start} and later rounds can be paired again.")
        raise Refused(Why.NOT_NOW, sentence, start=start)
    return e.Pair(asked.start, paired(club, night, asked.start))


def _next_round(club: Club, night: Night, asked: e.NextRound) -> tuple[e.Entry, ...]:
    if night.phase is not Phase.PLAY or asked.round != night.round + 1:
        sentence = en("Round {round} can’t begin now: round {now} is being played.")
        raise Refused(Why.NOT_NOW, sentence, round=asked.round, now=night.round)
    if asked.round <= len(night.rounds):
        absent = night.rounds[asked.round - 1].players - {player.id for player in club.present}
        if absent:
            sentence = en("{name} has a seat in round {round}, but isn’t present.")
            name = club.name(min(absent))
            raise Refused(Why.NOT_NOW, sentence, name=name, round=asked.round)
        return (asked,)
    if asked.round > night.plan.rounds:
        sentence = en("Round {last} was the last one. Plan more rounds, or end the night.")
        raise Refused(Why.NOT_NOW, sentence, last=len(night.rounds))
    # A movement by results pairs one round at a time.
    return e.Pair(asked.round, paired(club, night, asked.round)), asked


def _own_game(club: Club, night: Night, asked: e.PlayerReport | e.Noted) -> tuple[Game, int]:
    """Return the game of the player who reports, and the player's side."""
    game = night.game_of(_player(club, asked.player).id, asked.round)
    side = game.side_of(asked.player) if game else None
    if game is None or side is None or asked.round > night.round:
        sentence = en("{name} has no game to report in round {round}.")
        raise Refused(Why.NOT_NOW, sentence, name=club.name(asked.player), round=asked.round)
    return game, side


def _player_report(club: Club, night: Night, asked: e.PlayerReport) -> e.PlayerReport:
    game, side = _own_game(club, night, asked)
    if asked.margin > night.plan.target:
        sentence = en("A game to {target} can’t be won by {margin}.")
        raise Refused(Why.BAD_VALUE, sentence, margin=asked.margin, target=night.plan.target)
    _check_skunk(night, asked.margin, asked.skunk)
    is_settled = game.is_settled and not game.is_hearsay
    if is_settled and game.outcome != outcome_of(asked, side, night.plan.target):
        sentence = en("This result is settled. If it’s wrong, tell the director.")
        raise Refused(Why.NOT_NOW, sentence)
    if asked.phone and asked.phone == game.phones[1 - side]:
        sentence = en(
            "This phone has already reported for the other side: {name} must report on "
            "another phone, or the director must decide."
        )
        raise Refused(Why.NOT_NOW, sentence, name=club.name(asked.player))
    return asked


def _noted(club: Club, night: Night, asked: e.Noted) -> e.Noted:
    _own_game(club, night, asked)
    source = night.feats.get(Feat(asked.feat, asked.player, night.id, asked.round), asked.device)
    if asked.undone and asked.device not in ("", source):
        sentence = en(
            "This hand was entered by the director or a table: ask the director to remove it."
        )
        raise Refused(Why.NOT_NOW, sentence)
    return asked


def _rule(night: Night, asked: e.Rule) -> e.Rule:
    if (asked.round, asked.table) not in night.games or asked.round > max(night.round, 1):
        sentence = en("Table {table} has no game in round {round}.")
        raise Refused(Why.NO_SUCH, sentence, table=asked.table, round=asked.round)
    target = night.plan.target
    if asked.scores and (max(asked.scores) != target or min(asked.scores) >= target):
        sentence = en("The winner must have {target} and the loser fewer: {scores} isn’t possible.")
        scores = " – ".join(map(str, asked.scores))
        raise Refused(Why.BAD_VALUE, sentence, target=target, scores=scores)
    if asked.scores:
        _check_skunk(night, target - min(asked.scores), asked.skunk)
    return asked


def _check_skunk(night: Night, margin: int, skunk: int) -> None:
    """Raise Refused if a win by *margin* is not a *skunk* of this degree by the night's rules."""
    if skunk > sum(margin >= least for least in night.skunk_margins):
        kind = Fault((en("a skunk"), en("a double skunk"))[skunk - 1])
        sentence = en("By tonight’s rules, a win by {margin} is not {skunk}.")
        raise Refused(Why.BAD_VALUE, sentence, margin=margin, skunk=kind)


def _phone(club: Club, asked: e.Phone) -> e.Phone:
    """Return *asked*. Raises Refused if the name is on another phone and has not been released."""
    player = _player(club, asked.id)
    if asked.phone and player.phone not in (None, asked.phone):
        sentence = en(
            "{name} is already on another phone. Not you? Ask the director to free the name."
        )
        raise Refused(Why.TAKEN, sentence, name=player.name)
    return asked


def _taken_back(asked: e.Undo | e.Redo, lines: Sequence[Written]) -> e.Undo | e.Redo:
    if isinstance(asked, e.Undo):
        line, nothing = undoable(lines), en("There is nothing to undo.")
    else:
        line, nothing = redoable(lines), en("There is nothing to redo.")
    if line is None or asked.of not in (None, line.version):
        raise Refused(Why.NOT_NOW, nothing)
    return replace(asked, of=line.version)


def undoable(lines: Sequence[Written]) -> Written | None:
    """Return the director's last entry in force. Entries by players and tables are corrected by a
    ruling instead."""
    undone = undone_of(lines)
    for line in reversed(lines):
        is_out = line.version in undone or isinstance(line.entry, e.Undo | e.Redo)
        if line.by == DIRECTOR and not is_out:
            return line
    return None


def redoable(lines: Sequence[Written]) -> Written | None:
    """Return the last undone entry, unless the director has made another since."""
    undone, last = undone_of(lines), undoable(lines)
    after = (line for line in lines if line.version in undone)
    return next((line for line in after if last is None or line.version > last.version), None)


def preview(club: Club, plan: e.Plan, start: int) -> tuple[Round, ...]:
    """Return the rounds from *start* on according to *plan*. Raises Refused and CannotPair."""
    night = _night(club)
    return paired(club, replace(night, plan=_plan(night, plan)), start)


NAMES: Final[Mapping[str, str]] = {
    "circle": en("Round robin"),
    "two-sided": en("One side moves a table"),
    "pairs": en("Fixed pairs"),
    "winners-up": en("Winners go up a table"),
}
"""Names of the movements on the director's page."""


def paired(club: Club, night: Night, start: int) -> tuple[Round, ...]:
    """Return the rounds from *start* on for the players present. Raises Refused and CannotPair."""
    plan = night.plan
    there = players_to_pair(club, plan.movement)
    if len(there) < 2:
        sentence = en("A pairing needs at least 2 players, not {n}.")
        raise Refused(Why.NOT_NOW, sentence, n=len(there))
    played = []
    for round_ in night.rounds[: start - 1]:
        outcomes = [night.games[round_.round, one.table].outcome for one in round_.tables]
        tables = tuple(
            replace(table, winner=outcome.winner if outcome else None)
            for table, outcome in zip(round_.tables, outcomes, strict=True)
        )
        played.append(replace(round_, tables=tables))
    last = max(plan.rounds, start)
    try:
        rounds = pair(there, last, cast(Movement, plan.movement), plan.seed, played)
    except CannotPair as fault:
        if (name := NAMES.get(fault.values.get("movement", ""))) is None:
            raise
        quoted = Fault(en("“{name}”"), name=Fault(name))
        named = {**fault.values, "movement": quoted}
        raise CannotPair(fault.sentence, **named) from None
    return rounds[start - 1 :]


def most_for(club: Club) -> dict[str, int]:
    """Return the maximum number of rounds with the players present, by movement."""
    counts = {movement: len(players_to_pair(club, movement)) for movement in MOVEMENTS}
    return {
        movement: min(max(most_rounds(count, movement), 1), e.MAX_ROUNDS)
        for movement, count in counts.items()
    }


def players_to_pair(club: Club, movement: str) -> tuple[PlayerId, ...]:
    """Return the players to pair; house players only if they complete a table."""
    guests = [player.id for player in club.present if not player.house]
    houses = [player.id for player in club.present if player.house]
    missing = -len(guests) % (4 if movement == "pairs" else 2)
    return (*guests, *houses[:missing]) if missing <= len(houses) else tuple(guests)
