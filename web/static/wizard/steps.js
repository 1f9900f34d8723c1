// The steps of the wizard: which comes after which, and what the table is asked in each.

import { loadBoard } from "../board/board.js";
import { recall, remember } from "../core/storage.js";

/** Without lights nothing is counted; without a board nothing is wired. */
const UNLIT = ["null", "browser", "terminal"];
const LISTEN_MS = 400;
const POLL_MS = 2000;
/** Different keys that prove a keypad. */
export const KEYS_WANTED = 3;

export const STEPS = ["names", "lights", "count", "board", "keypad", "print"];
/** The step that each view is part of. */
export const PART_OF = { boot: "lights", colours: "count", wiring: "board", walk: "board" };

/** Those that only lights need. */
const OF_LIGHTS = ["count", "board"];

const isLit = ({ setup }) => !UNLIT.includes(setup.strip);

/** The steps that this machine has. */
export const stepsOf = (seen) => STEPS.filter((step) => isLit(seen) || !OF_LIGHTS.includes(step));

/** True if *view* is one of this machine's: only those of its steps, and the doctor. */
const isHere = (seen, view) => view === "doctor" || stepsOf(seen).includes(PART_OF[view] ?? view);

/** The view in which *step* begins: with the colours it is known how many bytes a light takes. */
export const beginOf = (step, { asks_colours: asksColours }) =>
  step === "count" && asksColours ? "colours" : step;

/** The view before that of *seen*: the beginning of its own step, or the step before; null for the first. */
export function previous(seen) {
  const step = PART_OF[seen.step] ?? seen.step;
  const begin = beginOf(step, seen.setup);
  const steps = stepsOf(seen);
  return seen.step === begin ? (steps[steps.indexOf(step) - 1] ?? null) : begin;
}

/** The view after *step*. */
function following(seen, step) {
  const { boot } = seen.setup;
  const lit = isLit(seen) ? beginOf("count", seen.setup) : "keypad";
  const order = {
    names: "lights",
    lights: boot.lines.length || boot.restart ? "boot" : lit,
    boot: lit,
    colours: "count",
    count: "board",
    board: isLit(seen) ? "wiring" : "keypad",
    wiring: "walk",
    walk: "keypad",
    keypad: "print",
  };
  return order[step] ?? null;
}

