// How much of the show fits on a screen: the board, the lines of the counted hand, what is said;
// and names, which are whole in smaller letters before they end in dots.

/** From roomy to tight; the style sheet knows what each means. The first that fits is taken. */
const FITS = [
  "board", "close-and-board", "columns-and-board", "low-board", "close-and-low-board", "no-board",
  "columns-and-low-board", "columns", "tight", "tight-cards", "tight-cards-columns", "tight-lines",
  "tight-columns",
];

/** The same above a hand that is to be counted: what happened gives way to it. */
const FITS_ABOVE_HAND = [...FITS, "tight-line-columns", "tight-hand-columns"];

/** How much of the board each shows; on a phone of ordinary height it is low from the beginning. */
const BOARDS = {
  board: 2, "close-and-board": 2, "columns-and-board": 2,
  "low-board": 1, "close-and-low-board": 1, "columns-and-low-board": 1,
};
const TALL = 700;
const boardIn = (fit) => BOARDS[fit] ?? 0;

/** From one step of a show to the next the board never grows again, so that it does not come and go. */
let most = { of: null, board: 2 };

/** refit() runs fit() if the page or the screen changed since it last did, other than by fit() itself or
 * by what moves on a drawn board. */
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
    // A style sheet may come late.
    const now = `${innerWidth} ${innerHeight} ${document.styleSheets.length}`;
    if (!isDue && now === screen) return;
    [isDue, screen] = [false, now];
    fit();
    observer.takeRecords();
  };
}

const isWideEnough = (box) => box.scrollWidth <= box.clientWidth + 1;
const fits = (box) => !box || box.scrollHeight <= box.clientHeight + 1;

/** Chooses for what is *shown*, if a hand is counted there; elsewhere nothing is chosen. */
export function fitShow(shown) {
  const { dataset } = document.documentElement;
  const main = shown.querySelector("main.show, main.cut");
  const above = main?.querySelector(".above");
  if (!above) {
    delete dataset.fit;
    most = { of: null };
    return;
  }
  const of = main.matches(".show, :has(.explained)") ? `show ${innerWidth} ${innerHeight}` : null;
  if (!of || most.of !== of) most = { of, board: innerHeight < TALL ? 1 : 2 };
  const choice = above.querySelector(".hand") ? FITS_ABOVE_HAND : FITS;
  const unfolded = [...above.querySelectorAll("details[open]")];
  const boxes = [above, main, shown, main.querySelector(".windows"), ...unfolded];
  choice.filter((fit) => boardIn(fit) <= most.board).find((fit) => {
    dataset.fit = fit;
    return boxes.every(fits);
  });
  // Lines that somebody looks at for a while take the board only as long.
  if (!unfolded.length) most.board = boardIn(dataset.fit);
}

const NAMES = ".title .fit, .team b, .side :is(.who b, .players b, .tally), .drawer b, .team small, .seat b, .row .who b, " +
  ".steps li span, .key .whole, .hand-name, .kiosk .cap h2, .claimed-hand h2, " +
  ".drawn h2";
/** Pixels; nobody reads smaller letters across a table. */
const SMALLEST = 10;

/** Those that have smaller letters now. */
let small = [];

/** True if a name lies beyond its box, be it by a part of a pixel, which is enough for the dots. */
function isCut(name) {
  const text = document.createRange();
  text.selectNodeContents(name);
  return name.scrollWidth > name.clientWidth ||
    text.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.05;
}

/** Makes the letters of each name, of the title, and of what a team has in the match, that is *shown* as
 * small as it takes. */
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

/** What a keypad shows of a count, and how high the board: each line with its cards, closer together,
 * without names, then without the hand above them; in words; both at last without the hand that comes
 * next while they are told; as many words as there is room for; the hand alone, or neither. */
const COUNTED = [
  ...withBoards("lines"), ...withBoards("tight-lines"), ["bare-lines", "none"], ["bare-lines-alone", "none"],
  ...withBoards("words"), ["words-alone", "none"], ["words-few-alone", "none"],
  ["hand", "none"], ["total", "none"],
];

/** The same for the page of the keys, whose keys leave little room. */
export function fitKeys(shown, t) {
  const said = shown.querySelector(".said");
  const lines = [...shown.querySelectorAll(".counted-hand .lines li")];
  const rest = shown.querySelector(".counted-hand .rest");
  /** Shows the first lines, and says how many more there are. */
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

/** Parts of a wall that stand beside each other, and hold lines that do not break. */
const BESIDE = ".now .callout, .explained > :is(.few, .many)";

/** The lines of a count on a wall, from large to small. */
const LINES = [1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.75, 0.7];
/** What is said on a wall, from large to small; and the same, where the hands are smaller too. */
const [SAID, ALL] = [["0", "1", "2"], ["3", "4", "5"]];

/** How much larger lines must be below the cards, in two columns, to stand there: beside them, those are larger. */
const WORTH_MOVING = 1.15;

/** The same for a wall: what is going on, beside a board that still can be read; one that lies is
 * lower. Lines are as large as the least sentence leaves them, which then has the room they leave. */
export function fitWall(shown) {
  const now = shown.querySelector(".now");
  const board = shown.querySelector(".board");
  if (!now || !board) return;
  const { dataset, style } = document.documentElement;
  const isLying = innerWidth > innerHeight;
  const fitsWith = (part, lines, place) => {
    dataset.fit = part;
    dataset.lines = place;
    style.setProperty("--lines", lines);
    const isSeen = now.getBoundingClientRect().bottom <= innerHeight + 1 && fits(now);
    const isWhole = [...now.querySelectorAll(BESIDE)].every(isWideEnough);
    return isSeen && isWhole && board.clientHeight >= innerHeight / (isLying ? 6 : 4);
  };
  fitTyped(now.querySelector(".typed"));
  const hasLines = now.querySelector(".explained > div > .lines") !== null;
  const sizes = hasLines ? LINES : [1];
  const largest = (place, least) =>
    sizes.filter((size) => size > least).find((size) => fitsWith(SAID.at(-1), size, place));
  const beside = largest("beside", 0);
  const below = hasLines && isLying && largest("below", WORTH_MOVING * (beside ?? 0));
  const place = below ? "below" : "beside";
  const lines = below || beside;
  (lines ? SAID : ALL).find((part) => fitsWith(part, lines ?? sizes.at(-1), place));
}

/** What is half typed on the keys is smaller once it takes more than a line: the cards stay large. */
function fitTyped(typed) {
  if (!typed) return;
  document.documentElement.dataset.fit = "0";
  const { fontSize } = getComputedStyle(typed);
  typed.classList.toggle("long", typed.clientHeight > 1.5 * parseFloat(fontSize));
}
