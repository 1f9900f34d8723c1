"""``cribble board svg``: the board as a picture, the very one that the page draws."""

from collections.abc import Sequence
from typing import Final

from cribble.boards import look_of, shape_of
from cribble.cli.command import Value, a_word, option, subcommand
from cribble.cli.files import STANDARD, writing
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.board.geometry.fit import Fit, Misfit, fit
from scorekeeper.board.geometry.proposal import proposed_shape
from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.svg.pegs import PegPoints
from scorekeeper.board.svg.rotation import WAYS, Way, turned
from scorekeeper.board.svg.svg import svg
from scorekeeper.board.svg.theme import THEMES
from scorekeeper.bounds import Bound
from scorekeeper.rules.variants import RULES, Rules
from scorekeeper.words import Fault, Words, en

LANDSCAPE, PORTRAIT = WAYS
USUAL: Final = next(iter(RULES))
USUAL_THEME: Final = next(iter(THEMES))


def _pegs(text: str) -> PegPoints:
    """Raises ValueError for what no pegs can be."""
    front, back = map(int, text.split(","))
    if not 0 <= back <= front:
        raise ValueError(text)
    return PegPoints(front, back)


PEGS: Final = Value(
    Bound("63,57 88,76 …", lambda pegs: True), lambda text: tuple(map(_pegs, text.split()))
)
"""The front and back peg of one team after the other."""


@subcommand(
    "Draw the board as a picture",
    "Draw the board as the page does, as SVG: the one that was built, else the one that the "
    "game proposes.",
)
@with_config()
@option(
    "--rules",
    "key",
    metavar=en("NAME"),
    type=a_word(*RULES),
    default=USUAL,
    help=en("The game whose skunk lines are drawn ({usual}, unless you say)"),
    facts={"usual": USUAL},
)
@option(
    "--theme",
    metavar="|".join(THEMES),
    type=a_word(*THEMES),
    default=USUAL_THEME,
    help=en("The wood ({usual}, unless you say)"),
    facts={"usual": USUAL_THEME},
)
@option("--landscape", "way", flag_value=LANDSCAPE, help=en("Let it lie (unless you say)"))
@option("--portrait", "way", flag_value=PORTRAIT, help=en("Let it stand"))
@option(
    "--pegs",
    metavar='"63,57 88,76"',
    type=PEGS,
    default="",
    help=en("The points of each team’s front and back peg, to stand in their holes"),
)
@option(
    "--out",
    metavar=en("FILE"),
    default=STANDARD,
    help=en("The file to write, not there yet (standard output, unless you say)"),
)
def svg_(
    words: Words,
    active: ActiveConfig,
    *,
    key: str,
    theme: str,
    way: Way | None,
    pegs: tuple[PegPoints, ...],
    out: str,
) -> None:
    """Print the picture."""
    rules, config = RULES[key], active.config
    shape = shape_of(config) if config.board.shape else proposed_shape(rules)
    text = svg(
        turned(shape, way or LANDSCAPE),
        colours=look_of(config).colours,
        theme=theme,
        fit=_fitted(shape, rules, pegs),
        below=tuple(bound for bound, _ in rules.skunks),
        pegs=pegs,
        title=words.say("Cribbage board"),
    )
    with writing(out) as file:
        file.write(text.encode() + b"\n")


def _fitted(shape: Shape, rules: Rules, pegs: Sequence[PegPoints]) -> Fit:
    """The game as it appears on *shape*. Raises Fault where it does not fit, or the pegs do not."""
    fitted = fit(shape, rules.goals)
    if isinstance(fitted, Misfit):
        sentence = en("A game to {target} goes round this board {laps} times; light tells {most}.")
        raise Fault(sentence, target=rules.target, laps=fitted.laps, most=fitted.most)
    if len(pegs) > len(rules.teams):
        sentence = en("--pegs names {given} teams; this game has {teams}.")
        raise Fault(sentence, given=len(pegs), teams=len(rules.teams))
    for team, goal in zip(pegs, rules.goals, strict=False):
        if team.front > goal:
            sentence = en("--pegs names {points} points; this game ends at {target}.")
            raise Fault(sentence, points=team.front, target=goal)
    return fitted
