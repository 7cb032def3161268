// Making elements. Texts become text and never markup.

const SVG = "http://www.w3.org/2000/svg";

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/**
 * An element with attributes and children. `on…` attributes are listeners, `class` and all others are set as they
 * are, `false` and `null` leave one out. Children are elements, or texts.
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for elements of pictures. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Puts other children into an element. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
}

/** How many works are under way. */
let works = 0;

/** Does a work. As long as one is under way, and what is shown may be old, the page is marked. */
export async function busy(work) {
  works += 1;
  document.body.dataset.busy = "";
  try {
    return await work();
  } finally {
    works -= 1;
    if (works === 0) delete document.body.dataset.busy;
  }
}

/** Does a work when nothing has called for it for some time. The page is busy from the first call on. */
export function later(wait, work) {
  let timer = null;
  let called = null;
  return (...given) => {
    clearTimeout(timer);
    if (!called) busy(() => new Promise((done) => (called = done)));
    timer = setTimeout(() => {
      const done = called;
      called = null;
      busy(() => work(...given));
      done();
    }, wait);
  };
}

/** Says something to those who listen to the page. */
export function say(text) {
  byId("spoken").textContent = text;
}

/** A number for people: without an exponent, and with a few decimals. */
export function shown(value, decimals = 4) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(decimals)));
}

/** A text that may be broken after its underscores. */
export function breakable(text) {
  return text.split(/(?<=_)/).flatMap((part, at) => (at === 0 ? [part] : [el("wbr"), part]));
}

/** Offers a file to keep. */
export function download(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
