// How much of the show fits on a screen: the board, the lines of the hand that is told, what is said.

/** From roomy to tight; the style sheet knows what each means. The first that fits is taken. */
const FITS = [
  "board", "low-board", "no-board", "columns-and-board", "columns", "tight", "tight-cards",
  "tight-cards-columns", "tight-lines", "tight-columns",
];

const fits = (box) => !box || box.scrollHeight <= box.clientHeight + 1;

/** Chooses for what is *shown*, if a hand is told there; elsewhere nothing is chosen. */
export function fitShow(shown) {
  const { dataset } = document.documentElement;
  const main = shown.querySelector("main.show, main.cut");
  const above = main?.querySelector(".above");
  if (!above) {
    delete dataset.fit;
    return;
  }
  FITS.find((fit) => {
    dataset.fit = fit;
    return fits(above) && fits(main) && fits(shown);
  });
}

const PARTS = ["0", "1", "2", "3", "4"];

/** The same for a wall: what is going on, beside a board that still can be read. */
export function fitWall(shown) {
  const now = shown.querySelector(".now");
  const board = shown.querySelector(".board");
  if (!now || !board) return;
  PARTS.find((part) => {
    document.documentElement.dataset.fit = part;
    const isSeen = now.getBoundingClientRect().bottom <= innerHeight + 1 && fits(now);
    return isSeen && board.clientHeight >= innerHeight / 4;
  });
}
