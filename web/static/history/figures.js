// Statistics: wins, streaks, averages by role, margins, head to head.

import { h } from "../core/dom.js";
import { familiesOf } from "../game/match.js";
import { isNear, plusPoints } from "../game/teams.js";
import { field, select, sheet, tableRows } from "../views/controls.js";
import { bars, columns } from "./charts.js";
import { AVERAGED, cardsOf, otherwisePegged, worthOf } from "./game.js";
import { average, inBothRoles, region } from "./games.js";

const MOST = 12;

export function figuresView(state, t, ui, act) {
  const { figures } = ui.history;
  return sheet("main.scroll.past", t("Statistics"),
    chosenGames(t, ui, act),
    figures === null && h("p", t("One moment…")),
    figures?.players.length === 0 && h("p.prompt", t("No finished games yet")),
    figures?.players.length > 0 && [
      overview(figures, t),
      averages(figures, t),
      figures.players.map((player) => playerSection(state, player, t, ui, act)),
      headToHead(figures, t),
      figures.margins.length > 0 && columns(t("Games by margin, in holes"),
        figures.margins.map(({ holes, games }) => ({ name: holes, value: games }))),
      figures.players.some(({ claims }) => claims.right > 0) &&
        h("p.quiet", t("Where Cribble checks, a second try counts as right.")),
      figures.players.some(hasCards) &&
        h("p.quiet", t("Averages are of points scored, even past the end; an unfinished last deal isn’t counted.")),
    ],
  );
}

function chosenGames(t, ui, act) {
  const { seasons, chosen } = ui.history;
  const years = ({ since, until }) => `${since.slice(0, 4)}–${until.slice(2, 4)}`;
  return h("div.selection",
    field(t("When"),
      select([["", t("All")], ...seasons.map((one) => [one.since, years(one)])],
        chosen.season, (season) => act.chooseGames({ season })),
    ),
    field(t("Who"),
      select([["", t("Everyone")], ...familiesOf(ui).map(({ name }) => [name, name])],
        chosen.family, (family) => act.chooseGames({ family })),
    ),
  );
}

const fact = (title, value) => h("div", h("dt", title), h("dd", value));

const overview = ({ games, first_dealer_won: won, taken, fines }, t) => h("dl.values",
  fact(t("Games"), games),
  fact(t("Won by the first dealer"), share(won, games, t)),
  brought(t("Taken by muggins"), taken),
  brought(t("From overcounts"), fines),
);

const brought = (name, teams) => teams.length > 0 && fact(name,
  teams.map(({ names, points }) => `${names.join(" · ")}\u00a0${points}`).join(", "));

/** "7 of 12 (58%)"; a dash if there is no total. */
function share(won, of, t) {
  if (!of) return "–";
  const percent = (won / of).toLocaleString(region(t), { style: "percent" });
  return [t("{won} of {games}", { won, games: of }), `(${percent})`].join(" ");
}

const averages = ({ players }, t) => [
  bars(t("Games won"), players.map(({ name, won, games }) =>
    ({ name, value: games && won / games, text: t("{won} of {games}", { won, games }) }))),
  [t("Average hand"), t("Average crib"), t("Pegging in a deal")].map((title, at) => {
    const [points, times] = AVERAGED[at];
    const counted = players.filter((player) => inBothRoles(player, times) > 0);
    const rows = counted.map((player) => ({
      name: player.name,
      value: inBothRoles(player, points) / inBothRoles(player, times),
      text: average(inBothRoles(player, points), inBothRoles(player, times), t),
    }));
    return rows.length > 0 && bars(title, rows.sort((one, other) => other.value - one.value));
  }),
];

const hasCards = (player) => inBothRoles(player, "hands") > 0 || inBothRoles(player, "plays") > 0;

const playerSection = (state, player, t, ui, act) => h("section.player", { "data-key": player.name },
  h("h3", player.name),
  h("dl.values",
    fact(t("Won when dealing first"), share(player.won_dealing_first, player.dealt_first, t)),
    fact(t("Now"), streak(player.streak, t)),
    fact(t("Longest run of wins"), player.longest),
    fact(t("Points ahead in all"), plusPoints(player.spread)),
    (player.skunks_given > 0 || player.skunks_taken > 0) &&
      fact(t("Skunks given and taken"), `${player.skunks_given} · ${player.skunks_taken}`),
    player.claims.made > 0 &&
      fact(t("Counted right"), share(player.claims.right, player.claims.made, t)),
    [
      [t("Points missed"), player.claims.missed],
      [t("Lost to muggins"), player.claims.lost],
      [t("Claimed too high"), player.claims.over],
      // If all were missed, the first line says it.
      [t("Points not pegged in all"), player.unpegged === player.claims.missed ? 0 : player.unpegged],
    ].map(([name, points]) => points > 0 && fact(name, points)),
  ),
  hasCards(player) && h("table.figures",
    h("caption", t("On average")),
    tableRows(["", t("Hand"), t("Crib"), t("Pegging")], [
      [t("Dealing"), ...inRole(player.dealing, t)],
      [t("Not dealing"), ...inRole(player.not_dealing, t)],
    ]),
  ),
  // No hand is best if all were worth nothing.
  [[t("Best hand"), player.best_hand], [t("Best crib"), player.best_crib]].map(([title, hand]) =>
    hand && worthOf(hand.shown) > 0 && handItem(title, hand, t, act)),
  player.worst_hand && handItem(t("Worst hand"), player.worst_hand, t, act),
  otherNames(state, player, t, ui, act),
);

/** Other spellings of the name; a scorer merges two, likeliest first, or separates them. */
function otherNames({ names = [] }, { name }, t, { me, history }, act) {
  const merged = names.find((group) => group.includes(name)) ?? [];
  if (merged.length > 0) {
    return [
      h("p.quiet", t("Also called {names}", { names: merged.slice(1).join(", ") })),
      me.scorer && h("button.text", { onclick: () => act.joinNames([name]) }, t("Separate these names")),
    ];
  }
  const others = history.figures.players.filter((one) => one.name !== name)
    .sort((one, other) => isNear(other.name, name) - isNear(one.name, name));
  return me.scorer && others.length > 0 && h("details",
    h("summary", t("The same person under another name?")),
    h("div.chips", others.slice(0, MOST).map((one) => h("button.chip", {
      "data-key": one.name, onclick: () => act.joinNames([name, one.name]),
    }, one.name))),
    h("p.quiet", t("{name} is kept in lists and statistics. Undo separates them.", { name })),
  );
}

const inRole = (role, t) => AVERAGED.map(([points, times]) => average(role[points], role[times], t));

function streak(games, t) {
  if (games === 0) return "–";
  return games > 0
    ? t("{n} win|{n} wins in a row", { n: games })
    : t("{n} loss|{n} losses in a row", { n: -games });
}

const handItem = (title, { game, shown }, t, act) =>
  h("button.item.top", { onclick: () => act.open("game", game) },
    h("span", title, " ", h("b", worthOf(shown)), otherwisePegged(shown, t)),
    cardsOf(shown, t),
  );

const headToHead = ({ pairs }, t) =>
  pairs.length > 0 && h("table.figures",
    h("caption", t("Head to head")),
    tableRows([t("Opponents"), t("Games"), t("Ahead"), t("Points ahead")],
      pairs.slice(0, MOST).map(({ names, games, ahead, spread }) => [
        names.join(" – "), games, ahead.join(" – "), plusPoints(spread),
      ]),
    ),
  );
