// Families that often sit down together: the host's phone keeps them at the table, others here.

import { get, put } from "./api.js";
import { recall, remember } from "./device.js";

/** Those of the table and of this phone, and the colours that the teams have now. */
export async function loadFamilies(lang) {
  const { status, body } = await get("settings", lang);
  const { families, colours } = status === 200 ? body : { families: [], colours: [] };
  return { table: families, here: hereWithout(families), colours };
}

/** What this phone knows by itself; what the table keeps under the same name is newer. */
const hereWithout = (table) =>
  recall("families", []).filter(({ name }) => !table.some((one) => one.name === name));

const without = (families, { name }) => families.filter((one) => one.name !== name);

/** Keep *family*, in the place of one of its name. Returns {families} or why not: {refused}. */
export const keepFamily = (known, family, { host, lang }) =>
  host
    ? atTheTable(known, [...without(known.table, family), family], lang)
    : here(known, [...without(known.here, family), family]);

/** Forget *family*, wherever this phone may. */
export const forgetFamily = (known, family, { host, lang }) =>
  host && known.table.includes(family)
    ? atTheTable(known, without(known.table, family), lang)
    : here(known, without(known.here, family));

async function atTheTable(known, families, lang) {
  const { status, body } = await put("settings", { families }, lang);
  if (status !== 200) return { refused: body?.refused };
  return { families: { ...known, table: body.families, here: hereWithout(body.families) } };
}

function here(known, families) {
  remember("families", families);
  return { families: { ...known, here: families } };
}

/** Give the teams the *colours* of a family; only the host's phone may. */
export const wearColours = (colours, lang) => put("settings", { colours }, lang);
