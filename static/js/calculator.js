/** The calculator: presses wait for the answer to the one before, focus stays, the answer is said, tiles can be typed. */

const desk = () => document.getElementById("desk");
const said = document.getElementById("said");
const waiting = []; // ids pressed while an answer is on its way: each link carries the desk as it was
let busy = false;
let pressed = "";
let rank = "";

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#desk a[id]");
  if (!link || link.hash || link.getAttribute("hx-boost") === "false") return;
  if (busy) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.ctrlKey && !event.metaKey) waiting.push(link.id);
  } else pressed = link.id;
}, true);

document.addEventListener("change", (event) => {
  if (event.target.matches("#desk select")) event.target.form.requestSubmit();
});

document.body.addEventListener("htmx:beforeRequest", () => (busy = true));
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && event.detail.xhr?.status !== 400) done();
});
document.body.addEventListener("htmx:afterSettle", () => {
  prepare();
  keepFocus();
  const words = document.querySelector("#answer h2, .wrong li")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  said.textContent = said.textContent === words ? `${words} ` : words; // the same words again are read again
  done();
});

function done() {
  busy = false;
  while (waiting.length) {
    const link = document.getElementById(waiting.shift());
    if (link?.href) {
      link.click();
      return;
    }
  }
}

/** A link that is gone passes its focus to its neighbour: the last tile of the hand, else the tile to press. */
function keepFocus() {
  if (document.activeElement !== document.body || !pressed) return;
  const name = pressed.replace(/-.*/, "");
  const same = [...document.querySelectorAll(`#desk a[id^="${name}-"]`)];
  (document.getElementById(pressed) ?? same.at(-1) ?? document.querySelector("#desk [data-grid] a"))?.focus({ preventScroll: true });
}

/** One tab stop for all tiles to press; arrows move inside. */
function prepare() {
  const keys = [...document.querySelectorAll("#desk [data-grid] a")];
  const current = keys.find((key) => key.id === pressed) ?? keys[0];
  for (const key of keys) key.tabIndex = key === current ? 0 : -1;
  const copy = document.querySelector("#desk [data-copy]");
  if (copy && navigator.clipboard) copy.hidden = false;
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest?.("[data-copy]");
  if (!copy) return;
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = copy.textContent = copy.dataset.copy;
  } catch {
    copy.hidden = true; // the address bar has it
  }
});

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!desk()?.contains(event.target) || event.target.matches("input, select, button")) return;
  if (move(event) || type(event.key)) event.preventDefault();
});

function move(event) {
  const row = event.target.closest("[data-grid] .suit");
  if (!row) return false;
  const place = [...row.children].indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const other = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling }[event.key];
  const next = step ? row.children[place + step] : other?.children[Math.min(place, other.children.length - 1)];
  if (!next) return false;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  return true;
}

/** `5` `p` lays 五筒, Backspace takes the last tile back; cards need no suit. Only while the focus is on the desk. */
function type(key) {
  if (key === "Backspace") return press([...document.querySelectorAll(".held a, .fan-of-cards a")].at(-1));
  if (desk().dataset.keys === "cards") return key.length === 1 && press(document.getElementById(`add-${key.toUpperCase()}`));
  if (/^[1-9]$/.test(key)) {
    rank = key;
    return true;
  }
  if (!/^[mpsz]$/i.test(key) || !rank) return false;
  return press(document.getElementById(`add-${rank}${key.toLowerCase()}`));
}

function press(link) {
  link?.click();
  return Boolean(link);
}

prepare();
