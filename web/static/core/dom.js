// Creates elements and updates the page to match. Data becomes text or an attribute, never markup.

const DRAWN = new Set(["svg", "g", "path", "circle", "line", "rect", "text", "title", "use"]);
const SVG = "http://www.w3.org/2000/svg";

/** h("button.key.go", {onclick: go, "aria-label": "Go"}, "Go") is a button with two classes, and h("p",
 * "Go") a paragraph: properties are optional.
 *
 * A child may be text, a number, a node, a list of these, or null, undefined or false for nothing. A
 * property that begins with "on" is a listener; `value` and `checked` are set as properties. */
export function h(tag, ...inside) {
  const [props, ...children] = inside[0]?.constructor === Object ? inside : [{}, ...inside];
  const [name, ...classes] = tag.split(".");
  const element = DRAWN.has(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  element.append(...children.flat(Infinity).filter(isThere));
  Object.entries(props).forEach(([key, value]) => setProperty(element, key, value));
  return element;
}

const isThere = (child) => child !== null && child !== undefined && child !== false;

function setProperty(element, key, value) {
  // A returned false would cancel the default action.
  if (key.startsWith("on")) element[key] = value ? (event) => void value(event) : null;
  else if (key === "value" || key === "checked") element[key] = value;
  else if (key.startsWith("aria-") && value !== null) element.setAttribute(key, value);
  else if (value === true) element.setAttribute(key, "");
  else if (isThere(value)) element.setAttribute(key, value);
}

/** Milliseconds; the work that follows is split into small tasks, so that input is handled first. */
const BREATH = 50;

/** Resolves after the next paint, or at once if the page is hidden. */
export const painted = () => new Promise((done) => {
  if (document.hidden) done();
  requestAnimationFrame(() => setTimeout(done, BREATH));
});

const LISTENERS = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown"];

/** Updates *old* to match *fresh*, which is alike. */
function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  for (const name of LISTENERS) old[name] = fresh[name];
  if (!fresh.hasAttribute("data-own")) patchChildren(old, fresh);
  if (old.value !== fresh.value) old.value = fresh.value;
  if (old.checked !== fresh.checked) old.checked = fresh.checked;
}

/** Updates the page to match *view*; returns the element that it is in. */
export function render(view) {
  const page = document.querySelector("#page");
  patchChildren(page, h("div", view));
  return page.firstElementChild;
}

const keyOf = (node) => node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;

const alike = (one, other) =>
  one.nodeName === other.nodeName && keyOf(one) === keyOf(other) && one.type === other.type;

function patchAttributes(old, fresh) {
  for (const name of old.getAttributeNames()) {
    // Keep a <details> open that the user opened. A style attribute must not be removed: WebKit treats that
    // as a CSP violation.
    if (!fresh.hasAttribute(name) && name !== "open" && name !== "style") old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Updates what is inside *old* to match what is inside *fresh*. */
export function patchChildren(old, fresh) {
  const spare = [...old.childNodes];
  const wanted = [...fresh.childNodes].map((child) => {
    const at = spare.findIndex((one) => alike(one, child));
    return [at < 0 ? null : spare.splice(at, 1)[0], child];
  });
  spare.forEach((node) => node.remove());
  wanted.forEach(([kept, child], place) => {
    const node = kept ?? child;
    if (old.childNodes[place] !== node) old.insertBefore(node, old.childNodes[place] ?? null);
    if (kept) patch(kept, child);
  });
}
