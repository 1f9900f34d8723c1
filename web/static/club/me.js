// What a player's phone shows: the name to choose, the seat, the result.

import { h } from "../core/dom.js";
import { unaccented } from "../core/i18n.js";
import { field, textField } from "../views/controls.js";
import {
  clock, handChips, header, names, placeOf, refusal, resultText, rivalLine, roundLine, skunkChips, standingsTable,
} from "./page.js";

export function meView(page, act) {
  const { t, night: sent, link } = page;
  return h("main.app.me", { class: `app me ${link}`, "data-version": sent?.version, "data-link": link },
    header(page, sent?.player?.name ?? t("Club night"), sent?.night && roundLine(t, sent.night), clock(page)),
    h("div.scroll",
      rivalLine(t, sent),
      sent && body(page, act),
      refusal(page.ui),
    ),
  );
}

function body(page, act) {
  const { t, night: { player, night, seat, earlier } } = page;
  if (!player) return chooser(page, act);
  if (page.ui.report) return reporter(page, act);
  const games = night?.phase === "play" && seat ? [seat, ...earlier] : earlier;
  return [
    now(page, act),
    earlier.filter(({ status }) => !["done", "void"].includes(status)).map((game) =>
      h("section.panel.late", { "data-key": `late-${game.round}` }, h("h2", opponentsOf(t, game)), result(page, game, act))),
    night && night.phase !== "setup" && [upcoming(t, page.night), standings(page, act)],
    earlier.length > 0 && h("details.panel", { "data-key": "played" },
      h("summary", t("My games")),
      h("ol.mine", games.map((game) => h("li", { "data-key": `round-${game.round}` },
        h("b", game.round), " ", names(game.opponents),
        h("span", game.outcome ? resultText(t, game.outcome) : t("no result yet")),
      ))),
    ),
    h("button.text.not-me", { "data-key": "not-me", onclick: () => act.choose(null) },
      t("Not {name}?", { name: player.name })),
  ];
}

/** All players present tonight; from twelve on, with initials to filter by. */
function chooser({ t, ui, night: { names: known } }, act) {
  const wanted = unaccented(ui.filter.trim());
  const found = known.filter(({ name }) => unaccented(name).includes(wanted));
  return h("section.chooser", { "data-key": "chooser" },
    h("h2", t("Who are you?")),
    known.length === 0 && h("p", t("The director hasn’t entered any names yet.")),
    known.length > 12 && field(t("Find your name"),
      textField(ui.filter, (filter) => act.set({ filter }), { type: "search" })),
    h("ul.people", found.map(({ id, name, taken }) =>
      h("li", { "data-key": id },
        h("button.item", { disabled: taken, onclick: () => act.choose(id) },
          h("b", name), taken && h("small", t("has a phone already"))),
      ))),
    known.length > 0 && h("p.hint", { "data-key": "ask" }, t("Your name isn’t here, or has a phone already? Ask the director.")),
  );
}

/** The game of this round, or why there is none. */
function now(page, act) {
  const { t, ui, night: { night, seat, out, present, row } } = page;
  const panel = (title, ...parts) => h("section.panel", { "data-key": "now" }, h("h2", title), parts);
  if (!night || night.phase === "setup") {
    return present
      ? panel(t("You’re in!"), h("p", t("Your table shows here when the night begins.")))
      : panel(t("Playing tonight?"), h("p", t("Tell the director: you’re not on the list yet.")));
  }
  if (night.phase === "over") {
    return h("section.panel.seat-now", { "data-key": "now" },
      h("h2", t("That was tonight. Thanks for playing!")),
      row && h("p.where", h("small", t("Your place")), h("b", placeOf(row))));
  }
  if (!seat) {
    return panel(out ? t("You sit out this round")
      : present ? t("You play from the next pairing on") : t("You’re not playing tonight. Tell the director when you’re back."));
  }
  const { round, status, table, partners, opponents, hands } = seat;
  return h("section.panel.seat-now", { "data-key": `seat-${round}`, class: `panel seat-now ${status}` },
    h("p.where", h("small", t("Table")), h("b", table)),
    h("p.against", partners.length > 0 && h("small", t("with {names}", { names: names(partners) })),
      t("against {names}", { names: names(opponents) })),
    result(page, seat, act),
    // For the evening's pots.
    status !== "void" && h("details.great", { "data-key": `hands-${round}`, open: hands.length > 0 },
      h("summary", t("A great hand?")),
      handChips(t, t("Your great hands"), hands, ui, (kind, undone) => act.hand(round, kind, undone))),
  );
}

