// What a player's phone shows: the name to choose, the seat, the result.

import { h } from "../core/dom.js";
import {
  clock, handName, HANDS, header, names, resultText, rivalLine, roundLine, skunkName, standingsTable,
} from "./page.js";

export function meView(page, act) {
  const { t, night: sent, link } = page;
  return h("main.app.me", { class: `app me ${link}`, "data-version": sent?.version, "data-link": link },
    header(page, sent?.player?.name ?? t("Club night"), sent?.night && roundLine(t, sent.night), clock(page)),
    h("div.scroll",
      rivalLine(t, sent),
      sent && body(page, act),
      page.ui.refused && h("p.notice.refused", { role: "alert", "data-key": "refused" }, page.ui.refused),
    ),
  );
}

function body(page, act) {
  const { t, ui, night: { player, night, seat, earlier } } = page;
  if (!player) return chooser(page, act);
  if (ui.report) return reporter(t, ui, page.night, act);
  return [
    now(page, act),
    earlier.filter(({ status }) => !isSettled(status)).map((game) => open(t, night, game, act)),
    night?.phase !== "setup" && upcoming(t, page.night),
    night && night.phase !== "setup" && standings(page, act),
    earlier.length > 0 && played(t, night?.phase === "play" && seat ? [seat, ...earlier] : earlier),
    h("button.text.not-me", { "data-key": "not-me", onclick: () => act.choose(null) },
      t("Not {name}?", { name: player.name })),
  ];
}

const isSettled = (status) => status === "done" || status === "void";

const seatOf = ({ seat, earlier }, round) => [seat, ...earlier].find((one) => one?.round === round);

/** *text* in lower case without accents, as typed on a phone. */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** All players present tonight; from twelve on, with initials to filter by. */
function chooser({ t, ui, night: { names: known } }, act) {
  const wanted = bare(ui.filter.trim());
  const found = known.filter(({ name }) => bare(name).includes(wanted));
  return h("section.chooser", { "data-key": "chooser" },
    h("h2", t("Who are you?")),
    known.length === 0 && h("p", t("The director hasn’t entered any names yet.")),
    known.length > 12 && h("label.field",
      h("span", t("Find your name")),
      h("input", { type: "search", value: ui.filter, oninput: ({ target }) => act.set({ filter: target.value }) }),
    ),
    h("ul.people", found.map(({ id, name, taken }) =>
      h("li", { "data-key": id },
        h("button.item", { disabled: taken, onclick: () => act.choose(id) },
          h("b", name), taken && h("small", t("has a phone already"))),
      ))),
    known.length > 0 && h("p.hint", { "data-key": "ask" }, t("Your name isn’t here, or has a phone already? Ask the director.")),
  );
}

/** The game of this round, or why there is none. */
function now({ t, night: { night, seat, out, present, row }, ui }, act) {
  if (!night || night.phase === "setup") {
    return h("section.panel", { "data-key": "now" }, present
      ? [h("h2", t("You’re in!")), h("p", t("Your table shows here when the night begins."))]
      : [h("h2", t("Playing tonight?")), h("p", t("Tell the director: you’re not on the list yet."))]);
  }
  if (night.phase === "over") {
    return h("section.panel.seat-now", { "data-key": "now" },
      h("h2", t("That was tonight. Thanks for playing!")),
      row && h("p.where", h("small", t("Your place")), h("b", placeOf(row))));
  }
  if (!seat) {
    return h("section.panel", { "data-key": "now" }, h("h2", restText(t, out, present)));
  }
  return h("section.panel.seat-now", { "data-key": `seat-${seat.round}`, class: `panel seat-now ${seat.status}` },
    h("p.where", h("small", t("Table")), h("b", seat.table)),
    h("p.against", seat.partners.length > 0 && h("small", t("with {names}", { names: names(seat.partners) })),
      t("against {names}", { names: names(seat.opponents) })),
    result(t, night, seat, ui, act),
    seat.status !== "void" && greatHands(t, seat, ui, act),
  );
}

/** Enters a great hand for the evening's pots with one tap. */
const greatHands = (t, { round, hands }, ui, act) => h("details.great", { "data-key": `hands-${round}`, open: hands.length > 0 },
  h("summary", t("A great hand?")),
  h("div.chips", { role: "group", "aria-label": t("Your great hands") }, HANDS.map((kind) =>
    h("button.chip", {
      "data-key": kind, "aria-pressed": hands.includes(kind), disabled: ui.sending,
      onclick: () => act.hand(round, kind, hands.includes(kind)),
    }, handName(t, kind)))),
);

function restText(t, out, present) {
  if (out) return t("You sit out this round");
  return present ? t("You play from the next pairing on") : t("You’re not playing tonight. Tell the director when you’re back.");
}

