// The keypad page: reduces the font size of names before they are truncated, and chooses the layout.

/** refit() runs fit() if the page or the window has changed, ignoring changes by fit() itself and
 * animations on the board. */
export function fitOnChange(fit) {
  const page = document.querySelector("#page");
  let screen = null;
  let isDue = true;
  const observe = (records) => {
    isDue ||= records.some(({ target }) => !target.parentElement?.closest("[data-own]"));
  };
  const observer = new MutationObserver(observe);
  observer.observe(page, { subtree: true, childList: true, attributes: true, characterData: true });
  observer.observe(document.documentElement, { attributes: true });

  return () => {
    observe(observer.takeRecords());
    // A style sheet may load late.
    const now = `${innerWidth} ${innerHeight} ${document.styleSheets.length}`;
    if (!isDue && now === screen) return;
    [isDue, screen] = [false, now];
    fit();
    observer.takeRecords();
  };
}

const isWideEnough = (box) => box.scrollWidth <= box.clientWidth + 1;
const fits = (box) => !box || box.scrollHeight <= box.clientHeight + 1;

const NAMES = ".title .fit, .team b, .drawer b, .team small, .seat b, .row .who b, " +
  ".steps li span, .key .whole, .hand-name";
/** Minimum font size in pixels. */
const SMALLEST = 10;

/** Elements whose font size is reduced now. */
let small = [];

/** True if a name overflows its box, even by a fraction of a pixel, which already causes an ellipsis. */
function isCut(name) {
  const text = document.createRange();
  text.selectNodeContents(name);
  return name.scrollWidth > name.clientWidth ||
    text.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.05;
}

/** Reduces the font size of names, title and match score in *shown* as far as needed. */
export function fitNames(shown) {
  const names = [...shown.querySelectorAll(NAMES)];
  small.forEach(({ style }) => style.removeProperty("font-size"));
  const sizes = names.map((name) => isCut(name) && Math.max(SMALLEST,
    parseFloat(getComputedStyle(name).fontSize) * (name.clientWidth - 2) / name.scrollWidth));
  names.forEach(({ style }, at) => {
    if (sizes[at]) style.fontSize = `${sizes[at]}px`;
  });
  small = names.filter((_, at) => sizes[at]);
}

const withBoards = (part) => ["high", "low", "none"].map((board) => [part, board]);

/** Layouts of a count on the keypad page, each with a board height, from roomy to tight: lines with cards
 * (closer together, then without names, then without the hand above them); words; either without the next
 * hand; fewer words; the hand alone; only the total. */
const COUNTED = [
  ...withBoards("lines"), ...withBoards("tight-lines"), ["bare-lines", "none"], ["bare-lines-alone", "none"],
  ...withBoards("words"), ["words-alone", "none"], ["words-few-alone", "none"],
  ["hand", "none"], ["total", "none"],
];

/** Chooses the layout of the keypad page. */
export function fitKeys(shown, t) {
  const said = shown.querySelector(".said");
  const lines = [...shown.querySelectorAll(".counted-hand .lines li")];
  const rest = shown.querySelector(".counted-hand .rest");
  /** Shows the first *few* lines and the number of the rest. */
  const show = (few) => {
    lines.forEach((line, at) => line.toggleAttribute("hidden", at >= few));
    const more = lines.length - few;
    if (rest) rest.textContent = more > 0 ? t("and {n} more|and {n} more", { n: more }) : "";
    return few > 0 && fits(said);
  };
  COUNTED.find(([part, board]) => {
    Object.assign(document.documentElement.dataset, { fit: part, board });
    if (part === "words-few-alone") return lines.some((_, less) => show(lines.length - 1 - less));
    show(lines.length);
    return fits(said) && lines.every(isWideEnough);
  });
}
