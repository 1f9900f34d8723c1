// What this device remembers: its language, the letters on its cards, names once typed.

const kept = new Map();

/** The value remembered under *name*, or *usual*; without storage it lasts as long as the page. */
export function recall(name, usual) {
  const text = kept.get(name) ?? stored(name);
  return text === undefined || text === null ? usual : JSON.parse(text);
}

/** Remember *value* under *name* on this device. */
export function remember(name, value) {
  kept.set(name, JSON.stringify(value));
  try {
    localStorage.setItem(`cribble.${name}`, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; the Map above holds it until the page is left.
  }
}

function stored(name) {
  try {
    return localStorage.getItem(`cribble.${name}`);
  } catch {
    return null;
  }
}

/** A name that no other entry has. The page is often not a secure context, so no randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
