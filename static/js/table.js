/** Acting: a tap lifts, a second tap discards; one answer per window; the sent tile comes back with a reason. */
import { all, clientId, emit, find, handShown, on, region, table, tell, text } from "./base.js";
import { arm, armable } from "./auto.js";
import { confirmCost } from "./dialogs.js";
import { live, polling, send } from "./link.js";
import { picking, togglePick } from "./panels.js";
import { post } from "./poll.js";

const QUIET_MS = 250; // after the hand re-flowed a tap may hit the wrong tile
const ANSWER_MS = 5000;

let sent = null; // the answer on its way: {id, hand, window, tile, place, at}
let lifted = ""; // key of the lifted tile
let quietUntil = 0;
let layout = "";
let noticeBefore = null;

export const tiles = () => all("#hand [data-tile]");
export const key = (tile) => (tile ? `${tile.dataset.tile}@${tile.dataset.place}` : "");
export const liftedTile = () => tiles().find((tile) => key(tile) === lifted) ?? null;
export const pending = () => sent;

/** True where a press on this button may go out now. */
export const ready = (button) => Boolean(button?.dataset.do) && button.getAttribute("aria-disabled") !== "true" && !sent;

/** Lift one tile, or none; only one is ever up. */
export function lift(tile, sound = true) {
  const next = tile ? key(tile) : "";
  if (next === lifted) return;
  lifted = next;
  mark();
  emit("lift", { tile, sound });
}

function mark() {
  for (const tile of tiles()) {
    if (!picking()) tile.classList.toggle("lift", key(tile) === lifted);
    tile.classList.toggle("sent", sent?.place === tile.dataset.place && sent?.tile === tile.dataset.tile);
  }
  table.toggleAttribute("data-pending", Boolean(sent));
  if (!sent) return;
  for (const button of all(`button[data-window="${sent.window}"]`)) {
    button.setAttribute("aria-disabled", "true");
    button.dataset.held = "";
  }
}

function release() {
  for (const button of all("[data-held]")) {
    button.removeAttribute("aria-disabled");
    delete button.dataset.held;
  }
}

/** Answer a window with this button. Returns the id the answer went out under, or "". */
export function act(button, extra = {}) {
  if (!ready(button)) return "";
  if (!live() && !polling()) {
    tell(text("notSent"));
    return "";
  }
  const { do: verb, window, tile, suit, tiles: several, cards, place } = button.dataset;
  const given = { tile, suit, tiles: several, cards, ...extra };
  const fields = { type: "act", hand: handShown(), window, id: clientId(), do: verb };
  for (const name of ["tile", "suit", "tiles", "cards"]) if (given[name] && wants(verb, name)) fields[name] = given[name];
  sent = { id: fields.id, hand: fields.hand, window, tile: place === undefined ? "" : tile, place, verb, at: performance.now() };
  if (polling()) post(fields).then((well) => well || refuse(text("notSent")));
  else send(fields);
  emit("sent", { ...sent, button });
  lifted = "";
  mark();
  return sent.id;
}

/** Unknown keys are refused by the server: a peng button shows its tile, but the frame has none. */
function wants(verb, name) {
  return { tile: ["discard", "gang"], suit: ["ding_que"], tiles: ["swap_three", "chi"], cards: ["play"] }[name].includes(verb);
}

/** Press a button with everything that belongs to it: its price is confirmed first. */
export async function press(button) {
  if (!ready(button)) return;
  const hand = handShown();
  if (button.dataset.cost && !(await confirmCost(button.dataset.cost))) return;
  if (hand !== handShown()) return; // another hand numbers its windows alike
  if (button.isConnected || (button = twin(button))) act(button);
}

/** The same button after a swap, if its window is still open. */
function twin(button) {
  const { do: verb, window, tile, tiles: several, place } = button.dataset;
  const same = ({ dataset }) => dataset.tile === tile && dataset.tiles === several && dataset.place === place;
  return all(`[data-do="${verb}"][data-window="${window}"]`).find(same);
}

/** One tap on a hand tile. */
export function tap(tile) {
  if (performance.now() < quietUntil) return;
  if (picking()) return togglePick(tile);
  const discard = tile.dataset.do === "discard";
  const one = document.documentElement.dataset.tap === "one";
  if (discard && ready(tile) && (one || key(tile) === lifted)) return act(tile);
  if (tile.name === "disarm") return arm(tile);
  if (key(tile) === lifted) {
    if (armable(tile)) arm(tile);
    return lift(null);
  }
  lift(tile);
  if (!discard && tile.dataset.why) tell(tile.dataset.why);
}

function refuse(reason) {
  const lost = sent;
  sent = null;
  release();
  mark();
  if (reason) tell(reason);
  emit("refused", { ...lost });
}

function settle() {
  const done = sent;
  sent = null;
  emit("settled", { ...done });
}

function clicked(event) {
  const button = event.target.closest?.("#table [data-do], #hand [data-tile]");
  if (!button) return;
  event.preventDefault(); // the form around it is for pages without scripts
  if (button.closest("#hand")) tap(button);
  else press(button);
}

on("before", () => {
  noticeBefore = region("notice");
  layout = tiles().map(key).join(" ");
});

on("after", ({ fresh }) => {
  if (tiles().map(key).join(" ") !== layout) quietUntil = performance.now() + QUIET_MS;
  if (lifted && !liftedTile()) lifted = "";
  if (sent) {
    const open = find(`button[data-window="${sent.window}"]`);
    const notice = region("notice");
    if (!open || sent.hand !== handShown()) settle();
    else if (fresh || (notice !== noticeBefore && notice?.dataset.code)) refuse("");
  }
  mark();
});

on("link", ({ state }) => {
  // What was on its way when the line broke may or may not have arrived: the table after the reconnect tells.
  if (state !== "live" && sent) refuse("");
});

setInterval(() => {
  if (!sent || performance.now() - sent.at < ANSWER_MS) return;
  refuse(text("noAnswer"));
  emit("resync", { why: "silent" });
}, 1000);

document.addEventListener("click", clicked);
document.addEventListener("submit", (event) => {
  // Enter in a form of answers must never send the first button there is.
  if (event.target.matches("#table form") && event.submitter?.dataset.do) event.preventDefault();
});
