// The keypad page: sixteen keys below a summary of the table.

import { boardView } from "../board/board.js";
import { h } from "../core/dom.js";
import { askAloudView } from "../device/ask_aloud.js";
import { GO_ABOVE, LIMIT, RANKS, pips } from "../game/cards.js";
import { teamOf, unbroken } from "../game/teams.js";
import { followedState } from "../history/replay_state.js";
import { languageKey, linkLine } from "./header.js";
import { keyName, messages } from "./keypad_said.js";
import { scores, seats } from "./scores.js";

/** The key layout, row by row. */
const SIXTEEN = [...RANKS, "GO", "UNDO", "OK"];

export function keypadView(state, t, ui, act) {
  const [seen, seenUi] = followedState(state, ui);
  return h("div.app.keypad", { "data-version": state?.version },
    top(seen, t, ui, act),
    (seen?.rules || ui.hasLights) && standing(seen, t, { ...seenUi, receiver: receiver(seen) }, act),
    h("main",
      state ? messages(state, t, ui, act) : h("p.prompt", t("Looking for the table…")),
      state && (ui.me.scorer ? pad(state, t, ui) : h("p", t("You are watching"))),
    ),
    foot(t, ui),
    askAloudView(state, t, ui, act),
  );
}

const top = (state, t, ui, act) => h("header",
  h("div.title", h("h1", t("Keypad")), state?.rules && h("p", state.rules.title)),
  linkLine(t, ui.notice?.again ? "reconnecting" : ui.link),
  languageKey(t, act.setLanguage),
);

/** Scores, in partners' play the number of cards left, and the lights, if there are any; else, or on a small
 * screen if they are one long row, the board. */
const standing = (state, t, ui, act) => h("section.stand", { "aria-label": t("Scores") },
  state?.rules && scores(state, t, { ...ui, me: { scorer: false } }, act),
  isOfPartners(state) && state.phase === "play" && state.asks === "cards" && !state.typed &&
    seats(state, t, { chosen: state.turn }),
  ui.hasLights && !isHalfEmpty(state) && lights(t, ui.ledBoard),
  state?.rules && boardView(state, t, ui),
);

const isOfPartners = (state) => state?.rules?.teams.some((seats) => seats.length > 1);

/** The team that would get the typed points; undefined if none are typed. */
function receiver(state) {
  const { asks, turn, live: { pending_entry: pending } } = state ?? { live: {} };
  if (IN_DIGITS.includes(pending?.kind)) return pending.team;
  return asks === "points" && !pending ? (turn === null ? 0 : teamOf(state, turn)) : undefined;
}

/** True if the game uses only half of the holes of the LED board: its own board is then larger. */
const isHalfEmpty = (state) => state?.rules && state.rules.target <= HALF;
const HALF = 61;

/** True if the LEDs are one long row. */
const isFlat = (ledBoard) => ledBoard !== null && ledBoard.size[0] > FLAT * ledBoard.size[1];
const FLAT = 7;

const lights = (t, ledBoard) => h("div.lit", {
  class: isFlat(ledBoard) ? "lit flat" : "lit", "data-own": true, "data-key": "lit", role: "img", "aria-label": t("The lights"),
});

function pad(state, t, ui) {
  const { legends } = state.keypad;
  const { kind, rules } = state.live.pending_entry ?? {};
  const held = ["more", "sure", "game"].includes(kind);
  // Game titles may break at hyphens, names may not.
  const isOfGames = kind === "game" && !rules;
  return h("div.keys",
    { class: held ? "keys held" : "keys", role: "group", "aria-label": t("Keypad") },
    SIXTEEN.map((key) =>
      h("button.key", {
          class: [
            "key", KINDS[key], isOff(state, key, ui) && "off", ui.refused === key && "no",
            legends[key]?.length > 1 && "worded",
          ].filter(Boolean).join(" "),
          "data-key": `key-${key}`,
          "data-press": key,
        },
        h("b", keyName(key, t)),
        legends[key] && [" ", h("small", isOfGames ? legends[key] : unbroken(legends[key]))],
      ),
    ),
  );
}

/** Kinds of entry in which only keys with a word on them work. */
const ONLY_NAMED = ["more", "sure", "game", "dealer"];

/** Kinds typed in digits; A and 10 show the digits 1 and 0 below them. */
const IN_DIGITS = ["peg", "muggins"];
const PRINTED_DIGITS = "23456789";

/** True if *key* certainly has no effect now. */
function isOff(state, key, ui) {
  const { phase, asks, count, keypad } = state;
  const ends = key === "UNDO" || key === "OK";
  if (ui.lockedWhy) return !(ends && state.typed);
  if (keypad.legends[key]) return false;
  if (ends) return key === "OK" || !(state.typed || state.undo);
  const { kind, asks: isQuestion } = state.live.pending_entry ?? {};
  if (ONLY_NAMED.includes(kind) || isQuestion || asks === "dealer") return true;
  if (asks === "points" || IN_DIGITS.includes(kind)) return !PRINTED_DIGITS.includes(key);
  if (["idle", "over"].includes(phase) && !state.typed) return true;
  if (key === "GO") return !isGo(state);
  // Once a hand is complete, keys are digits, and these have none.
  if (phase === "show" && keypad.legends.A && "JQK".includes(key)) return true;
  return phase === "play" && asks === "cards" && !state.typed && count + pips(key) > LIMIT;
}

/** True if Go has an effect: a player may say go, or the key has another label now. */
const isGo = ({ phase, asks, count, keypad }) =>
  Boolean(keypad.legends.GO) || (phase === "play" && asks === "cards" && count > GO_ABOVE);

const KINDS = { GO: "go", UNDO: "undo", OK: "ok" };

/** OK held as a single tap, for accessibility; watchers get a join button. */
const foot = (t, ui) => h("footer.pair",
  ui.me.scorer
    ? h("button.second", { "data-press": "HELD", "aria-keyshortcuts": "H" }, t("Hold OK"))
    : h("a.second", { href: "/join" }, t("Keep score")),
  h("a.second", { href: "/" }, t("Back to the table")),
);
