// The colours of the teams: what they are called, and how the page wears them so that all can read.

const PLACES = ["blue", "red", "yellow"];
/** Those that the style sheet is made for. */
const USUAL = ["#0072ff", "#ff4800", "#ffdc28"];
const READABLE = 4.6;

const HUES = [
  [20, "Red"],
  [45, "Orange"],
  [70, "Yellow"],
  [170, "Green"],
  [190, "Turquoise"],
  [255, "Blue"],
  [300, "Purple"],
  [340, "Pink"],
  [361, "Red"],
];

let worn = USUAL;

/** Have the page show the teams in *colours*, such as "#0072ff", from now on. */
export function wear(colours) {
  worn = colours.map((colour) => colour.toLowerCase());
  paint();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

function paint() {
  const { style } = document.documentElement;
  const look = getComputedStyle(document.documentElement);
  const [surface, ink] = ["--surface", "--ink"].map((name) => read(look.getPropertyValue(name)));
  PLACES.forEach((place, team) => {
    const parts = worn[team] === USUAL[team] ? {} : partsOf(read(worn[team]), surface, ink);
    ["", "-tint", "-fill"].forEach((part) =>
      parts[part]
        ? style.setProperty(`--${place}${part}`, parts[part])
        : style.removeProperty(`--${place}${part}`),
    );
  });
}

/** A team's name, its ground and its pegs: near to its colour, and far enough from what is around. */
function partsOf(colour, surface, ink) {
  const tint = mixed(surface, colour, 0.12);
  const name = until(colour, ink, (one) => isReadable(one, surface) && isReadable(one, tint));
  const fill = until(colour, [0, 0, 0], (one) => isReadable([255, 255, 255], one));
  return { "": written(name), "-tint": written(tint), "-fill": written(fill) };
}

function until(colour, towards, good) {
  const steps = Array.from({ length: 21 }, (_, step) => mixed(colour, towards, step / 20));
  return steps.find(good) ?? towards;
}

const mixed = (one, other, part) => one.map((value, at) => value + (other[at] - value) * part);

const isReadable = (one, other) => contrast(one, other) >= READABLE;

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const luminance = (colour) =>
  colour
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);

/** "#fff" or "#ffffff" as red, green and blue. */
function read(text) {
  const digits = text.trim().slice(1);
  const size = digits.length / 3;
  return [0, 1, 2].map((at) =>
    parseInt(digits.slice(at * size, (at + 1) * size).repeat(3 - size), 16),
  );
}

const written = (colour) =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** What the colour of *team* is called; two that are called alike are numbered. */
export const teamColour = (team, words) => colourNames(worn, words)[team];

/** What *colours* are called, each by another name. */
export function colourNames(colours, words) {
  const names = colours.map((colour) => colourName(read(colour), words));
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((one) => one === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

function colourName(colour, words) {
  const [least, most] = [Math.min(...colour), Math.max(...colour)];
  if (most < 30) return words("Black");
  if (most - least < 0.15 * most) return least > 190 ? words("White") : words("Grey");
  return named(words)[HUES.find(([below]) => hue(colour, least, most) < below)[1]];
}

function hue([red, green, blue], least, most) {
  const span = most - least;
  if (most === red) return (((green - blue) / span + 6) % 6) * 60;
  if (most === green) return ((blue - red) / span + 2) * 60;
  return ((red - green) / span + 4) * 60;
}

const named = (words) => ({
  Red: words("Red"),
  Orange: words("Orange"),
  Yellow: words("Yellow"),
  Green: words("Green"),
  Turquoise: words("Turquoise"),
  Blue: words("Blue"),
  Purple: words("Purple"),
  Pink: words("Pink"),
});
