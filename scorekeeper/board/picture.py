"""Render a scene on a board. Pure: the same scene and time give the same frame.

Layers are drawn bottom to top, with the pegs near the top. Front pegs are bright and steady, back
pegs dim and breathing.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from math import inf, pi, sin
from typing import Final, NamedTuple

from scorekeeper.board.light import AMBER, GREEN, VIOLET, WHITE, Colour, Frame, Look, mixed
from scorekeeper.board.panel import FONTS
from scorekeeper.board.scene import Choosing, Scene, Step, walk_seconds
from scorekeeper.board.shape import STREET, Fit, Misfit, fit
from scorekeeper.board.wiring import Board
from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.analysis.moments import MomentKind
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring import LIMIT


class Canvas:
    """The pixels of a board; the last colour written to a pixel wins."""

    def __init__(self, board: Board) -> None:
        self._light, self._tracks = bytearray(3 * board.pixels), board.lights

    @property
    def frame(self) -> Frame:
        """The frame drawn so far."""
        return bytes(self._light)

    def pixel(self, track: int, hole: int) -> int | None:
        """Return the pixel of *hole* (from 1) of *track*; None for the start (hole 0)."""
        return self._tracks[track][hole - 1] if hole > 0 else None

    def put(self, pixel: int | None, light: bytes) -> None:
        """Set *pixel* to *light*; None is ignored."""
        if pixel is not None:
            self._light[3 * pixel : 3 * pixel + 3] = light

    def hole(self, track: int, hole: int, light: bytes) -> None:
        """Set *hole* of *track* to *light*."""
        self.put(self.pixel(track, hole), light)


class RenderContext(NamedTuple):
    """The input of every layer. ``fronts``: positions of the front pegs, which may be moving."""

    scene: Scene
    look: Look
    fitted: Fit
    seconds: float
    fronts: tuple[int, ...]
    canvas: Canvas

    def colour(self, team: Team) -> Colour:
        """Return the colour of *team*."""
        return self.look.colours[team]

    def pixel(self, team: Team, score: int) -> int | None:
        """Return the pixel of a peg of *team* at *score* points."""
        stand = self.fitted.place_of(team, score)
        return self.canvas.pixel(stand.track, stand.hole)

    def put(self, team: Team, score: int, light: bytes) -> None:
        """Set the hole for *score* on the track of *team* to *light*."""
        self.canvas.put(self.pixel(team, score), light)


PAUSE_SECONDS: Final = 0.5
"""Pause after a walk, so that a light that the peg has just passed does not flash a third time."""


def fronts_at(scene: Scene, fitted: Fit, seconds: float) -> tuple[int, ...]:
    """Return the position in points of each front peg. A peg takes its first step at once."""
    fronts = [move.front for move in scene.moves]
    for team in _walkers(scene, fitted):
        reached = scene.moves[team].start
        for step in _steps(scene, team):
            if seconds < step.at:
                break
            if seconds < step.at + step.seconds:
                part = (seconds - step.at) / step.seconds
                reached = _between(reached, step.to, part, fitted.holes - 1)
                break
            reached = step.to
        else:
            continue
        fronts[team] = reached
    return tuple(fronts)


def walk_ends(scene: Scene) -> float:
    """Return the time in seconds at which the last peg of *scene* stops walking."""
    ways = (step for team in range(len(scene.moves)) for step in _steps(scene, team))
    return max((step.at + step.seconds for step in ways if step.seconds), default=0.0)


def moving_teams(scene: Scene, fitted: Fit, seconds: float) -> frozenset[Team]:
    """Return the teams whose pegs are still walking at *seconds*."""
    return _walkers(scene, fitted) if seconds < walk_ends(scene) else frozenset()


def _walkers(scene: Scene, fitted: Fit) -> frozenset[Team]:
    """Return the teams whose pegs walk: one per track, the first to start. Two pegs walking on one
    track could not be told apart, and with three a light would flash too often."""
    moved = [team for team, move in enumerate(scene.moves) if move.holes]
    first: dict[int, Team] = {}
    for team in sorted(moved, key=lambda team: _steps(scene, team)[0].at):
        first.setdefault(fitted.tracks[team], team)
    return frozenset(first.values())


def _steps(scene: Scene, team: Team) -> tuple[Step, ...]:
    """Return the steps of *team*; one if more than awards moved its peg, as a misdeal does."""
    move = scene.moves[team]
    own = tuple(step for step in scene.steps if step.team == team)
    if own and own[0].start == move.start:
        return own
    return (Step(team, move.start, move.front, 0.0, walk_seconds(move.holes)),)


def _between(start: int, to: int, part: float, lap: int) -> int:
    """Return the position *part* of the way along; full laps are skipped, so no light repeats."""
    if start == to:
        return to
    holes = (abs(to - start) - 1) % lap + 1
    left = holes - 1 - int(part * holes)
    return to - left if to > start else to + left


FRONT: Final = 1.0
BACK: Final = 0.3
BREATH: Final = 0.14
"""The amplitude of a back peg's breathing."""
BREATH_SECONDS: Final = 2.5

