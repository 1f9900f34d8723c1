// The rank pad: an optional row of suits, and thirteen ranks in four columns.

import { h } from "../../core/dom.js";
import { capitalised } from "../../core/i18n.js";
import { RANKS, SUITS, SUIT_SIGNS, isRed, parseCard } from "../../game/cards.js";

/** A pad that calls onPick("10H") for a tapped rank.
 *
 * barred(card) returns why a card is not possible, or null; *keys* are further buttons after the king. The
 * *present* card is the one to be replaced. If several cards are due, onPickAll(cards) takes those typed
 * or dictated together. *action*(card) is the action that a rank would enter at once, if any. */
export const pad = (t, ui, act, asked) => h("div.pad",
  ui.dictates && wordField(t, ui, act, asked),
  suitRow(t, ui, act),
  h("div.keys", RANKS.map((rank) => rankKey(t, ui, act, rank, asked)), asked.keys),
);

/** Cards by name: "five of hearts", "cinq dix valet dame", "55JQ". */
const wordField = (t, ui, act, asked) => h("input.by-name", {
  type: "text", autocomplete: "off", autocapitalize: "none", enterkeyhint: "done", maxlength: 200,
  value: ui.entry.said ?? "",
  placeholder: t("five ten jack queen"),
  "aria-label": t("Cards by name"),
  "data-key": "by-name",
  oninput: (event) => act.editEntry({ said: event.target.value }),
  onkeydown: (event) => event.key === "Enter" && act.enterByName(ui.entry.said ?? "", asked),
});

const suitRow = (t, ui, act) => h("fieldset.suits",
  h("legend.unseen", t("Suit")),
  ["", ...SUITS].map((suit) => suitChoice(t, ui, act, suit)),
);

const suitChoice = (t, ui, act, suit) =>
  h("label", { class: isRed(suit) ? "suit red" : "suit", "data-key": `suit-${suit}` },
    h("input", {
      type: "radio", name: "suit", value: suit,
      checked: ui.entry.suit === suit,
      "aria-label": suit ? t.suitName(suit) : t("Any suit"),
      "aria-keyshortcuts": suit ? `Shift+${suit}` : null,
      onchange: () => act.editEntry({ suit }),
    }),
    h("span", { "aria-hidden": "true" }, suit ? SUIT_SIGNS[suit] : t("Any")),
  );

function rankKey(t, ui, act, rank, { barred, onPick, present = null, action }) {
  const card = { rank, suit: ui.entry.suit };
  const reason = barred(card);
  const name = t.cardName(card);
  return key(t.rank(rank), {
    name: reason ? t("{name}: {why}", { name, why: reason }) : name,
    reason,
    kind: present && parseCard(present).rank === rank ? "present" : "",
    shortcut: shortcutOf(t, rank),
    action: action?.(rank + card.suit),
    act,
    onPress: () => onPick(rank + card.suit),
  });
}

/** A rank's shortcut is its label; the ten's is 0 or T. */
const shortcutOf = (t, rank) => (rank === "10" ? "0 T" : t.rank(rank));

/** A key of the pad. A disabled key stays focusable and has the *reason* in its name. A press then shows
 * that, or its *notice*, unless another phone has just entered the *action* of the key. */
export const key = (
  text,
  {
    name = null, reason = null, notice = name ?? reason, kind = "", shortcut = null, at = text, icon,
    act, action, onPress,
  },
) => h("button", {
    class: `key ${kind}`.trim(),
    "data-key": `key-${at}`,
    "aria-label": name,
    "aria-disabled": reason ? "true" : null,
    "aria-keyshortcuts": shortcut,
    onclick: () => (reason ? bar(act, action, capitalised(notice)) : onPress()),
  },
  icon,
  text,
);

const bar = (act, action, why) => (action ? act.barTap(action, why) : act.notify(why));

/** Why *card* cannot be among this deal's cards besides *seen*; null if it can. */
export function whyImpossible(card, seen, t) {
  const same = seen.map(parseCard).filter((other) => other.rank === card.rank);
  if (same.length === 4) return t("all four are on the table");
  if (card.suit && same.some((other) => other.suit === card.suit)) return t("it’s on the table");
  return null;
}
