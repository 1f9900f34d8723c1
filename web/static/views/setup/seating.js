// The players by seat, partners, and the first dealer: chosen beforehand, by drawing cards or by a tap.

import { h } from "../../core/dom.js";
import { cardFace } from "../../game/cards.js";
import { dealerAction, ownName, shuffleSeats, swapSeats } from "../../game/match.js";
import { isAlike, pegMark, playerName, teamOf } from "../../game/teams.js";
import { cardChoice, fold, goesOn, pillChoice, textField } from "../controls.js";
import { lettersNote, notices, promptLine } from "../notices.js";
import { actionBar, pad, undoKey, whyImpossible } from "../play/pad.js";

export const seatName = (t, ui, seat) => ui.setup.names[seat] || t("Player\u00a0{n}", { n: seat + 1 });

const seatsOf = (row) => Array.from({ length: row.players }, (_, seat) => seat);
/** Partners can only be drawn if cards are drawn on the page. */
const mayDraw = ({ setup }) => setup.entered === "cards";
const isDrawn = (ui, row) => mayDraw(ui) && (ui.setup.options.teams_by ?? row.teams_by) === "draw";

export const seatFields = (state, t, ui, act, row) => h("fieldset",
  h("legend", row.players > 2 ? t("Players, clockwise") : t("Players")),
  h("div.places", seatsOf(row).map((seat) => seatField(t, ui, act, row, seat))),
  ui.setup.moving !== null && h("small", { role: "status" },
    namesWithoutPlace(state, ui, row).length ? t("Tap the other seat, or a name") : t("Tap the other seat"),
  ),
  suggestions(state, t, ui, act, row),
  ownerChoice(t, ui, act, row),
);

/** Whose phone this is: one of the players named, or by default none. */
function ownerChoice(t, ui, act, row) {
  const names = ui.setup.names.slice(0, row.players).map((name) => name.trim()).filter(Boolean);
  const about = t("Everyone sees who entered what, and right counts earn badges.");
  return names.length > 0 && pillChoice("own", t("This phone is …"),
    [...new Set(names), ""].map((name) => ({ value: name, title: name || t("no one’s"), about })),
    names.find((name) => name === ownName(ui)) ?? "", (own) => act.editSetup({ own }));
}

export const dealFolds = (t, ui, act, row) => [
  row.players === 4 && partnerFold(t, ui, act, row),
  !isDrawn(ui, row) && dealerFold(t, ui, act, row),
];

function seatField(t, ui, act, row, seat) {
  const label = t("Player\u00a0{n}", { n: seat + 1 });
  const { names, moving } = ui.setup;
  const name = names[seat] ?? "";
  return h("div", { class: `place team-${teamOf({ rules: row }, seat)}`, "data-key": `place-${seat}` },
    pegMark(teamOf({ rules: row }, seat)),
    textField(name, (typed) => act.editSetup({
      names: Object.assign([...names], { [seat]: typed }),
      ...(ui.setup.own && ui.setup.own === name.trim() && { own: typed.trim() }),
    }), { placeholder: label, "aria-label": label, autocapitalize: "words", ...goesOn }),
    row.players > 2 && h("button.move", {
      "aria-pressed": moving === seat,
      "aria-label": t("Swap seats: {name}", { name: seatName(t, ui, seat) }),
      onclick: () => act.editSetup(moving === null
        ? { moving: seat }
        : { ...swapSeats(ui.setup, row, moving, seat), moving: null }),
    }, "⇄"),
  );
}

/** Earlier players who are not seated: for the place being moved, else the first free one, else the last. */
function suggestions(state, t, ui, act, row) {
  const { names, moving } = ui.setup;
  const others = namesWithoutPlace(state, ui, row);
  if (others.length === 0) return null;
  const typed = seatsOf(row).find((one) => names[one] && isAlike(names[one], others[0]));
  const seat = moving ?? typed ?? seatsOf(row).find((one) => !names[one]) ?? row.players - 1;
  return h("div.chips", { role: "group", "aria-label": t("Earlier names") },
    others.map((name) => h("button.chip", {
        "data-key": name,
        onclick: () => {
          // The previous occupant is offered in turn.
          const waiting = [names[seat], ...names.slice(row.players)].filter((one) => one && !isAlike(one, name));
          const seated = seatsOf(row).map((one) => (one === seat ? name : names[one] ?? ""));
          act.editSetup({ names: [...seated, ...waiting], moving: null });
        },
      },
      name,
    )),
  );
}

