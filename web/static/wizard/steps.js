// The wizard's steps: their order, and the requests of each.

import { loadBoard } from "../board/board.js";
import { health } from "../core/api.js";
import { recall, remember } from "../core/storage.js";

const LISTEN_MS = 400;
const POLL_MS = 2000;
/** Number of different keys that confirm a keypad. */
export const KEYS_WANTED = 3;

export const STEPS = ["names", "network", "lights", "count", "board", "keypad", "print"];
/** The step of each view. */
export const PART_OF = { boot: "lights", colours: "count", wiring: "board", walk: "board" };

const isLit = ({ setup }) => !["null", "browser", "terminal"].includes(setup.strip);

/** The steps of this machine: without a strip nothing is counted or wired. */
export const stepsOf = ({ setup }, lit = isLit({ setup })) => STEPS.filter((step) =>
  (step === "network" ? setup.network : lit || !["count", "board"].includes(step)));

/** The first view of *step*; after the colour test the bytes per pixel are known. */
export const beginOf = (step, { asks_colours: asksColours }) =>
  step === "count" && asksColours ? "colours" : step;

/** The view before *seen*: the first view of its step, or the previous step; null for the first. */
export function previous(seen) {
  const step = PART_OF[seen.step] ?? seen.step;
  const begin = beginOf(step, seen.setup);
  const steps = stepsOf(seen);
  return seen.step === begin ? (steps[steps.indexOf(step) - 1] ?? null) : begin;
}

function following(seen, step) {
  const { boot } = seen.setup;
  const lit = isLit(seen) ? beginOf("count", seen.setup) : "keypad";
  return {
    names: stepsOf(seen)[1],
    network: "lights",
    lights: boot.lines.length || boot.restart ? "boot" : lit,
    boot: lit,
    colours: "count",
    count: "board",
    board: isLit(seen) ? "wiring" : "keypad",
    wiring: "walk",
    walk: "keypad",
    keypad: "print",
  }[step] ?? null;
}

