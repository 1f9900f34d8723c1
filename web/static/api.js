// Asks the server, and tells whatever it answers in one shape: {status, body}. Status 0: no answer.

/** GET *path* in the language *lang*; *query* is what else stands behind the question mark. */
export const get = (path, lang, query = {}) =>
  answered(`/api/v1/${path}?${new URLSearchParams({ lang, ...query })}`, { cache: "no-store" });

/** POST or PUT *body* as JSON. */
export const post = (path, body, lang) => ask("POST", path, body, lang);
export const put = (path, body, lang) => ask("PUT", path, body, lang);

/** *body* as JSON, by any method. */
export const ask = (method, path, body, lang) =>
  answered(`/api/v1/${path}?lang=${lang}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function answered(path, options) {
  try {
    const answer = await fetch(path, options);
    return { status: answer.status, body: await answer.json() };
  } catch {
    // No network, a server that went away, or something between that answers no JSON.
    return { status: 0, body: null };
  }
}