BESIDE: Final = 0.6
"""The brightness of the outer lights of a three-light peg, relative to the middle one."""

MEETING_SECONDS: Final = 1.25
"""Seconds for which each of several pegs in one hole is shown before the next."""


def draw_pegs(context: RenderContext) -> None:
    """Draw all pegs. Pegs in the same hole take turns, and finally their colours are mixed."""
    breathing = context.seconds < breathing_ends(context.scene, context.look)
    # A light that breathed, or took turns, while a peg walks past would flash three times a second.
    seconds = max(context.seconds - walk_ends(context.scene), 0.0)
    breath = BREATH * sin(2 * pi * seconds / BREATH_SECONDS) if breathing else 0.0
    back = BACK + breath
    if context.look.low_vision:
        for team, move in enumerate(context.scene.moves):
            _put_beside(context, team, move.back, back)
            _put_beside(context, team, context.fronts[team], FRONT)
    lit: dict[int, list[bytes]] = {}
    for team, move in enumerate(context.scene.moves):
        colour, front = context.colour(team), context.pixel(team, context.fronts[team])
        behind = context.pixel(team, move.back)
        if behind is not None and behind != front:  # The front peg hides its own back peg.
            lit.setdefault(behind, []).append(colour.at(back))
        if front is not None:
            lit.setdefault(front, []).append(colour.at(FRONT))
    for pixel, lights in lit.items():
        light = mixed(lights)
        if breathing:
            light = lights[int(seconds / MEETING_SECONDS) % len(lights)]
        context.canvas.put(pixel, light)


def breathing_ends(scene: Scene, look: Look) -> float:
    """Return the time in seconds at which the back pegs stop breathing."""
    if look.low_vision and not scene.over:
        return inf
    return walk_ends(scene) + look.breaths * BREATH_SECONDS


def _put_beside(context: RenderContext, team: Team, score: int, level: float) -> None:
    """Light the holes before and after a peg, but not a game hole unless a peg is in it."""
    track, hole, _ = context.fitted.place_of(team, score)
    light = context.colour(team).at(BESIDE * level)
    if hole:
        context.canvas.hole(track, hole - 1, light)
    if 0 < hole < context.fitted.last(team) - 1:
        context.canvas.hole(track, hole + 1, light)


END_OF_STREET: Final = WHITE.at(0.08)
SKUNK: Final = VIOLET.at(0.2)


def draw_marks(context: RenderContext) -> None:
    """Mark the streets, and the hole where each team escapes a skunk, if enabled in the look."""
    fitted = context.fitted
    if context.look.streets:
        for track in set(fitted.tracks):
            for hole in range(STREET, min(fitted.target, fitted.holes), STREET):
                context.canvas.hole(track, hole, END_OF_STREET)
    if not context.look.skunk:
        return
    for team, front in enumerate(context.fronts):
        lap = fitted.place_of(team, front).lap  # A mark belongs to one lap.
        for line in context.scene.skunks:
            below = line - fitted.target + fitted.goals[team]
            if below > 0 and (fitted.is_one_lap or fitted.place_of(team, below).lap == lap):
                context.put(team, below, SKUNK)


