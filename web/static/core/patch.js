// Turns what is on the screen into what should be there, and keeps every node that can stay:
// a finger that is down, the focus and a half-typed name survive whatever another phone does.
// What lies in an element with `data-own` is drawn by somebody else and left alone.

const LISTENERS = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown"];
const TYPED = new Set(["INPUT", "SELECT", "TEXTAREA"]);

/** Makes *old* look and listen like *fresh*; returns the node that now stands in its place. */
export function patch(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  patchAttributes(old, fresh);
  LISTENERS.forEach((name) => {
    old[name] = fresh[name];
  });
  if (!fresh.hasAttribute("data-own")) patchChildren(old, fresh);
  if (TYPED.has(old.nodeName)) patchTyped(old, fresh);
  return old;
}

const keyOf = (node) =>
  node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;

function alike(one, other) {
  return one.nodeName === other.nodeName && keyOf(one) === keyOf(other) && one.type === other.type;
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    // Whoever opened a <details> keeps it open.
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function patchTyped(old, fresh) {
  if (old.value !== fresh.value) old.value = fresh.value;
  if (old.checked !== fresh.checked) old.checked = fresh.checked;
}

function patchChildren(old, fresh) {
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
