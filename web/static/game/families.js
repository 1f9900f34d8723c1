// Families that often sit down together: the host's phone keeps them at the table, others here.

import { remember } from "../core/storage.js";

const atTable = (ui) => ui.settings?.families ?? [];
const without = (families, { name }) => families.filter((one) => one.name !== name);

/** Those of the table, then those that only this phone knows. */
export const familiesOf = (ui) => [
  ...atTable(ui),
  ...ui.families.filter(({ name }) => !atTable(ui).some((one) => one.name === name)),
];

/** Whether this phone may forget *family*. */
export const isOurs = (ui, family) => ui.me.host || ui.families.includes(family);

/** Keep *family*, in the place of one of its name, with the colours that the teams have now. */
export function keepFamily(ui, family) {
  const whole = { ...family, colours: ui.settings?.colours ?? [] };
  if (ui.me.host) ui.change({ families: [...without(atTable(ui), family), whole] });
  else keepHere(ui, [...without(ui.families, family), whole]);
}

/** Forget *family*, here and, where this phone may, at the table. */
export function forgetFamily(ui, family) {
  if (ui.families.includes(family)) keepHere(ui, without(ui.families, family));
  else ui.change({ families: without(atTable(ui), family) });
}

function keepHere(ui, families) {
  remember("families", families);
  ui.set({ families });
}

/** Everybody of *family* sits down, to the game as it was begun last; the teams get its colours
 * where this phone may give them. */
export function sitFamily(ui, family) {
  const { name, rules, players, colours, counts, enters } = family;
  const { options = {}, scores = [], captains = [] } = family;
  const last = { rules, names: players, counts, enters, options, scores, captains };
  ui.prepare({ ...last, family: name, dealer: "", moving: null });
  const others = colours.length && JSON.stringify(colours) !== JSON.stringify(ui.settings?.colours);
  if (ui.me.host && others) ui.change({ colours });
}

/** What a family keeps of a match: muggins is in who counts. */
export function lastOf({ rules, options = {}, scores = [], captains = [] }, { counts, enters }) {
  const { muggins, ...others } = options;
  return { rules, options: others, scores, captains, counts, enters };
}

/** A family of this phone keeps the match that it begins; the table sees to its own in the same way. */
export function keepLast(ui, action, habits) {
  const same = (one) => JSON.stringify(one.players) === JSON.stringify(action.players);
  const theirs = ui.families.filter(same);
  const meant = theirs.length === 1 ? theirs : theirs.filter(({ rules }) => rules === action.rules);
  const last = lastOf(action, habits);
  if (meant.length) keepHere(ui, ui.families.map((one) => (meant.includes(one) ? { ...one, ...last } : one)));
}