GHOST: Final = 0.35
WAY: Final = 0.08


def draw_ghost(context: RenderContext) -> None:
    """Draw the ghost peg as a pale light at the end of a faint line from the front peg."""
    ghost = context.scene.ghost
    if ghost is None:
        return
    front, pale = context.scene.moves[ghost.team].front, context.colour(ghost.team).pale()
    way = pale.at(WAY)
    for score in range(min(front, ghost.to) + 1, max(front, ghost.to)):
        context.put(ghost.team, score, way)
    context.put(ghost.team, ghost.to, pale.at(GHOST))


LAP: Final = 0.12


def draw_laps(context: RenderContext) -> None:
    """Light one faint hole per completed lap, counting back from the game hole."""
    if context.fitted.is_one_lap:
        return
    laps: Counter[int] = Counter()
    for team, front in enumerate(context.fronts):
        track, _, lap = context.fitted.place_of(team, front)
        for _ in range(1, lap):
            laps[track] += 1
            context.canvas.hole(
                track, context.fitted.holes - laps[track], context.colour(team).at(LAP)
            )


OPEN: Final = AMBER.at(0.45)


def draw_windows(context: RenderContext) -> None:
    """Light each team's last hole while muggins may be called; a peg cannot be there yet."""
    if context.scene.window_open:
        for team in range(len(context.scene.moves)):
            context.put(team, context.fitted.goals[team], OPEN)


AT_START: Final = 0.12


def draw_start(context: RenderContext) -> None:
    """Light the first hole of each team without points; teams on one track mix their colours."""
    if 0 not in context.fronts:
        return
    lit: dict[int, list[bytes]] = {}
    for team, front in enumerate(context.fronts):
        if front == 0:
            lit.setdefault(context.fitted.tracks[team], []).append(
                context.colour(team).at(AT_START)
            )
    for track, lights in lit.items():
        context.canvas.hole(track, 1, mixed(lights))


AWAITED: Final = WHITE.at(0.5)


def draw_waiting(context: RenderContext) -> None:
    """Light the front pegs, or the first holes, of teams for which more keys are expected.

    A peg that moves, or has just arrived, keeps its colour: white would look like another flash.
    """
    scene = context.scene
    is_late = context.seconds >= walk_ends(scene) + PAUSE_SECONDS
    on_way = frozenset() if is_late else _walkers(scene, context.fitted)
    for team in scene.waiting:
        if team not in on_way:
            context.put(team, context.fronts[team] or 1, AWAITED)


RUN_SECONDS: Final = 3.0
"""Seconds of running lights after a win; less than five including the longest walk before."""
MOMENT_SECONDS: Final = 2.0
"""Seconds of running lights after a great hand."""
RUN_HOLES_A_SECOND: Final = 10
"""Speed of the running lights: each hole flashes at 2 Hz; 3 Hz or more harms some people."""
RUNNING: Final = 0.8
WON: Final = 0.3


def draw_win(context: RenderContext) -> None:
    """Light every fifth hole once the winner's peg has arrived: running at first, then at rest. A
    win that is a moment runs along all tracks."""
    scene, seconds = context.scene, context.seconds
    if scene.winner is None or seconds < _win_begins(scene):
        return
    if scene.just_won and seconds < win_ends(scene):
        tracks = (
            set(context.fitted.tracks) if scene.moment else (context.fitted.tracks[scene.winner],)
        )
        for track in tracks:
            _run(context, scene.winner, track, seconds - _win_begins(scene))
    else:
        _every_fifth(context, scene.winner, context.fitted.tracks[scene.winner], STREET, WON)


def draw_great_hand(context: RenderContext) -> None:
    """Run lights along the track of a team that has just counted a great hand."""
    scene, begins = context.scene, walk_ends(context.scene) + PAUSE_SECONDS
    if scene.moment and scene.winner is None and begins <= context.seconds < moment_ends(scene):
        _run(
            context,
            scene.moment.team,
            context.fitted.tracks[scene.moment.team],
            context.seconds - begins,
        )


