// One finished game: the score by deal, the best hands, averages, and the last deal.

import { h } from "../core/dom.js";
import { cardFace } from "../game/cards.js";
import { verdict } from "../game/match.js";
import { playerName } from "../game/teams.js";
import { loading, sheet, tableRows } from "../views/controls.js";
import { byRank } from "../views/count_lines.js";
import { chart, scoresByDeal } from "./charts.js";
import { average, gameName, gameSummary, inBothRoles, matchOfGame, teamOfGame } from "./games.js";

const BEST = 3;
/** Each average's points and the number of times. */
export const AVERAGED = [["hand_points", "hands"], ["crib_points", "cribs"], ["pegged", "plays"]];

export function gameView(state, t, ui, act) {
  const finished = ui.history.game;
  if (!finished) return loading(t);
  const { game, last } = finished;
  const counted = countedHands(finished.sheet);
  return sheet("main.scroll.past", verdict(t, game.teams[game.winner]?.map((seat) => playerName(game, t, seat))),
    h("p", { "data-key": "final" }, game.scores.map((points, team) =>
      [team > 0 && " · ", teamOfGame(game, t, team), " ", h("b", points)])),
    matchOfGame(game, last, t) && h("p.quiet", matchOfGame(game, last, t)),
    h("p.quiet", gameSummary(game, t, ui)),
    !game.counts && h("p.quiet", { role: "status" }, t("This game doesn’t count")),
    h("button.prime.wide", { onclick: () => act.open("replay", gameName(game)) },
      t("Replay, entry by entry"),
    ),
    chart(game, scoresByDeal(finished), t),
    averages(game, t),
    countedRight(finished, t),
    best(t("Best hands"), counted.filter(({ of }) => of !== "crib"), game, t),
    best(t("Best cribs"), counted.filter(({ of }) => of === "crib"), game, t),
    h("details",
      h("summary", t("Score by deal")),
      h("table.figures.by-deal", { "aria-label": t("Score by deal") }, tableRows(
        [t("Deals"), ...game.teams.map((_, team) => teamOfGame(game, t, team))],
        scoresByDeal(finished).map((scores, deal) => [deal, ...scores]),
      )),
    ),
    h("div.pair",
      h("button.second", { onclick: () => act.open("picture", { game: gameName(game) }) },
        t("A picture to send"),
      ),
      ui.me.scorer && h("a.second.save",
        { href: `/api/v1/games/${gameName(game)}/export?lang=${t.lang}`, download: true },
        t("Save this game"),
      ),
    ),
    ui.me.scorer && h("div.pair",
      h("button.second", { onclick: () => act.open("entries", gameName(game)) }, t("Correct an entry")),
      h("button.second", { onclick: () => act.annulGame(game) },
        game.counts ? t("Don’t count this game") : t("Count this game again"),
      ),
    ),
  );
}

/** Averages by the rule of the statistics; omitted if no deal was fully entered. */
const averages = (game, t) =>
  game.figures.some((one) => AVERAGED.some(([, times]) => inBothRoles(one, times) > 0)) &&
  h("table.figures",
    h("caption", t("On average")),
    tableRows([t("Player"), t("Hand"), t("Crib"), t("Pegging")],
      game.figures.map((one, seat) => [
        playerName(game, t, seat),
        ...AVERAGED.map(([points, times]) =>
          average(inBothRoles(one, points), inBothRoles(one, times), t)),
      ]),
    ),
  );

/** How accurately each player counted, by their claims, and what muggins and too high claims gave the
 * others. If captains claim for partners, accuracy is by hand. */
export function countedRight({ game, captains, fines }, t) {
  const { teams, figures } = game;
  const counted = figures.map(({ claims }, seat) => ({ name: playerName(game, t, seat), ...claims }))
    .filter(({ made }) => made > 0);
  const gotFrom = (points, say) => points.map((n, team) =>
    n > 0 && h("li", say({ name: teamOfGame(game, t, team), n })));
  return counted.length > 0 && h("ul.counted", { "data-key": "counted" },
    counted.map(({ name, made, right }) =>
      h("li", captains
        ? t("{name}’s hands: {right} of {n} counted right", { name, right, n: made })
        : t("{name} got {right} of {n} count right|{name} got {right} of {n} counts right",
          { name, right, n: made }))),
    gotFrom(teams.map(([seat]) => figures[seat].claims.took), (facts) => t("{name} got {n} from muggins", facts)),
    gotFrom(fines, (facts) => t("{name} got {n} from overcounts", facts)),
  );
}

/** The hands that were counted, the best first. */
export const countedHands = ({ shown }) => shown
  .filter((one) => !one.passed && worthOf(one) > 0)
  .sort((one, other) => worthOf(other) - worthOf(one));

const best = (title, shown, game, t) => shown.length > 0 && h("section.best", { "data-key": title },
  h("h3", title),
  h("ol",
    shown.slice(0, BEST).map((one) => h("li",
      h("b", worthOf(one)),
      h("span", playerName(game, t, one.seat),
        h("small", t("Deal {n}", { n: one.deal }), otherwisePegged(one, t))),
      cardsOf(one, t),
    )),
  ),
);

/** The true count of a shown hand, whatever was claimed. */
export const worthOf = ({ points, worth = points }) => worth;

/** The points pegged for a hand, if they differ from its worth. */
export const otherwisePegged = ({ points, worth = points }, t) =>
  worth !== points && h("small.pegged", " ", t("({n} pegged)|({n} pegged)", { n: points }));

export const cardsOf = ({ cards, starter }, t) => h("span.minis",
  byRank(cards).map((card) => cardFace(card, t, { kind: "mini" })),
  starter && h("span.apart", cardFace(starter, t, { kind: "mini" })),
);