/** The known result of a game and this player's possible actions on it. */
function result(t, night, seat, ui, act) {
  const { status, mine, theirs, outcome, by } = seat;
  if (status === "void") return h("p.result", t("This game doesn’t count."));
  if (outcome) {
    return h("p.result", { role: "status" },
      h("b", t("You {result}", { result: resultText(t, outcome) })),
      by === "director" && h("small", t("as the director decided")));
  }
  if (status === "different") {
    const isBetweenSides = mine && theirs && resultText(t, mine) !== resultText(t, theirs);
    return [
      h("p.result", { role: "status" }, isBetweenSides
        ? t("Your results differ. The director has been notified.")
        : t("The table with Cribble says something else. The director has been told.")),
      mine && h("p.said", t("You said: {result}", { result: resultText(t, mine) })),
      theirs && (isBetweenSides || !mine) && agreeing(t, seat, ui, act),
      choices(t, seat, ui, act, mine ? t("Change mine") : t("That’s not right")),
    ];
  }
  if (mine) {
    return [
      h("p.result", { role: "status" }, t("You said: {result}", { result: resultText(t, mine) }),
        h("small", t("Waiting for {names}", { names: names(seat.opponents) }))),
      skunks(t, night, seat, ui, act),
      choices(t, seat, ui, act, t("Change")),
    ];
  }
  return theirs
    ? [agreeing(t, seat, ui, act), choices(t, seat, ui, act, t("That’s not right"))]
    : h("div.bar", wonButton(t, seat, ui, act), lostButton(t, seat, ui, act));
}

const agreeing = (t, seat, ui, act) => [
  h("p.result", { role: "status" },
    t("{names}: you {result}", { names: names(seat.opponents), result: resultText(t, seat.theirs) })),
  h("div.bar", h("button.prime", { disabled: ui.sending, onclick: () => act.agree(seat) }, t("Agree"))),
];

const wonButton = (t, seat, ui, act) =>
  h("button.prime", { disabled: ui.sending, onclick: () => act.report(seat, true) }, t("I won"));
const lostButton = (t, seat, ui, act) =>
  h("button.second", { disabled: ui.sending, onclick: () => act.report(seat, false) }, t("I lost"));

const choices = (t, seat, ui, act, label) => h("details.change", { "data-key": `change-${seat.round}` },
  h("summary", label),
  h("div.bar", wonButton(t, seat, ui, act), lostButton(t, seat, ui, act)),
);

/** Skunk or not: derived from the margin, with one tap to override it for clubs that count otherwise. */
const skunks = (t, night, seat, ui, act) => seat.mine.margin >= night.skunks[0] && h("div.chips", { role: "group", "aria-label": t("Skunk") },
  [0, 1, 2].map((skunk) => h("button.chip", {
    "aria-pressed": seat.mine.skunk === skunk, disabled: ui.sending,
    onclick: () => act.change(seat, skunk),
  }, skunkName(t, skunk))),
);

/** The margin, entered by one tap. */
function reporter(t, ui, sent, act) {
  const end = sent.night.target + 1;
  const [skunk = end, double = end] = sent.night.skunks;
  const numbers = (from, to) => range(from, to - 1).map((n) => number(n, ui, act));
  return h("section.reporter", { "data-key": "reporter" },
    h("h2", ui.report.won ? t("You won by…") : t("You lost by…")),
    reported(t, sent, seatOf(sent, ui.report.round)),
    h("div.numbers", numbers(1, skunk)),
    skunk < end && [h("h3", t("Skunk")), h("div.numbers.skunked", numbers(skunk, double))],
    double < end && (ui.more
      ? [h("h3", t("Double skunk")), h("div.numbers.skunked", numbers(double, end))]
      : h("button.second", { onclick: () => act.set({ more: true }) }, t("{n} or more", { n: double }))),
    h("div.bar", h("button.second", { "data-key": "cancel", onclick: act.cancel }, t("Cancel"))),
  );
}

/** The reported game, by its table or, for an earlier round, by its number. */
const reported = (t, { night }, seat) => seat && h("p", seat.round === night.round
  ? t("Table {table}, against {names}", { table: seat.table, names: names(seat.opponents) })
  : t("Round {n}, against {names}", { n: seat.round, names: names(seat.opponents) }));

const number = (n, ui, act) => h("button.key", {
  "data-key": `n-${n}`, disabled: ui.sending, onclick: () => act.result(n),
}, n);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A game of an earlier round without a result. */
const open = (t, night, seat, act) => h("section.panel.late", { "data-key": `late-${seat.round}` },
  h("h2", t("Round {n}, against {names}", { n: seat.round, names: names(seat.opponents) })),
  result(t, night, seat, {}, act),
);

function upcoming(t, { night, next, next_out: rests, present }) {
  const isAwaited = present && night.done && night.round < night.rounds;
  if (night.phase !== "play" || !(next || rests || isAwaited)) return null;
  return h("section.panel.next", { "data-key": "next" },
    h("h2", t("Next round")),
    h("p", next
      ? t("Table {table}, against {names}", { table: next.table, names: names(next.opponents) })
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

const placeOf = ({ place, equal }) => `${equal ? "=" : ""}${place}`;

const played = (t, games) => h("details.panel", { "data-key": "played" },
  h("summary", t("My games")),
  h("ol.mine", games.map((seat) => h("li", { "data-key": `round-${seat.round}` },
    h("b", seat.round), " ", names(seat.opponents),
    h("span", seat.outcome ? resultText(t, seat.outcome) : t("no result yet")),
  ))),
);