def moment_ends(scene: Scene) -> float:
    """Return the time in seconds at which the lights of a great hand stop running."""
    great = scene.moment and scene.moment.kind is MomentKind.HAND and scene.winner is None
    return walk_ends(scene) + PAUSE_SECONDS + MOMENT_SECONDS if great else 0.0


def _run(context: RenderContext, team: Team, track: int, seconds: float) -> None:
    first = 1 + int(seconds * RUN_HOLES_A_SECOND) % STREET
    _every_fifth(context, team, track, first, RUNNING)


def _every_fifth(context: RenderContext, team: Team, track: int, first: int, level: float) -> None:
    light = context.colour(team).at(level)
    for hole in range(first, context.fitted.last(team) + 1, STREET):
        context.canvas.hole(track, hole, light)


def win_ends(scene: Scene) -> float:
    """Return the time in seconds at which the lights of a win stop running."""
    return max(_win_begins(scene) + RUN_SECONDS, 0.0)


def _win_begins(scene: Scene) -> float:
    """Return the time in seconds at which a new win is shown, after its pegs arrive; else
    ``-inf``."""
    return walk_ends(scene) + PAUSE_SECONDS if scene.just_won else -inf


CHOSEN: Final = WHITE.at(0.35)
MAX_SEATS: Final = max(row.players for row in RULES.values())
ASKED: Final = WHITE.at(0.08)
"""The faint light of a number that has not been entered yet."""


def draw_choosing(canvas: Canvas, choosing: Choosing, board: Board) -> None:
    """Draw the chosen game on the first track and the dealer on the second.

    On a single track the dealer follows after all games and one dark hole, and the entry mode after
    all dealers and another dark hole. Holes that a short track does not have are left out.
    """
    games = len(RULES)
    track, last = (1, 0) if board.tracks > 1 else (0, games + 1)
    for on, behind, number, most in (
        (0, 0, choosing.game, games),
        (track, last, choosing.dealer, 1),
        (track, last + MAX_SEATS + 1, choosing.left_out, 0),
    ):
        for place in range(1, min(max(number, most), board.holes - behind) + 1):
            canvas.hole(on, behind + place, CHOSEN if place <= number else ASKED)


WINK: Final = 0.2
"""Duration in seconds of each dark or lit phase; flashing at 3 Hz or more harms some people."""
WINKS: Final = 2
DARK: Final = bytes(3)
NO: Final = WHITE.at(0.3)
"""The light shown in the first hole if there is no peg that could wink."""


def draw_refused(context: RenderContext) -> None:
    """Wink the front pegs; for a peg that has not left the start, light the first hole.

    A peg that is moving, or has just arrived, does not wink: it flashed a moment ago.
    """
    refused = context.scene.refused
    if refused is None or not _winks(context.scene, context.seconds):
        return
    fresh = moving_teams(context.scene, context.fitted, refused - PAUSE_SECONDS)
    for team, front in sorted(enumerate(context.fronts), key=lambda peg: peg[1]):
        if team not in fresh:
            context.put(team, front or 1, DARK if front else NO)


def refused_ends(scene: Scene) -> float:
    """Return the time in seconds at which the winking ends."""
    return 0.0 if scene.refused is None else scene.refused + (2 * WINKS - 1) * WINK


def _winks(scene: Scene, seconds: float) -> bool:
    if scene.refused is None or not scene.refused <= seconds < refused_ends(scene):
        return False
    return int((seconds - scene.refused) / WINK) % 2 == 0


DEALER: Final = WHITE.at(0.5)
COUNT: Final = WHITE.at(0.5)
LINK: Final = GREEN.at(0.15)
TURN: Final = 1.0
GAMES: Final = 0.5


