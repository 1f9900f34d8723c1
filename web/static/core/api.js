// Asks the server, and tells whatever it answers in one shape: {status, body}. Status 0: no answer.

/** Milliseconds. Entries are small: without an answer by then the table was not reached. */
const ANSWERED_WITHIN = 8000;

/** GET *path* in the language *lang*; *query* has the other parameters by name, or as pairs where
 * one comes several times. It is given up after *within* milliseconds. */
export const get = (path, lang, query = {}, within = null) => answered(
  `/api/v1/${path}?${new URLSearchParams([["lang", lang], ...pairsOf(query)])}`,
  { cache: "no-store" },
  within,
);

const pairsOf = (query) => (Array.isArray(query) ? query : Object.entries(query));

/** POST or PUT *body* as JSON. */
export const post = (path, body, lang) => ask("POST", path, body, lang);
export const put = (path, body, lang) => ask("PUT", path, body, lang);

/** *body* as JSON, by any method. */
export const ask = (method, path, body, lang) => answered(
  `/api/v1/${path}?lang=${lang}`,
  { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
  ANSWERED_WITHIN,
);

/** A line that went dead says so only after minutes. */
async function answered(path, options, within) {
  try {
    const signal = within && AbortSignal.timeout?.(within);
    const answer = await fetch(path, signal ? { ...options, signal } : options);
    return { status: answer.status, body: await answer.json() };
  } catch {
    // No network, a server that went away, or something between that answers no JSON.
    return { status: 0, body: null };
  }
}
