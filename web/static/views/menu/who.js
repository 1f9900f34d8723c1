// Who uses this phone: a player by name, in any seat, or a name for the phone.

import { h } from "../../core/dom.js";
import { canVibrate } from "../../device/accessibility.js";
import { displayName } from "../../game/teams.js";
import { chip, field, sheetTitle, textField, toggle } from "../controls.js";

/** The question with all answers. */
export const whoView = (state, t, ui, act) => h("main.scroll.form.who",
  sheetTitle(t("Who has this phone?")),
  h("p.about", t("Then everyone sees who entered what.")),
  whoFields(state, t, ui, act),
  // A typed name is saved when its field loses focus, which this tap causes.
  h(ui.deviceName?.trim() ? "button.prime.wide" : "button.second.wide",
    { "data-key": "skip", onclick: () => act.skipWho() },
    ui.deviceName?.trim() ? t("That’s me") : t("Skip"),
  ),
);

/** The players as chips, and a name for a phone without a player. */
export const whoFields = (state, t, ui, act) => [
  state.players.length > 0 && playerChips(state, t, ui, act),
  field(state.players.length ? t("Somebody else") : t("This phone’s name"),
    textField(ui.deviceName ?? ui.me.name ?? "", (deviceName) => act.set({ deviceName }), {
      maxlength: 24,
      onchange: () => act.nameDevice({ name: ui.deviceName?.trim() || null }),
    }),
  ),
  canVibrate() && ui.me.player &&
    field(t("Buzz when it’s my turn"),
      toggle(ui.turnBuzz, (turnBuzz) => act.setPreference({ turnBuzz })),
    ),
];

const playerChips = (state, t, ui, act) =>
  h("div.chips", { role: "group", "aria-label": t("Who has this phone?") },
    state.players.map((name) =>
      chip(displayName(t, name), ui.me.player === name && !ui.me.name, (on) =>
        act.nameDevice({ player: on ? name : null, name: null }),
      ),
    ),
  );

/** The same question on a phone that began the match and so never joined; it does not block the first
 * card. */
export const whoNote = (state, t, ui, act) =>
  isUnnamed(ui) &&
  !ui.whoAsked &&
  h("aside.once", { "data-key": "who" },
    h("p", t("Who has this phone?")),
    // If there is room for only one line, it opens the answers.
    whoKey(t, act),
    closeKey(t, act),
    playerChips(state, t, ui, act),
  );

/** The same in one line, on a phone that joined during a game. */
export const whoLine = (t, ui, act) =>
  ui.hasJoined &&
  isUnnamed(ui) &&
  !ui.whoAsked &&
  h("aside.once", { "data-key": "who" },
    whoKey(t, act),
    closeKey(t, act),
  );

const whoKey = (t, act) =>
  h("button.text", { onclick: () => act.open("who") }, t("Who has this phone?"));

const closeKey = (t, act) =>
  h("button.plain", { "aria-label": t("Close"), onclick: () => act.skipWho() }, "×");

const isUnnamed = ({ me }) => me.scorer && !me.name && !me.player;
