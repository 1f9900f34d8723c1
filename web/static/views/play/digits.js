// Points typed on a pad of digits: three at most, and a sign that turns over.

export const BACKWARD = "−";
export const TAKE_BACK = "⌫";

/** What stands after one more press. */
export function press(typed, digit) {
  if (digit === TAKE_BACK) return typed.slice(0, -1);
  if (digit === BACKWARD) return typed.startsWith(BACKWARD) ? typed.slice(1) : BACKWARD + typed;
  return typed.replace(BACKWARD, "").length < 3 ? typed + digit : typed;
}

export const pointsIn = (typed) => Number(typed.replace(BACKWARD, "-")) || 0;
export const asTyped = (points) => String(points).replace("-", BACKWARD);