/** The known result of a game and this player's possible actions on it. */
function result({ t, ui, night: { night } }, seat, act) {
  const { round, status, mine, theirs, outcome, by, opponents } = seat;
  const text = (facts) => resultText(t, facts);
  const answers = h("div.bar",
    h("button.prime", { disabled: ui.sending, onclick: () => act.report(seat, true) }, t("I won")),
    h("button.second", { disabled: ui.sending, onclick: () => act.report(seat, false) }, t("I lost")));
  const otherwise = (label) => h("details.change", { "data-key": `change-${round}` }, h("summary", label), answers);
  const agreeing = () => [
    h("p.result", { role: "status" }, t("{names}: you {result}", { names: names(opponents), result: text(theirs) })),
    h("div.bar", h("button.prime", { disabled: ui.sending, onclick: () => act.agree(seat) }, t("Agree"))),
  ];
  if (status === "void") return h("p.result", t("This game doesn’t count."));
  if (outcome) {
    return h("p.result", { role: "status" },
      h("b", t("You {result}", { result: text(outcome) })),
      by === "director" && h("small", t("as the director decided")));
  }
  if (status === "different") {
    const isBetweenSides = mine && theirs && text(mine) !== text(theirs);
    return [
      h("p.result", { role: "status" }, isBetweenSides
        ? t("Your results differ. The director has been notified.")
        : t("The table with Cribble says something else. The director has been told.")),
      mine && h("p.said", t("You said: {result}", { result: text(mine) })),
      theirs && (isBetweenSides || !mine) && agreeing(),
      otherwise(mine ? t("Change mine") : t("That’s not right")),
    ];
  }
  if (mine) {
    return [
      h("p.result", { role: "status" }, t("You said: {result}", { result: text(mine) }),
        h("small", t("Waiting for {names}", { names: names(opponents) }))),
      // The skunk follows from the margin; some clubs count otherwise.
      skunkChips(t, { margin: mine.margin, chosen: mine.skunk }, night.skunks, ui, (skunk) => act.change(seat, skunk)),
      otherwise(t("Change")),
    ];
  }
  return theirs ? [agreeing(), otherwise(t("That’s not right"))] : answers;
}

function reporter({ t, ui, night: { night, seat, earlier } }, act) {
  const end = night.target + 1;
  const [skunk = end, double = end] = night.skunks;
  const reported = [seat, ...earlier].find((game) => game?.round === ui.report.round);
  const keys = (kind, from, to) => h(`div.${kind}`, Array.from({ length: to - from }, (_, at) =>
    h("button.key", {
        "data-key": `n-${from + at}`, disabled: ui.sending, onclick: () => act.result(from + at),
      }, from + at)));
  return h("section.reporter", { "data-key": "reporter" },
    h("h2", ui.report.won ? t("You won by…") : t("You lost by…")),
    reported && h("p", reported.round === night.round ? seatText(t, reported) : opponentsOf(t, reported)),
    keys("numbers", 1, skunk),
    skunk < end && [h("h3", t("Skunk")), keys("numbers.skunked", skunk, double)],
    double < end && (ui.more
      ? [h("h3", t("Double skunk")), keys("numbers.skunked", double, end)]
      : h("button.second", { onclick: () => act.set({ more: true }) }, t("{n} or more", { n: double }))),
    h("div.bar", h("button.second", { "data-key": "cancel", onclick: act.cancel }, t("Cancel"))),
  );
}

const seatText = (t, { table, opponents }) => t("Table {table}, against {names}", { table, names: names(opponents) });
const opponentsOf = (t, { round, opponents }) => t("Round {n}, against {names}", { n: round, names: names(opponents) });

function upcoming(t, { night, next, next_out: rests, present }) {
  const isAwaited = present && night.done && night.round < night.rounds;
  if (night.phase !== "play" || !(next || rests || isAwaited)) return null;
  return h("section.panel.next", { "data-key": "next" },
    h("h2", t("Next round")),
    h("p", next ? seatText(t, next)
      : rests ? t("You sit out round {n}", { n: night.round + 1 }) : t("Seats in a moment")),
  );
}

const standings = ({ t, ui, night: { player, night, row } }, act) =>
  h("details.panel.ranked", { "data-key": "standings", ontoggle: ({ target }) => act.toggleStandings(target.open) },
    h("summary", h("span", t("Standings")), row && h("b", placeOf(row))),
    ui.standings && (ui.standings === "hidden"
      ? h("p", night.hidden ? t("Standings are hidden until the end.") : t("One moment…"))
      : standingsTable(t, ui.standings, player.id)),
  );
