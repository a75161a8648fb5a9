/** Choosing cards by swiping across them and by keyboard. */
import { cards, choose, clear, go, held, hint, judge, sort, stopAt, tabStop } from "./card-choice.js";
import { anyOpen } from "./dialogs.js";
import { meaning, spend } from "./press.js";

const SLOP_PX = 8;

let swipe = null; // {id, x, y, first, means, to, on}

const cardAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#hand input.c");

function down(event) {
  const card = event.isPrimary && event.button === 0 && event.target.closest?.("#hand input.c");
  if (card) swipe = { id: event.pointerId, x: event.clientX, y: event.clientY, first: card.value, means: meaning(card), to: !card.checked, on: false };
}

function moved(event) {
  if (!swipe || event.pointerId !== swipe.id) return;
  if (!swipe.on && Math.hypot(event.clientX - swipe.x, event.clientY - swipe.y) < SLOP_PX) return;
  const card = cardAt(event);
  if (!swipe.on && (!card || card.value === swipe.first)) return;
  const first = held(swipe.first);
  if (meaning(first) !== swipe.means) return up(event); // another hand was dealt under the finger
  if (!swipe.on) choose(first, swipe.to);
  swipe.on = true;
  spend(); // back where it began the browser sends a click, which would turn that card over again
  if (card) choose(card, swipe.to);
  judge();
}

function up(event) {
  if (swipe?.id === event.pointerId) swipe = null;
}

/* ---- keyboard: one tab stop, arrows along the hand ---- */

function move(step) {
  const row = cards();
  if (!row.length) return;
  const from = row.indexOf(document.activeElement);
  const next = from < 0 ? (row.find((card) => card.value === tabStop()) ?? row[0]) : row.at((from + step) % row.length);
  stopAt(next);
  next.focus({ preventScroll: true });
}

function toggle() {
  const card = document.activeElement?.closest?.("#hand input.c");
  if (!card) return false;
  choose(card, !card.checked);
  judge();
  return true;
}

const KEYS = {
  ArrowLeft: () => move(-1),
  ArrowRight: () => move(1),
  Enter: toggle,
  NumpadEnter: toggle,
  KeyP: go,
  KeyH: hint,
  KeyS: sort,
  KeyC: clear,
};

function pressedKey(event) {
  const run = KEYS[event.code];
  if (!run || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || anyOpen()) return;
  if (event.target.closest?.("textarea, select, [contenteditable], input:not(.c)")) return;
  if (event.repeat && !event.code.startsWith("Arrow")) return event.preventDefault();
  if (run() !== false) event.preventDefault();
}

document.addEventListener("keydown", pressedKey);
addEventListener("pointerdown", down);
addEventListener("pointermove", moved);
addEventListener("pointerup", up);
addEventListener("pointercancel", () => (swipe = null));
