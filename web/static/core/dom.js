// Builds one element. Data only ever becomes text or an attribute, never markup.

const DRAWN = new Set(["svg", "g", "path", "circle", "line", "rect", "text", "title", "use"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * h("button.key.go", {onclick: go, "aria-label": "Go"}, "Go") is a button with two classes.
 *
 * A child may be text, a number, a node, a list of these, or null, undefined or false for nothing.
 * A property that begins with "on" is a listener; `value` and `checked` are set as they are typed.
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = DRAWN.has(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  element.append(...children.flat(Infinity).filter(isThere).map(asNode));
  Object.entries(props ?? {}).forEach(([key, value]) => give(element, key, value));
  return element;
}

const isThere = (child) => child !== null && child !== undefined && child !== false;
const asNode = (child) => (child instanceof Node ? child : String(child));

function give(element, key, value) {
  if (key.startsWith("on")) element[key] = value ? hearing(value) : null;
  else if (key === "value" || key === "checked") element[key] = value;
  else if (key.startsWith("aria-") && value !== null) element.setAttribute(key, value);
  else if (value === true) element.setAttribute(key, "");
  else if (isThere(value)) element.setAttribute(key, value);
}

/** A listener whose false says nothing: the browser would take it for "do nothing with this". */
const hearing = (listener) => (event) => {
  listener(event);
};
