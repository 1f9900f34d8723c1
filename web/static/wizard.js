// The set-up page: step by step on a fresh machine, later any step.

import { ask, get } from "./core/api.js";
import { render } from "./core/dom.js";
import { loadTranslator } from "./core/i18n.js";
import { recall, remember } from "./core/storage.js";
import { afterRender } from "./wizard/board.js";
import { makeSteps } from "./wizard/steps.js";
import { wizardView } from "./wizard/view.js";

const seen = {
  t: null, me: null, setup: null, step: null, busy: false, notice: null, pin: "",
  found: null, names: null, count: null, colours: [], board: null, survey: null, corner: null, taps: [],
  heard: null, doctor: null, restarting: false, flow: false, machine: null, at: "", hasChosen: false,
};
let hasPlace = false;
let isBack = false;

function set(changes) {
  const before = seen.step;
  Object.assign(seen, changes);
  if (!seen.t) return;
  if ("step" in changes) keepPlace(before);
  const shown = render(wizardView(seen, act));
  afterRender(shown, seen, act);
  if (seen.step !== before || "corner" in changes) { // Else the next candidate would look chosen already.
    shown.querySelector("main")?.scrollTo(0, 0);
    shown.querySelector("h2")?.focus();
  }
}

/** Each view is an entry in the browser's history; the first replaces the current one. */
function keepPlace(before) {
  const place = seen.step ? `#${seen.step}` : "#";
  if (hasPlace && !isBack && seen.step !== before) history.pushState(null, "", place);
  else history.replaceState(null, "", place);
  hasPlace = true;
}

window.addEventListener("popstate", () => {
  isBack = true;
  act.go(location.hash.slice(1) || null);
  isBack = false;
});

async function translate(lang) {
  const t = await loadTranslator(`${lang}-x-wizard`, "JQK");
  t.lang = lang;
  document.documentElement.lang = lang;
  document.title = t("Set up");
  set({ t });
}

async function call(method, path, body = null) {
  set({ busy: true });
  const { lang } = seen.t;
  const { status, body: answer } = body ? await ask(method, path, body, lang) : await get(path, lang);
  const isWell = status === 200 || status === 202;
  set({
    busy: false,
    notice: isWell ? null : (answer?.refused ?? seen.t("No answer from the table.")),
  });
  return isWell ? answer : null;
}

async function speak(lang) {
  remember("lang", lang);
  document.cookie = `cribble_lang=${lang}; path=/; max-age=31536000; samesite=lax`;
  await translate(lang);
}

const act = { set, call, speak };
Object.assign(act, makeSteps(seen, act));

async function begin() {
  const { body: me } = await get("me", seen.t.lang);
  if (!me) return set({ notice: seen.t("No answer from the table.") });
  set({ me });
  return me.host && act.enter();
}

/** The first phone of a fresh machine that answers a question becomes its host; others enter the PIN. */
act.claim = async (lang) => {
  await speak(lang);
  const me = await call("POST", "setup/first-host", {});
  if (!me) return begin();
  set({ me, flow: true });
  return act.enter();
};

act.becomeHost = async () => {
  const me = await call("POST", "host", { pin: seen.pin.trim() });
  if (me) {
    set({ me, pin: "" });
    act.enter();
  }
};

await translate(recall("lang", document.documentElement.lang));
begin();
