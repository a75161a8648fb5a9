/** The keyboard: everything the mouse can do, and Space is never 胡. */
import { armable, foldAuto, openAuto, switchBy } from "./auto.js";
import { all, find, table } from "./base.js";
import { anyOpen, foldSheet, open } from "./dialogs.js";
import { focusTile, neighbour } from "./focus.js";
import { mute } from "./sound.js";
import { act, lift, liftedTile, press, ready, tap, tiles } from "./table.js";
import { picking, togglePick } from "./panels.js";

const PLACES = ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9", "Digit0"];
PLACES.push("Minus", "Equal", "BracketLeft", "BracketRight");
const SUITS = { Digit1: "m", Digit2: "p", Digit3: "s" };

const answer = (verb) => find(`#prompt [data-do="${verb}"]`);

/** First press shows which tile it is, the second sends it. */
function choose(tile) {
  if (!tile) return;
  focusTile(tile);
  if (picking()) togglePick(tile);
  else if (tile === liftedTile() && tile.dataset.do === "discard") act(tile);
  else if (tile === liftedTile() && armable(tile)) tap(tile);
  else lift(tile);
}

function move(step) {
  const tile = neighbour(liftedTile(), step);
  if (!tile) return;
  focusTile(tile);
  if (!picking()) lift(tile);
}

/** Several gangs or chis at once: each press goes on to the next one, Enter takes it. */
function oneOf(verb) {
  const offers = all(`#table [data-do="${verb}"]`).filter(ready);
  if (offers.length < 2) return press(offers[0]);
  const now = offers.indexOf(document.activeElement);
  offers[(now + 1) % offers.length].focus();
}

function enter() {
  const focused = document.activeElement;
  if (focused?.closest("#hand") && focused.dataset.tile) {
    if (picking()) return tap(focused);
    return ready(focused) ? act(focused) : tap(focused);
  }
  if (focused && focused !== document.body) return false; // buttons and links do what they say
  if (picking()) return press(answer("swap_three"));
  const tile = liftedTile();
  return tile && ready(tile) ? act(tile) : false;
}

const KEYS = {
  ArrowLeft: () => move(-1),
  ArrowRight: () => move(1),
  Enter: enter,
  NumpadEnter: enter,
  KeyD: () => choose(find("#hand [data-drawn]") ?? tiles().at(-1)),
  KeyP: () => press(answer("peng")),
  KeyC: () => oneOf("chi"),
  KeyG: () => oneOf("gang"),
  KeyJ: () => press(answer("join_wind")),
  KeyH: () => press(answer("hu")),
  KeyS: () => press(answer("swap_three")),
  KeyA: openAuto,
  Escape: () => (table.dataset.sheet === "open" ? foldSheet() : foldAuto() || press(answer("pass"))),
  KeyM: () => mute(),
  KeyL: () => open("log") ?? false,
  KeyR: () => find("button[form=f-ready]")?.click(),
  KeyB: () => find("button[form=f-back]")?.click(),
};

function digit(code) {
  const suit = SUITS[code] && find(`#prompt [data-do="ding_que"][data-suit="${SUITS[code]}"]`);
  if (suit) return press(suit);
  return choose(tiles()[PLACES.indexOf(code)]);
}

const typing = (target) => target instanceof Element && target.closest("input:not(.c), textarea, select, [contenteditable]");

function pressed(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || anyOpen()) return;
  if (event.code === "Space") {
    if (event.target.closest?.('[data-do="hu"]')) event.preventDefault();
    return;
  }
  if (event.key === "?") {
    event.preventDefault();
    open("help");
    return;
  }
  if (event.shiftKey) {
    if (/^Key[A-Z]$/.test(event.code) && !event.repeat && switchBy(event.code.at(-1)) !== false) event.preventDefault();
    return;
  }
  const run = PLACES.includes(event.code) ? () => digit(event.code) : KEYS[event.code];
  if (!run) return;
  // A held key repeats; only moving along the hand may.
  if (event.repeat && !event.code.startsWith("Arrow")) return event.preventDefault();
  if (run() !== false) event.preventDefault();
}

document.addEventListener("keydown", pressed);
// A button fires its click when Space comes up, whatever keydown did in some browsers.
document.addEventListener("keyup", (event) => {
  if (event.code === "Space" && event.target.closest?.('[data-do="hu"]')) event.preventDefault();
});

/** The right button on the felt passes; on a tile or control it keeps the browser's menu. */
document.addEventListener("contextmenu", (event) => {
  if (!(event.target instanceof Element) || !table?.contains(event.target)) return;
  if (event.target.closest("button, a, input, #sheet, #log, dialog")) return;
  const pass = answer("pass");
  if (!pass || event.pointerType === "touch") return; // a long press looks at a tile, it never passes
  event.preventDefault();
  press(pass);
});