export function makeSteps(seen, { set, call }) {
  /** Shows *step*, and asks for what it needs; null is the list of all. */
  async function go(asked) {
    const wanted = asked === "wiring" && !seen.setup.lights ? beginOf("count", seen.setup) : asked;
    const step = isHere(seen, wanted) ? wanted : (seen.flow ? "lights" : null);
    stopListening();
    if (seen.flow) remember("setup", step);
    set({ step, notice: null });
    const begin = {
      lights: () => find("lights"), count: () => answer([]), colours: () => showByte(1),
      wiring: beginSurvey, keypad: () => find("keypads"), walk, doctor: examine,
    }[step];
    if (step === null || step === "print") await finish();
    if (begin) await begin();
  }

  /** A step of many parts goes through them all; only then the list is shown again. */
  function goOn() {
    const then = following(seen, seen.step);
    const isPart = (PART_OF[then] ?? then) === (PART_OF[seen.step] ?? seen.step);
    return seen.flow || isPart ? go(then) : go(null);
  }

  async function enter() {
    const setup = await call("GET", "setup");
    if (!setup) return;
    set({ setup });
    const kept = recall("setup", null);
    const asked = location.hash.slice(1);
    const flow = seen.flow || (kept !== null && kept !== "done");
    set({ flow });
    await go(flow ? (kept && kept !== "done" ? kept : "names") : asked || null);
  }

  /** Keeps *body* at *path*; goes on where that was done. */
  async function keep(path, body, then = goOn) {
    const setup = await call("PUT", `setup/${path}`, body);
    if (!setup) return;
    set({ setup });
    await then();
  }

  async function find(what) {
    set({ found: null });
    const found = await call("POST", "setup/find", { what });
    if (found) set({ found });
  }

  function chooseLights(choice) {
    const { name, at } = choice;
    if (name === "ddp" && !at) return set({ at: "", typesAddress: true });
    set({ typesAddress: false, hasChosen: true });
    return keep("lights", { name, at });
  }

  // Which colours, and how many.

  async function answer(answers) {
    const count = await call("POST", "setup/length", { answers });
    if (count) set({ count: { ...count, answers } });
  }

  const keepCount = (lights) => keep("strip", { lights });

  async function show(asked) {
    set({ fault: null });
    const shown = await call("POST", "setup/show", asked);
    if (shown) set({ fault: shown.fault });
  }

  const walk = () => show({ walk: true });

  function showByte(byte) {
    if (byte === 1) set({ colours: [] });
    return show({ byte });
  }

  /** A light takes one byte more, or fewer: the colours are asked for again, after a restart if need be. */
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
    const setup = await call("PUT", "setup/strip", { seen: colours });
    if (!setup) {
      const { notice } = seen;
      await showByte(1);
      return set({ notice });
    }
    set({ setup });
    return goOn();
  }

  // The board and its wiring.

  async function keepBoard(board) {
    const isOther = Object.entries(board).some(([name, value]) => seen.setup[name] !== value);
    if (isOther) set({ board: null, taps: [], survey: null });
    await keep("board", board);
  }

  /** Who went back goes on from the holes that were tapped; of a whole wiring the last is asked again. */
  async function beginSurvey() {
    const known = seen.flow ? seen.taps : [];
    const taps = isWhole(seen.survey) ? known.slice(0, -1) : known;
    const drawn = await loadBoard({ of: "page", way: "portrait", lang: seen.t.lang });
    set({ board: drawn, taps, doubted: false, survey: null });
    await survey(taps);
  }

  const isWhole = (found) =>
    found?.next === null && found.lit === found.holes && !found.clashes.length;

  async function survey(taps, more = {}) {
    const asked = { taps, doubted: Boolean(seen.doubted), ...more };
    const found = await call("POST", "setup/survey", asked);
    if (!found) return null;
    set({ taps, survey: found });
    if (!isWhole(found) || found.kept) return found;
    const kept = await survey(taps, { keep: true });
    if (kept && !kept.faults.length) {
      const setup = await call("GET", "setup");
      if (setup) set({ setup });
      await go("walk");
    }
    return kept;
  }

  const tapHole = (hole) => {
    const { next, fault } = seen.survey ?? {};
    if (seen.busy || fault || next === null || next === undefined) return null;
    return survey([...seen.taps, [next, hole]]);
  };
  const lightAgain = () => survey(seen.taps);
  const takeBack = () => survey(seen.taps.slice(0, -1));
  const forget = (lights) => survey(seen.taps.filter(([light]) => !lights.includes(light)));

  async function doubt() {
    set({ step: "wiring", doubted: true });
    await survey(seen.taps);
  }

  // The keypad.

  let listening = null;

  function stopListening() {
    clearTimeout(listening);
    listening = null;
  }

  async function chooseKeypad(choice) {
    stopListening();
    const { name, at } = choice;
    if (!name) {
      if (await call("POST", "setup/keypad", { name, at, keep: true })) await goOn();
      return;
    }
    set({ heard: { choice, keys: [], fault: null } });
    if (await call("POST", "setup/keypad", { name, at })) listenAgain(choice);
  }

  function listenAgain(choice) {
    listening = setTimeout(async () => {
      const heard = await call("GET", "setup/keypad");
      if (!listening) return;
      if (heard) set({ heard: { ...heard, choice } });
      if (new Set(heard?.keys).size < KEYS_WANTED) return listenAgain(choice);
      const { name, at } = choice;
      if (await call("POST", "setup/keypad", { name, at, keep: true })) await goOn();
    }, LISTEN_MS);
  }

  // The files of the machine.

  async function writeBoot() {
    if (seen.flow) remember("setup", following(seen, "boot"));
    if (await call("POST", "setup/boot", {})) waitForReturn();
  }

  /** The machine goes away, and comes back. */
  function waitForReturn() {
    set({ restarting: true });
    let wasGone = false;
    const again = async () => {
      try {
        const answer = await fetch("/healthz", { signal: AbortSignal.timeout?.(POLL_MS) });
        if (wasGone && answer.ok) return location.reload();
      } catch {
        wasGone = true;
      }
      return setTimeout(again, POLL_MS);
    };
    setTimeout(again, POLL_MS);
  }

  async function finish() {
    const setup = await call("POST", "setup/finish", {});
    if (setup) set({ setup, heard: null });
  }

  function done() {
    remember("setup", "done");
    location.assign("/");
  }

  // The doctor.

  async function examine() {
    set({ doctor: null });
    const doctor = await call("GET", "doctor");
    if (doctor) set({ doctor });
  }

  async function mend(finding) {
    const doctor = await call("POST", "doctor/mend", { finding: finding.id });
    if (!doctor) return;
    set({ doctor });
    if (finding.can === "boot") waitForReturn();
  }

  const saveNames = (names) => keep("names", names);

  return {
    go, goOn, enter, find, chooseLights, answer, keepCount, sawColour, sawSeveral, keepBoard,
    tapHole, takeBack, lightAgain, forget, doubt, chooseKeypad, writeBoot, done, examine, mend, saveNames,
    showByte, walk,
  };
}
