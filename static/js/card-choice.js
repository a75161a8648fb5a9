/** The card table: choosing cards by tap, swipe and hint, and what the chosen ones are, by the lists the server sends.
 *
 *  `#hand` holds one checkbox a card (`value` its code, `data-r` and `data-g` its place by rank and by shape); a checked one is
 *  chosen, and stays so while the other seat plays. `#prompt[data-plays]` are the legal plays, cheapest first, `[data-shapes]`
 *  shapes of the hand that do not beat the table, each a letter of `[data-kinds]` and its ranks from the highest down. */
import { all, find, on, recall, region, remember, table, tell, untell, viewer } from "./base.js";
import { play as sound } from "./sound.js";
import { press } from "./table.js";

const html = document.documentElement;

let chosen = new Set();
let hintAt = -1; // place in the list of plays; starts anew with each window
let hintWindow = "";
let focused = "";
let stop = "";
let explained = ""; // why 出牌 could not be pressed, as it was told

export const cards = () => all("#hand input.c");
export const held = (code) => cards().find((card) => card.value === code);
const prompt = () => region("prompt");
const goButton = () => find('#prompt [data-do="play"]');
const words = (name) => (prompt()?.dataset[name] ?? "").split(" ").filter(Boolean);

/** Ranks from the highest down, whatever order the hand lies in. */
const byRank = (list) => [...list].sort((a, b) => a.dataset.r - b.dataset.r);
const key = (list) => byRank(list).map((card) => card.value[0]).join("");

export function choose(card, up) {
  if (card.checked === up) return;
  card.checked = up;
  note(card);
}

function note(card) {
  if (card.checked) chosen.add(card.value);
  else chosen.delete(card.value);
}

/** Say what the chosen cards are: the play button carries them, or says why it may not. */
export function judge() {
  const go = goButton();
  const picked = cards().filter((card) => card.checked);
  const found = picked.length ? match("plays", key(picked)) : "";
  const why = !go || found || !picked.length ? "ask" : match("shapes", key(picked)) ? "does_not_beat" : "wrong_shape";
  for (const line of all("#prompt [data-for]")) line.hidden = line.dataset.for !== why;
  if (explained && explained !== reason()) untell(explained);
  if (!go) return;
  go.dataset.cards = found ? byRank(picked).map((card) => card.value).join("") : "";
  find("small", go).textContent = found ? kindName(found) : "";
  if ("held" in go.dataset) return; // the answer is on its way
  go.toggleAttribute("data-off", !found);
  if (found) go.removeAttribute("aria-disabled");
  else go.setAttribute("aria-disabled", "true");
}

/** The letter of the shape these ranks make in that list, or "". */
const match = (list, ranks) => words(list).find((play) => play.slice(1) === ranks)?.[0] ?? "";

function kindName(letter) {
  const named = (prompt()?.dataset.kinds ?? "").split(",").find((kind) => kind[0] === letter);
  return named?.slice(1) ?? "";
}

/** Choose exactly the next legal play, cheapest first; after the last one begin again. */
export function hint() {
  const plays = words("plays");
  if (!plays.length) return;
  hintAt = (hintAt + 1) % plays.length;
  const wanted = [...plays[hintAt].slice(1)];
  for (const card of byRank(cards())) {
    const at = wanted.indexOf(card.value[0]);
    choose(card, at >= 0);
    if (at >= 0) wanted.splice(at, 1);
  }
  judge();
  sound("draw", { seat: viewer(), loud: 0.4 });
}

export function clear() {
  for (const card of cards()) choose(card, false);
  judge();
}

function arrange() {
  const home = region("hand");
  const by = html.dataset.sort === "groups" ? "g" : "r";
  const now = cards();
  const wanted = [...now].sort((a, b) => a.dataset[by] - b.dataset[by]);
  if (wanted.some((card, place) => card !== now[place])) home.append(...wanted);
  rove();
}

export function sort() {
  html.dataset.sort = html.dataset.sort === "groups" ? "ranks" : "groups";
  remember("cardSort", html.dataset.sort);
  const active = document.activeElement;
  arrange();
  if (active?.isConnected) active.focus({ preventScroll: true });
}

function rove() {
  const row = cards();
  const at = row.find((card) => card.value === stop) ?? row[0];
  for (const card of row) card.tabIndex = card === at ? 0 : -1;
}

/** Make a card the tab stop of the hand. */
export function stopAt(card) {
  stop = card.value;
  rove();
}

export const tabStop = () => stop;

/* ---- playing ---- */

export function go() {
  const button = goButton();
  if (!button) return;
  if ("off" in button.dataset) explain();
  else press(button);
}

/** Return what the prompt says about the chosen cards, "" where it asks nothing. */
function reason() {
  const line = all("#prompt [data-for]").find((each) => !each.hidden);
  if (!line) return "";
  return line.dataset.for === "ask" ? line.textContent : line.firstChild.textContent.trim();
}

function explain() {
  explained = reason();
  tell(explained);
}

function clicked(event) {
  const button = event.target.closest?.("#prompt button");
  if (!button) return;
  if ("hint" in button.dataset) hint();
  else if ("sort" in button.dataset) sort();
  else if ("off" in button.dataset) explain();
}

on("before", () => {
  const active = document.activeElement;
  focused = active?.closest?.("#hand") ? active.value : "";
});

on("after", () => {
  const open = prompt()?.dataset.window ?? "";
  if (open !== hintWindow) hintAt = -1;
  hintWindow = open;
  for (const card of cards()) card.checked = chosen.has(card.value);
  chosen = new Set([...chosen].filter(held));
  arrange();
  judge();
  if (focused && !held(focused)?.matches(":focus")) (held(focused) ?? cards()[0])?.focus({ preventScroll: true });
});
on("refused", () => judge());
on("sent", ({ verb }) => {
  if (verb === "play") for (const card of cards()) card.classList.toggle("sent", card.checked);
});

document.addEventListener("change", (event) => {
  if (!event.target.matches?.("#hand input.c")) return;
  note(event.target);
  judge();
});
document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.("#hand input.c")) return;
  stopAt(event.target);
});
document.addEventListener("click", clicked);

html.dataset.sort = recall("cardSort", "ranks");
chosen = new Set(cards().filter((card) => card.checked).map((card) => card.value));
arrange();
judge();
table?.setAttribute("data-cards", "ready");
