// The play: whose card it is, the felt, the pad. Never a word about unplayed cards.

import { GO_ABOVE, knownCards, pips } from "../../game/cards.js";
import { h } from "../../core/dom.js";
import { called } from "../../game/teams.js";
import { felt } from "./felt.js";
import { cannotBe, key, pad } from "./pad.js";
import { seats } from "../seats.js";
import { countsIn, done, sentences } from "../notices.js";
import { redoButton, undoKey } from "./undo.js";

const LIMIT = 31;

export function playView(state, words, ui) {
  const pickable = (seat) => ui.me.scorer && mayJump(state, seat);
  return h(
    "main.play",
    { class: ui.me.scorer ? "play" : "play watching" },
    seats(state, words, {
      chosen: ui.entry.seat ?? state.turn,
      pickable,
      hint: hint(state, words, ui),
      onPick: (seat) => ui.enter({ seat: seat === state.turn ? null : seat }),
    }),
    felt(state, words, [
      h("p.happened", null, happened(state, words, ui), redoButton(state, words, ui)),
      h(
        "div.asked-for",
        null,
        h("p.prompt", { role: "status" }, prompt(state, words, ui)),
        state.players.some((_, seat) => seat !== state.turn && pickable(seat)) &&
          ui.entry.seat === null &&
          h("p.hint", null, hint(state, words, ui)),
      ),
    ]),
    ui.me.scorer && layPad(state, words, ui),
  );
}

/** Above 21 a later player may lay: those between have then said go. */
function mayJump(state, seat) {
  return state.count > GO_ABOVE && state.left[seat] > 0 && !state.gone.includes(seat);
}

const hint = (state, words, ui) =>
  ui.me.scorer &&
  state.count > GO_ABOVE &&
  words("Did someone else lay? Tap that name");

/** What is asked for; a later player's chip says what it means for those between. */
function prompt(state, words, ui) {
  const { seat } = ui.entry;
  if (seat === null) return state.prompt;
  const passed = between(state, seat).map((one) => called(words, state.players[one]));
  return words("{name} lays a card; go: {others}", {
    name: called(words, state.players[seat]),
    others: passed.join(", "),
  });
}

/** Those from whose turn it is up to *seat* who could still have laid. */
function between(state, seat) {
  const count = state.players.length;
  const steps = (seat - state.turn + count) % count;
  const seats = Array.from({ length: steps }, (_, step) => (state.turn + step) % count);
  return seats.filter((one) => mayJump(state, one));
}

/** In the play the counts of the last deal may become public all at once: they have a sheet. */
function happened(state, words, ui) {
  if (countsIn(state.latest).length === 0) return sentences(state).join(" ");
  const open = () => ui.open("history");
  return [
    done(state).join(" "),
    h("button.text", { "data-key": "counts", onclick: open }, words("See what was counted")),
  ];
}

function layPad(state, words, ui) {
  const seat = ui.entry.seat === null ? {} : { seat: ui.entry.seat };
  return pad(words, ui, {
    barred: (card) => tooHigh(state, card, words) ?? cannotBe(card, knownCards(state), words),
    onPick: (card) => ui.act({ do: "play", card, ...seat }),
    keys: [...goKeys(state, words, ui), undoKey(state, words, ui)],
  });
}

function tooHigh(state, card, words) {
  const count = state.count + pips(card.rank);
  return count > LIMIT ? words("that would make {count}", { count }) : null;
}

function goKeys(state, words, ui) {
  const reason = state.count > GO_ABOVE ? null : words("every card fits up to a count of 21");
  const named = (name) => (reason ? words("{name}: {why}", { name, why: reason }) : name);
  return [
    key(words("Go"), {
      name: named(words("Go")),
      reason,
      kind: "go",
      shortcut: "G",
      ui,
      onPress: () => ui.act({ do: "go" }),
    }),
    key(words("Nobody can"), {
      name: named(words("Nobody can lay a card")),
      reason,
      kind: "go all",
      shortcut: "N",
      ui,
      onPress: () => ui.act({ do: "go", all: true }),
    }),
  ];
}
