// What was taken back or put right tells by whom: on the phone that did it, by this phone.

const NAMELESS = /^Phone (\d+)$/;

/** *latest* as it is told to whoever signs as `signs`. */
export function signedHere(latest, { signs }, words) {
  const [, number] = signs?.match(NAMELESS) ?? [];
  const name = number ? words("Phone {number}", { number }) : signs;
  if (!name || !latest.righted?.startsWith(`${name} `)) return latest;
  return { ...latest, righted: words("This phone") + latest.righted.slice(name.length) };
}
