// Pads for ranks and points, and undo.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { RANKS, SUITS, SUIT_SIGNS, isRed, parseCard } from "../../game/cards.js";
import { signedPoints } from "../../game/teams.js";
import { icon } from "../header.js";

/** A pad that calls onPick("10H") for a tapped rank.
 *
 * barred(card) returns why a card is not possible, or null; *keys* are further buttons after the king. The
 * *present* card is the one to be replaced; onSuit(card) gives it a chosen suit. If several cards are due, onPickAll(cards) takes those typed
 * or dictated together. *action*(card) is the action that a rank would enter at once, if any. */
export const pad = (t, ui, act, asked) => h("div.pad",
  // Cards by name: "five of hearts", "cinq dix valet dame", "55JQ".
  ui.dictates && h("input.by-name", {
    type: "text", autocomplete: "off", autocapitalize: "none", enterkeyhint: "done", maxlength: 200,
    value: ui.entry.said ?? "",
    placeholder: t("five ten jack queen"),
    "aria-label": t("Cards by name"), "data-key": "by-name",
    oninput: (event) => act.editEntry({ said: event.target.value }),
    onkeydown: (event) => event.key === "Enter" && act.enterByName(ui.entry.said ?? "", asked),
  }),
  h("fieldset.suits",
    h("legend.unseen", t("Suit")),
    ["", ...SUITS].map((suit) =>
      h("label", { class: isRed(suit) ? "suit red" : "suit", "data-key": `suit-${suit}` },
        h("input", {
          type: "radio", name: "suit", value: suit,
          checked: ui.entry.suit === suit,
          "aria-label": suit ? t.suitName(suit) : t("Any suit"),
          "aria-keyshortcuts": suit ? `Shift+${suit}` : null,
          onchange: () => chooseSuit(act, suit, asked),
        }),
        h("span", { "aria-hidden": "true" }, suit ? SUIT_SIGNS[suit] : t("Any")),
      )),
  ),
  h("div.keys", RANKS.map((rank) => rankKey(t, ui, act, rank, asked)), asked.keys),
);

function chooseSuit(act, suit, { barred, present, onSuit }) {
  act.editEntry({ suit });
  const { rank } = parseCard(present ?? "");
  if (rank && suit && onSuit && !barred({ rank, suit })) onSuit(rank + suit);
}

function rankKey(t, ui, act, rank, { barred, onPick, present = null, action }) {
  const card = { rank, suit: ui.entry.suit };
  const reason = barred(card);
  const name = t.cardName(card);
  return key(t.rank(rank), {
    name: reason ? t("{name}: {why}", { name, why: reason }) : name,
    reason,
    kind: present && parseCard(present).rank === rank ? "present" : "",
    shortcut: rank === "10" ? "0 T" : t.rank(rank),
    action: action?.(rank + card.suit),
    act,
    onPress: () => onPick(rank + card.suit),
  });
}

/** A key of the pad. A disabled key stays focusable and has the *reason* in its name. A press then shows
 * that, or its *notice*, unless another phone has just entered the *action* of the key. */
export function key(text, {
  name = null, reason = null, notice = name ?? reason, kind = "", shortcut = null, at = text, icon,
  act, action, onPress,
}) {
  const explain = () => (action ? act.barTap(action, capitalised(notice)) : act.notify(capitalised(notice)));
  return h("button", {
    class: `key ${kind}`.trim(),
    "data-key": `key-${at}`,
    "aria-label": name,
    "aria-disabled": reason ? "true" : null,
    "aria-keyshortcuts": shortcut,
    onclick: () => (reason ? explain() : onPress()),
  }, icon, text);
}

/** Why *card* cannot be among this deal's cards besides *seen*; null if it can. */
export function whyImpossible(card, seen, t) {
  const same = seen.map(parseCard).filter((other) => other.rank === card.rank);
  if (same.length === 4) return t("all four are on the table");
  if (card.suit && same.some((other) => other.suit === card.suit)) return t("it’s on the table");
  return null;
}

/** *typed*, {name, drop}, is an entry not yet sent, which is undone first. */
export const undoKey = (state, t, act, typed = null) => key(t("Undo"), {
  name: typed?.name ?? (state.undo ? t("Undo: {what}", { what: state.undo.say }) : null),
  reason: typed || state.undo ? null : t("Nothing to undo"),
  kind: "undo", shortcut: "U",
  icon: icon("M9 6 5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3"),
  act,
  onPress: typed?.drop ?? (() => act.submit({ do: "undo" })),
});

export const redoButton = (state, t, ui, act) => ui.me.scorer && state?.redo && h("button.plain.redo", {
  "data-key": "redo",
  "aria-label": t("Redo: {what}", { what: state.redo.say }),
  "aria-keyshortcuts": "Shift+U",
  onclick: () => act.submit({ do: "redo" }),
}, icon("m15 6 4 4-4 4M19 10h-9a5 5 0 0 0 0 10h3"), h("small", { "aria-hidden": "true" }, t("Redo")));

/** The bar at the bottom: the main action, and undo in the same corner as on the pads. */
export const actionBar = (state, t, ui, act, main = null, typed = null) =>
  ui.me.scorer && h("div.bar", main, undoKey(state, t, act, typed));

/** The most that a hand can count with the starter; hands of more than four cards may exceed 29. */
export const maxCount = ({ hand }) => (hand > 4 ? 99 : 29);

export const MINUS = "−";

/** The points that were *typed*; 0 if none. */
export const pointsIn = (typed) => Number(typed.replace(MINUS, "-")) || 0;

/** The text of *points* as if typed; empty if there are none. */
export const asTyped = (points) => signedPoints(points ?? "");

/** Calls onType(text) for each key; *takesBack* adds a minus. A digit that exceeds *most* starts a new
 * number; the first one replaces a *given* number. */
export function numberPad(t, act, { label, typed, most = 999, takesBack = false, given = false, onType }) {
  const sign = typed.startsWith(MINUS) ? MINUS : "";
  const number = typed.slice(sign.length);
  const digit = (character) => {
    const longer = Number(given ? character : number + character);
    const onPress = () => onType(sign + (longer <= most ? longer : character));
    return key(character, { shortcut: character, act, onPress });
  };
  const other = (character, name, shortcut, text) =>
    key(character, { name, shortcut, act, onPress: () => onType(text) });
  return h("div.number-pad", { role: "group", "aria-label": label },
    h("output.unseen", { "aria-live": "polite" }, typed),
    h("div.digits",
      [..."12345"].map(digit),
      other("⌫", t("Delete a digit"), "Backspace", typed.slice(0, -1)),
      [..."67890"].map(digit),
      takesBack && other(MINUS, t("Minus"), "-", sign ? number : MINUS + typed),
    ),
  );
}