def draw_lamps(canvas: Canvas, scene: Scene, board: Board) -> None:
    """Draw the lamps beside the holes."""
    lamps, colours = board.wiring.lamps, board.look.colours
    canvas.put(lamps.link, LINK)
    canvas.put(_of(lamps.dealer, scene.dealer), DEALER)
    if scene.turn is not None:
        canvas.put(_of(lamps.turn, scene.turn), colours[scene.seats[scene.turn]].at(TURN))
    for team, (row, won) in enumerate(zip(lamps.games, scene.games, strict=False)):
        for lamp in row[:won]:
            canvas.put(lamp, colours[team].at(GAMES))
    for lamp in lamps.count[: bar(scene.count, len(lamps.count))]:
        canvas.put(lamp, COUNT)


def bar(count: int, lamps: int) -> int:
    """Return how many of *lamps* lamps are lit for *count*: the first at 1, the last only at 31."""
    return max(count * lamps // LIMIT, min(count, 1))


NUMBER: Final = 0.4
MAX_NUMBER: Final = 199
"""The highest number that two digits and a mark for one hundred can show."""


def draw_digits(canvas: Canvas, scene: Scene, board: Board, seconds: float) -> None:
    """Draw the numbers of a panel; those above MAX_NUMBER stay dark. A score changes once its peg
    has arrived: digits that counted along with the peg would flash too often."""
    has_arrived = seconds >= walk_ends(scene)
    scores = [move.front if has_arrived else move.start for move in scene.moves]
    for number in board.wiring.digits:
        if number.team is None:
            value, light = scene.count, COUNT
        elif number.team < len(scores):
            value, light = scores[number.team], board.look.colours[number.team].at(NUMBER)
        else:
            continue
        if value > MAX_NUMBER:
            continue
        tens, units = number.digits
        lit = _lit_of(value % 10, units) if value or number.team is not None else []
        lit += _lit_of(value // 10 % 10, tens) if value > 9 else []
        for pixel in (*lit, *(number.hundred if value > 99 else ())):
            canvas.put(pixel, light)


def _lit_of(digit: int, pixels: Sequence[int]) -> list[int]:
    return [*compress(pixels, FONTS[len(pixels) // 3][digit])]


def _of(lamps: Sequence[int], seat: Seat | None) -> int | None:
    return lamps[seat] if seat is not None and seat < len(lamps) else None


LAYERS = (
    draw_start,
    draw_marks,
    draw_laps,
    draw_windows,
    draw_win,
    draw_great_hand,
    draw_ghost,
    draw_pegs,
    draw_waiting,
    draw_refused,
)


def picture(scene: Scene, board: Board, seconds: float) -> Frame:
    """Return the frame at *seconds* after the latest change of *scene*. The holes stay dark if the
    game does not fit on the board."""
    canvas = Canvas(board)
    draw_lamps(canvas, scene, board)
    if scene.choosing:
        draw_choosing(canvas, scene.choosing, board)
    if scene.choosing or not scene.moves:
        for track in range(board.tracks if _winks(scene, seconds) else 0):
            canvas.hole(track, 1, NO)
    elif isinstance(fitted := _fitted(scene, board), Fit):
        fronts = fronts_at(scene, fitted, seconds)
        context = RenderContext(scene, board.look, fitted, seconds, fronts, canvas)
        for draw in LAYERS:
            draw(context)
        draw_digits(canvas, scene, board, seconds)
    return canvas.frame


def settles_at(scene: Scene, board: Board) -> float:
    """Return the time in seconds after which the frame no longer changes; ``inf`` if pegs breathe
    for ever."""
    refused = refused_ends(scene)
    if scene.choosing or not isinstance(fitted := _fitted(scene, board), Fit):
        return refused
    breathe = any(move.back or (fitted.shared and move.front) for move in scene.moves)
    rest = breathing_ends(scene, board.look) if breathe else 0.0
    walked = walk_ends(scene) + (PAUSE_SECONDS if scene.waiting else 0.0)
    return max(rest, walked, win_ends(scene), moment_ends(scene), refused)


def _fitted(scene: Scene, board: Board) -> Fit | Misfit | None:
    if not scene.moves:
        return None
    return fit(board.shape, scene.goals)
