// The scores on a transparent background, as an overlay for a video stream.

import { followTable } from "./core/data.js";
import { h, render } from "./core/dom.js";
import { setLanguage } from "./core/i18n.js";
import { recall } from "./core/storage.js";
import { makeStore } from "./core/store.js";
import { matchScore } from "./game/match.js";
import { gainMark, isAsked, pegMark, playersOf, teamName } from "./game/teams.js";
import { gainShown, pointsShown } from "./game/timeline.js";
import { plainNotices } from "./views/notices.js";

/** Empty before a match and while the table is unreachable: better no score than an old one. */
const overlayView = (state, t, ui) => h("main.overlay", { "data-version": state?.version },
  state?.rules && ui.link !== "reconnecting" && [
    h("section.sides", { "aria-label": t("Scores") },
      state.pegs.map((_, team) => side(state, t, ui, team)),
    ),
    h("p.running", state.phase === "play" && state.asks !== "points"
      ? t("{count} of 31", { count: state.count })
      : state.deal && t("Deal {n}", { n: state.deal })),
    h("p.happened", plainNotices(state, t, ui.age).map(({ text }) => text).join(" ")),
  ],
);

function side(state, t, ui, team) {
  const names = playersOf(state, t, team);
  return h("div", {
      class: `side team-${team}${isAsked(state, team) ? " asked" : ""}`, "data-key": `side-${team}`,
    },
    pegMark(team),
    h("b", names.length > 1 ? names.join(" · ") : teamName(state, t, team)),
    state.games.some((games) => games > 0) && h("small", matchScore(state, t, team)),
    h("output", pointsShown(state, team, ui.age)),
    gainMark(gainShown(state, team, ui.age)),
  );
}

const store = makeStore();
store.subscribe(({ state, t, ui }) => render(overlayView(state, t, ui)));
const live = followTable(store, []);

const { lang } = document.documentElement;
const hasLang = new URLSearchParams(location.search).has("lang");
await setLanguage(store, hasLang ? lang : recall("lang", lang));
live.refresh();