/** Names without a seat, first those similar to a typed one: an accent must not make another person. */
function namesWithoutPlace({ names: joined = [] }, { setup: { names, known } }, row) {
  const seated = names.slice(0, row.players);
  const shown = (name) => joined.find((group) => group.includes(name))?.[0] ?? name;
  const others = new Set([...names.slice(row.players), ...known].map(shown));
  const isTyped = (name) => seated.some((one) => one && isAlike(one, name));
  return [...others]
    .filter((name) => name && !seated.includes(name))
    .sort((one, other) => isTyped(other) - isTyped(one))
    .slice(0, 8);
}

function partnerFold(t, ui, act, row) {
  const seating = { value: "seating", title: t("As we sit"), about: t("Partners sit face to face.") };
  const draw = {
    value: "draw", title: t("We draw for it"),
    about: t("Everyone draws: the two lowest play together, and the lowest deals."),
  };
  const choose = (teams_by) =>
    act.editSetup({ options: { ...ui.setup.options, teams_by }, dealer: "" });
  const now = isDrawn(ui, row) ? draw : seating;
  return fold("partnership", t("Partners"), now.title, [
    cardChoice("partners",
      h("span.unseen", t("Partners")), mayDraw(ui) ? [seating, draw] : [seating], now.value, choose,
    ),
    h("button.second.wide", { onclick: () => act.editSetup(shuffleSeats(ui.setup, row)) },
      t("Random partners"),
    ),
  ]);
}

function dealerFold(t, ui, act, row) {
  const choices = [
    { value: "", title: t("We cut for it") },
    ...seatsOf(row).map((seat) => ({ value: String(seat), title: seatName(t, ui, seat) })),
  ];
  const { dealer } = ui.setup;
  return fold("dealing", t("Who deals"), choices.find(({ value }) => value === dealer).title,
    pillChoice("dealer", h("span.unseen", t("Who deals")), choices, dealer, (chosen) => act.editSetup({ dealer: chosen })));
}

export function drawView(state, t, ui, act, lazy) {
  if (state.asks === "dealer") return dealerView(state, t, ui, act);
  const drawer = ui.entry.seat ?? state.drawing[0];
  const round = Math.max(...state.drawn.map((cards) => cards.length));
  const thisRound = state.drawn.flatMap((cards) => cards.slice(round - 1, round));
  return h("main",
    h("div.above",
      notices(state, t, ui, act),
      promptLine(state),
      h("div.drawers", { role: "group", "aria-label": t("Players") },
        state.players.map((name, seat) => drawerChip(state, t, ui, act, seat, seat === drawer)),
      ),
      lazy.headStart?.(state, t, ui, act) || lettersNote(t, ui, act),
    ),
    ui.me.scorer &&
      pad(t, ui, act, {
        barred: (card) => whyImpossible(card, thisRound, t),
        onPick: (card) => act.submit({ do: "draw", seat: drawer, card }),
        keys: [undoKey(state, t, act)],
      }),
  );
}

function drawerChip(state, t, ui, act, seat, on) {
  const due = state.drawing.includes(seat);
  const may = ui.me.scorer && due;
  return h(may ? "button" : "div", {
      class: `drawer${on && due ? " on" : ""}`,
      "data-key": `drawer-${seat}`,
      "aria-pressed": may ? on : null,
      onclick: may ? () => act.editEntry({ seat }) : null,
    },
    h("b", { title: playerName(state, t, seat) }, playerName(state, t, seat)),
    h("span.minis", state.drawn[seat].map((card) => cardFace(card, t, { kind: "mini" }))),
    due && h("small", state.drawn[seat].length ? t("again") : t("to draw")),
  );
}

const dealerView = (state, t, ui, act) => h("main",
  h("div.above",
    notices(state, t, ui, act),
    h("p.prompt", t("Who deals?")),
    h("p.about", t("Cut the deck, then tap who deals.")),
    state.players.length > state.scores.length && h("p.about", t("Partners sit face to face.")),
    h("div.drawers", { role: "group", "aria-label": t("Players") },
      state.players.map((name, seat) =>
        h(ui.me.scorer ? "button" : "div", {
            class: `drawer team-${teamOf(state, seat)}`,
            "data-key": `dealer-${seat}`,
            onclick: ui.me.scorer ? () => act.submit(dealerAction(state, seat)) : null,
          },
          pegMark(teamOf(state, seat)),
          h("b", name),
        ),
      ),
    ),
    lettersNote(t, ui, act),
  ),
  actionBar(state, t, ui, act),
);