export function makeSteps(seen, { set, call }) {
  /** Requests the part *name* of what is seen; null if that failed. */
  async function load(name, ...request) {
    const answer = await call(...request);
    if (answer) set({ [name]: answer });
    return answer;
  }

  /** Shows *step* and loads its data; null is the list of all steps. */
  async function go(asked) {
    const wanted = asked === "wiring" && !seen.setup.lights ? beginOf("count", seen.setup) : asked;
    const isHere = wanted === "doctor" || stepsOf(seen).includes(PART_OF[wanted] ?? wanted);
    const step = isHere ? wanted : (seen.flow ? "lights" : null);
    stopListening();
    if (seen.flow) remember("setup", step);
    set({ step, notice: null });
    const begin = {
      network: findNetworks, lights: () => find("lights"), count: () => answer([]), colours: () => showByte(1),
      wiring: beginSurvey, keypad: () => find("keypads"), walk, doctor: examine,
    }[step];
    if (step === null || step === "print") await finish();
    if (begin) await begin();
  }

  /** From the list, a step goes through all of its views, and on to what the lights still lack. */
  function goOn() {
    const then = following(seen, seen.step);
    const step = PART_OF[seen.step] ?? seen.step;
    if (seen.flow || (PART_OF[then] ?? then) === step) return go(then);
    if (!isLit(seen) || !["lights", "count"].includes(step)) return go(null);
    if (!seen.setup.lights) return go(beginOf("count", seen.setup));
    return go(seen.setup.wired ? null : "board");
  }

  async function enter() {
    if (seen.me.asks_time) await call("PUT", "setup/clock", { now: Math.round(Date.now() / 1000) });
    if (!await load("setup", "GET", "setup")) return;
    const kept = recall("setup", null);
    const isBegun = kept !== null && kept !== "done";
    set({ flow: seen.flow || isBegun });
    await go(isBegun ? kept : seen.flow ? "names" : location.hash.slice(1) || null);
  }

  /** Saves *body* at *path*, and goes on if that succeeded. */
  async function keep(path, body, then = goOn) {
    if (await load("setup", "PUT", `setup/${path}`, body)) await then();
  }

  function find(what) {
    set({ found: null });
    return load("found", "POST", "setup/find", { what });
  }

  async function findNetworks() {
    set({ machine: null });
    const wifi = await call("GET", "wifi");
    const wanted = { ssid: wifi?.networks[0]?.ssid ?? "", other: "", password: "" };
    const country = seen.setup.country || new Intl.Locale(navigator.language).region || "CA";
    if (wifi) set({ machine: { wifi, wanted, country, joined: null } });
  }

  const setMachine = (changes) => set({ machine: { ...seen.machine, ...changes } });
  const keepCountry = (then) =>
    (seen.setup.boot.helper ? keep("country", { country: seen.machine.country }, then) : then());
  const joinWifi = (ssid, password) => keepCountry(async () => {
    if (await call("POST", "wifi", { ssid, password })) setMachine({ joined: ssid });
  });

  function chooseLights({ name, at }) {
    if (name === "ddp" && !at) return set({ at: "", typesAddress: true });
    set({ typesAddress: false, hasChosen: true });
    return keep("lights", { name, at });
  }

  async function answer(answers) {
    const count = await call("POST", "setup/length", { answers });
    if (count) set({ count: { ...count, answers } });
  }

  async function show(asked) {
    set({ fault: null });
    const shown = await call("POST", "setup/pattern", asked);
    if (shown) set({ fault: shown.fault });
  }

  const walk = () => show({ walk: true });

  function showByte(byte) {
    if (byte === 1) set({ colours: [] });
    return show({ byte });
  }

  /** The bytes per pixel have changed: asks for the colours again, after a restart if required. */
  function sawSeveral() {
    const { order, boot } = seen.setup;
    const known = boot.lines.join();
    return keep("strip", { white: order.length === 3 },
      () => (seen.setup.boot.lines.join() === known ? showByte(1) : go("boot")));
  }

  async function sawColour(letter) {
    const colours = [...seen.colours, letter];
    set({ colours });
    if (colours.length < seen.setup.order.length) return showByte(colours.length + 1);
    if (await load("setup", "PUT", "setup/strip", { seen: colours })) return goOn();
    const { notice } = seen;
    await showByte(1);
    return set({ notice });
  }

  async function keepBoard(board) {
    const isOther = Object.entries(board).some(([name, value]) => seen.setup[name] !== value);
    if (isOther) set({ board: null, taps: [], survey: null });
    await keep("board", board);
  }

  /** After going back, continues with the holes already tapped; if all are, repeats the last one. */
  async function beginSurvey() {
    if (seen.setup.panel) return findCorner([]);
    const known = seen.flow ? seen.taps : [];
    const taps = isWhole(seen.survey) ? known.slice(0, -1) : known;
    const drawn = await loadBoard({ of: "page", way: "portrait", lang: seen.t.lang });
    set({ board: drawn, taps, doubted: false, survey: null });
    return survey(taps);
  }

  const isWhole = (found) =>
    found?.next === null && found.lit === found.holes && !found.clashes.length;

  async function survey(taps, more = {}) {
    const found = await call("POST", "setup/survey", { taps, doubted: Boolean(seen.doubted), ...more });
    if (!found) return null;
    set({ taps, survey: found });
    if (!isWhole(found) || found.kept) return found;
    const kept = await survey(taps, { keep: true });
    if (kept && !kept.faults.length) {
      await load("setup", "GET", "setup");
      await go("walk");
    }
    return kept;
  }

  /** Asks where the next light of a panel is, until its wiring is known. */
  async function findCorner(taps) {
    const corner = await call("POST", "setup/panel", { taps });
    if (!corner) return;
    set({ taps, corner });
    if (corner.cells.length || corner.fault) return;
    await load("setup", "GET", "setup");
    await go("walk");
  }

  const tapHole = (hole) => {
    const { next = null, fault } = seen.survey ?? {};
    return seen.busy || fault || next === null ? null : survey([...seen.taps, [next, hole]]);
  };

  async function doubt() {
    if (seen.setup.panel) return go("wiring");
    set({ step: "wiring", doubted: true });
    return survey(seen.taps);
  }

  let listening = null;

  function stopListening() {
    clearTimeout(listening);
    listening = null;
  }

  async function keepKeypad({ name, at }) {
    if (await call("POST", "setup/keypad", { name, at, keep: true })) await goOn();
  }

  async function chooseKeypad(choice) {
    stopListening();
    const { name, at } = choice;
    if (!name) return keepKeypad(choice);
    set({ heard: { choice, keys: [], fault: null } });
    if (await call("POST", "setup/keypad", { name, at })) listenAgain(choice);
  }

  function listenAgain(choice) {
    listening = setTimeout(async () => {
      const heard = await call("GET", "setup/keypad");
      if (!listening) return;
      if (heard) set({ heard: { ...heard, choice } });
      if (new Set(heard?.keys).size < KEYS_WANTED) listenAgain(choice);
      else await keepKeypad(choice);
    }, LISTEN_MS);
  }

  async function writeBoot() {
    if (seen.flow) remember("setup", following(seen, "boot"));
    if (await call("POST", "setup/boot", {})) waitForReturn();
  }

  function waitForReturn() {
    set({ restarting: true });
    let wasGone = false;
    const again = async () => {
      const isThere = await health(POLL_MS);
      if (wasGone && isThere) return location.reload();
      wasGone ||= !isThere;
      return setTimeout(again, POLL_MS);
    };
    setTimeout(again, POLL_MS);
  }

  async function finish() {
    if (await load("setup", "POST", "setup/finish", {})) set({ heard: null });
  }

  async function toTable() {
    if (seen.setup) await finish();
    location.assign("/");
  }

  function done() {
    remember("setup", "done");
    location.assign("/");
  }

  function examine() {
    set({ doctor: null });
    return load("doctor", "GET", "doctor");
  }

  async function mend({ id, can }) {
    if (await load("doctor", "POST", "doctor/mend", { finding: id }) && can === "boot") waitForReturn();
  }

  return {
    go, goOn, enter, find, chooseLights, answer, sawColour, sawSeveral, keepBoard, findCorner, tapHole, doubt, chooseKeypad,
    writeBoot, toTable, done, examine, mend, showByte, walk, setMachine, keepCountry, joinWifi,
    saveNames: (names) => keep("names", names),
    keepCount: (lights) => keep("strip", { lights }),
    keepPanel: (panel) => keep("strip", { panel }, () => go("board")),
    lightAgain: () => survey(seen.taps),
    takeBack: () => survey(seen.taps.slice(0, -1)),
    forget: (lights) => survey(seen.taps.filter(([light]) => !lights.includes(light))),
  };
}
