// Local storage of this device: language, card letters, names typed before.

const kept = new Map();

/** The stored value of *name*, or *usual*; without storage, values last as long as the page. */
export function recall(name, usual) {
  let text = kept.get(name) ?? null;
  try {
    text ??= localStorage.getItem(`cribble.${name}`);
  } catch {
    // Storage may be forbidden.
  }
  return text === null ? usual : JSON.parse(text);
}

export function remember(name, value) {
  kept.set(name, JSON.stringify(value));
  try {
    localStorage.setItem(`cribble.${name}`, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; the Map above is the fallback.
  }
}

/** A unique key. The page is often not a secure context, so randomUUID is unavailable. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
