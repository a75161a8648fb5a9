/** What every module shares: the table element, texts, stored settings, ids and the events around a swap. */

/** The table, or the replayed one of the first page. */
export const table = document.getElementById("table") ?? document.getElementById("demo");
export const texts = document.getElementById("texts")?.dataset ?? {};

/** The events `before` and `after` surround every swap, whatever brought it (socket, poll, replay). */
const bus = new EventTarget();
export const on = (name, listener) => bus.addEventListener(name, (event) => listener(event.detail));
export const emit = (name, detail = {}) => bus.dispatchEvent(new CustomEvent(name, { detail }));

export const find = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const region = (name) => document.getElementById(name);
/** The hand that the page shows: every answer names it. */
export const handShown = () => region("now")?.dataset.hand ?? "0";
export const viewer = () => Number(table?.dataset.viewerSeat ?? -1);

/** A text of `<template id="texts">` with `{name}` filled in. */
export function text(key, values = {}) {
  return (texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** An id for one action. `crypto.randomUUID` exists only in secure contexts, and a LAN page is none. */
export function clientId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Read a stored value; storage may be blocked, full or damaged, and then the default stands. */
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`qpg.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`qpg.${key}`, JSON.stringify(value));
  } catch {
    /* a private window without storage keeps its settings for this page only */
  }
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** True where nothing may move: by the system's wish, by the switch, or because nobody looks. */
export function still() {
  const chosen = document.documentElement.dataset.motion;
  return document.hidden || chosen === "off" || (reduced.matches && chosen !== "on");
}

/** The tile a class list names ("5p"), or "". Rivers and melds carry a class only, never data. */
export const tileOf = (element) => /(?:^|\s)t(\d[mpsz])(?:\s|$)/.exec(element?.className ?? "")?.[1] ?? "";

/** One polite live region of our own: `#announce` belongs to the server and would overwrite us. */
let speaker;
export function say(words) {
  if (!speaker) {
    speaker = document.createElement("div");
    speaker.className = "say";
    speaker.setAttribute("aria-live", "polite");
    document.body.append(speaker);
  }
  // The trailing space makes an equal sentence new, so that it is read again.
  speaker.textContent = speaker.textContent === words ? `${words} ` : words;
}

/**
 * Show a reason for a few seconds where the server's reasons stand, and say it. `more` is the clause whose rule is linked,
 * or `{words, act}` of a button.
 */
let told;
export function tell(words, more = "") {
  if (!words) return;
  let line = region("tell");
  if (!line) {
    line = document.createElement("p");
    line.id = "tell";
    line.className = "notice";
    (region("notice")?.parentElement ?? document.body).append(line);
  }
  line.textContent = words;
  if (more) line.append(" ", more.act ? button(more) : ruleLink(more));
  line.hidden = false;
  say(words);
  clearTimeout(told);
  told = setTimeout(() => (line.hidden = true), more ? 7000 : 4000);
}

const ruleLink = (clause) => Object.assign(document.createElement("a"), { href: `/rules/${clause}/`, target: "_blank", rel: "noopener", textContent: text("rule") });

const button = ({ words, act }) => Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: words, onclick: act });

/** Take back a reason that no longer holds. */
export function untell(words) {
  const line = region("tell");
  if (line?.textContent === words) line.hidden = true;
}

const REGION = /^(?:(?:plate|river|melds|backs|clock)-\d|center|hand|own-melds|prompt|waits|fx|announce|alert|notice|sheet|wishes|house|promise|now)$/;

/** Swap the regions found in `root` over their namesakes, as the socket does, where they differ. */
export function swapIn(root, detail = {}) {
  emit("before", detail);
  for (const fresh of all("[id]", root)) {
    const old = REGION.test(fresh.id) && region(fresh.id);
    if (old && !old.isEqualNode(fresh)) old.replaceWith(document.importNode(fresh, true));
  }
  emit("after", detail);
}
