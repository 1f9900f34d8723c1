// HTTP requests; every answer has the shape {status, body}, with status 0 for no answer.

/** Timeout in milliseconds; entries are small. */
const ANSWERED_WITHIN = 8000;

/** GET *path* in the language *lang*; *query* has further parameters, as an object or as pairs if a name
 * repeats. Aborted after *within* milliseconds. */
export const get = (path, lang, query = {}, within = null) => answered(
  `/api/v1/${path}?${new URLSearchParams([["lang", lang], ...pairsOf(query)])}`,
  { cache: "no-store" },
  within,
);

const pairsOf = (query) => (Array.isArray(query) ? query : Object.entries(query));

/** POST or PUT *body* as JSON. */
export const post = (path, body, lang) => ask("POST", path, body, lang);
export const put = (path, body, lang) => ask("PUT", path, body, lang);

/** Sends *body* as JSON by any method. */
export const ask = (method, path, body, lang) => answered(
  `/api/v1/${path}?lang=${lang}`,
  { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
  ANSWERED_WITHIN,
);

/** Abort after a timeout: a dead connection is otherwise noticed only after minutes. */
async function answered(path, options, within) {
  try {
    const signal = within && AbortSignal.timeout?.(within);
    const answer = await fetch(path, signal ? { ...options, signal } : options);
    return { status: answer.status, body: await answer.json() };
  } catch {
    // No network, no server, or an intermediary whose answer is not JSON.
    return { status: 0, body: null };
  }
}
