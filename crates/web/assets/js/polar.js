// The polar graph: the server's picture, in which each spike is a step that can be pointed at.

import { el } from "./dom.js";

/** How far from a spike a pointer may be, in pixels. */
const REACH = 18;

const MARKS = `
  :host { display: block }
  svg { display: block; width: 100%; height: auto; touch-action: manipulation }
  .undoku-plot .ground { fill: none }
  [data-step] { cursor: pointer }
  .dim [data-step] { opacity: 0.45 }
  .dim [data-step].pointed, .dim [data-step].current { opacity: 1 }
  [data-step].current line, [data-step].pointed line { stroke-width: 5 }
  [data-step].current line { stroke-linecap: round }
  @media (prefers-reduced-motion: no-preference) { [data-step] { transition: opacity 120ms } }
`;

/** The graph in an element; `pointed` is called with a step or null, `chosen` with a step. */
export class Polar {
  constructor(element, { pointed, chosen }) {
    this.element = element;
    this.pointed = pointed;
    this.chosen = chosen;
    this.root = element.attachShadow({ mode: "open" });
    this.marks = new CSSStyleSheet();
    this.marks.replaceSync(MARKS);
    this.spikes = [];
    this.over = null;
    element.addEventListener("pointermove", (event) => this.#point(this.#nearest(event)));
    element.addEventListener("pointerleave", () => this.#point(null));
    element.addEventListener("click", (event) => {
      const step = this.#nearest(event);
      if (step !== null) this.chosen(step);
    });
  }

  /** Shows the text of an SVG. It is read as a picture: what is no picture in it is left out. */
  show(text) {
    // The page's policy lets no style element be; a sheet made of the same rules is none.
    const rules = [];
    const plain = text.replaceAll(/<style>([^]*?)<\/style>/g, (_, rule) => {
      rules.push(rule);
      return "";
    });
    const picture = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    if (picture.localName !== "svg") return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules.join("\n"));
    this.root.adoptedStyleSheets = [sheet, this.marks];
    const svg = document.importNode(picture, true);
    // What it shows is also said by the slider that it is part of.
    svg.setAttribute("aria-hidden", "true");
    this.root.replaceChildren(svg);
    this.svg = svg;
    this.spikes = [...svg.querySelectorAll("[data-step]")].map((spike) => {
      spike.querySelector("title")?.remove();
      return { step: Number(spike.dataset.step), spike, line: spike.querySelector("line") };
    });
    this.over = null;
    this.mark(this.current ?? 0);
  }

  clear(text) {
    this.spikes = [];
    this.root.adoptedStyleSheets = [this.marks];
    this.root.replaceChildren(el("p", {}, text));
  }

  /** Marks the step that the board shows. */
  mark(step) {
    this.current = step;
    for (const { step: each, spike } of this.spikes) {
      spike.classList.toggle("current", each === step);
      spike.classList.toggle("pointed", each === this.over);
    }
    this.svg?.classList.toggle("dim", step > 0 || this.over !== null);
  }

  #point(step) {
    if (step === this.over) return;
    this.over = step;
    this.mark(this.current);
    this.pointed(step);
  }

  /** The step whose spike is nearest to a pointer. */
  #nearest({ clientX, clientY }) {
    let best = null;
    let least = REACH;
    for (const { step, line } of this.spikes) {
      const matrix = line?.getScreenCTM();
      if (!matrix) continue;
      const at = (x, y) => new DOMPoint(line[x].baseVal.value, line[y].baseVal.value).matrixTransform(matrix);
      const distance = toSegment({ x: clientX, y: clientY }, at("x1", "y1"), at("x2", "y2"));
      if (distance < least) [best, least] = [step, distance];
    }
    return best;
  }
}

function toSegment(point, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}
